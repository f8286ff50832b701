"""Parses a module and lists what the contract does not allow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple, dataclass, field
from typing import Any, Final

import tree_sitter_javascript
from tree_sitter import Language, Node, Parser

from benchmarks.contract import banned
from benchmarks.contract.exports import Export, exports_of
from benchmarks.contract.places import Place, StaticFinding, place_of, text_of
from benchmarks.contract.scopes import free_names
from pelican.rules import RULES

FACTORY: Final = "createPelicanSdf"
"""The one name that a module exports."""

_LANGUAGE: Final = Language(tree_sitter_javascript.language())
_QUOTE_CHARACTERS: Final = 60
_FINDINGS_OF_ONE_CODE: Final = 20
_FATAL: Final = frozenset(
    {"contract.encoding", "contract.size", "contract.syntax", "contract.export"}
)


@dataclass(frozen=True)
class ContractReport:
    """What the check found. ``binding`` is the local name of the factory, "" when there is none."""

    size: int
    binding: str = ""
    findings: tuple[StaticFinding, ...] = field(default=())

    @property
    def runnable(self) -> bool:
        """Whether it is worth running: it is small enough, parses and exports the factory."""
        return not any(finding.code in _FATAL for finding in self.findings)

    def as_dict(self) -> dict[str, Any]:
        """The report as JSON."""
        return {
            "size": self.size,
            "binding": self.binding,
            "findings": [finding.as_dict() for finding in self.findings],
        }


def check_module(source: str) -> ContractReport:
    """Check a normalised module.

    Findings come in the order of the source, at most twenty of one code: a module that breaks one
    rule everywhere is told so often enough.
    """
    content = source.encode("utf-8", "surrogatepass")
    size = len(content)
    whole = [*_about_bytes(source, size)]
    if size > 8 * RULES.sdf.artifact_bytes or any(
        finding.code == "contract.encoding" for finding in whole
    ):
        return ContractReport(size, findings=tuple(whole))
    root = Parser(_LANGUAGE).parse(content).root_node
    if root.has_error:
        return ContractReport(size, findings=(*whole, _syntax_error(root)))
    exports = list(exports_of(root))
    found = [
        *_about_exports(exports),
        *_about_names(root),
        *_about_members(root),
        *_about_calls(root),
    ]
    binding = next((export.binding for export in exports if export.name == FACTORY), "")
    return ContractReport(size, binding, (*whole, *_in_order(found)))


def _about_bytes(source: str, size: int) -> Iterator[StaticFinding]:
    if size > RULES.sdf.artifact_bytes:
        yield StaticFinding("contract.size", str(size))
    if "\0" in source or any("\ud800" <= character <= "\udfff" for character in source):
        yield StaticFinding("contract.encoding", "")


def _syntax_error(root: Node) -> StaticFinding:
    """The first place where the parser had to give up or make something up."""
    error = next(node for node in _walk(root) if node.is_error or node.is_missing)
    what = f"{error.type} is missing" if error.is_missing else _quote(error)
    return StaticFinding("contract.syntax", what, place_of(error))


def _about_exports(exports: list[Export]) -> Iterator[StaticFinding]:
    factory = [export for export in exports if export.name == FACTORY]
    if not factory or not factory[0].binding:
        yield StaticFinding("contract.export", "")
    for export in exports:
        if export.name != FACTORY:
            yield StaticFinding("contract.more_exports", export.name, place_of(export.node))


def _about_names(root: Node) -> Iterator[StaticFinding]:
    for node in free_names(root):
        name = text_of(node)
        code = banned.NAMES.get(name)
        if code is None and name in banned.GLOBAL_OBJECTS and not _reads_a_member(node):
            code = "api.document"
        if code is not None:
            yield StaticFinding(code, _quote(_with_member(node)), place_of(node))


def _about_members(root: Node) -> Iterator[StaticFinding]:
    globals_ = {node.id for node in free_names(root) if text_of(node) in banned.GLOBAL_OBJECTS}
    for node in _walk(root):
        if node.type in {"member_expression", "subscript_expression"}:
            owner = node.child_by_field_name("object")
            if owner is not None:
                code = _member_code(node, owner, of_global=owner.id in globals_)
                if code is not None:
                    yield StaticFinding(code, _quote(node), place_of(node))


def _member_code(node: Node, owner: Node, *, of_global: bool) -> str | None:
    name = _member_name(node)
    if name is None:
        return "api.computed" if of_global else None
    if code := banned.MEMBERS.get(name) or banned.CHANCE.get((text_of(owner), name)):
        return code
    if of_global:
        return banned.NAMES.get(name) or _listener_code(name)
    if name == "constructor" and _is_called_or_chained(node):
        return "api.code"
    return "canvas.assigned" if _resizes(owner, name, node) else None


def _about_calls(root: Node) -> Iterator[StaticFinding]:
    for node in _walk(root):
        if node.type == "import_statement":
            yield StaticFinding("api.import", _quote(node), place_of(node))
        elif node.type == "import" and node.parent and node.parent.type == "call_expression":
            yield StaticFinding("api.import", _quote(node.parent), place_of(node.parent))
        elif node.type == "export_statement" and node.child_by_field_name("source"):
            yield StaticFinding("api.import", _quote(node), place_of(node))
        elif node.type == "string" and text_of(node)[1:-1] in banned.TIMER_EXTENSIONS:
            yield StaticFinding("api.timer_query", text_of(node)[1:-1], place_of(node))


def _listener_code(name: str) -> str | None:
    """Listening on the window reads no element, but hears what is not meant for the canvas."""
    return "advice.window_listener" if name == "addEventListener" else None


def _resizes(owner: Node, name: str, node: Node) -> bool:
    """Whether a member is assigned that would resize a canvas: ``canvas.width = …``."""
    parent = node.parent
    return (
        name in {"width", "height"}
        and text_of(owner).rpartition(".")[2] in {"canvas", "cv", "cnv", "el"}
        and parent is not None
        and parent.type in {"assignment_expression", "augmented_assignment_expression"}
        and parent.child_by_field_name("left") == node
    )


def _is_called_or_chained(node: Node) -> bool:
    parent = node.parent
    return parent is not None and parent.type in {"call_expression", "member_expression"}


def _member_name(node: Node) -> str | None:
    """The name of the member that is read, None when it is computed."""
    if node.type == "member_expression":
        name = node.child_by_field_name("property")
        return text_of(name) if name is not None else None
    index = node.child_by_field_name("index")
    if index is not None and index.type == "string":
        return text_of(index)[1:-1]
    return None


def _reads_a_member(node: Node) -> bool:
    parent = node.parent
    return (
        parent is not None
        and parent.type in {"member_expression", "subscript_expression"}
        and parent.child_by_field_name("object") == node
    )


def _with_member(node: Node) -> Node:
    parent = node.parent
    return parent if parent is not None and _reads_a_member(node) else node


def _quote(node: Node) -> str:
    text = " ".join(text_of(node).split())
    return text if len(text) <= _QUOTE_CHARACTERS else f"{text[: _QUOTE_CHARACTERS - 1]}…"


def _walk(root: Node) -> Iterator[Node]:
    """Every node, in the order of the source; without recursion, however deep."""
    cursor = root.walk()
    while True:
        if cursor.node is not None:
            yield cursor.node
        if cursor.goto_first_child():
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return


def _in_order(findings: list[StaticFinding]) -> Iterator[StaticFinding]:
    """By place; one a place, since `parent.postMessage` is one thing; not too many of one code."""
    nowhere = Place(0, 0)
    counts: dict[str, int] = {}
    seen: set[Place] = set()
    for finding in sorted(findings, key=lambda each: astuple(each.place or nowhere)):
        if finding.place in seen:
            continue
        if finding.place is not None:
            seen.add(finding.place)
        counts[finding.code] = counts.get(finding.code, 0) + 1
        if counts[finding.code] <= _FINDINGS_OF_ONE_CODE:
            yield finding
