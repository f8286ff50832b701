"""Documentation is complete: settings, commands, make targets, columns, links."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from django.utils.translation import override

from pelican.site.management.commands.data_dictionary import dictionary
from tests.tree import PROJECT, name_of, tracked

READERS = {"text", "texts", "flag", "number", "db", "rate", "level", "folder", "program", "secret"}


def read(name: str) -> str:
    return (PROJECT / name).read_text(encoding="utf-8")


def found(pattern: str, name: str) -> set[str]:
    """What the pattern's group matches at the beginning of lines of a file."""
    return set(re.findall(pattern, read(name), re.MULTILINE))


def variables() -> set[str]:
    """Every variable that the settings read."""
    names = set()
    for node in ast.walk(ast.parse(read("pelican/settings.py"))):
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Attribute) and node.func.attr in READERS:
            name = node.args[0]
            assert isinstance(name, ast.Constant)
            names.add(str(name.value))
    return names


def commands() -> set[str]:
    return {
        path.stem
        for path in tracked()
        if path.parent.name == "commands" and path.suffix == ".py" and path.stem != "__init__"
    }


def test_every_setting_is_documented() -> None:
    assert variables() == found(r"^\| `([A-Z_]+)`", "docs/settings.md")


def test_every_command_is_documented() -> None:
    assert commands() == found(r"^`(\w+)[^`]*` — ", "docs/commands.md")


def test_every_target_is_documented() -> None:
    targets = found(r"^([a-z-]+):", "Makefile")
    assert targets == found(r"^([a-z-]+):.*## ", "Makefile")
    assert targets - {"help"} == found(r"^\| `make ([a-z-]+)`", "docs/development.md")


def test_the_data_dictionary_is_that_of_the_exports() -> None:
    with override("en"):
        assert read("docs/data-dictionary.md") == dictionary(), "make dictionary"


@pytest.mark.parametrize("page", [path for path in tracked() if path.suffix == ".md"], ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert target.startswith("https://") or (page.parent / target).exists(), target
