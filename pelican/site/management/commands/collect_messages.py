"""``manage.py collect_messages``: brings ``locale/`` up to date with the texts in the source."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser
from django.core.management.commands import makemessages
from django.utils.translation import to_locale

LOCALES = [to_locale(code) for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


class _Collect(makemessages.Command):
    """Django's command without guesses: a new text is empty, never a similar one marked fuzzy."""

    msgmerge_options = ["-q", "--backup=none", "--update", "--no-fuzzy-matching"]


class Command(BaseCommand):
    """Collect, then drop what would only make noise in a diff: places and times."""

    help = "Collects the texts to translate; new ones are left empty in locale/."

    def add_arguments(self, parser: CommandParser) -> None:
        """Only how the result is reported."""
        parser.add_argument("--quiet", action="store_true", help="do not count what is left to do")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Collect for every language but English."""
        for folder in settings.LOCALE_PATHS:
            Path(folder).mkdir(exist_ok=True)
        call_command(
            _Collect(),
            locale=LOCALES,
            no_location=True,
            no_obsolete=True,
            ignore_patterns=[".venv/*", "var/*", "tests/*", "node_modules/*"],
            verbosity=0,
        )
        for locale in LOCALES:
            catalogue = polib.pofile(str(catalogue_path(locale)), wrapwidth=100)
            _write_header(catalogue, locale)
            catalogue.save()
            if not options["quiet"]:
                left = len(catalogue.untranslated_entries())
                self.stdout.write(f"{locale}: {len(catalogue)} texts, {left} to translate")


def _write_header(catalogue: polib.POFile, locale: str) -> None:
    """A header that does not change with the time or the person."""
    catalogue.header = "Translations of Pelican, under the licence of the project."
    catalogue.metadata_is_fuzzy = False
    catalogue.metadata = {
        "Project-Id-Version": "Pelican",
        "Language": locale,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": catalogue.metadata["Plural-Forms"],
    }


def catalogue_path(locale: str) -> Path:
    """Where the project keeps the texts of a locale such as ``zh_Hans``."""
    return Path(settings.LOCALE_PATHS[0]) / locale / "LC_MESSAGES" / "django.po"
