from __future__ import annotations

import base64
import hashlib
import re

import pytest

from benchmarks.sandbox import Role, frame_document


def document(source: str, **more: str):
    return frame_document(source, binding="make", role=Role.LIVE, width=960, height=540, **more)


def script_hashes(html: str) -> list[str]:
    scripts = re.findall(r"<script[^>]*>(.*?)</script>", html, re.DOTALL)
    return [
        "sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        for script in scripts
    ]


def test_only_the_scripts_of_the_document_may_run() -> None:
    frame = document("const make = 1;")
    policy = frame.headers["Content-Security-Policy"]
    allowed = re.findall(r"sha256-[A-Za-z0-9+/=]+", policy.split("style-src")[0])
    assert allowed == script_hashes(frame.html)
    assert len(allowed) == 3
    assert "nonce" not in policy
    assert "unsafe-eval" not in policy


def test_nothing_else_is_allowed() -> None:
    headers = document("").headers
    policy = headers["Content-Security-Policy"]
    assert policy.startswith("sandbox allow-scripts; default-src 'none'; ")
    assert "allow-same-origin" not in policy
    assert headers["Connection-Allowlist"] == "()"
    assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    ("source", "inlined"),
    [
        ("const a = '</script>';", r"const a = '<\/script>';"),
        ("const a = '</SCRIPT >';", r"const a = '<\/SCRIPT >';"),
        ("const a = '<!-- <script>';", r"const a = '<\!-- <script>';"),
        ("a;\r\nb;\rc;", "a;\nb;\nc;"),
    ],
)
def test_a_module_cannot_end_its_own_script(source, inlined) -> None:
    html = document(source).html
    assert inlined in html
    assert html.count("</script>") == 3


def test_the_factory_is_started_by_its_local_name() -> None:
    assert "\n;pelicanHost.start(make);\n" in document("// no line end").html


def test_a_label_cannot_break_out_of_its_attribute() -> None:
    assert 'aria-label="&quot;&lt;b&amp;"' in document("", label='"<b&').html
