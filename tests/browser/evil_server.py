"""A server that an artifact must not reach: notes every connection, request and datagram."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass
class EvilServer:
    """Where it listens and what reached it, as the first line of each request."""

    tcp_port: int
    udp_port: int
    heard: list[str] = field(default_factory=list)

    @property
    def url(self) -> str:
        """Its address for HTTP."""
        return f"http://127.0.0.1:{self.tcp_port}"

    @property
    def stun(self) -> str:
        """Its address for STUN."""
        return f"127.0.0.1:{self.udp_port}"


@contextlib.contextmanager
def listening() -> Iterator[EvilServer]:
    """Listen on two free ports until the context ends."""
    tcp = socket.create_server(("127.0.0.1", 0))
    udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    udp.bind(("127.0.0.1", 0))
    server = EvilServer(tcp.getsockname()[1], udp.getsockname()[1])
    threads = [
        threading.Thread(target=_accept, args=(tcp, server), daemon=True),
        threading.Thread(target=_receive, args=(udp, server), daemon=True),
    ]
    for thread in threads:
        thread.start()
    try:
        yield server
    finally:
        # Closing alone does not wake a thread that waits in accept.
        with contextlib.suppress(OSError):
            tcp.shutdown(socket.SHUT_RDWR)
        tcp.close()
        with contextlib.suppress(OSError):
            udp.shutdown(socket.SHUT_RDWR)
        udp.close()
        for thread in threads:
            thread.join(timeout=5)


def _accept(tcp: socket.socket, server: EvilServer) -> None:
    while True:
        try:
            connection, _address = tcp.accept()
        except OSError:
            return
        with connection:
            connection.settimeout(1)
            try:
                said = connection.recv(1000)
            except OSError:
                said = b""
            first_line = said.partition(b"\r\n")[0].decode("latin-1")
            server.heard.append(f"TCP {first_line}")


def _receive(udp: socket.socket, server: EvilServer) -> None:
    while True:
        try:
            said, _address = udp.recvfrom(2000)
        except OSError:
            return
        if not said:
            return
        server.heard.append(f"UDP {len(said)} bytes")
