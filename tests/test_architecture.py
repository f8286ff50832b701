"""What holds for the project's files and for what its modules load."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.tree import PROJECT, name_of, python_files, tracked

LINES_MAX = 400
BYTES_MAX = 1_000_000

# Spelt so that this file does not match itself.
MACHINE_PATH = re.compile(r"(?<![\w./}-])/(?:wor[k]|roo[t])/\w")
REGISTRY = re.compile(r"pyp[i]\.org|pythonhoste[d]\.org|npmj[s]\.(?:org|com)|registr[y]\.yarnpkg")
TEXT = {".py", ".toml", ".md", ".txt", ".html", ".css", ".js", ".cff", ".yml", ".yaml", ".sh", ""}

PURE = (
    "boards.catalogue",
    "boards.generation.sketch",
    "boards.svg.evaluation",
    "pelican.rules",
    "voting.bradley_terry",
    "voting.elo",
)
HEAVY = ("choix", "cv2", "numpy", "playwright", "scipy")


CLAIM = re.compile(r"(?:no|nothing of|neither) Django", re.IGNORECASE)


def loaded_by(code: str) -> set[str]:
    """The top-level packages that a fresh interpreter has loaded after ``code``."""
    program = f"{code}\nimport sys; print(*{{name.partition('.')[0] for name in sys.modules}})"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=PROJECT, capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


@pytest.mark.parametrize("module", PURE)
def test_pure_modules_load_no_django(module: str) -> None:
    assert "django" not in loaded_by(f"import {module}")


def test_what_claims_to_be_pure_is_held_to_it() -> None:
    """Every module whose docstring says so stands in the contract of import-linter."""
    config = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = {item["id"]: item for item in config["tool"]["importlinter"]["contracts"]}
    pure = tuple(contracts["pure"]["source_modules"])
    claims = [
        name_of(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for path in python_files()
        if "tests" not in path.parts
        and CLAIM.search(ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "")
    ]
    assert claims
    assert not [name for name in claims if not f"{name}.".startswith(tuple(f"{p}." for p in pure))]


def test_a_web_process_loads_no_heavy_library(tmp_path: Path) -> None:
    code = (
        f"import os; os.environ['PELICAN_VAR'] = {str(tmp_path)!r};"
        "import pelican.wsgi, django.urls; django.urls.get_resolver().url_patterns"
    )
    assert not loaded_by(code) & set(HEAVY)


def test_files_can_be_read_in_one_sitting() -> None:
    long = {
        name_of(path): lines
        for path in python_files()
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > LINES_MAX
    }
    assert not long


def test_no_tracked_file_is_large() -> None:
    assert not {
        name_of(path): size for path in tracked() if (size := path.stat().st_size) > BYTES_MAX
    }


def test_no_file_names_a_machine_or_a_registry() -> None:
    found = [
        f"{name_of(path)}:{number}: {line.strip()[:80]}"
        for path in tracked()
        if path.suffix in TEXT
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if MACHINE_PATH.search(line) or REGISTRY.search(line)
    ]
    assert not found


def test_every_package_and_module_says_what_it_is() -> None:
    silent = [
        name_of(path)
        for path in python_files()
        if "tests" not in path.parts
        and not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert not silent
