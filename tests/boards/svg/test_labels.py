"""Words that name the answer."""

from __future__ import annotations

import pytest

from boards.catalogue import get_task
from boards.svg.labels import forbidden_term

TERMS = ("bicycle", "bicycle built for two", "bike", "pelican", "自行车", "鹈鹕")


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("A pelican", "pelican"),
        ("PELICAN!", "pelican"),
        ("pelicans on bicycles", "bicycle"),
        ("pelican's ride", "pelican"),
        ("BIKE LANE", "bike"),
        ("pel ican", "pelican"),
        ("P-E-L-I-C-A-N", "pelican"),
        ("P e l i c a n 1", "pelican"),
        ("pelican2", "pelican"),
        ("pel\u200bican", "pelican"),
        ("pel\u00adican", "pelican"),
        ("Pélican", "pelican"),
        ("ＰＥＬＩＣＡＮ", "pelican"),
        ("реliсаn", "pelican"),
        ("a bicycle built for two", "bicycle"),
        ("一只鹈鹕", "鹈鹕"),
        ("骑 自 行 车", "自行车"),
        ("\u202eNACILEP", "pelican"),
        ("N A C I L E P", "pelican"),
        ("NACILEP", "pelican"),
        ("look: L P E A N C I", "pelican"),
        ("S P E L I C A N", "pelican"),
        ("ICAN PEL", "pelican"),
        ("车行自", "自行车"),
        ("行 车 自", "自行车"),
        ("ᴘᴇʟɪᴄᴀɴ", "pelican"),
        ("ƀıke", "bike"),
        ("🇵🇪🇱🇮🇨🇦🇳", "pelican"),
        ("ᏢᎬᏞᎥᏟᎪΝ", "pelican"),
        ("ΒΙΚΕ", "bike"),
    ],
)
def test_a_forbidden_term_is_found(text, term):
    assert forbidden_term(text, TERMS) == term


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Spelicans",
        "pelicanus",
        "biker",
        "bikeway",
        "a bird",
        "cycle",
        "The hub",
        "123",
        "行车",
        "A B C D E F G H I J K L M N O P",
        "A panel with lice",
        "cinelap",
        "ikeb",
        "b i p e k",
    ],
)
def test_other_words_pass(text):
    assert forbidden_term(text, TERMS) is None


def test_a_long_text_is_searched_quickly():
    assert forbidden_term("pelica " * 20_000, TERMS) is None


def test_many_letters_are_searched_quickly():
    assert forbidden_term("p e l i c a m " * 1_400, TERMS) is None


@pytest.mark.parametrize(
    ("task", "text"),
    [
        ("pelican_bicycle", "鵜鶘"),
        ("pelican_bicycle", "騎自行車"),
        ("pelican_bicycle", "腳踏車"),
        ("flamingo_unicycle", "紅鶴"),
        ("flamingo_unicycle", "獨輪車"),
        ("octopus_scooter", "章魚"),
        ("octopus_scooter", "滑板車"),
        ("axolotl_tandem-bicycle", "六角恐龍"),
        ("axolotl_tandem-bicycle", "協力車"),
        ("hedgehog_skateboard", "刺蝟"),
    ],
)
@pytest.mark.parametrize("profile", ["board", "environment"])
def test_traditional_characters_name_the_answer_too(task, text, profile):
    assert forbidden_term(text, get_task(task).forbidden_terms(profile)) is not None


def test_chinese_signs_side_by_side_do_not_make_a_term_backwards():
    assert forbidden_term("停车 单行道", ("单车",)) is None
    assert forbidden_term("车单", ("单车",)) == "单车"
