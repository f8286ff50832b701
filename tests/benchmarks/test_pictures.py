from __future__ import annotations

import numpy as np
import pytest

from benchmarks.pictures import change, measure

HEIGHT, WIDTH = 120, 200


def sky() -> np.ndarray:
    return np.full((HEIGHT, WIDTH, 3), 200, dtype=np.uint8)


def stripes(step: int, *, soft: bool = False) -> np.ndarray:
    """Vertical black and white bars ``step`` pixels wide, with ramps of as many when soft."""
    columns = np.arange(WIDTH)
    wave = (columns // step) % 2 * 255.0
    if soft:
        wave = np.convolve(wave, np.ones(step) / step, mode="same")
    return np.repeat(np.tile(wave, (HEIGHT, 1))[..., None], 3, axis=2).astype(np.uint8)


def doubled(picture: np.ndarray) -> np.ndarray:
    return picture[::2, ::2].repeat(2, axis=0).repeat(2, axis=1)


def with_square(top: int, left: int, size: int) -> np.ndarray:
    picture = sky()
    picture[top : top + size, left : left + size] = (200, 30, 30)
    return picture


def test_an_empty_picture_covers_nothing() -> None:
    facts = measure(sky())
    assert (facts.coverage, facts.deviation, facts.edges) == (0, 0, 0)
    assert facts.sharp_edges is None


def test_coverage_is_what_differs_from_the_commonest_colour() -> None:
    assert measure(with_square(10, 10, 40)).coverage == pytest.approx(1600 / (HEIGHT * WIDTH))


def test_hard_edges_are_sharp_and_ramps_are_not() -> None:
    assert measure(stripes(8)).sharp_edges == 1
    assert (measure(stripes(8, soft=True)).sharp_edges or 0) < 0.15


def test_doubled_pixels_lose_nothing_when_they_are_halved() -> None:
    random = np.random.default_rng(1)
    noise = random.integers(0, 255, (HEIGHT, WIDTH, 3), dtype=np.uint8)
    assert measure(doubled(noise)).round_trip == pytest.approx(0, abs=1e-6)
    assert measure(noise).round_trip > 0.1


def test_half_the_resolution_shows_less_of_fine_detail() -> None:
    fine = measure(stripes(1))
    assert fine.half_energy < 0.1 * fine.edge_energy
    coarse = measure(stripes(16))
    assert coarse.half_energy > fine.half_energy


@pytest.mark.parametrize(("top", "left", "low", "high"), [(50, 90, 0.99, 1.0), (2, 2, 0.0, 0.01)])
def test_the_middle_holds_what_is_in_the_middle(top, left, low, high) -> None:
    assert low <= measure(with_square(top, left, 20)).centre <= high


def test_change_is_the_share_of_pixels_that_moved() -> None:
    before, after = with_square(10, 10, 20), with_square(10, 30, 20)
    assert change(before, before) == 0
    assert change(before, after) == pytest.approx(800 / (HEIGHT * WIDTH))


def test_a_difference_that_nobody_sees_is_none() -> None:
    assert change(sky(), sky() + 7) == 0
    assert change(sky(), sky() + 8) == 1
