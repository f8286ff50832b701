"""Settings: safe by default, and a production site that lacks one does not start."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tree import PROJECT

PRODUCTION = {
    "PELICAN_PRODUCTION": "1",
    "SECRET_KEY": "a-key-of-fifty-random-characters-that-nobody-else-has",
    "ALLOWED_HOSTS": "pelican.example.org",
}


def manage(
    *arguments: str, var: Path, code: str | None = None, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run a management command, or ``code``, with nothing else in the environment."""
    command = ["-c", code] if code else ["manage.py", *arguments]
    return subprocess.run(
        [sys.executable, *command],
        cwd=PROJECT,
        env={"PATH": os.environ["PATH"], "PELICAN_VAR": str(var)} | variables,
        capture_output=True,
        text=True,
        check=False,
    )


def setting(name: str, var: Path, **variables: str) -> str:
    code = f"from pelican import settings; print(settings.{name})"
    done = manage(var=var, code=code, **variables)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("missing", ["SECRET_KEY", "ALLOWED_HOSTS"])
def test_a_production_site_does_not_start_without(missing: str, tmp_path: Path) -> None:
    variables = {name: value for name, value in PRODUCTION.items() if name != missing}
    done = manage("check", var=tmp_path, **variables)
    assert done.returncode != 0
    assert f"{missing} is not set" in done.stderr
    assert f"for example: {missing}=" in done.stderr


def test_a_production_site_passes_djangos_own_checks(tmp_path: Path) -> None:
    done = manage("check", "--deploy", "--fail-level", "WARNING", var=tmp_path, **PRODUCTION)
    assert done.returncode == 0, done.stderr


def test_the_secret_key_of_a_fresh_checkout_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    first = setting("SECRET_KEY", tmp_path)
    mode = stat.S_IMODE((tmp_path / "secret_key").stat().st_mode)
    assert mode == 0o600
    assert len(first) >= 50
    assert setting("SECRET_KEY", tmp_path) == first


def test_a_secret_may_come_from_a_file(tmp_path: Path) -> None:
    secret = tmp_path / "key"
    secret.write_text("from-a-file\n", encoding="utf-8")
    assert setting("SECRET_KEY", tmp_path, SECRET_KEY_FILE=str(secret)) == "from-a-file"


def test_a_secret_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    done = manage("check", var=tmp_path, SECRET_KEY_FILE="/nowhere/key")
    assert done.returncode != 0
    assert "SECRET_KEY_FILE=/nowhere/key cannot be read" in done.stderr


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("SCORE_RATE", "xx", "for example SCORE_RATE=30/min"),
        ("LOGIN_NAME_RATE", "5/fortnight", "sec, min, hour or day"),
        ("WEB_THREADS", "abc", "whole number from 1 on"),
        ("WEB_PROCESSES", "0", "whole number from 1 on"),
        ("PELICAN_PRODUCTION", "perhaps", "set 1 or 0"),
        ("LOG_LEVEL", "LOUD", "set DEBUG, INFO"),
        ("PELICAN_VAR", "/dev/null", "Name a folder of your own"),
        ("PELICAN_VAR", "/proc/nope", "Name a folder of your own"),
        ("DATABASE_URL", "sqlite:////nowhere/file", "the folder /nowhere does not exist"),
        ("SECRET_KEY_FILE", "/nowhere/key", "Name a file"),
        ("CHROMIUM", "/nowhere/chromium", "there is no such program"),
    ],
)
def test_a_useless_setting_is_refused_in_one_line_with_its_name_its_value_and_the_remedy(
    name: str, value: str, said: str, tmp_path: Path
) -> None:
    done = manage("serve", "--port", "1", var=tmp_path, **{name: value})
    assert done.returncode == 1
    assert done.stderr.startswith(f"{name}={value} ")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert not done.stdout


@pytest.mark.parametrize("url", ["foo://user:hidden@host/x", "postgres://user:hidden@host:abc/x"])
def test_a_database_that_cannot_be_used_is_refused_without_telling_its_password(
    url: str, tmp_path: Path
) -> None:
    done = manage("check", var=tmp_path, DATABASE_URL=url)
    assert done.returncode == 1
    assert done.stderr.startswith(f"DATABASE_URL={url.partition(':')[0]}:… ")
    assert "postgres://user:password@host" in done.stderr
    assert done.stderr.count("\n") == 1
    assert "hidden" not in done.stderr


def test_a_database_that_does_not_answer_ends_the_start_with_a_line(tmp_path: Path) -> None:
    done = manage("serve", "--only", "fast", var=tmp_path, DATABASE_URL="postgres://127.0.0.1:1/x")
    assert done.returncode == 1
    assert "The database cannot be used" in done.stderr
    assert "Traceback" not in done.stderr


def test_ctrl_c_ends_a_command_without_a_traceback(tmp_path: Path) -> None:
    code = (
        "import os, signal, sys; import manage;"
        "from django.core.management import base;"
        "base.BaseCommand.run_from_argv = lambda *_: os.kill(os.getpid(), signal.SIGINT);"
        "sys.argv = ['manage.py', 'check']; manage.main()"
    )
    done = manage(var=tmp_path, code=code)
    assert done.returncode == 130
    assert done.stderr == "Stopped.\n"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DEBUG", "False"),
        ("ALLOWED_HOSTS", "['localhost', '127.0.0.1', '[::1]']"),
        ("SESSION_COOKIE_HTTPONLY", "True"),
        ("TRUSTED_PROXIES", "0"),
    ],
)
def test_defaults_are_safe(name: str, value: str, tmp_path: Path) -> None:
    assert setting(name, tmp_path) == value


@pytest.mark.parametrize("cluster", ["fast", "slow"])
def test_no_job_is_handed_out_twice_while_it_may_still_wait_or_run(
    cluster: str, tmp_path: Path
) -> None:
    code = (
        "from django_q.conf import Conf as c;"
        "print(c.TIMEOUT, c.RETRY, c.WORKERS, c.BULK, c.QUEUE_LIMIT)"
    )
    done = manage(
        var=tmp_path, code=code, Q_CLUSTER_NAME=cluster, DJANGO_SETTINGS_MODULE="pelican.settings"
    )
    timeout, retry, workers, bulk, limit = map(int, done.stdout.split())
    assert workers == 2
    assert retry > timeout * (1 + -(-(limit + bulk) // workers))
