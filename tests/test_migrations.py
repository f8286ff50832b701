"""Migrations: none is missing, none is in conflict, each can be taken back."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from django.core.management import call_command
from django.db.migrations.loader import MigrationLoader

from tests.postgres import PostgresServer
from tests.tree import PROJECT

APPS = ("boards", "judging", "voting", "benchmarks", "site")
BACK_AND_FORTH = """
import django
django.setup()
from django.apps import apps
from django.core.management import call_command
call_command("migrate", verbosity=0)
for app in reversed({apps}):
    if apps.get_app_config(app).models_module and list(apps.get_app_config(app).get_models()):
        call_command("migrate", app, "zero", verbosity=0)
call_command("migrate", verbosity=0)
"""


@pytest.mark.django_db
def test_no_model_has_changed_without_a_migration() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=1)


def test_no_app_has_two_last_migrations() -> None:
    assert MigrationLoader(None).detect_conflicts() == {}


def back_and_forth(environment: dict[str, str]) -> None:
    clean = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    subprocess.run(
        [sys.executable, "-c", BACK_AND_FORTH.format(apps=APPS)],
        cwd=PROJECT,
        env={**clean, "DJANGO_SETTINGS_MODULE": "pelican.settings", **environment},
        check=True,
    )


def test_migrations_can_be_taken_back_on_sqlite(tmp_path: Path) -> None:
    back_and_forth({"PELICAN_VAR": str(tmp_path), "DATABASE_URL": "sqlite://:memory:"})


def test_migrations_can_be_taken_back_on_postgresql(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    with psycopg.connect(
        host=str(postgres_server.folder), user="pelican", dbname="pelican", autocommit=True
    ) as connection:
        connection.execute("CREATE DATABASE back_and_forth")
    url = f"postgres://pelican@/back_and_forth?host={postgres_server.folder}"
    back_and_forth({"PELICAN_VAR": str(tmp_path), "DATABASE_URL": url})
