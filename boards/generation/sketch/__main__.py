"""The sketcher's command line: ``python -m boards.generation.sketch --task pelican_bicycle``.

Prints one reply. Exit status 0 with a reply, 2 on unusable arguments, 3 on a failure that was asked
for with ``--fail-rate``. A termination signal ends it at any moment.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence

from boards.catalogue import CANONICAL_TASK, UnknownTaskError, get_task
from boards.generation.sketch import EFFORTS, LABEL, STYLES, draw
from boards.generation.sketch.chance import seeded

EXIT_SIMULATED_FAILURE = 3


def _share(text: str) -> float:
    """An argument between 0 and 1."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"must be a number between 0 and 1, not “{text}”")
    return value


def _seconds(text: str) -> float:
    """A length of time that can be waited for."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < float("inf"):
        raise argparse.ArgumentTypeError(f"must be a number of seconds, 0 or more, not “{text}”")
    return value


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m boards.generation.sketch",
        description=f"{LABEL}: draws an animal on a vehicle and prints the reply.",
    )
    parser.add_argument("--task", default=CANONICAL_TASK, help="task id (default: %(default)s)")
    level = parser.add_mutually_exclusive_group()
    level.add_argument("--skill", type=_share, help="0 (wrong) to 1 (charming)")
    level.add_argument("--effort", choices=EFFORTS, default="max", help="a named skill")
    parser.add_argument("--style", choices=STYLES, default=next(iter(STYLES)))
    parser.add_argument("--seed", type=int, default=1, help="another number, another drawing")
    parser.add_argument("--delay", type=_seconds, default=0.0, help="seconds to wait first")
    parser.add_argument("--fail-rate", type=_share, default=0.0, help="share of calls that fail")
    parser.add_argument(
        "--attempt", type=int, default=1, help="number of the try: a retry has new luck"
    )
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        task = get_task(options.task)
    except UnknownTaskError as error:
        parser.error(str(error))
    time.sleep(options.delay)
    luck = seeded(f"{task.id} {options.style} {options.seed} {options.attempt} failure").random()
    if luck < options.fail_rate:
        sys.stderr.write("The sketcher dropped its pencil (a simulated failure).\n")
        return EXIT_SIMULATED_FAILURE
    skill = EFFORTS[options.effort] if options.skill is None else options.skill
    sys.stdout.write(draw(task, skill=skill, style=options.style, seed=options.seed))
    return 0


if __name__ == "__main__":
    sys.exit(main())
