"""What the content security policy and accessibility ask of every template and script."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

from tests.tree import name_of, tracked

TEMPLATES = [path for path in tracked() if "templates" in path.parts and path.suffix == ".html"]
SCRIPTS = [path for path in tracked() if "static" in path.parts and path.suffix == ".js"]

FORBIDDEN_MARKUP = {
    "inline style": r"\sstyle\s*=|<style\b",
    "inline script": r"<script\b(?![^>]*\ssrc=)(?![^>]*type=\"application/json\")",
    "inline handler": r"<[^>]*\son[a-z]+\s*=",
    "script address": r"javascript:",
    "other site": r"(?:src|href)\s*=\s*[\"']\s*(?:https?:)?//",
    "unescaped text": r"\|\s*safe\b|{%\s*autoescape off",
    "picture without alt": r"<img\b(?![^>]*\salt=)[^>]*>",
    "evaluated text": r"hx-on|hx-vals\s*=\s*[\"']js:",
}
FORBIDDEN_SCRIPT = {
    "evaluated text": r"\beval\s*\(|new Function\s*\(",
    "markup from text": r"\.(?:inner|outer)HTML\s*=|insertAdjacentHTML|document\.write",
    "inline style": r"setAttribute\(\s*[\"']style[\"']|\.cssText",
}


def findings(path: Path, forbidden: dict[str, str]) -> list[str]:
    text = path.read_text(encoding="utf-8")
    # A tag may hold template tags with `>` in them, as in {% if a > b %}: take these out.
    text = re.sub(r"{#.*?#}|{% comment %}.*?{% endcomment %}", "", text, flags=re.DOTALL)
    text = re.sub(r"{%-?\s*(?:if|elif|else|endif)\b[^%]*%}", " ", text)
    return [what for what, pattern in forbidden.items() if re.search(pattern, text)]


@pytest.mark.parametrize("path", TEMPLATES, ids=name_of)
def test_templates_keep_to_the_policy(path: Path) -> None:
    assert findings(path, FORBIDDEN_MARKUP) == []


@pytest.mark.parametrize("path", SCRIPTS, ids=name_of)
def test_scripts_keep_to_the_policy(path: Path) -> None:
    assert findings(path, FORBIDDEN_SCRIPT) == []


@pytest.mark.parametrize(
    "markup",
    [
        '<p style="color: red">',
        "<style>p {}</style>",
        "<script>squawk()</script>",
        '<button onclick="squawk()">',
        '<a href="javascript:squawk()">',
        '<link href="//cdn.example/a.css">',
        "{{ reply|safe }}",
        '<img src="a.svg">',
    ],
)
def test_the_lint_finds_what_it_is_for(markup: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(markup, encoding="utf-8")
    assert len(findings(page, FORBIDDEN_MARKUP)) == 1


@pytest.mark.parametrize("path", TEMPLATES, ids=name_of)
def test_posting_forms_carry_the_token(path: Path) -> None:
    for form in re.findall(
        r"<form\b[^>]*method=[\"']post[\"'].*?</form>",
        path.read_text(encoding="utf-8"),
        re.DOTALL | re.IGNORECASE,
    ):
        assert "{% csrf_token %}" in form


def test_the_policy_allows_nothing_inline() -> None:
    directives = settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]
    allowed = {source for sources in directives.values() for source in sources}
    assert not allowed & {"'unsafe-inline'", "'unsafe-eval'", "*", "https:", "http:"}
    assert directives["default-src"] == ["'none'"]
