"""Compiles the translations in ``locale/`` without gettext being installed.

``python -m pelican.catalogues`` does it by hand; ``manage.py serve`` and the tests do it at start.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import polib

LOCALE_DIR = Path(__file__).resolve().parent.parent / "locale"


def compile_catalogues(folder: Path) -> list[Path]:
    """Write the ``.mo`` beside every ``.po`` under ``folder`` that is newer; returns those written.

    Several processes may do it at once: each file is put into place whole.
    """
    written = []
    for source in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        draft = target.with_suffix(f".mo.{os.getpid()}")
        polib.pofile(str(source)).save_as_mofile(str(draft))
        draft.replace(target)
        written.append(target)
    return written


if __name__ == "__main__":
    for path in compile_catalogues(LOCALE_DIR):
        sys.stdout.write(f"{path}\n")
