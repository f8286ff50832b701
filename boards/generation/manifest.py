"""The manifest of an import: a CSV file that says who drew which file."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Final

from boards.catalogue import CANONICAL_TASK, get_task
from boards.generation.naming import (
    DEFAULT_EFFORT,
    Identity,
    guess_family,
    identity_problem,
    printable,
)

MANIFEST_COLUMNS: Final = ("file", "vendor", "family", "version", "effort", "index", "task")

_INDEX_MAX: Final = 999
_SHOWN_CHARACTERS: Final = 20


class ImportRefusedError(ValueError):
    """The arguments cannot be used. Nothing was imported; the message says what to change."""


def read_manifest(path: Path, *, task: str = CANONICAL_TASK) -> dict[str, Identity]:
    """The identity of each file that a CSV manifest names, by file name.

    Columns: ``file`` and ``version`` are required; ``vendor family effort index task`` may be
    empty or missing (guessed from the version, ``default``, 1, the given task). Others are
    ignored.

    Raises:
        ImportRefusedError: the file cannot be read or a line cannot be used.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file, strict=True)
            header = reader.fieldnames or []
            for column in ("file", "version"):
                if column not in header:
                    raise ImportRefusedError(
                        f"{path}: the column “{column}” is missing. "
                        f"A manifest has the columns {', '.join(MANIFEST_COLUMNS)}."
                    )
            identities: dict[str, Identity] = {}
            for row in reader:
                where = f"{path}, line {reader.line_num}"
                name, identity = _manifest_row(row, task, where)
                if name in identities:
                    raise ImportRefusedError(f"{where}: {name} is named twice.")
                identities[name] = identity
    except FileNotFoundError as error:
        raise ImportRefusedError(f"{path} does not exist. Name a CSV file.") from error
    except OSError as error:
        raise ImportRefusedError(f"{path} cannot be read: {error.strerror}.") from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise ImportRefusedError(f"{path} cannot be read as a CSV file: {error}.") from error
    return identities


def _manifest_row(
    row: dict[str, str | None], default_task: str, where: str
) -> tuple[str, Identity]:
    cells = {column: (row.get(column) or "").strip() for column in MANIFEST_COLUMNS}
    if not cells["file"] or not cells["version"]:
        raise ImportRefusedError(f"{where}: file and version may not be empty.")
    index = cells["index"] or "1"
    if not (
        index.isascii()
        and index.isdigit()
        and len(index) <= len(str(_INDEX_MAX))  # Python refuses to read endless numbers
        and 1 <= int(index) <= _INDEX_MAX
    ):
        raise ImportRefusedError(
            f"{where}: index “{printable(index[:_SHOWN_CHARACTERS])}” is no number from 1 to "
            f"{_INDEX_MAX}."
        )
    task = cells["task"] or default_task
    try:
        get_task(task)
    except ValueError as error:
        raise ImportRefusedError(f"{where}: {error}") from error
    vendor, family = guess_family(cells["version"])
    identity = Identity(
        cells["vendor"] or vendor,
        cells["family"] or family,
        cells["version"],
        cells["effort"] or DEFAULT_EFFORT,
        int(index),
        task,
    )
    if problem := identity_problem(identity):
        raise ImportRefusedError(f"{where}: {problem}.")
    return cells["file"], identity
