"""A real PostgreSQL server for the tests, started and thrown away.

``python -m tests.postgres COMMAND…`` runs a command with ``DATABASE_URL`` pointing to a fresh
server; tests that need one of their own use the ``postgres_server`` fixture. PostgreSQL refuses to
run as root, so root starts it as the user ``postgres`` or ``nobody``.
"""

from __future__ import annotations

import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import FrameType

from pelican.lifeline import end_with_parent

STARTUP_SECONDS = 30
_SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "max_connections": "60",
    "shared_buffers": "32MB",
}


class PostgresUnavailableError(RuntimeError):
    """No server could be started; the message says why."""


@dataclass(frozen=True)
class PostgresServer:
    """A running server: its folder (data and socket), its process and its ``DATABASE_URL``."""

    folder: Path
    process: subprocess.Popen[bytes]
    programs: Path

    @property
    def url(self) -> str:
        """``DATABASE_URL`` of the database ``pelican``, reached through a socket in the folder."""
        return f"postgres://pelican@/pelican?host={self.folder}"

    def stop(self, sig: signal.Signals = signal.SIGINT) -> None:
        """Stop the server: SIGINT drops its clients in good order, SIGQUIT is a crash."""
        if self.process.poll() is None:
            self.process.send_signal(sig)
            self.process.wait(timeout=STARTUP_SECONDS)


def server_programs() -> Path | None:
    """The folder that holds ``initdb`` and ``postgres``, of the newest version installed."""
    installed = Path("/usr/lib/postgresql").glob("*/bin/postgres")
    versions = {int(re.sub(r"\D.*", "", path.parts[-3]) or 0): path.parent for path in installed}
    if versions:
        return versions[max(versions)]
    found = shutil.which("postgres")
    return Path(found).resolve().parent if found else None


@dataclass(frozen=True)
class _Account:
    """Whom the server runs as; all ``None`` = as whoever runs the tests."""

    user: int | None = None
    group: int | None = None
    extra_groups: tuple[int, ...] | None = None


def _unprivileged() -> _Account:
    if os.geteuid() != 0:
        return _Account()
    for name in ("postgres", "nobody"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return _Account(entry.pw_uid, entry.pw_gid, ())
    raise PostgresUnavailableError("Root needs a user `postgres` or `nobody` to start PostgreSQL.")


def _wait_until_ready(server: PostgresServer) -> None:
    deadline = time.monotonic() + STARTUP_SECONDS
    ready = [str(server.programs / "pg_isready"), "-q", "-h", str(server.folder)]
    while subprocess.run(ready, check=False).returncode != 0:
        if server.process.poll() is not None or time.monotonic() > deadline:
            log = (server.folder / "log").read_text(errors="replace")
            raise PostgresUnavailableError(f"PostgreSQL did not start:\n{log}")
        time.sleep(0.05)


@contextmanager
def postgres() -> Iterator[PostgresServer]:
    """A fresh server with an empty database ``pelican``; it is gone at the end of the block.

    Raises :class:`PostgresUnavailableError` when none is installed or it does not start.
    """
    programs = server_programs()
    if programs is None:
        raise PostgresUnavailableError(
            "PostgreSQL's server is not installed. Debian: apt-get install postgresql."
        )
    account = _unprivileged()
    folder = Path(tempfile.mkdtemp(prefix="pelican-postgres-"))
    server: PostgresServer | None = None
    try:
        if account.user is not None and account.group is not None:
            os.chown(folder, account.user, account.group)
        data = folder / "data"
        subprocess.run(
            [programs / "initdb", "-D", data, "-U", "pelican", "-A", "trust", "-E", "UTF8", "-N"],
            check=True,
            cwd=folder,
            stdout=subprocess.DEVNULL,
            user=account.user,
            group=account.group,
            extra_groups=account.extra_groups,
        )
        options = [part for name, value in _SETTINGS.items() for part in ("-c", f"{name}={value}")]
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen(
                [programs / "postgres", "-D", data, "-k", folder, *options],
                cwd=folder,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                # Tests that are killed must not leave a server behind. The wrapper of
                # pelican.lifeline would need an interpreter that the other user may run.
                preexec_fn=partial(end_with_parent, os.getpid()),  # noqa: PLW1509 see above
                user=account.user,
                group=account.group,
                extra_groups=account.extra_groups,
            )
        server = PostgresServer(folder=folder, process=process, programs=programs)
        _wait_until_ready(server)
        create = [str(programs / "createdb"), "-h", str(folder), "-U", "pelican", "pelican"]
        subprocess.run(create, check=True)
        yield server
    finally:
        if server is not None:
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _stop(_signum: int, _frame: FrameType | None) -> None:
    raise SystemExit(128 + signal.SIGTERM)


def main(command: list[str]) -> int:
    """Run ``command`` on a fresh server and return its exit status."""
    signal.signal(signal.SIGTERM, _stop)
    try:
        with postgres() as server:
            environment = {**os.environ, "DATABASE_URL": server.url}
            return subprocess.run(command, check=False, env=environment).returncode
    except PostgresUnavailableError as error:
        sys.stderr.write(f"{error}\n")
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
