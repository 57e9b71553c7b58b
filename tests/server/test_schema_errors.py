"""Requests that do not match their schema: one line says where the error is, and what is right."""

import json
from typing import Any

import pytest
from pydantic import ValidationError
from support.runs import compiled_only
from support.server.live_server import Visitor

from menagerie.server.errors import first_error_line
from menagerie.server.websocket.connection import REQUEST

MESSAGES = {
    "{": "the message: is not valid JSON: EOF while parsing an object at line 1 column 1",
    "3": "the message: must be an object, not 3",
    "{}": "the message: has no type",
    '{"type": "fly"}': (
        "the message: its type must be one of 'move', 'undo', 'again', 'react', 'preview', 'hint', "
        "not 'fly'"
    ),
    '{"type": "undo"}': "undo.number: is missing",
    '{"type": "undo", "number": 1, "more": 3}': "undo.more: is not known",
    '{"type": "undo", "number": "1"}': 'undo.number: must be a whole number, not "1"',
    '{"type": "undo", "number": -1}': "undo.number: must be 0 or more, not -1",
    '{"type": "undo", "number": 1000001}': "undo.number: must be 1000000 or less, not 1000001",
    '{"type": "move", "number": "1", "move": 3}': (
        'move.number: must be a whole number, not "1" (and 1 more)'
    ),
    '{"type": "move", "number": 1, "move": [3]}': "move.move: must be an object, not [3]",
}
TABLE = {"game": "cubosaurs", "players": 2, "name": "Ada"}
BODIES: list[tuple[Any, str]] = [
    ([], "the message: must be an object, not []"),
    ({**TABLE, "open": "yes"}, 'open: must be true or false, not "yes"'),
    ({**TABLE, "name": 3}, "name: must be a string, not 3"),
    ({**TABLE, "name": ""}, "name: must have 1 or more characters, not 0"),
    ({**TABLE, "name": "x" * 21}, "name: must have 20 or fewer characters, not 21"),
    ({**TABLE, "name": "\ud800"}, "name: contains an invalid Unicode character"),
    ({**TABLE, "clock": "3m"}, "clock: must be 'none', '30s', '2m' or '1d', not \"3m\""),
    ({**TABLE, "bots": {"12": "easy"}}, 'bots.12: must match ^[0-9]$, not "12"'),
]


@pytest.mark.parametrize(("text", "line"), MESSAGES.items())
def test_a_message_of_another_shape_is_refused_in_one_line(text: str, line: str) -> None:
    with pytest.raises(ValidationError) as refused:
        REQUEST.validate_json(text)
    assert first_error_line(refused.value) == line


@compiled_only
@pytest.mark.parametrize(("body", "line"), BODIES)
def test_a_request_of_another_shape_is_refused_in_one_line(
    body: Any, line: str, ada: Visitor
) -> None:
    kind = {"content-type": "application/json"}
    answer = ada.http.post("/api/tables", content=json.dumps(body), headers=kind)
    assert (answer.status_code, answer.json()) == (422, {"error": line})


@compiled_only
def test_a_body_that_is_not_json_is_refused_in_one_line(ada: Visitor) -> None:
    kind = {"content-type": "application/json"}
    answer = ada.http.post("/api/tables", content="{", headers=kind)
    line = "the message: is not valid JSON: Expecting property name enclosed in double quotes"
    assert (answer.status_code, answer.json()) == (422, {"error": line})
