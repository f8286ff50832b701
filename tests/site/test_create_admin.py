"""``manage.py create_admin``."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

pytestmark = pytest.mark.django_db


def password_from(*arguments: str) -> str:
    out = StringIO()
    call_command("create_admin", *arguments, stdout=out)
    found = re.search(r"^Password: (\S+)$", out.getvalue(), re.MULTILINE)
    assert found
    return found[1]


def test_it_works() -> None:
    password = password_from()
    user = User.objects.get(username="admin")
    assert user.is_staff
    assert user.is_superuser
    assert user.check_password(password)
    assert len(password) >= 20


def test_a_name_may_be_chosen() -> None:
    password_from("--name", "ines")
    assert User.objects.filter(username="ines", is_staff=True).exists()


def test_an_existing_log_in_is_left_alone_and_the_remedy_named() -> None:
    password = password_from()
    with pytest.raises(CommandError, match="make admin NAME=admin RESET=1"):
        call_command("create_admin")
    assert User.objects.get(username="admin").check_password(password)


def test_a_reset_gives_a_new_password_and_nothing_else() -> None:
    old = password_from()
    new = password_from("--reset")
    user = User.objects.get(username="admin")
    assert user.check_password(new)
    assert not user.check_password(old)
    assert User.objects.count() == 1


def test_nobody_can_be_reset_who_is_not_there() -> None:
    with pytest.raises(CommandError, match="no log-in ines"):
        call_command("create_admin", "--name", "ines", "--reset")
