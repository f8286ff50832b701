"""Why a ballot does not count, or counts although a check could not be made."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Reason(models.TextChoices):
    """Codes that the site writes itself; people write free text."""

    TOO_FAST = "too_fast", _("answered sooner than the pair can be looked at")
    NEVER_SHOWN = "never_shown", _("answered without the pair having been shown")
    SESSION_BURST = "session_burst", _("too many votes of one visitor in five minutes")
    SESSION_DAY = "session_day", _("too many votes of one visitor in a day")
    ADDRESS_HOUR = "address_hour", _("too many votes from one address in an hour")
    ADDRESS_DAY = "address_day", _("too many votes from one address in a day")
    ADDRESS_PAIRS = (
        "address_pairs",
        _("too many pairs answered or skipped from one address in an hour"),
    )
    ADDRESS_UNCHECKED = "address_unchecked", _("the address limits could not be checked")
    UNDONE = "undone", _("taken back at once")
    BY_STAFF = "by_staff", _("set aside by staff")
    VOTER_REQUEST = "voter_request", _("deleted by its voter")


def reason_text(reason: str) -> str:
    """A reason in the reader's language; what a person wrote stays as written."""
    return str(Reason(reason).label) if reason in Reason.values else reason
