"""``manage.py serve``: the whole site in the foreground, until Ctrl-C."""

from __future__ import annotations

import errno
import logging
import os
import socket
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, InterfaceError, OperationalError, connections

from pelican.site.cluster_watch import ClusterWatch
from pelican.site.heartbeat import SUPERVISOR_VARIABLE
from pelican.site.operations import CLUSTERS
from pelican.site.preparation import prepare
from pelican.site.supervisor import STOP_SECONDS, Service, Supervisor, say

logger = logging.getLogger(__name__)

WEB = "web"
ANSWER_SECONDS = 1.0


class Command(BaseCommand):
    """Prepare database and files, then run the web server and both clusters."""

    help = "Prepares the site, runs the web server and the workers, and stops all on Ctrl-C."
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        """Where to listen, and what to run."""
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
        parser.add_argument("--port", type=int, default=8000, help="port to listen on")
        parser.add_argument(
            "--only",
            nargs="+",
            choices=(WEB, *CLUSTERS),
            default=[WEB, *CLUSTERS],
            help="run these services alone",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Run until a signal says stop."""
        host, port, names = options["host"], options["port"], options["only"]
        web = listen(host, port) if WEB in names else None
        try:
            prepare(lambda line: say("run", line), pages=web is not None)
        except OperationalError as error:
            reason = " ".join(str(error).split())
            raise CommandError(
                f"The database cannot be used ({reason}). See that DATABASE_URL is right, that the "
                f"server runs and that nothing else holds the database, then start again."
            ) from error
        connections.close_all()
        clusters = [name for name in CLUSTERS if name in names]
        services = [cluster_service(name) for name in clusters]
        ticks: list[Callable[[], None]] = []
        if web is not None:
            services.insert(0, web_service(web))
            ticks.append(_Greeting(host, port).say_when_up)
        site = _Site(ClusterWatch(clusters))
        Supervisor(services, check=site.hanging, stopped=site.forget, ticks=ticks).run()


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens on the address; who connects early waits until Gunicorn takes over.

    Raises:
        CommandError: The address cannot be had; names it and the remedy.
    """
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen()
    except OverflowError as error:
        listener.close()
        raise CommandError(f"PORT={port} is no port: choose one from 1 to 65535.") from error
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise CommandError(
                f"Port {port} on {host} is in use. Stop what uses it, or choose another: "
                f"make run PORT={port + 1}"
            ) from error
        raise CommandError(
            f"Port {port} on {host} cannot be listened on: {error.strerror}. "
            f"Choose another: make run PORT=8000 HOST=127.0.0.1"
        ) from error
    return listener


def web_service(listener: socket.socket) -> Service:
    """Gunicorn with threads: one process serves a small site in the least memory."""
    command = (
        *(sys.executable, "-m", "gunicorn", "pelican.wsgi"),
        *("--bind", f"fd://{listener.fileno()}"),
        *("--workers", str(settings.WEB_PROCESSES), "--threads", str(settings.WEB_THREADS)),
        *("--worker-class", "gthread", "--no-control-socket"),
        *("--graceful-timeout", str(int(STOP_SECONDS) - 2)),
        *("--log-level", "warning"),
    )
    return Service(WEB, command, files=(listener.fileno(),))


def cluster_service(name: str) -> Service:
    """One django-q2 cluster, whose workers know who supervises them.

    Linear algebra keeps to one thread: several workers with several each only wait for each other.
    """
    return Service(
        name,
        (sys.executable, str(settings.BASE_DIR / "manage.py"), "qcluster"),
        {
            "Q_CLUSTER_NAME": name,
            SUPERVISOR_VARIABLE: str(os.getpid()),
            "OPENBLAS_NUM_THREADS": "1",
        },
    )


def site_url(host: str, port: int) -> str:
    """Where this machine finds a site that listens on ``host``, a name or an address."""
    shown = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 compared only
    return f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"


class _Site:
    """What the supervisor asks of the database, which may be away for a while."""

    def __init__(self, watch: ClusterWatch) -> None:
        self._watch = watch

    def hanging(self) -> Mapping[str, str]:
        try:
            return self._watch.look()
        except (DatabaseError, InterfaceError) as error:
            logger.warning("The clusters could not be looked after: %s", error)
            connections.close_all()
            return {}

    def forget(self, name: str) -> None:
        if name not in CLUSTERS:
            return
        try:
            self._watch.forget(name)
        except (DatabaseError, InterfaceError) as error:
            logger.warning("The heartbeats of %s could not be deleted: %s", name, error)
            connections.close_all()


class _Greeting:
    """Says where the site is, once it really answers."""

    def __init__(self, host: str, port: int) -> None:
        self._url = site_url(host, port)
        self._next = 0.0
        self._said = False

    def say_when_up(self) -> None:
        if self._said or time.monotonic() < self._next:
            return
        self._next = time.monotonic() + ANSWER_SECONDS
        try:
            with urllib.request.urlopen(f"{self._url}healthz", timeout=ANSWER_SECONDS):  # noqa: S310 our own
                pass
        except urllib.error.HTTPError as error:
            if error.code >= HTTPStatus.INTERNAL_SERVER_ERROR:
                return
        except OSError:
            return
        self._said = True
        say("run", f"Pelican answers at {self._url} (Ctrl-C stops it)")
        if not get_user_model().objects.filter(is_staff=True).exists():
            say("run", "Nobody can log in yet: `make admin` in another terminal creates a log-in.")
