"""``manage.py create_admin``: a staff log-in with a random password."""

from __future__ import annotations

import secrets
from typing import Any, Final

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser

from pelican.site.preparation import migrate

PASSWORD_BYTES: Final = 15


class Command(BaseCommand):
    """Create a staff user, or give it a new password; the password is printed once."""

    help = "Creates a staff log-in and prints its random password once."

    def add_arguments(self, parser: CommandParser) -> None:
        """Whose log-in, and whether an existing one gets a new password."""
        parser.add_argument("--name", default="admin", help="the log-in's name")
        parser.add_argument("--reset", action="store_true", help="set a new password")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Create or reset, then print."""
        name = options["name"]
        migrate(self.stdout.write)
        users = get_user_model().objects
        user = users.filter(username=name).first()
        if user and not options["reset"]:
            raise CommandError(
                f"The log-in {name} exists. A new password: make admin NAME={name} RESET=1"
            )
        if options["reset"] and not user:
            raise CommandError(f"There is no log-in {name}. Create it: make admin NAME={name}")
        password = secrets.token_urlsafe(PASSWORD_BYTES)
        if user:
            user.set_password(password)
            user.save(update_fields=["password"])
        else:
            users.create_superuser(name, password=password)
        self.stdout.write(f"Log-in:   {name}\nPassword: {password}")
        self.stdout.write("It is not shown again. Log in at /admin/.")
