"""Parses a module and lists what the contract does not allow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Final

import tree_sitter_javascript
from tree_sitter import Language, Node, Parser

from benchmarks.contract import banned
from benchmarks.contract.exports import Export, exports_of
from benchmarks.contract.places import (
    StaticFinding,
    name_of,
    place_of,
    string_of,
    text_of,
)
from benchmarks.contract.scopes import Use, free_names
from pelican.rules import RULES

FACTORY: Final = "createPelicanSdf"
"""The one name that a module exports."""

_LANGUAGE: Final = Language(tree_sitter_javascript.language())
_QUOTE_CHARACTERS: Final = 60
_FINDINGS_OF_ONE_CODE: Final = 20
_SIZES: Final = frozenset({"height", "width"})
_CANVASES: Final = frozenset({"canvas", "cnv", "cv", "el"})
"""What canvases are called."""
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
        return ContractReport(size, findings=(*whole, _syntax_error(root, content)))
    exports = list(exports_of(root))
    free = free_names(root)
    found = chain(
        _about_exports(exports), _about_names(free), _about_members(root, free), _about_calls(root)
    )
    binding = next((export.binding for export in exports if export.name == FACTORY), "")
    return ContractReport(size, binding, (*whole, *_in_order(found, content)))


def _about_bytes(source: str, size: int) -> Iterator[StaticFinding]:
    if size > RULES.sdf.artifact_bytes:
        yield StaticFinding("contract.size", str(size))
    if "\0" in source or any("\ud800" <= character <= "\udfff" for character in source):
        yield StaticFinding("contract.encoding", "")


def _syntax_error(root: Node, content: bytes) -> StaticFinding:
    """The first place where the parser had to give up or make something up."""
    error = next(node for node, _parent in _walk(root) if node.is_error or node.is_missing)
    what = f"{error.type} is missing" if error.is_missing else _quote(error)
    return StaticFinding("contract.syntax", what, place_of(error, content))


@dataclass(frozen=True)
class _Found:
    """A finding at a node, or about the whole module: what is quoted is cut out at the end."""

    code: str
    node: Node | None = None
    what: str | Node = ""


def _about_exports(exports: list[Export]) -> Iterator[_Found]:
    factory = [export for export in exports if export.name == FACTORY]
    if not factory or not factory[0].binding:
        yield _Found("contract.export")
    for export in exports:
        if export.name != FACTORY:
            yield _Found("contract.more_exports", export.node, export.name)


def _about_names(free: list[Use]) -> Iterator[_Found]:
    for node, parent in free:
        name = name_of(node)
        code = banned.NAMES.get(name)
        is_global = name in banned.GLOBAL_OBJECTS
        if code is None and not is_global:
            continue
        member = _member_read_of(node, parent)
        if code is not None or member is None:
            yield _Found(code or "api.document", node, member or node)


def _about_members(root: Node, free: list[Use]) -> Iterator[_Found]:
    globals_ = {node.id for node, _parent in free if name_of(node) in banned.GLOBAL_OBJECTS}
    for node, parent in _walk(root):
        if node.type in {"member_expression", "subscript_expression"}:
            owner = node.child_by_field_name("object")
            if owner is not None:
                code = _member_code(node, owner, parent, of_global=owner.id in globals_)
                if code is not None:
                    yield _Found(code, node, node)


def _member_code(node: Node, owner: Node, parent: Node, *, of_global: bool) -> str | None:
    name = _member_name(node)
    if name is None:
        return "api.computed" if of_global else None
    of_name = name_of(owner) if owner.type == "identifier" else ""
    if code := banned.MEMBERS.get(name) or banned.CHANCE.get((of_name, name)):
        return code
    if of_global:
        return banned.NAMES.get(name) or _listener_code(name)
    if name == "constructor" and parent.type in {"call_expression", "member_expression"}:
        return "api.code"
    return "canvas.assigned" if _resizes(owner, name, node, parent) else None


def _about_calls(root: Node) -> Iterator[_Found]:
    for node, parent in _walk(root):
        if node.type == "import_statement" or (
            node.type == "meta_property" and text_of(node).startswith("import")
        ):
            yield _Found("api.import", node, node)
        elif node.type == "import" and parent.type == "call_expression":
            yield _Found("api.import", parent, parent)
        elif node.type == "export_statement" and node.child_by_field_name("source"):
            yield _Found("api.import", node, node)
        elif node.type == "string" and string_of(node) in banned.TIMER_EXTENSIONS:
            yield _Found("api.timer_query", node, string_of(node) or "")
        elif node.type == "call_expression" and _call_resizes(node):
            yield _Found("canvas.assigned", node, node)


def _listener_code(name: str) -> str | None:
    """Listening on the window reads no element, but hears what is not meant for the canvas."""
    return "advice.window_listener" if name == "addEventListener" else None


def _resizes(owner: Node, name: str, node: Node, parent: Node) -> bool:
    """Whether a member is assigned that would resize a canvas: ``canvas.width = …``."""
    if name not in _SIZES or _last_name(owner) not in _CANVASES:
        return False
    if parent.type == "update_expression":
        return True
    assigned = {"assignment_expression", "augmented_assignment_expression"}
    return parent.type in assigned and parent.child_by_field_name("left") == node


def _call_resizes(call: Node) -> bool:
    """Whether a call does as much: ``Reflect.set(canvas, "width", …)`` and the like."""
    function, arguments = (call.child_by_field_name(part) for part in ("function", "arguments"))
    if function is None or function.type != "member_expression" or arguments is None:
        return False
    owner = function.child_by_field_name("object")
    given = arguments.named_children
    if owner is None or not given:
        return False
    of, name = _last_name(owner), _member_name(function)
    if of in _CANVASES:
        return name in banned.ATTRIBUTE_SETTERS and _constant(given[0]) in _SIZES
    sets = (of, name) in banned.PROPERTY_SETTERS and _last_name(given[0]) in _CANVASES
    return sets and any(_constant(each) in _SIZES or _names_a_size(each) for each in given[1:])


def _names_a_size(literal: Node) -> bool:
    """Whether an object literal has a member ``width`` or ``height``."""
    keys = (
        (each.child_by_field_name("key") or each) if each.type == "pair" else each
        for each in literal.named_children
    )
    return literal.type == "object" and any(
        (name_of(key) if "identifier" in key.type else string_of(key)) in _SIZES for key in keys
    )


def _last_name(owner: Node) -> str | None:
    """``canvas`` of ``canvas`` and of ``view.canvas``."""
    return name_of(owner) if owner.type == "identifier" else _member_name(owner)


def _member_name(node: Node) -> str | None:
    """The name of the member that is read, None when it is computed."""
    if node.type == "member_expression":
        name = node.child_by_field_name("property")
        return name_of(name) if name is not None else None
    index = node.child_by_field_name("index")
    return _constant(index) if index is not None else None


def _constant(expression: Node) -> str | None:
    """The text that an expression of strings and ``+`` stands for; None for any other."""
    parts: list[str] = []
    stack = [expression]
    while stack:
        node = stack.pop()
        if node.type == "parenthesized_expression" and node.named_child_count == 1:
            stack.extend(node.named_children)
        elif node.type == "binary_expression" and (
            (operator := node.child_by_field_name("operator")) and operator.type == "+"
        ):
            sides = (node.child_by_field_name("right"), node.child_by_field_name("left"))
            stack.extend(side for side in sides if side is not None)
        else:
            text = string_of(node)
            if text is None:
                return None
            parts.append(text)
    return "".join(parts)


def _member_read_of(node: Node, parent: Node) -> Node | None:
    """The expression that reads a member of ``node``, if one does."""
    if parent.type not in {"member_expression", "subscript_expression"}:
        return None
    return parent if parent.child_by_field_name("object") == node else None


def _quote(node: Node) -> str:
    text = " ".join(text_of(node).split())
    return text if len(text) <= _QUOTE_CHARACTERS else f"{text[: _QUOTE_CHARACTERS - 1]}…"


def _walk(root: Node) -> Iterator[tuple[Node, Node]]:
    """Every node and its parent, in the order of the source; without recursion, however deep."""
    stack = [(root, root)]
    while stack:
        node, parent = stack.pop()
        yield node, parent
        stack.extend((child, node) for child in reversed(node.children))


def _in_order(found: Iterable[_Found], content: bytes) -> Iterator[StaticFinding]:
    """By place; one a place, since `parent.postMessage` is one thing; not too many of one code."""
    counts: dict[str, int] = {}
    seen: set[int] = set()
    for each in sorted(found, key=lambda each: each.node.start_byte if each.node else -1):
        if each.node is not None:
            if each.node.start_byte in seen:
                continue
            seen.add(each.node.start_byte)
        counts[each.code] = counts.get(each.code, 0) + 1
        if counts[each.code] <= _FINDINGS_OF_ONE_CODE:
            what = each.what if isinstance(each.what, str) else _quote(each.what)
            place = place_of(each.node, content) if each.node is not None else None
            yield StaticFinding(each.code, what, place)
