from __future__ import annotations

import base64
import json
from urllib.parse import quote

import pytest

from boards.generation.keys import KeyRefusedError, Redactor, Secret, check_key_name, read_key

KEY = 'sk-a/b+c="0123456789é'


@pytest.mark.parametrize(
    "name", ["PELICAN_KEY_X", "PELICAN_KEY_OPENROUTER_2", "HF_TOKEN", "OPENAI_API_KEY"]
)
def test_names_on_the_allow_list_may_be_used(name: str) -> None:
    check_key_name(name)


@pytest.mark.parametrize(
    "name",
    ["SECRET_KEY", "DATABASE_URL", "PELICAN_KEY_", "pelican_key_x", "XHF_TOKEN", "HF_TOKEN2", ""],
)
def test_any_other_name_is_refused(name: str) -> None:
    with pytest.raises(KeyRefusedError, match="is not allowed"):
        read_key(name, {name: "0123456789"})


@pytest.mark.parametrize("value", [None, "", "   ", "shrt!"])
def test_a_key_that_is_missing_or_too_short_is_refused_without_being_shown(
    value: str | None,
) -> None:
    environment = {} if value is None else {"HF_TOKEN": value}
    with pytest.raises(KeyRefusedError, match="HF_TOKEN") as caught:
        read_key("HF_TOKEN", environment)
    assert "shrt!" not in str(caught.value)


def test_a_secret_does_not_show_itself() -> None:
    secret = read_key("HF_TOKEN", {"HF_TOKEN": f" {KEY}\n"})
    assert secret.reveal() == KEY
    assert KEY not in f"{secret} {secret!r} {[secret]}"
    assert not hasattr(Secret("x"), "__dict__")


@pytest.mark.parametrize(
    "written",
    [
        KEY,
        quote(KEY, safe=""),
        json.dumps(KEY),
        json.dumps(KEY, ensure_ascii=False),
        base64.b64encode(KEY.encode()).decode(),
        base64.urlsafe_b64encode(KEY.encode()).decode(),
    ],
)
def test_the_redactor_finds_a_key_however_it_is_written(written: str) -> None:
    redactor = Redactor([KEY])
    assert "[key]" in redactor.text(f"before {written} after")
    assert written.strip('"=') not in redactor.text(f"before {written} after")
    assert written.strip('"=').encode() not in redactor.content(f"a {written} b".encode())


def test_the_redactor_leaves_every_other_byte_alone() -> None:
    content = bytes(range(256)) * 3
    assert Redactor([KEY]).content(content) == content
    assert Redactor([]).content(content) == content


def test_the_redactor_knows_the_keys_of_the_environment_and_nothing_else() -> None:
    redactor = Redactor.from_environment({"HF_TOKEN": "hf_0123456789", "HOME": "/home/ines/x"})
    assert redactor.text("hf_0123456789 /home/ines/x") == "[key] /home/ines/x"


def test_a_value_too_short_to_be_a_key_is_not_searched_for() -> None:
    assert Redactor(["svg"]).text("<svg>") == "<svg>"


def test_a_key_that_was_cut_off_is_found_at_the_end_of_a_text() -> None:
    redactor = Redactor([KEY])
    assert redactor.text(f"before {KEY[:12]}") == "before [key]"
    assert redactor.content(f"{KEY} {KEY[:-1]}".encode()) == b"[key] [key]"
    assert redactor.text(f"before {KEY[:7]}") == f"before {KEY[:7]}"


def test_the_redactor_looks_through_json_and_drops_what_nests_too_deep() -> None:
    redactor = Redactor([KEY])
    said = {"model": f"a {KEY}", KEY: [{"n": 1, "none": None}, [KEY]]}
    assert redactor.value(said) == {
        "model": "a [key]",
        "[key]": [{"n": 1, "none": None}, ["[key]"]],
    }
    deep: list[object] = []
    for _level in range(5000):
        deep = [deep]
    assert len(json.dumps(redactor.value(deep))) < 200
