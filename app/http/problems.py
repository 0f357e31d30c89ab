"""Refusals as problem+json (RFC 9457): what was wrong, and what to do."""

import logging
import sqlite3
from collections.abc import Callable, Mapping
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from tripintent.app.errors import SessionError
from tripintent.state.events import NO_TYPE
from tripintent.tools.errors import Busy, StoreError, ToolError
from tripintent.tools.ports.documents import NotYours
from tripintent.tools.shipped import table

log = logging.getLogger(__name__)

DOCUMENTED: Mapping[str, Any] = table("app/http/documented.yaml")
STATUS_OF_CODE: dict[str, int] = {code: status for status, codes in DOCUMENTED["statuses"].items() for code in codes}

_PLAINLY = {"union_tag_not_found": NO_TYPE, "tuple_type": "Input should be a valid list"}
"""Errors of a body whose own message says nothing to a client; every other one is pydantic's."""
STORE_AWAY = "The database cannot be used now. What was stored before is safe; please try again."


def _of_drivers() -> tuple[type[Exception], ...]:
    """Return the errors that mean that conversations cannot be read or written."""
    try:
        import psycopg  # noqa: PLC0415 - an optional extra
    except ModuleNotFoundError:
        return (sqlite3.Error,)
    return (sqlite3.Error, psycopg.Error)


DRIVER_ERRORS = _of_drivers()


class ProblemBody(BaseModel):
    """The body of every refusal."""

    type: str = Field(default="about:blank", examples=["about:blank"])
    title: str = Field(description="the code of the refusal", examples=["stale_answer"])
    status: int = Field(examples=[409])
    retryAfter: int | None = Field(  # noqa: N815 - its name for clients
        default=None, exclude_if=lambda wait: wait is None, description="seconds, where waiting helps; also the header"
    )
    detail: str = Field(description="for people", examples=["this answer belongs to an earlier question"])


class Problem(HTTPException):
    """A refusal of the HTTP skin itself."""

    def __init__(self, status: int, code: str, detail: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(status, detail, headers)
        self.code = code


def problem_of(error: Exception) -> Problem:
    """Return an error as a refusal; what no one foresaw says nothing of itself to the client."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, SessionError):
        return Problem(STATUS_OF_CODE.get(error.code, 400), error.code, str(error))
    if isinstance(error, Busy):
        return Problem(409, "busy", str(error))
    if isinstance(error, (StoreError, *DRIVER_ERRORS)):
        log.error("the database cannot be used", exc_info=error)  # its name and its user are no one's business
        return Problem(503, "store", STORE_AWAY, {"retry-after": "5"})
    if isinstance(error, NotYours):
        return Problem(404, "not_yours", str(error))
    if isinstance(error, ToolError):
        return Problem(502, type(error).__name__.lower(), str(error))
    log.error("a request failed", exc_info=error)
    return Problem(
        500, "internal", "Something went wrong on our side; nothing that was stored is lost. Please try again."
    )


def problem_response(problem: Problem, path: str = "") -> JSONResponse:
    """Return a refusal as a response; below ``/v1/`` it also says what OpenAI's clients look for."""
    said = problem.detail.encode(errors="replace").decode()  # it may quote what no one can print
    wait = (problem.headers or {}).get("retry-after")
    body = ProblemBody(
        title=problem.code, status=problem.status_code, detail=said, retryAfter=int(wait) if wait else None
    )
    content: dict[str, Any] = body.model_dump()
    if path.startswith("/v1/"):
        content["error"] = {"message": said, "type": problem.code, "code": problem.code}
    return JSONResponse(content, problem.status_code, problem.headers, media_type="application/problem+json")


ROUTING = "http"
"""The code of a refusal that no route of ours made: an address that leads nowhere, a method that it does not take."""


def answer_with_problems(app: FastAPI, page: Callable[[Problem, str], Response]) -> None:
    """Make the application answer every error as problem+json, and with a page where a browser opened the address."""

    def refused(request: Request, problem: Problem) -> Response:
        if request.method == "GET" and "text/html" in request.headers.get("accept", ""):
            return page(problem, request.headers.get("accept-language", ""))
        return problem_response(problem, request.url.path)

    async def ours(request: Request, error: Exception) -> Response:
        return refused(request, problem_of(error))

    async def invalid(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)  # noqa: S101
        rows = [(e["loc"], _PLAINLY.get(e["type"], e["msg"])) for e in error.errors()[:5]]
        said = "; ".join(f"{'.'.join(map(str, loc))}: {why}" for loc, why in rows)
        return refused(request, Problem(422, "invalid", said))

    async def routing(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)  # noqa: S101
        headers = dict(error.headers or {})
        return refused(request, Problem(error.status_code, ROUTING, str(error.detail), headers))

    for kind in (Problem, ToolError, *DRIVER_ERRORS, Exception):
        app.add_exception_handler(kind, ours)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, routing)


PROBLEMS: dict[int | str, dict[str, object]] = {
    status: {"model": ProblemBody, "description": words, "content": {"application/problem+json": {}}}
    for status, words in DOCUMENTED["refusals"].items()
}
"""Documented refusals, for the routes."""
