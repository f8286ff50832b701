"""Whole evaluations, through the render worker: the graded set, hostile inputs, the corpora."""

from __future__ import annotations

import csv
import hashlib
import json
import tomllib
from pathlib import Path

import cv2
import numpy as np
import pytest
from lxml import etree
from numpy.typing import NDArray

from boards.catalogue import get_task
from boards.svg import Evaluation, evaluate, picture, renderer_version
from boards.svg.document import FaultError, parse
from boards.svg.extract import extract
from boards.svg.raster import RenderError, rasterise
from boards.svg.view import declared_view
from pelican.rules import RULES

DRAWINGS = Path(__file__).resolve().parents[2] / "fixtures" / "drawings"
HOSTILE = DRAWINGS / "hostile"
GRADED = tomllib.loads((DRAWINGS / "expected.toml").read_text(encoding="utf-8"))
ATTACKS = tomllib.loads((HOSTILE / "expected.toml").read_text(encoding="utf-8"))
ENVIRONMENT_NAMES = {
    "embedded_raster": "embedded_raster",
    "text_label": "text_label",
    "external_ref": "external_reference",
}
TASK = get_task("pelican_bicycle")


def written(found: Evaluation) -> str:
    assert found.source is not None
    return found.source


def published(found: Evaluation) -> str:
    assert found.sanitised is not None
    return found.sanitised


def picture_of(found: Evaluation) -> NDArray[np.uint8]:
    """Height × width × 3, blue first."""
    shown = cv2.imdecode(np.frombuffer(picture(published(found)), np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None
    return np.asarray(shown, np.uint8)


@pytest.mark.parametrize("name", GRADED)
def test_the_graded_set(name):
    expected = GRADED[name]

    found = evaluate((DRAWINGS / f"{name}.svg").read_bytes(), TASK)

    assert list(found.gate_for("board").codes) == expected["board"]
    assert list(found.gate_for("environment").codes) == expected["environment"]
    assert found.error is None
    if "failed_checks" in expected:
        assert found.structure is not None
        checks = found.structure["checks"]
        assert [name for name, one in checks.items() if not one["passed"]] == expected[
            "failed_checks"
        ]
    else:
        assert found.structure is None


@pytest.mark.parametrize("name", ATTACKS)
def test_hostile_inputs_get_a_verdict(name):
    expected = ATTACKS[name]

    found = evaluate((HOSTILE / f"{name}.svg").read_bytes(), TASK)

    assert list(found.gate.codes) == expected["board"]
    assert set(expected.get("flags", [])) == set(found.flags)
    assert set(expected.get("normalisations", [])) == set(found.normalisations)
    if "gone" in expected:
        assert expected["gone"] not in published(found)
    for code in expected["board"]:
        if code in ENVIRONMENT_NAMES:
            assert ENVIRONMENT_NAMES[code] in found.gate_for("environment").codes


@pytest.mark.parametrize("folder", [DRAWINGS, HOSTILE])
def test_every_drawing_has_its_line(folder):
    table = tomllib.loads((folder / "expected.toml").read_text(encoding="utf-8"))

    assert {path.stem for path in folder.glob("*.svg")} == set(table)


def test_an_evaluation_is_ready_for_json():
    reply = f"Here it is:\n{(DRAWINGS / 'complete.svg').read_text(encoding='utf-8')}"

    found = evaluate(reply, TASK, profile="environment")
    record = json.loads(json.dumps(found.as_dict()))

    assert record["profile"] == "environment"
    assert record["gate"]["passed"] is True
    assert record["structure"]["score"] == 1.0
    assert record["normalisations"] == ["prose_removed"]
    assert record["sha256"] == hashlib.sha256(written(found).encode()).hexdigest()
    assert record["renderer_version"] == renderer_version()


def test_a_failed_drawing_is_shown_but_not_scored():
    found = evaluate((DRAWINGS / "label_cheat.svg").read_bytes(), TASK)

    assert found.sanitised is not None
    assert found.measured_structure is not None
    assert found.structure is None


def test_text_in_the_picture_is_reported():
    found = evaluate((DRAWINGS / "label_cheat.svg").read_bytes(), TASK)

    assert found.measurements.text_shown == "A pelican rides"
    assert found.measurements.text_share == pytest.approx(0.3, abs=0.1)


def test_a_value_near_its_bound_is_measured_on_a_larger_picture():
    side = (RULES.gate.board.blank_share * 100 * 100) ** 0.5
    near = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect x="9" {}/></svg>'
    sized = near.format(f'width="{side}" height="{side}"')

    assert evaluate(sized, TASK).measurements.pixels == RULES.render.recheck_pixels
    assert evaluate(near.format('width="50" height="50"'), TASK).measurements.pixels == (
        RULES.render.measure_pixels
    )


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"\x00" * 500, id="zeros"),
        pytest.param(b"<svg>\x00</svg>", id="nul"),
        pytest.param("\udc80<svg/>", id="surrogate"),
        pytest.param("<svg/>" + "x" * 2**21, id="long"),
    ],
)
def test_what_is_no_drawing_gets_a_verdict_too(reply):
    found = evaluate(reply, TASK)

    assert not found.gate.passed
    assert found.error is None
    assert found.sanitised is None
    assert found.measurements.bytes == (None if found.source is None else len(found.source))
    json.dumps(found.as_dict())


def test_a_local_picture_is_never_opened(tmp_path):
    red = np.zeros((8, 8, 3), np.uint8)
    red[..., 2] = 255
    path = tmp_path / "red.png"
    cv2.imwrite(str(path), red)
    image = f'<image href="{path}" width="9" height="9"/>'
    filtered = '<rect width="9" height="9" filter="url(#f)"/>'
    for tag in (image, f'<filter id="f"><feImage href="{path}"/></filter>{filtered}'):
        source = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{tag}</svg>'

        found = evaluate(source, TASK)

        assert found.gate.codes == ("embedded_raster",)
        shown = picture_of(found)
        assert not ((shown[..., 2] > 200) & (shown[..., 0] < 50)).any()


def test_the_picture_lies_on_white_and_keeps_the_shape():
    found = evaluate((DRAWINGS / "medium.svg").read_bytes(), TASK)

    shown = picture_of(found)

    assert shown.shape[:2] == (384, 512)
    assert (shown[0, 0, :3] == 255).all()


def test_the_picture_of_a_drawing_that_fades_in_shows_it():
    found = evaluate((HOSTILE / "starts_hidden.svg").read_bytes(), TASK)

    shown = picture_of(found)

    assert (shown < 128).any()


# ── collected drawings, where they lie beside the checkout ──


def _pixels(source: str) -> np.ndarray | None:
    root = etree.fromstring(source.encode())
    view = declared_view(root)
    return None if view is None else rasterise(source, *view.pixels(256))


def test_sanitised_collected_drawings_keep_their_pixels(corpus):
    compared = 0
    for path in sorted((corpus / "real").glob("*.svg")):
        found = evaluate(path.read_bytes(), TASK)
        if not found.gate.passed or found.normalisations not in ((), ("prolog_dropped",)):
            continue
        before, after = _pixels(written(found)), _pixels(published(found))
        assert before is not None, path.name
        assert (before == after).all(), path.name
        compared += 1
    assert compared > 30


def test_what_no_xml_parser_reads_is_refused(corpus):
    with (corpus / "real.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        source = extract((corpus / "real" / row["file"]).read_bytes())
        well_formed = row["xml"] != "not-well-formed"
        try:
            parsed = source.fault is None and parse(source.source or "") is not None
        except FaultError:
            parsed = False
        assert parsed is well_formed, row["file"]


def test_collected_hostile_inputs(corpus):
    with (corpus / "hostile.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) > 20
    for row in rows:
        found = evaluate((corpus / "hostile" / row["file"]).read_bytes(), TASK)
        _assert_as_described(found, "board", row["board_code"], row["file"])
        _assert_as_described(found, "environment", row["environment_code"], row["file"])


def _assert_as_described(found, profile, description, name):
    codes = found.gate_for(profile).codes
    if description.startswith("as drawn"):
        assert found.sanitised is not None, name
        assert found.measurements.fault is None, name
        gone = {"handler": "onload", "script": "<script", "foreignObject": "<foreignObject"}
        gone |= {"title": "<title"}
        for word, markup in gone.items():
            assert word not in description or markup not in found.sanitised, name
        assert ("repaired" in description) == ("xmlns_added" in found.normalisations), name
    elif description.startswith("not blank"):
        assert not {"blank", "blank_canvas", "content_off_canvas"} & set(codes), name
        assert "animated" in found.flags, name
    else:
        wanted = description.split(" or ")
        assert set(wanted) & set(codes), (name, codes)
        if profile == "board":
            assert codes == tuple(wanted), name


def test_collected_replies_hold_drawings(corpus):
    for path in sorted((corpus / "replies").glob("*.md")):
        found = evaluate(path.read_bytes(), TASK)

        assert written(found).startswith("<svg"), path.name
        assert written(found).endswith("</svg>"), path.name
        assert "prose_removed" in found.normalisations, path.name


def test_the_renderer_refuses_by_an_exception_of_ours():
    with pytest.raises(RenderError):
        rasterise("<svg", 9, 9)
