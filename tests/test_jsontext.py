"""Untrusted JSON: whatever is wrong with it is one line of text."""

import pytest

from menagerie import jsontext
from menagerie.errors import BadInput


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "it is not JSON"),
        ('{"a": 1, "a": 2}', 'the key "a" appears twice in one object'),
        ("[NaN]", "NaN is not allowed in JSON"),
        ("[" * 31 + "]" * 31, "it is nested too deeply"),
        ("[" * 100_000, "it is nested too deeply"),
    ],
)
def test_bad_json_is_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(BadInput) as refused:
        jsontext.parse(text, "it")
    assert reason in str(refused.value)


def test_json_may_be_nested_to_the_limit() -> None:
    assert jsontext.parse("[" * 30 + "]" * 30, "it")


@pytest.mark.parametrize("character", ["\n", "\r", "\x1c", "\x7f", "\x85", "\u2028", "\u2029"])
def test_quoted_input_never_breaks_the_line(character: str) -> None:
    quoted = jsontext.abbreviate_json({f"a{character}b": character})
    assert quoted.splitlines() == [quoted]
    assert character not in quoted


def test_quoted_input_can_be_encoded_and_is_short() -> None:
    assert jsontext.abbreviate_json("\ud800").encode() == b'"\\ud800"'
    assert len(jsontext.abbreviate_json("a" * 1000)) == 58
    assert jsontext.abbreviate_json("Zoë 🦉") == '"Zoë 🦉"'
