"""The demo panel: three recorded judges, none of them a vendor's model."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from boards.models import Run
from judging import control
from judging.channels import replay
from judging.models import Judge, JudgingRun
from judging.panel import Order, plan_judging, start_judging

RECORDINGS: Final = "demo"
"""The name by which the judges refer to the folder of recorded verdicts."""

_FOLDER: Final = Path(__file__).parent / "verdicts"

# Role, name, vendor. Demo Rail is of the vendor that drew, so its verdicts are not counted.
_JUDGES: Final = (
    ("demo-curlew", "Demo Curlew", "demo-tideland"),
    ("demo-dunlin", "Demo Dunlin", "demo-skerry"),
    ("demo-rail", "Demo Rail", "demo-aviary"),
)
_SEED: Final = 20261130


def register_recordings() -> None:
    """Let judges answer from the demo's recorded verdicts."""
    replay.register(RECORDINGS, _FOLDER)


def judge_demo(run: Run) -> JudgingRun | None:
    """Have the demo panel judge the demo run, here and now; None where it was judged already."""
    if JudgingRun.objects.filter(run=run).exists():
        return None
    judges = [
        Judge.objects.update_or_create(
            role=role,
            defaults={
                "name": name,
                "vendor": vendor,
                "channel": Judge.Channel.REPLAY,
                "model_id": f"{RECORDINGS}/{role.removeprefix('demo-')}",
                "active": True,
                "demo": True,
            },
        )[0]
        for role, name, vendor in _JUDGES
    ]
    order = Order(run, judges=judges, language="en", seed=_SEED)
    judging = start_judging(plan_judging(order), hand_out=False)
    control.conduct(judging)
    return judging


def remove_demo_panel() -> None:
    """Delete the judging of demo runs, and the demo judges."""
    JudgingRun.objects.filter(run__demo=True).delete()
    Judge.objects.filter(demo=True).delete()
