"""The HTTP API conforms to its OpenAPI schema, for valid and invalid requests."""

import contextlib
from typing import Any, cast

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from support.runs import compiled_only
from support.server.health_checks import nothing_goes_wrong
from support.server.live_server import Server, Visitor

pytestmark = compiled_only

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
BOUNDED = settings(
    max_examples=60,
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
EXPECTED_STATUSES = {  # the generated requests must reach all of these
    GenerationMode.POSITIVE: {200, 201, 204, 400, 403, 404, 409},
    GenerationMode.NEGATIVE: {201, 400, 404, 409, 422},
}


class ExistingTables:
    """Tables that exist, so that not every generated request gets a 404."""

    def __init__(self, visitor: Visitor) -> None:
        self.waiting = visitor.make_table(players=5, open=True)
        self.begun = visitor.make_table(bots={"1": "random"})
        visitor.start(self.begun["id"])
        self.token = visitor.token
        self.count = 0

    def fill_in(self, case: Any) -> None:
        """Make two of three cases address these tables, with the token of a seated player."""
        self.count += 1
        which = (None, self.waiting, self.begun)[self.count % 3]
        if which is None:
            return
        case.headers["Authorization"] = f"Bearer {self.token}"
        if isinstance(case.body, dict) and "game" in case.body:
            case.body |= {"game": which["game"], "options": {}, "edition": None, "bots": {}}
        for name, value in (("table_id", which["id"]), ("code", which["code"])):
            if name in case.path_parameters:
                case.path_parameters[name] = value


def operations(server: Server) -> list[Any]:
    schema = schemathesis.openapi.from_url(f"http://{server.address}/api/openapi.json")
    found: list[Any] = [result.ok() for result in cast("Any", schema.get_all_operations())]
    last = ("/leave", "/forget")  # these give up the seats
    return sorted(found, key=lambda operation: operation.path.endswith(last))


@pytest.mark.parametrize("mode", GenerationMode)
def test_every_answer_is_in_the_schema(mode: GenerationMode, server: Server, ada: Visitor) -> None:
    existing = ExistingTables(ada)
    answers: dict[str, set[int]] = {}

    def send(case: Any) -> None:
        existing.fill_in(case)
        answer = case.call()
        answers.setdefault(case.operation.label, set()).add(answer.status_code)
        case.validate_response(answer, checks=CHECKS)

    with nothing_goes_wrong(server):
        for operation in operations(server):
            with contextlib.suppress(Unsatisfiable):  # no parameters, so no invalid case
                BOUNDED(given(case=operation.as_strategy(generation_mode=mode))(send))()
    kinds = set.union(*answers.values())
    assert kinds >= EXPECTED_STATUSES[mode]


def test_every_operation_documents_its_errors(ada: Visitor) -> None:
    schema = ada.ask("get", "/api/openapi.json")
    for path, operations_there in schema["paths"].items():
        for method, operation in operations_there.items():
            answers = operation["responses"]
            assert {"400", "413", "422", "429", "503"} <= set(answers), (method, path)
            if method != "get":
                assert {"403", "415"} <= set(answers), (method, path)
            for status, answer in answers.items():
                if status >= "400":
                    form = answer["content"]["application/json"]["schema"]
                    assert form == {"$ref": "#/components/schemas/ErrorBody"}, (
                        method,
                        path,
                        status,
                    )
    error_body = schema["components"]["schemas"]["ErrorBody"]
    assert error_body["properties"]["error"]["type"] == "string"
    assert error_body["required"] == ["error"]


@pytest.mark.parametrize("path", ["/nothing", "/api/tables/", "//api/tables", "/api/%00"])
def test_unknown_paths_get_the_same_kind_of_error(path: str, ada: Visitor) -> None:
    assert isinstance(ada.ask("get", path, 404)["error"], str)


def test_unknown_methods_get_the_same_kind_of_error(ada: Visitor) -> None:
    answer = ada.http.request("DELETE", "/api/tables")
    assert answer.status_code == 405
    assert isinstance(answer.json()["error"], str)
    assert "GET" in answer.headers["allow"] or "POST" in answer.headers["allow"]
