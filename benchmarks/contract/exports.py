"""What a module exports, and what each export is called inside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from benchmarks.contract.places import name_of


@dataclass(frozen=True)
class Export:
    """An exported name and the local name behind it ("" when it has none)."""

    name: str
    binding: str
    node: Node


def exports_of(root: Node) -> Iterator[Export]:
    """Every export of a module, in the order of the source."""
    for statement in root.children:
        if statement.type == "export_statement":
            yield from _exports_of_statement(statement)


def _exports_of_statement(statement: Node) -> Iterator[Export]:
    declaration = statement.child_by_field_name("declaration")
    if any(child.type == "default" for child in statement.children):
        yield Export("default", "", statement)
        return
    if declaration is not None:
        for name in _declared(declaration):
            yield Export(name, name, statement)
        return
    from_elsewhere = statement.child_by_field_name("source") is not None
    for clause in statement.children:
        if clause.type == "export_clause":
            for specifier in clause.named_children:
                yield _export_of_specifier(specifier, from_elsewhere=from_elsewhere)
        elif clause.type in {"*", "namespace_export"}:
            yield Export("*", "", statement)


def _export_of_specifier(specifier: Node, *, from_elsewhere: bool) -> Export:
    name = specifier.child_by_field_name("name")
    alias = specifier.child_by_field_name("alias")
    local = name_of(name) if name is not None else ""
    outer = name_of(alias) if alias is not None else local
    return Export(outer.strip("\"'"), "" if from_elsewhere else local, specifier)


def _declared(declaration: Node) -> Iterator[str]:
    name = declaration.child_by_field_name("name")
    if name is not None:
        yield name_of(name)
    for child in declaration.named_children:
        if child.type == "variable_declarator":
            target = child.child_by_field_name("name")
            if target is not None and target.type == "identifier":
                yield name_of(target)
