"""Every text of the site in every language, and no text that cannot be translated."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext, override

from pelican.site.management.commands.collect_messages import LOCALES, catalogue_path
from tests.conftest import missing_tool
from tests.tree import PROJECT, name_of, python_files, tracked

FUNCTIONS = {
    "_": 1,
    "gettext": 1,
    "gettext_lazy": 1,
    "gettext_noop": 1,
    "ngettext": 2,
    "ngettext_lazy": 2,
    "npgettext": 3,
    "npgettext_lazy": 3,
    "pgettext": 2,
    "pgettext_lazy": 2,
}
"""Each with how many of its first arguments are texts."""
NAMED = re.compile(r"%\((\w+)\)")
ANONYMOUS = re.compile(r"(?<!%)%(?![%(])[-#0 +]*\d*(?:\.\d+)?[sdfirx]|(?<!{){\d*}")


def catalogue(locale: str) -> polib.POFile:
    path = catalogue_path(locale)
    assert path.exists(), f"{name_of(path)} is missing: make messages"
    return polib.pofile(str(path))


@pytest.fixture(params=LOCALES)
def entries(request: pytest.FixtureRequest) -> list[polib.POEntry]:
    return [entry for entry in catalogue(request.param) if not entry.obsolete]


def texts(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def test_every_text_is_translated(entries: list[polib.POEntry]) -> None:
    assert not [entry.msgid for entry in entries if not all(texts(entry))]


def test_no_translation_is_a_guess(entries: list[polib.POEntry]) -> None:
    assert not [entry.msgid for entry in entries if entry.fuzzy]


def test_translations_name_the_same_placeholders(entries: list[polib.POEntry]) -> None:
    different = []
    for entry in entries:
        wanted = set(NAMED.findall(entry.msgid_plural or entry.msgid))
        different += [text for text in texts(entry) if text and set(NAMED.findall(text)) != wanted]
    assert not different


def test_the_catalogue_holds_what_the_source_says(tmp_path: Path) -> None:
    if shutil.which("xgettext") is None:
        missing_tool("gettext is not installed (Debian: apt-get install gettext).")
    for path in tracked():
        copy = tmp_path / "project" / path.relative_to(PROJECT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
    environment = {**os.environ, "PELICAN_VAR": str(tmp_path / "var")}
    environment["DJANGO_SETTINGS_MODULE"] = "pelican.settings"
    subprocess.run(
        [sys.executable, "manage.py", "collect_messages", "--quiet", "--skip-checks"],
        cwd=tmp_path / "project",
        env=environment,
        check=True,
    )
    for locale in LOCALES:
        path = catalogue_path(locale)
        collected = polib.pofile(str(tmp_path / "project" / path.relative_to(PROJECT)))
        known = {(entry.msgctxt, entry.msgid) for entry in catalogue(locale)}
        found = {(entry.msgctxt, entry.msgid) for entry in collected}
        assert found == known, "The catalogue is out of date: make messages"


def calls(path: Path) -> list[tuple[int, ast.expr]]:
    """Every text handed to a function of gettext, with its line."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            name = node.func.id if isinstance(node.func, ast.Name) else name
            found += [(node.lineno, text) for text in node.args[: FUNCTIONS.get(name, 0)]]
    return found


def complaints(path: Path) -> list[str]:
    """What keeps texts of a module from being translated."""
    found = []
    for line, text in calls(path):
        if isinstance(text, (ast.JoinedStr, ast.BinOp, ast.Call)):
            found.append(f"{line}: a text is put together before it is translated")
        elif (
            isinstance(text, ast.Constant)
            and isinstance(text.value, str)
            and ANONYMOUS.search(text.value)
        ):
            found.append(f"{line}: a placeholder has no name")
    return found


def test_texts_are_translated_whole_and_with_named_placeholders() -> None:
    found = [
        f"{name_of(path)}:{complaint}"
        for path in python_files()
        if "tests" not in path.parts
        for complaint in complaints(path)
    ]
    assert not found


@pytest.mark.parametrize(
    "call",
    [
        '_(f"{name} drew")',
        '_("%s drew" % name)',
        '_("{} drew".format(name))',
        '_("%s drew")',
        '_("{} drew")',
        'ngettext("%d bird", "%d birds", n)',
        'pgettext("verb", "draw" + name)',
    ],
)
def test_the_lint_finds_what_it_is_for(call: str, tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(call, encoding="utf-8")
    assert complaints(module)


@pytest.mark.parametrize("call", ['_("100 %% of %(name)s")', '_("A bird.")', "_(message)"])
def test_the_lint_lets_pass_what_is_right(call: str, tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(call, encoding="utf-8")
    assert complaints(module) == []


@pytest.mark.django_db
@pytest.mark.parametrize("code", [code for code, _name in settings.LANGUAGES])
def test_the_home_page_speaks_each_language(client: Client, code: str) -> None:
    with override(code):
        address, word = reverse("home"), gettext("Boards")
    page = client.get(address).content.decode()
    assert word in page
    assert (word == "Boards") == (code == settings.LANGUAGE_CODE)
