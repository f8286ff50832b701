"""Free names: identifiers that nothing in the module declares, so that they are global ones.

A small resolver: functions, blocks, classes, loops and catch clauses are scopes; ``var`` and
function declarations belong to the nearest function. Where it errs, a reviewer sees one line more
or less; nothing else depends on it. It takes time in proportion to the module, however deep.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from tree_sitter import Node

from benchmarks.contract.places import name_of

_FUNCTIONS: Final = frozenset(
    {
        "arrow_function",
        "function_declaration",
        "function_expression",
        "generator_function",
        "generator_function_declaration",
        "method_definition",
    }
)
_SCOPES: Final = _FUNCTIONS | {
    "program",
    "statement_block",
    "for_statement",
    "for_in_statement",
    "catch_clause",
    "class",
    "class_declaration",
    "class_static_block",
    "switch_body",
}
_NAMES: Final = frozenset({"identifier", "shorthand_property_identifier"})
_PATTERN_NAMES: Final = frozenset({"identifier", "shorthand_property_identifier_pattern"})
_NAMED: Final = frozenset(
    {
        "variable_declarator",
        "function_declaration",
        "function_expression",
        "generator_function_declaration",
        "class_declaration",
        "class",
    }
)


Use = tuple[Node, Node]
"""An identifier and its parent: tree-sitter has to search for a parent from the root."""


@dataclass
class _Scope:
    """What is declared and used directly in it, and the scopes inside."""

    node: Node
    parent: _Scope | None
    names: set[str] = field(default_factory=set)
    uses: list[Use] = field(default_factory=list)
    inner: list[_Scope] = field(default_factory=list)
    function: _Scope = field(init=False)

    def __post_init__(self) -> None:
        is_function = self.node.type in _FUNCTIONS or self.parent is None
        self.function = self if is_function or self.parent is None else self.parent.function
        if self.parent is not None:
            self.parent.inner.append(self)


def free_names(root: Node) -> list[Use]:
    """Identifiers used as values that no scope around them declares, in the order of the source."""
    outermost = _Scope(root, None)
    stack: list[tuple[Node, Node, _Scope]] = [(root, root, outermost)]
    while stack:
        node, parent, scope = stack.pop()
        if node.type in _SCOPES and node is not root:
            scope = _open(node, scope)
        _declare(node, parent, scope)
        if node.type in _NAMES and not _is_declaration(node, parent):
            scope.uses.append((node, parent))
        stack.extend((child, node, scope) for child in node.named_children)
    return sorted(_unbound(outermost), key=lambda use: use[0].start_byte)


def _unbound(outermost: _Scope) -> Iterator[Use]:
    """The uses that no scope around them binds, by counting what the open scopes declare."""
    bound: Counter[str] = Counter()
    stack: list[tuple[_Scope, bool]] = [(outermost, True)]
    while stack:
        scope, opens = stack.pop()
        if not opens:
            bound.subtract(scope.names)
            continue
        bound.update(scope.names)
        yield from (use for use in scope.uses if not bound[name_of(use[0])])
        stack.append((scope, False))
        stack.extend((inner, True) for inner in scope.inner)


def _open(node: Node, parent: _Scope) -> _Scope:
    scope = _Scope(node, parent)
    if node.type in _FUNCTIONS:
        scope.names.add("arguments")
        for name in ("parameters", "parameter"):
            parameters = node.child_by_field_name(name)
            if parameters is not None:
                scope.names.update(_pattern_names(parameters))
        if node.type in {"function_expression", "generator_function"}:
            scope.names.update(_own_name(node))
    elif node.type == "catch_clause":
        parameter = node.child_by_field_name("parameter")
        if parameter is not None:
            scope.names.update(_pattern_names(parameter))
    elif node.type == "class":
        scope.names.update(_own_name(node))
    return scope


def _declare(node: Node, declaration: Node, scope: _Scope) -> None:
    if node.type == "variable_declarator":
        target = node.child_by_field_name("name")
        if target is not None:
            holder = scope.function if declaration.type == "variable_declaration" else scope
            holder.names.update(_pattern_names(target))
    elif node.type == "for_in_statement":
        target = node.child_by_field_name("left")
        if target is not None and node.child_by_field_name("kind") is not None:
            scope.names.update(_pattern_names(target))
    elif node.type in {"function_declaration", "generator_function_declaration"}:
        # The scope at hand is the function's own; its name belongs outside.
        (scope.parent or scope).names.update(_own_name(node))
    elif node.type == "class_declaration":
        (scope.parent or scope).names.update(_own_name(node))
    elif node.type in {"import_specifier", "import_clause", "namespace_import"}:
        scope.names.update(_pattern_names(node))


def _own_name(node: Node) -> Iterator[str]:
    name = node.child_by_field_name("name")
    if name is not None:
        yield name_of(name)


def _pattern_names(pattern: Node) -> Iterator[str]:
    """Names that a pattern binds; the default values in it bind nothing."""
    stack = [pattern]
    while stack:
        node = stack.pop()
        if node.type in _PATTERN_NAMES:
            yield name_of(node)
        elif node.type in {"assignment_pattern", "object_assignment_pattern"}:
            stack.extend(filter(None, [node.child_by_field_name("left")]))
        elif node.type == "pair_pattern":
            stack.extend(filter(None, [node.child_by_field_name("value")]))
        else:
            stack.extend(node.named_children)


def _is_declaration(node: Node, parent: Node) -> bool:
    """Whether an identifier names what it declares, or labels something, instead of using it."""
    if parent.type in {"export_specifier", "import_specifier", "labeled_statement"}:
        return True
    return parent.type in _NAMED and parent.child_by_field_name("name") == node
