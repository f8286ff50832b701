"""All correct drawings: every check must pass."""

from __future__ import annotations

from tests.boards.svg.structure_cases.right_plain import OTHER_VEHICLES, PLAIN
from tests.boards.svg.structure_cases.right_settings import SETTINGS
from tests.boards.svg.structure_cases.right_spellings import SPELLINGS

RIGHT = (*PLAIN, *SPELLINGS, *SETTINGS, *OTHER_VEHICLES)
