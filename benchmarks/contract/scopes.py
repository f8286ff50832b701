"""Free names: identifiers that nothing in the module declares, so that they are global ones.

A small resolver: functions, blocks, classes, loops and catch clauses are scopes; ``var`` and
function declarations belong to the nearest function. Where it errs, a reviewer sees one line more
or less; nothing else depends on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from tree_sitter import Node

from benchmarks.contract.places import text_of

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


@dataclass
class _Scope:
    node: Node
    parent: _Scope | None
    names: set[str] = field(default_factory=set)

    @property
    def is_function(self) -> bool:
        return self.node.type in _FUNCTIONS or self.node.type == "program"

    def function(self) -> _Scope:
        scope = self
        while not scope.is_function and scope.parent is not None:
            scope = scope.parent
        return scope

    def binds(self, name: str) -> bool:
        scope: _Scope | None = self
        while scope is not None:
            if name in scope.names:
                return True
            scope = scope.parent
        return False


def free_names(root: Node) -> list[Node]:
    """Identifiers used as values that no scope around them declares, in the order of the source."""
    uses: list[tuple[Node, _Scope]] = []
    stack: list[tuple[Node, _Scope | None]] = [(root, None)]
    while stack:
        node, scope = stack.pop()
        if node.type in _SCOPES or scope is None:
            scope = _open(node, scope)
        _declare(node, scope)
        if node.type in _NAMES and not _is_declaration(node):
            uses.append((node, scope))
        stack.extend((child, scope) for child in reversed(node.named_children))
    return [node for node, scope in uses if not scope.binds(text_of(node))]


def _open(node: Node, parent: _Scope | None) -> _Scope:
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


def _declare(node: Node, scope: _Scope) -> None:
    if node.type == "variable_declarator":
        target = node.child_by_field_name("name")
        declaration = node.parent
        if target is not None:
            is_var = declaration is not None and declaration.type == "variable_declaration"
            holder = scope.function() if is_var else scope
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
        yield text_of(name)


def _pattern_names(node: Node) -> Iterator[str]:
    """Names that a pattern binds; the default values in it bind nothing."""
    if node.type in _PATTERN_NAMES:
        yield text_of(node)
        return
    if node.type in {"assignment_pattern", "object_assignment_pattern"}:
        left = node.child_by_field_name("left")
        if left is not None:
            yield from _pattern_names(left)
        return
    if node.type == "pair_pattern":
        value = node.child_by_field_name("value")
        if value is not None:
            yield from _pattern_names(value)
        return
    for child in node.named_children:
        yield from _pattern_names(child)


def _is_declaration(node: Node) -> bool:
    """Whether an identifier names what it declares, or labels something, instead of using it."""
    parent = node.parent
    if parent is None:
        return False
    if parent.type in {"export_specifier", "import_specifier", "labeled_statement"}:
        return True
    return parent.child_by_field_name("name") == node and parent.type in {
        "variable_declarator",
        "function_declaration",
        "function_expression",
        "generator_function_declaration",
        "class_declaration",
        "class",
    }
