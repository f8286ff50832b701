"""The Atom feed of an arena's rank ranges: one entry for each day that is over and changed one."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection, Mapping
from datetime import UTC, date, datetime

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from voting.history import DayOfChanges, last_closed_day, rank_changes


def feed_of(
    request: HttpRequest,
    key: str,
    *,
    name: str,
    page: str,
    names_of: Callable[[Collection[str]], Mapping[str, str]],
) -> HttpResponse:
    """The feed of the arena ``key``.

    ``name`` says what is ranked, ``page`` is the path of the ranking with its query, ``names_of``
    maps ids of contestants to what they are called; one without a name goes by its id.
    """
    link = request.build_absolute_uri(page)
    feed = Atom1Feed(
        title=_("Visitor ranking: %(task)s") % {"task": name},
        link=link,
        description="",
        subtitle=_("Rank ranges that changed, one entry a day."),
        language=get_language(),
        feed_url=request.build_absolute_uri(),
        feed_guid=_guid(key),
    )
    days = rank_changes(key, _today())
    names = names_of({change.contestant for day in days for change in day.changes})
    for day in days:
        lines = _lines(day, names)
        feed.add_item(
            title=lines[0] if len(lines) == 1 else _("%(first)s and more") % {"first": lines[0]},
            link=link,
            description="\n".join(lines),
            unique_id=_guid(f"{key} {day.day.isoformat()}"),
            pubdate=day.at,
            updateddate=day.at,
        )
    return HttpResponse(
        feed.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8"
    )


def feed_etag(key: str) -> str:
    """Changes with the language and with every day that ends."""
    last = last_closed_day(key, _today())
    return f'"{get_language()}-{last[0] if last else 0}"'


def feed_changed_at(key: str) -> datetime | None:
    """When the last fit of the last day that is over was made."""
    last = last_closed_day(key, _today())
    return last[1] if last else None


def _today() -> date:
    return timezone.now().astimezone(UTC).date()


def _guid(what: str) -> str:
    """An id that is the same for ever, wherever the site stands; one for each language."""
    return uuid.uuid5(uuid.NAMESPACE_URL, f"pelican ranking {what} {get_language()}").urn


def _lines(day: DayOfChanges, names: Mapping[str, str]) -> list[str]:
    lines = []
    for change in day.changes:
        values = {
            "name": names.get(change.contestant, change.contestant),
            "before": change.before,
            "after": change.after,
        }
        if not change.before:
            lines.append(_("%(name)s is ranked %(after)s") % values)
        elif not change.after:
            lines.append(_("%(name)s has no rank any more (was %(before)s)") % values)
        else:
            lines.append(_("%(name)s is now %(after)s (was %(before)s)") % values)
    return lines
