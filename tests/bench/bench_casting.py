"""Casting over HTTP against a view that inserts one row: same server, same database, in turns."""

from __future__ import annotations

import contextlib
import http.client
import os
import re
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

write = sys.stdout.write
_VISIT: Final = 20
"""Ballots of one visitor, all within the limits."""
_WARM_UP: Final = 200
"""Ballots before the timed ones, so that most pairs have met, as in an arena of some age."""
_START_SECONDS: Final = 60


def compare(folder: Path, ballots: int) -> None:
    """Print both rates and their ratio, by the clock and by the server's processor time.

    ``folder`` holds a migrated database, which the server shares with this process. Each visitor
    comes from an address of their own and looks at every pair for nine seconds, as the database
    has it. Medians, since now and then a request waits for the disk.
    """
    from voting.models import Ballot

    seconds: dict[str, list[float]] = {"cast": [], "insert": []}
    processor = {"cast": 0.0, "insert": 0.0}
    with _served(folder) as server:
        for number in range(-_WARM_UP, ballots):
            if number % _VISIT == 0:
                visitor = _Visitor(server.port, f"10.0.{number // _VISIT % 256}.1")
            nonce = visitor.look()
            for name, address, fields in (
                ("cast", "/vote/cast/", {"pair": nonce, "choice": "left"}),
                ("insert", "/bench-insert/", _another(nonce)),
            ):
                used, began = server.processor_seconds(), time.perf_counter()
                visitor.post(address, fields)
                if number >= 0:
                    seconds[name].append(time.perf_counter() - began)
                    processor[name] += server.processor_seconds() - used
    assert Ballot.objects.filter(state="valid").count() == ballots + _WARM_UP
    cast, insert = (statistics.median(seconds[name]) for name in ("cast", "insert"))
    write(
        f"cast: {1 / cast:.0f} counted ballots a second over HTTP, {1 / insert:.0f} bare rows: "
        f"ratio {insert / cast:.2f}; of the server's processor time "
        f"{processor['insert'] / processor['cast']:.2f}\n"
    )


class _Visitor:
    """A browser's session, as far as votes need one."""

    def __init__(self, port: int, address: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self._cookies = SimpleCookie()
        self._address = address
        self._token = ""

    def look(self) -> str:
        """Ask for a pair and look at it; returns its name."""
        from datetime import timedelta

        from django.utils import timezone

        from voting.models import Pair

        page = self._ask("GET", "/vote/")
        nonce = re.findall(r'name="pair" value="([\w-]{22})"', page)[0]
        self._token = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[0]
        Pair.objects.filter(nonce=nonce).update(shown_at=timezone.now() - timedelta(seconds=9))
        return str(nonce)

    def post(self, address: str, fields: dict[str, str]) -> None:
        """Send a form, which must be taken."""
        self._ask("POST", address, urlencode(fields | {"csrfmiddlewaretoken": self._token}))

    def _ask(self, method: str, address: str, body: str | None = None) -> str:
        headers = {
            "Cookie": "; ".join(f"{one.key}={one.coded_value}" for one in self._cookies.values()),
            "X-Forwarded-For": self._address,
            "Content-Type": "application/x-www-form-urlencoded",
        }
        self._connection.request(method, address, body, headers)
        response = self._connection.getresponse()
        text = response.read().decode()
        assert response.status in {200, 204, 303}, f"{address}: {response.status} {text[:500]}"
        for value in response.headers.get_all("Set-Cookie", []):
            self._cookies.load(value)
        return text


class _Server:
    """Gunicorn with one process, as the product is served."""

    def __init__(self, process: subprocess.Popen[bytes], port: int) -> None:
        self.port = port
        self._process = process

    def processor_seconds(self) -> float:
        """Processor time of the process that answers, all its threads."""
        (worker,) = (
            Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")
            .read_text("ascii")
            .split()
        )
        threads = Path(f"/proc/{worker}/task").glob("*/schedstat")
        return sum(int(one.read_text("ascii").split()[0]) for one in threads) / 1e9


@contextlib.contextmanager
def _served(folder: Path) -> Iterator[_Server]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "gunicorn", "pelican.wsgi"),
            *("--bind", f"127.0.0.1:{port}", "--workers", "1", "--threads", "4"),
            *("--worker-class", "gthread", "--log-level", "warning", "--no-control-socket"),
        ],
        env={**os.environ, "PELICAN_VAR": str(folder), "TRUSTED_PROXIES": "1"},
    )
    try:
        deadline = time.monotonic() + _START_SECONDS
        while not _answers(port):
            assert process.poll() is None, "The site ended."
            assert time.monotonic() < deadline, "The site did not start."
            time.sleep(0.2)
        yield _Server(process, port)
    finally:
        process.terminate()
        process.wait(timeout=30)


def _answers(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    with contextlib.suppress(OSError, http.client.HTTPException):
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    return False


def _another(nonce: str) -> dict[str, str]:
    """Another pair of the same two, for the row that is inserted."""
    from voting.models import Pair
    from voting.voters import new_key

    pair = Pair.objects.get(nonce=nonce)
    pair.pk, pair.nonce, pair.voter = None, new_key(), new_key()
    pair.save(force_insert=True)
    return {"pair": str(pair.pk), "arena": str(pair.arena_id)}
