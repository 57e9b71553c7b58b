"""Invalid positions are refused with one clear error."""

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.random_games import headers, label, middle, third
from support.runs import JIT_DISABLED

from menagerie import BadInput, Position
from menagerie.header import Header

EVERY = pytest.mark.parametrize("header", third(headers()), ids=label)

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@EVERY
def test_every_field_of_a_position_is_needed(header: Header) -> None:
    document = middle(header, 12).to_json()
    for name in document["position"]:
        fields = {field: value for field, value in document["position"].items() if field != name}
        with pytest.raises(BadInput, match=name):
            Position.from_json(document | {"position": fields})
    with pytest.raises(BadInput, match="surplus"):
        Position.from_json(document | {"position": document["position"] | {"surplus": 1}})


@EVERY
def test_a_seats_view_is_not_a_whole_position(header: Header) -> None:
    position = Position(header)
    with pytest.raises(BadInput, match="view"):
        Position.from_json(position.view(0))


@given(data=st.data())
@settings(
    max_examples=50 if JIT_DISABLED else 400,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
def test_a_position_with_another_value_is_refused_or_can_be_played(data: Any) -> None:
    """Any value in any field gives one clear error, or a position that works."""
    header = data.draw(st.sampled_from(headers()))
    document = middle(header, data.draw(st.integers(0, 40))).to_json()
    name = data.draw(st.sampled_from(sorted(document["position"])))
    document["position"][name] = data.draw(replacements(document["position"][name]))
    try:
        position = Position.from_json(document)
    except BadInput as error:
        message = str(error)
        assert message.splitlines() == [message]
        return
    rng = random.Random(0)
    for _ in range(30):
        assert bool(position.legal_moves) != position.is_over()
        if position.is_over():
            break
        position.push(rng.choice(position.legal_moves))


def replacements(value: Any) -> Any:
    """Other values for a field: a similar one, or anything."""
    if isinstance(value, bool):
        return st.just(not value) | anything
    if isinstance(value, int):
        return st.integers(value - 3, value + 3) | anything
    if isinstance(value, list) and value:
        shorter = st.just(value[1:]) | st.just([*value, value[0]]) | st.permutations(value)
        return shorter | st.just([*value[1:], value[0]]) | anything
    return anything
