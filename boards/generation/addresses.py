"""Which network addresses an endpoint may have. Pure Python, no Django.

A configured base URL could point into the machine's own network, by name and only at the moment of
the call. So a name is resolved here, every address is judged, and the connection goes to exactly
the address that was judged.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

import httpx

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

_NEVER: Final = tuple(
    map(
        ipaddress.ip_network,
        (
            "169.254.0.0/16",  # link-local, and the metadata service of most clouds
            "fd00:ec2::/32",  # metadata, AWS over IPv6
            "fd20:ce::/32",  # metadata, Google over IPv6
            "100.100.100.200/32",  # metadata, Alibaba
            "168.63.129.16/32",  # metadata, Azure
            "192.0.0.0/24",  # metadata, Oracle, and protocol assignments
            "0.0.0.0/8",
            "224.0.0.0/4",
            "240.0.0.0/4",
            "2001::/32",  # Teredo: an IPv4 address in disguise
        ),
    )
)
_CALLABLE_IPV6: Final = tuple(map(ipaddress.IPv6Network, ("2000::/3", "fc00::/7", "::1/128")))
"""Global unicast, private, and loopback. All else is link-local, multicast, unassigned or one of
many ways to write an IPv4 address, of which only those that :func:`_unwrap` reads are allowed."""

_NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")


class AddressRefusedError(ValueError):
    """The endpoint may not be called. The message says why and what to change."""


def check_base_url(url: str, *, allow_private: bool) -> None:
    """Judge a base URL as written, without resolving names.

    Raises:
        AddressRefusedError: not http(s); http without ``allow_private``; user, query or fragment
            in it; or an address that may never be called.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise AddressRefusedError(f"{url!r} is no URL: {error}.") from error
    if parts.scheme not in {"http", "https"} or not parts.hostname or port == 0:
        raise AddressRefusedError(f"{url!r} is no http or https URL.")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise AddressRefusedError(
            f"The URL of {parts.hostname} carries a user, query or fragment. Name a key variable "
            "instead and keep the base URL plain."
        )
    if parts.scheme == "http" and not allow_private:
        raise AddressRefusedError(
            f"{url} is not encrypted. Use https, or set allow_private = true for an endpoint in "
            "your own network."
        )
    try:
        address = ipaddress.ip_address(parts.hostname)
    except ValueError:
        return  # a name: judged when it is resolved
    check_address(address, parts.hostname, allow_private=allow_private)


def check_address(address: IPAddress, host: str, *, allow_private: bool) -> None:
    """Raise :class:`AddressRefusedError` when ``host`` may not be reached at ``address``."""
    address = _unwrap(address)
    reserved = address.version == 6 and not _is_in(address, _CALLABLE_IPV6)
    if reserved or _is_in(address, _NEVER):
        raise AddressRefusedError(
            f"{host} is at {address}, a link-local, metadata or reserved address, which may never "
            "be called."
        )
    if not address.is_global and not allow_private:
        raise AddressRefusedError(
            f"{host} is at {address}, a private address. If the endpoint is your own, set "
            "allow_private = true for its harness."
        )


def _is_in(
    address: IPAddress, networks: Iterable[ipaddress.IPv4Network | ipaddress.IPv6Network]
) -> bool:
    return any(address in network for network in networks if network.version == address.version)


def _unwrap(address: IPAddress) -> IPAddress:
    """The IPv4 address inside an IPv6 one, where there is one."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address in _NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or address


async def resolve(host: str, port: int, *, allow_private: bool) -> list[str]:
    """The addresses to try in turn. One bad address among several refuses the name.

    Raises:
        AddressRefusedError: an address of the host may not be called.
        OSError: the name cannot be resolved.
    """
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
    for address in addresses:
        plain = address.partition("%")[0]
        check_address(ipaddress.ip_address(plain), host, allow_private=allow_private)
    return addresses


class GuardedTransport(httpx.AsyncBaseTransport):
    """Connects only to addresses that were judged, and to no other than the ones judged."""

    def __init__(self, *, allow_private: bool) -> None:
        self._allow_private = allow_private
        self._inner = httpx.AsyncHTTPTransport(trust_env=False)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Resolve, judge, and send to the very address; TLS still checks the name."""
        url = request.url
        port = url.port or (443 if url.scheme == "https" else 80)
        try:
            addresses = await resolve(url.host, port, allow_private=self._allow_private)
        except OSError as error:
            raise httpx.ConnectError(f"{url.host} cannot be resolved: {error}.") from error
        request.extensions = {**request.extensions, "sni_hostname": url.host}
        failure: httpx.ConnectError | None = None
        for address in addresses:
            request.url = url.copy_with(host=address)
            try:
                return await self._inner.handle_async_request(request)
            except httpx.ConnectError as error:
                failure = error
        raise failure or httpx.ConnectError(f"{url.host} has no address.")

    async def aclose(self) -> None:
        """Close every connection."""
        await self._inner.aclose()
