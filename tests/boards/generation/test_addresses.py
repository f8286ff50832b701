from __future__ import annotations

import asyncio
import ipaddress

import pytest

from boards.generation.addresses import (
    AddressRefusedError,
    check_address,
    check_base_url,
    resolve,
)

NEVER = [
    "169.254.169.254",
    "169.254.0.1",
    "fe80::1",
    "fd00:ec2::254",
    "100.100.100.200",
    "168.63.129.16",
    "192.0.0.192",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "ff02::1",
    "::ffff:169.254.169.254",
    "64:ff9b::a9fe:a9fe",
    "2002:a9fe:a9fe::1",
    "fec0::1",
    "::127.0.0.1",
    "::a9fe:a9fe",
    "::ffff:0:a9fe:a9fe",
    "64:ff9b:1::a9fe:a9fe",
    "2001:0:a9fe:a9fe::1",
    "100::1",
    "4000::1",
]
PRIVATE = [
    "127.0.0.1",
    "127.8.8.8",
    "::1",
    "10.0.0.1",
    "172.16.5.4",
    "192.168.1.1",
    "100.64.0.1",
    "fd12::1",
    "::ffff:127.0.0.1",
    "64:ff9b::a00:1",
]
PUBLIC = ["93.184.216.34", "2606:4700::1111", "::ffff:93.184.216.34"]


@pytest.mark.parametrize("address", NEVER)
@pytest.mark.parametrize("allow_private", [True, False])
def test_some_addresses_may_never_be_called(address: str, allow_private: bool) -> None:
    with pytest.raises(AddressRefusedError, match="never be called"):
        check_address(ipaddress.ip_address(address), "model.test", allow_private=allow_private)


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses_need_consent(address: str) -> None:
    check_address(ipaddress.ip_address(address), "model.test", allow_private=True)
    with pytest.raises(AddressRefusedError, match="allow_private"):
        check_address(ipaddress.ip_address(address), "model.test", allow_private=False)


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_may_be_called(address: str) -> None:
    check_address(ipaddress.ip_address(address), "model.test", allow_private=False)


@pytest.mark.parametrize(
    "url",
    [
        "ftp://model.test/v1",
        "file:///etc/passwd",
        "https://",
        "model.test/v1",
        "http://model.test/v1",
        "https://user:pass@model.test/v1",
        "https://model.test/v1?key=1",
        "https://model.test/v1#x",
        "https://model.test:99999/v1",
        "https://[::1/v1",
        "https://169.254.169.254/v1",
        "https://10.0.0.1/v1",
    ],
)
def test_base_urls_that_are_refused(url: str) -> None:
    with pytest.raises(AddressRefusedError):
        check_base_url(url, allow_private=False)


def test_base_urls_that_are_fine() -> None:
    check_base_url("https://api.model.test/v1", allow_private=False)
    check_base_url("http://127.0.0.1:8080/v1", allow_private=True)
    check_base_url("http://ollama:11434/v1", allow_private=True)


def test_a_name_is_judged_by_what_it_resolves_to() -> None:
    with pytest.raises(AddressRefusedError, match="localhost is at"):
        asyncio.run(resolve("localhost", 80, allow_private=False))
    found = asyncio.run(resolve("localhost", 80, allow_private=True))
    assert {"127.0.0.1", "::1"} & set(found)


@pytest.mark.parametrize("spelling", ["2130706433", "0x7f.1", "127.1", "0177.0.0.1"])
def test_other_spellings_of_loopback_do_not_help(spelling: str) -> None:
    with pytest.raises(AddressRefusedError):
        asyncio.run(resolve(spelling, 80, allow_private=False))
