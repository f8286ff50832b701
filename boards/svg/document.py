"""From the text of a drawing to a tree that is safe to work on."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from lxml import etree

from boards.svg.report import Fault
from boards.svg.vocabulary import SVG_NAMESPACE
from pelican.rules import RULES

_ROOT_TAG: Final = re.compile(
    r"""<(?:([\w.-]++):)?svg(?=[\s/>])((?:[^<>"']|"[^"]*"|'[^']*')*+)>""", re.IGNORECASE
)
_POSITION: Final = re.compile(r", line \d+, column \d+$")
_COMMENT: Final = "<!--"
_DEPTH_WORDS: Final = "Excessive depth"


class FaultError(Exception):
    """A drawing cannot be judged; ``fault`` says why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


@dataclass(frozen=True)
class Document:
    """A parsed drawing without comments and processing instructions."""

    root: etree._Element
    xmlns_added: bool
    comments: int


def parse(source: str) -> Document:
    """Parse a drawing; raises :class:`FaultError` when it is too long or no well-formed SVG.

    Nothing is loaded or expanded: no DTD, no entities but XML's own, no network. A missing
    namespace is added, for the root's prefix if it has one; nothing else is repaired.
    """
    size = len(source.encode("utf-8"))
    limit = RULES.gate.board.source_bytes
    if size > limit:
        params = {"bytes": size, "limit": limit}
        raise FaultError(Fault("too_many_elements", "source_too_long", params))
    nul = source.find("\0")
    if nul >= 0:
        raise FaultError(
            Fault(
                "unparseable",
                "nul",
                {"byte": len(source[:nul].encode()), "line": source.count("\n", 0, nul) + 1},
            )
        )
    text, xmlns_added = _with_namespace(source)
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root = etree.fromstring(text.encode("utf-8"), parser)
    except etree.XMLSyntaxError as error:
        raise FaultError(_syntax_fault(error)) from error
    namespace, _, name = root.tag.rpartition("}")
    if name != "svg":
        raise FaultError(Fault("unparseable", "wrong_root", {"tag": name}))
    if namespace != f"{{{SVG_NAMESPACE}":
        params_of = {"namespace": namespace.lstrip("{")}
        raise FaultError(Fault("unparseable", "wrong_namespace", params_of))
    return Document(root, xmlns_added, source.count(_COMMENT))


def _with_namespace(source: str) -> tuple[str, bool]:
    match = _ROOT_TAG.match(source)
    if match is None:
        return source, False
    attribute = f"xmlns:{match[1]}" if match[1] else "xmlns"
    if re.search(rf"\s{re.escape(attribute)}\s*=", match[2]):
        return source, False
    end = match.start(2)
    return f'{source[:end]} {attribute}="{SVG_NAMESPACE}"{source[end:]}', True


def _syntax_fault(error: etree.XMLSyntaxError) -> Fault:
    reason = str(error.msg)
    if _DEPTH_WORDS in reason:
        return Fault("hardening", "deeper_than_parsed", {"limit": RULES.hardening.depth})
    line, column = error.position
    reason = _POSITION.sub("", reason).partition(": <!--")[0].rstrip(" .\n")
    return Fault(
        "unparseable", "not_wellformed", {"line": line, "column": column, "reason": reason}
    )
