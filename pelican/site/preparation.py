"""Brings a checkout into the state in which the site can run; each step is safe to repeat."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from importlib import import_module, metadata
from io import StringIO
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.checks import Tags
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.executor import MigrationExecutor
from django.utils.module_loading import module_has_submodule

from boards.generation.catalogue_sync import sync_models
from boards.generation.models_toml import read_models_file
from boards.models import Harness, Sample
from pelican.catalogues import compile_catalogues


def prepare(report: Callable[[str], None], *, pages: bool) -> None:
    """Do all steps in order; ``report`` hears of those that had something to do.

    Static files, models and demo data are left out where no ``pages`` are served.
    """
    for folder in settings.LOCALE_PATHS:
        if compile_catalogues(Path(folder)):
            report("translations compiled")
    migrate(report)
    call_command("createcachetable", verbosity=0)
    if pages:
        collect_static(report)
        read_models(report)
        load_demo(report)
    ensure_schedules()


def migrate(report: Callable[[str], None]) -> None:
    """Apply the migrations that are new; refuse a database that holds what the code has forgotten.

    Raises :class:`~django.core.management.base.SystemCheckError` with what to do.
    """
    executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if plan:
        report(f"applying {len(plan)} migrations…")
        call_command("migrate", verbosity=0, interactive=False)
    else:
        # migrate does this by itself
        call_command("check", tags=[Tags.database], databases=[DEFAULT_DB_ALIAS], stdout=StringIO())


def collect_static(report: Callable[[str], None]) -> None:
    """Collect, fingerprint and compress the static files when one of them changed."""
    root = Path(settings.STATIC_ROOT)
    stamp = root.with_name(f"{root.name}.stamp")
    state = _static_state()
    if root.is_dir() and stamp.exists() and stamp.read_text(encoding="ascii") == state:
        return
    report("collecting static files…")
    stamp.unlink(missing_ok=True)
    call_command("collectstatic", verbosity=0, interactive=False, clear=True)
    stamp.write_text(state, encoding="ascii")


def _static_state() -> str:
    """A digest over name, size and time of every static file, and over how they are stored."""
    digest = hashlib.sha256(metadata.version("whitenoise").encode())
    for finder in get_finders():
        for path, storage in finder.list([]):
            stat = Path(storage.path(path)).stat()
            digest.update(f"{path} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def read_models(report: Callable[[str], None]) -> None:
    """Apply ``models.toml`` to a database that knows no way to call a model.

    Later changes of the file are for ``manage.py sync_models`` to apply.
    """
    if not Harness.objects.exists():
        report("reading models.toml…")
        sync_models(read_models_file(Path(settings.BASE_DIR) / "models.toml"))


def load_demo(report: Callable[[str], None]) -> None:
    """Load the demo data into a database that holds no drawing."""
    if not Sample.objects.exists():
        report("loading the demo data…")
        call_command("load_demo", verbosity=0)


def ensure_schedules() -> None:
    """Call ``ensure_schedules()`` of each app that has a module ``schedules``."""
    for app in apps.get_app_configs():
        if app.module is not None and module_has_submodule(app.module, "schedules"):
            import_module(f"{app.name}.schedules").ensure_schedules()
