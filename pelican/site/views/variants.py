"""One variant: everything it drew, and how it fared."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from boards.models import Variant
from pelican.rules import RULES
from pelican.site import portrait
from pelican.site.rankings import single_bar
from pelican.site.references import variant_scored
from voting.tables import rating_of


@require_safe
def variant(request: HttpRequest, slug: str) -> HttpResponse:
    """Its drawings on one board (``?board=``), its score and rating there and whom it met."""
    variants = Variant.objects.select_related("version__family__vendor")
    shown = get_object_or_404(variants, slug=slug)
    standings = portrait.standings(shown)
    wanted = request.GET.get("board", "")
    standing = portrait.choose_standing(standings, wanted)
    if standing is None and wanted:
        raise Http404
    context = {"variant": shown, "standings": standings, "standing": standing}
    if standing is not None:
        scored = variant_scored(shown, standing.tab.condition)
        page, plates = portrait.plates_page(
            shown,
            standing,
            request.GET.get("page", ""),
            best=scored.reference.score.best if scored else None,
        )
        rating = rating_of(standing.key, shown.slug)
        context |= {
            "page": page,
            "plates": plates,
            "scored": scored,
            "rating": rating,
            "bar": single_bar(rating) if rating else None,
            "encounters": portrait.encounters(shown, standing),
            "voting_rules": RULES.voting,
            "judging_rules": RULES.judging,
        }
    return render(request, "site/variant.html", context)
