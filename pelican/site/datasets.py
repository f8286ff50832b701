"""The files of the data page: what each holds, how many rows, and what its columns mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import OuterRef, Subquery
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from benchmarks.exports import TABLES
from boards.exports import SAMPLE_COLUMNS
from boards.models import Sample
from judging.exports import VERDICT_COLUMNS
from judging.models import Verdict
from pelican.csv_stream import Column
from voting.exports import BALLOT_COLUMNS, RATING_COLUMNS
from voting.models import Ballot, Rating, RatingSnapshot


@dataclass(frozen=True)
class Dataset:
    """One file; ``url_name`` and ``arguments`` say where its CSV is, ``rows`` counts its rows."""

    name: str
    holds: str | Promise
    url_name: str
    columns: Sequence[Column]
    rows: Callable[[], int]
    arguments: tuple[str, ...] = ()

    @property
    def url(self) -> str:
        """The address of the CSV."""
        return reverse(self.url_name, args=self.arguments)


def _rating_count() -> int:
    newest = RatingSnapshot.objects.filter(arena=OuterRef("snapshot__arena"), converged=True)
    latest = newest.order_by("-created_at", "-id").values("pk")[:1]
    return Rating.objects.filter(snapshot=Subquery(latest)).count()


DATASETS: Final = (
    Dataset(
        "samples",
        _("one row a drawing: variant, condition, gate, structure, receipts, digests"),
        "samples-csv",
        SAMPLE_COLUMNS,
        Sample.objects.count,
    ),
    Dataset(
        "verdicts",
        _("what each judge said of each drawing, counted or not, with every mark and answer"),
        "verdicts-csv",
        VERDICT_COLUMNS,
        Verdict.objects.count,
    ),
    Dataset(
        "ballots",
        _("anonymous votes: pair, side, choice, state, and how likely the pair was"),
        "ballots-csv",
        BALLOT_COLUMNS,
        Ballot.objects.count,
    ),
    Dataset(
        "ratings",
        _("the latest fit of every board, with intervals and rank ranges"),
        "ratings-csv",
        RATING_COLUMNS,
        _rating_count,
    ),
    *(
        Dataset(f"sdf-{name}", table.holds, "sdf-csv", table.columns, table.count, (name,))
        for name, table in TABLES.items()
    ),
)
