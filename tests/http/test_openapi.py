"""The OpenAPI document, and what a server does with everything that fits it."""

import httpx
import hypothesis
import pytest
import schemathesis
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

WISH = "Munich to Lisbon March 4-8, one adult"
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


FEW = hypothesis.settings(
    max_examples=6, deadline=None, database=None, derandomize=True, suppress_health_check=list(hypothesis.HealthCheck)
)


@pytest.mark.release
def test_nothing_that_fits_the_schema_breaks_the_server(serving):
    """No generated request gets a 5xx, an undocumented status, another content type or body than described."""
    url = serving().url
    known = httpx.post(f"{url}/api/threads").json()["thread_id"]
    httpx.post(f"{url}/api/threads/{known}/messages", json={"text": WISH}, timeout=60)
    schema = schemathesis.openapi.from_url(f"{url}/openapi.json")
    failures = []
    for found in schema.get_all_operations():
        operation = found.ok()

        @FEW
        @hypothesis.given(case=operation.as_strategy())
        def check(case):
            _call(known, case)

        try:
            check()
        except Exception as error:  # noqa: BLE001 - one test says what is wrong with all operations
            failures.append(f"{operation.label}: {error}")
    assert not failures, "\n\n".join(failures)


def _call(known, case):
    """Send the case as it is, and once more to a conversation that exists."""
    case.call_and_validate(checks=CHECKS)
    if case.path_parameters and "thread_id" in case.path_parameters:
        case.path_parameters["thread_id"] = known
        case.call_and_validate(checks=CHECKS)


async def test_every_operation_is_described_with_examples(client):
    """Each operation has a summary and a description; bodies and answers of conversations have examples."""
    document = (await client.http.get("/openapi.json")).json()
    operations = [operation for path in document["paths"].values() for operation in path.values()]
    text = str(document)
    assert all(operation["summary"] and operation["description"] for operation in operations)
    assert "From Munich to Lisbon" in text
    assert "USER_SELECTED_BUNDLE" in text
    assert "stale_answer" in text
    for operation in operations:
        for content in operation.get("requestBody", {}).get("content", {}).values():
            assert "example" in str(content) or "example" in str(_schema(document, content)), operation["summary"]


async def test_a_client_made_from_the_document_sends_tokens(client):
    """Every operation but health, webhooks and a schema names the bearer scheme, so that generated clients ask for a token."""
    document = (await client.http.get("/openapi.json")).json()
    assert document["components"]["securitySchemes"]["HTTPBearer"]["scheme"] == "bearer"
    open_to_all = {path for path, ways in document["paths"].items() for way in ways.values() if not way.get("security")}
    assert open_to_all == {
        "/healthz",
        "/readyz",
        "/api/webhooks/{supplier}",
        "/api/channels/{channel}",
        "/agui/schema",
        "/api/guests",
    }


async def test_every_answer_has_a_schema(client):
    """A generated client knows what each operation returns: no answer with content is described by nothing."""
    document = (await client.http.get("/openapi.json")).json()
    answers = [
        (f"{way} {path}", status, media, content.get("schema"))
        for path, ways in document["paths"].items()
        for way, operation in ways.items()
        for status, answer in operation["responses"].items()
        for media, content in answer.get("content", {}).items()
        if media != "text/event-stream"  # OpenAPI 3.1 has no schema for the events of a stream
    ]
    assert len(answers) > 100
    assert [one for one in answers if not (one[-1] or {}).keys() & {"$ref", "type", "anyOf", "oneOf", "items"}] == []


def _schema(document, content):
    return document["components"]["schemas"].get(content["schema"].get("$ref", "").rpartition("/")[2])
