"""The seven structure checks as rows: plain words, a scale, the value and its bound."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from boards.catalogue import Vehicle
from boards.svg.structure_report import Check, StructureReport
from pelican.rules import RULES
from pelican.site.charts import CheckScale, check_scale
from pelican.site.templatetags.numbers import measure

LABELS: Final[Mapping[str, str | Promise]] = {
    "wheel_count": gettext_lazy("As many wheels as asked"),
    "wheels_similar_size": gettext_lazy("Wheels alike in size"),
    "wheels_level": gettext_lazy("Wheels level"),
    "wheels_apart": gettext_lazy("Wheels well apart"),
    "frame_spans_wheels": gettext_lazy("Frame joins the wheels"),
    "rider_present": gettext_lazy("A rider above the axle"),
    "rider_proportionate": gettext_lazy("Rider in proportion"),
}

# How many times its upper (or only) bound a scale is long.
_ROOM: Final = {
    "wheel_count": 2.0,
    "wheels_level": 3.0,
    "wheels_apart": 1.25,
    "rider_present": 5.0,
    "rider_proportionate": 1.5,
}
_IN_RADII: Final = {"wheels_level", "wheels_apart", "rider_present"}


@dataclass(frozen=True)
class CheckRow:
    """One check. ``note`` says why a value inside its bounds does not pass; mostly empty."""

    code: str
    label: str
    passed: bool
    value: float | None
    bound: str
    scale: CheckScale
    note: str


def check_rows(structure: Mapping[str, Any], vehicle: Vehicle) -> list[CheckRow]:
    """Rows for a stored structure report; none where it was written in another shape."""
    try:
        report = StructureReport.from_dict(structure)
    except (KeyError, TypeError, ValueError):
        return []
    return [_row(code, check, vehicle) for code, check in report.checks.items()]


def _row(code: str, check: Check, vehicle: Vehicle) -> CheckRow:
    return CheckRow(
        code=code,
        label=str(LABELS.get(code, code)),
        passed=check.passed,
        value=check.value,
        bound=_bound(code, check, vehicle),
        scale=check_scale(check.value, check.low, check.high, top=_top(code, check)),
        note=_note(code, check),
    )


def _top(code: str, check: Check) -> float:
    """Where the scale ends, so that the bounds have room on both sides."""
    if code == "wheels_similar_size":
        return 1.0  # a share
    if code == "frame_spans_wheels":
        return float(RULES.structure.frame_bins)
    return _ROOM.get(code, 1.25) * (check.high or check.low or 1.0)


def _bound(code: str, check: Check, vehicle: Vehicle) -> str:
    if code == "wheel_count":
        return _("of %(number)s") % {"number": _(" or ").join(map(str, vehicle.wheel_counts))}
    low, high = (None if bound is None else measure(bound) for bound in (check.low, check.high))
    if low is not None and high is not None:
        bound = _("within %(low)s–%(high)s") % {"low": low, "high": high}
    elif low is not None:
        bound = _("needs ≥ %(low)s") % {"low": low}
    else:
        bound = _("needs ≤ %(high)s") % {"high": high}
    if code == "frame_spans_wheels":
        return _("%(bound)s of %(bins)s") % {"bound": bound, "bins": RULES.structure.frame_bins}
    return _("%(bound)s radii") % {"bound": bound} if code in _IN_RADII else bound


def _note(code: str, check: Check) -> str:
    inside = check.value is not None and (
        (check.low is None or check.value >= check.low)
        and (check.high is None or check.value <= check.high)
    )
    if check.passed or not inside:
        return "" if check.value is not None else _("nothing to measure")
    if code == "rider_present":
        return _("high enough, but too small, too large or not between the wheels")
    return _("inside its bounds, but failed for another reason")
