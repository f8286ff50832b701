from __future__ import annotations

import pytest

from boards.generation.naming import Identity, guess_family, identify, split_effort


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("gpt-4o", ("OpenAI", "GPT")),
        ("cerebras-llama3.1-70b", ("Meta", "Llama")),
        ("us.amazon.nova-lite-v1-0", ("Amazon", "Nova")),
        ("granite-4.1-3b-BF16", ("IBM", "Granite")),
        ("Claude Opus 4.5", ("Anthropic", "Claude")),
        ("somebody-s-model", ("Unknown vendor", "somebody-s-model")),
        ("chatgpt-like", ("Unknown vendor", "chatgpt-like")),
    ],
)
def test_the_first_known_word_names_vendor_and_family(name, expected):
    assert guess_family(name) == expected


@pytest.mark.parametrize(
    ("variant", "expected"),
    [
        ("gannet-3-high", ("gannet-3", "high")),
        ("gannet-3", ("gannet-3", "default")),
        ("glm-5.3-max", ("glm-5.3", "max")),
        ("max", ("max", "default")),
        ("o1-mini", ("o1-mini", "default")),
    ],
)
def test_an_effort_at_the_end_is_split_off(variant, expected):
    assert split_effort(variant) == expected


def slots(*names):
    return {
        name: (identity.version, identity.effort, identity.index)
        for name, identity in identify(names).items()
    }


def test_numbers_that_run_from_one_count_the_drawings_of_a_variant():
    assert slots("heron-low-1.svg", "heron-low-2.svg", "heron-low-3.svg") == {
        "heron-low-1.svg": ("heron", "low", 1),
        "heron-low-2.svg": ("heron", "low", 2),
        "heron-low-3.svg": ("heron", "low", 3),
    }


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("glm-4.svg", "glm-5.svg"), {("glm-4", "default", 1), ("glm-5", "default", 1)}),
        (
            ("flash-001.svg", "flash-002.svg"),
            {("flash-001", "default", 1), ("flash-002", "default", 1)},
        ),
        (("sonnet-20240620.svg",), {("sonnet-20240620", "default", 1)}),
        (("nova-v1-0.svg",), {("nova-v1-0", "default", 1)}),
        (("heron-1.svg", "heron-3.svg"), {("heron-1", "default", 1), ("heron-3", "default", 1)}),
    ],
)
def test_other_numbers_belong_to_the_model_name(names, expected):
    assert set(slots(*names).values()) == expected


def test_a_prefix_that_all_names_share_is_the_collection_s_name():
    assert set(slots("zoo__gpt-4o.svg", "zoo__o1.svg").values()) == {
        ("gpt-4o", "default", 1),
        ("o1", "default", 1),
    }


def test_a_name_that_is_only_the_prefix_stays_a_name():
    assert slots("zoo__.svg") == {"zoo__.svg": ("zoo", "default", 1)}


def test_every_file_is_put_on_the_given_task():
    identity = identify(["x.svg"], "octopus_unicycle")["x.svg"]
    assert identity == Identity("Unknown vendor", "x", "x", task="octopus_unicycle")


def test_other_double_underscores_part_a_path():
    names = slots("zoo__lions__gpt-4o-high.svg", "o1.svg")
    assert names["zoo__lions__gpt-4o-high.svg"] == ("zoo / lions / gpt-4o", "high", 1)
