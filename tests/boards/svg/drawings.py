"""From SVG text to what the structure code takes, as the render worker would hand it over."""

from __future__ import annotations

import numpy as np
from lxml import etree
from numpy.typing import NDArray

from boards.catalogue import VEHICLES, Vehicle
from boards.svg.animation import settled
from boards.svg.identity import Identity
from boards.svg.raster import rasterise_on_white
from boards.svg.structure import measure_structure
from boards.svg.structure_report import StructureReport
from boards.svg.variables import resolve_variables
from boards.svg.view import View, declared_view

BY_NAME: dict[str, Vehicle] = {vehicle.name: vehicle for vehicle in VEHICLES}


def parse(svg: str) -> tuple[etree._Element, View]:
    """The tree with its variables and its animations settled, and its view."""
    root = etree.fromstring(svg.encode(), etree.XMLParser(remove_comments=True, remove_pis=True))
    resolve_variables(root)
    shown = settled(root)
    root = root if shown is None else shown
    view = declared_view(root)
    assert view is not None
    return root, view


def picture_of(root: etree._Element, view: View, longer: int = 256) -> NDArray[np.uint8]:
    return rasterise_on_white(etree.tostring(root, encoding="unicode"), *view.pixels(longer))


def measure(svg: str, vehicle: str = "bicycle") -> StructureReport:
    root, view = parse(svg)
    return measure_structure(root, view, BY_NAME[vehicle], picture_of(root, view))


def identity_of(svg: str) -> Identity:
    return Identity(*parse(svg))


def failing(report: StructureReport) -> frozenset[str]:
    return frozenset(name for name, check in report.checks.items() if not check.passed)
