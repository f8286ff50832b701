from __future__ import annotations

import time

import pytest

from benchmarks.contract import check_module
from pelican.rules import RULES
from tests.benchmarks.bad_artifacts import SOUND
from tests.factories.benchmarks import MODULE


def codes(source: str) -> list[str]:
    return [finding.code for finding in check_module(source).findings]


def with_line(line: str) -> str:
    return MODULE.replace("    dispose() {},", f"    dispose() {{ {line} }},")


@pytest.mark.parametrize("source", [MODULE, SOUND])
def test_a_sound_module_has_no_finding(source) -> None:
    report = check_module(source)
    assert report.findings == ()
    assert report.binding == "createPelicanSdf"
    assert report.runnable


@pytest.mark.parametrize(
    ("line", "code", "what"),
    [
        ("fetch('/a')", "api.network", "fetch"),
        ("window.fetch('/a')", "api.network", "window.fetch"),
        ("globalThis['fetch']('/a')", "api.network", "globalThis['fetch']"),
        ("new XMLHttpRequest()", "api.network", "XMLHttpRequest"),
        ("new WebSocket('ws://a')", "api.network", "WebSocket"),
        ("navigator.sendBeacon('/a')", "api.network", "navigator.sendBeacon"),
        ("localStorage.a = 1", "api.storage", "localStorage.a"),
        ("self.indexedDB.open('a')", "api.storage", "self.indexedDB"),
        ("canvas.x.cookie", "api.storage", "canvas.x.cookie"),
        ("new Worker('a')", "api.worker", "Worker"),
        ("navigator.serviceWorker", "api.worker", "navigator.serviceWorker"),
        ("requestAnimationFrame(f)", "api.timer", "requestAnimationFrame"),
        ("setTimeout(f, 9)", "api.timer", "setTimeout"),
        ("eval('1')", "api.code", "eval"),
        ("new Function('1')", "api.code", "Function"),
        ("(() => 1).constructor('1')()", "api.code", "(() => 1).constructor"),
        ("new AudioContext()", "api.audio", "AudioContext"),
        ("alert(1)", "api.dialog", "alert"),
        ("location.href = '/a'", "api.navigation", "location.href"),
        ("parent.postMessage(1)", "api.document", "parent.postMessage"),
        ("document.title", "api.document", "document.title"),
        ("canvas.ownerDocument", "api.document", "canvas.ownerDocument"),
        ("canvas.parentNode", "api.document", "canvas.parentNode"),
        ("const w = window;", "api.document", "window"),
        ("navigator.gpu", "api.webgpu", "navigator.gpu"),
        ("import('/a')", "api.import", "import('/a')"),
        ("window[name]", "api.computed", "window[name]"),
        ("window.addEventListener('x', f)", "advice.window_listener", "window.addEventListener"),
        ("Math.random()", "advice.chance", "Math.random"),
        ("Date.now()", "advice.clock", "Date.now"),
        ("canvas.width = 9", "canvas.assigned", "canvas.width"),
        ("canvas.width++", "canvas.assigned", "canvas.width"),
        ("Reflect.set(canvas, 'width', 3)", "canvas.assigned", "Reflect.set(canvas, 'width', 3)"),
        ("Object.assign(canvas, {height})", "canvas.assigned", "Object.assign(canvas, {height})"),
        (
            "Object.assign(canvas, {'width': 1})",
            "canvas.assigned",
            "Object.assign(canvas, {'width': 1})",
        ),
        ("canvas.setAttribute('height', 3)", "canvas.assigned", "canvas.setAttribute('height', 3)"),
        ("pelicanHost.state.gl = 1", "api.document", "pelicanHost.state"),
        ("view.canvas.height += 9", "canvas.assigned", "view.canvas.height"),
        ("canvas['wid' + ('th')] = 9", "canvas.assigned", "canvas['wid' + ('th')]"),
        (r"f\u0065tch('/a')", "api.network", r"f\u0065tch"),
        (r"f\u{065}tch('/a')", "api.network", r"f\u{065}tch"),
        (r"canvas.owner\u0044ocument", "api.document", r"canvas.owner\u0044ocument"),
        (r"wind\u006fw.f\u0065tch('/a')", "api.network", r"wind\u006fw.f\u0065tch"),
        (r"self['f\x65t\ch']('/a')", "api.network", r"self['f\x65t\ch']"),
        ("self[`fetch`]('/a')", "api.network", "self[`fetch`]"),
        ("self[`fet${a}`]('/a')", "api.computed", "self[`fet${a}`]"),
        ("import.meta.url", "api.import", "import.meta"),
        (
            "gl.getExtension('EXT_disjoint_timer_query_webgl2')",
            "api.timer_query",
            "EXT_disjoint_timer_query_webgl2",
        ),
    ],
)
def test_what_is_banned_is_found_with_its_place(line, code, what) -> None:
    source = with_line(line)
    findings = check_module(source).findings
    assert [(finding.code, finding.what) for finding in findings] == [(code, what)]
    place = findings[0].place
    assert place is not None
    assert what in source.splitlines()[place.line - 1][place.column - 1 :][: len(what) + 1]


@pytest.mark.parametrize(
    "line",
    [
        "const fetch = (x) => x; fetch(1)",
        "function alert() {} alert()",
        "for (const top of []) { top.x; }",
        "try { a(); } catch (parent) { parent.x; }",
        "(({ open, x: [location = 1] }) => open + location)({})",
        "view.open(); view.location; view.fetch;",
        "const a = { fetch: 1, eval() {} };",
        "Math.sin(1); performance.mark; 'document'; `eval`;",
        "canvas.width; canvas.addEventListener('x', () => {}); canvas.style.width = '1px';",
        "Object.assign(canvas.style, { width }); Object.assign(canvas, { tabIndex: 0 });",
        "Object.assign(canvas, ...a); Reflect.set(canvas); view.set(canvas, 'width');",
        "canvas.setAttribute('aria-label', 'width'); a.setAttribute('width', 3);",
        "class Worker {} new Worker();",
        "history: for (;;) break history;",
        "/* fetch('/a') and eval */",
        r"const f\u0065tch = (x) => x; fetch(1)",
        "canvas[0] = 1; canvas['wid' + a] = 1; new.target;",
        "{ { var alert = 1; } } alert(1)",
    ],
)
def test_names_that_are_the_modules_own_are_not_found(line) -> None:
    assert codes(with_line(line)) == []


@pytest.mark.parametrize(
    ("source", "binding"),
    [
        ("export const createPelicanSdf = (canvas) => ({});", "createPelicanSdf"),
        ("function make(c) {}\nexport { make as createPelicanSdf };", "make"),
        (r"function make(c) {} export { make as createPelican\u0053df };", "make"),
        ("async function createPelicanSdf(c) {}\nexport { createPelicanSdf };", "createPelicanSdf"),
    ],
)
def test_the_factory_is_found_however_it_is_exported(source, binding) -> None:
    report = check_module(source)
    assert (report.binding, report.findings) == (binding, ())


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("const a = 1;", ["contract.export"]),
        ("export default function (canvas) {}", ["contract.export", "contract.more_exports"]),
        (MODULE + "export const more = 1;\n", ["contract.more_exports"]),
        ("import a from 'b';\n" + MODULE, ["api.import"]),
        ("export { createPelicanSdf } from 'b';", ["contract.export", "api.import"]),
        ("export function createPelicanSdf( {", ["contract.syntax"]),
        ("Here is the module:\n```js\n" + MODULE + "```", ["contract.syntax"]),
        (MODULE + "\0", ["contract.encoding"]),
        ("", ["contract.export"]),
    ],
)
def test_what_is_wrong_with_the_module_as_a_whole(source, expected) -> None:
    assert sorted(codes(source)) == sorted(expected)


def test_the_limit_is_in_bytes_of_utf_8() -> None:
    padding = RULES.sdf.artifact_bytes - len(MODULE)
    assert codes(MODULE + "/" * 2 + " " * (padding - 2)) == []
    assert codes(MODULE + "//" + " " * (padding - 3) + "é") == ["contract.size"]


def test_a_syntax_error_has_a_place() -> None:
    place = check_module("const a = 1;\nexport function (").findings[0].place
    assert place is not None
    assert place.line == 2


def test_columns_count_characters() -> None:
    finding = check_module(with_line("'ééé'; fetch('/a')")).findings[0]
    assert finding.place is not None
    assert finding.place.column == len("    dispose() { 'ééé'; ") + 1


def test_one_code_is_told_twenty_times_at_most() -> None:
    assert codes(with_line("fetch();" * 50)) == ["api.network"] * 20


@pytest.mark.parametrize("source", ["(" * 5_000, "[" * 3_000 + "]" * 3_000, "`${" * 2_000])
def test_depth_does_no_harm(source) -> None:
    assert not check_module(source).runnable


MANY = 8000


@pytest.mark.parametrize(
    "source",
    [
        "x=>" * MANY + "1",
        "a" + ".cookie" * MANY,
        "a" + ".width" * MANY + " = 1",
        "a" + ".constructor" * MANY,
        "fetch(" * MANY + ")" * MANY,
        "window[" * MANY + "1" + "]" * MANY,
        "{var a;" * MANY + "}" * MANY,
        "f(" + "a," * MANY + "1)",
        "function f(" + "[" * MANY + "a" + "]" * MANY + ") {}",
        "a['" + "' + '" * MANY + "']",
        "(" * MANY,
    ],
    ids=lambda source: source[:12],
)
def test_the_check_takes_time_in_proportion_however_deep_a_module_is(source) -> None:
    began = time.process_time()
    check_module(f"{source};\n{MODULE}")
    assert time.process_time() - began < 2.5
