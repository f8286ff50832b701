"""HTML as the tests of pages read it."""

from __future__ import annotations

import re
from typing import Any


def html_of(response: Any) -> str:
    """The page, every run of plain white space as one space, however its template is laid out."""
    return re.sub(r"[ \t\r\n]+", " ", response.content.decode())
