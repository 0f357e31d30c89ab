"""Chat services of the OpenAI wire format, each with what it refuses and how it says so.

A real HTTP server on loopback. ``says`` is the object that its model would write, ``words`` its text, ``calls`` the tools
that it calls before. ``faults`` are played first, one for each request: 429, silence, half, empty, refusal, reset, broken.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ClassVar

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse
from tests.emulators.serving import running as serving

TOKENS_IN, TOKENS_OUT = 100, 20
"""What each answer costs."""
STRICT = frozenset({
    "$defs", "$ref", "additionalProperties", "anyOf", "const", "description", "enum", "exclusiveMaximum", "exclusiveMinimum",
    "format", "items", "maximum", "maxItems", "minimum", "minItems", "multipleOf", "pattern", "properties", "required", "type",
})  # fmt: skip
"""Keywords of strict schemas (platform.openai.com/docs/guides/structured-outputs, Supported schemas)."""


class ChatService:
    """A service that takes everything; its kinds refuse something."""

    model = "model-1"
    tools = True
    forces_tools = True
    shapes: ClassVar[frozenset[str]] = frozenset({"json_schema", "json_object"})
    silence = 3.0

    def __init__(self) -> None:
        self.says: Mapping[str, Any] = {"operations": []}
        self.words = "It leaves at nine. It is on time."
        self.calls: list[tuple[str, str]] = []
        self.faults: list[str] = []
        self.requests: list[dict[str, Any]] = []
        self.base_url = ""

    def app(self) -> FastAPI:
        """Return the service."""
        app = FastAPI()

        @app.post("/v1/chat/completions")
        async def complete(request: Request) -> Response:
            body = await request.json()
            self.requests.append(body)
            return self.refusal(body, request) or await self.fault(body) or self.answer(body)

        return app

    def refusal(self, body: dict[str, Any], request: Request) -> JSONResponse | None:
        """Return the error of a request that is not taken."""
        return None

    async def fault(self, body: dict[str, Any]) -> Response | None:
        """Return what goes wrong with this request, if anything does."""
        what = self.faults.pop(0) if self.faults else ""
        if what == "429":
            return JSONResponse(
                error("Rate limit reached", "requests", code="rate_limit_exceeded"), 429, {"retry-after": "0"}
            )
        if what == "silence":
            await asyncio.sleep(self.silence)
        if what == "half":
            return self.reply(body, {"content": self.text(body)[: len(self.text(body)) // 2].rstrip("}")})
        if what == "empty":
            return self.reply(body, {"content": None})
        if what == "refusal":
            return self.reply(body, {"content": None, "refusal": "I cannot help with that."})
        if what == "reset":
            return StreamingResponse(iter(()), 200, headers={"content-length": "1000"})
        if what == "broken":
            return StreamingResponse(self.broken(body), 200, headers={"content-type": "text/event-stream"})
        return None

    def answer(self, body: dict[str, Any]) -> Response:
        """Answer as a model would: the object where JSON is asked for, a call where tools are offered, else words."""
        offered = [tool["function"]["name"] for tool in body.get("tools", ())]
        if self.forces_tools and isinstance(body.get("tool_choice"), dict):
            return self.reply(body, {"content": None, "tool_calls": called((offered[0], json.dumps(self.says)))})
        if offered and self.calls and self.calls[0][0] in offered:
            return self.reply(body, {"content": None, "tool_calls": called(self.calls.pop(0))})
        return self.reply(body, {"content": self.text(body)})

    def text(self, body: dict[str, Any]) -> str:
        """Return the text of the answer to a request."""
        if body.get("response_format", {}).get("type") in self.shapes:
            return json.dumps(self.says)
        return self.loosely() if "JSON schema" in str(body["messages"][0]["content"]) else self.words

    def loosely(self) -> str:
        """Return the object as the model writes it where nothing holds it to JSON."""
        return json.dumps(self.says)

    def reply(self, body: dict[str, Any], message: dict[str, Any]) -> Response:
        """Return a completion, whole or as a stream."""
        whole = {"role": "assistant", **message}
        ended = "tool_calls" if message.get("tool_calls") else "stop"
        usage = {"prompt_tokens": TOKENS_IN, "completion_tokens": TOKENS_OUT, "total_tokens": TOKENS_IN + TOKENS_OUT}
        base = {"id": "chatcmpl-1", "created": 1_700_000_000, "model": self.model}
        if not body.get("stream"):
            choice = {"index": 0, "message": whole, "finish_reason": ended}
            return JSONResponse({**base, "object": "chat.completion", "choices": [choice], "usage": usage})
        asked = (body.get("stream_options") or {}).get("include_usage")
        return StreamingResponse(
            pieces(base, whole, ended, usage if asked else None), 200, headers={"content-type": "text/event-stream"}
        )

    async def broken(self, body: dict[str, Any]) -> AsyncIterator[str]:
        """Yield the first words of a stream, then break the connection."""
        base = {"id": "chatcmpl-1", "created": 1_700_000_000, "model": self.model}
        async for piece in pieces(base, {"content": self.words}, "stop", None):
            yield piece
            break
        raise ConnectionResetError


def error(message: str, kind: str, param: str | None = None, code: Any = None) -> dict[str, Any]:
    """Return OpenAI's error body."""
    return {"error": {"message": message, "type": kind, "param": param, "code": code}}


def called(*calls: tuple[str, str]) -> list[dict[str, Any]]:
    """Return calls of tools in the wire format: (name, arguments as JSON)."""
    return [
        {"id": f"call_{n}", "type": "function", "function": {"name": name, "arguments": arguments}}
        for n, (name, arguments) in enumerate(calls)
    ]


async def pieces(
    base: Mapping[str, Any], message: Mapping[str, Any], ended: str, usage: Mapping[str, Any] | None
) -> AsyncIterator[str]:
    """Yield a message as events, a word each."""

    def event(**rest: Any) -> str:
        return f"data: {json.dumps({**base, 'object': 'chat.completion.chunk', **rest})}\n\n"

    def delta(**part: Any) -> str:
        return event(choices=[{"index": 0, "delta": part, "finish_reason": None}])

    for number, call in enumerate(message.get("tool_calls") or ()):
        yield delta(role="assistant", tool_calls=[{"index": number, **call}])
    for word in (message.get("content") or "").split(" "):
        yield delta(content=f"{word} ")
    yield event(choices=[{"index": 0, "delta": {}, "finish_reason": ended}])
    if usage:
        yield event(choices=[], usage=usage)
    yield "data: [DONE]\n\n"


def wrong_in(schema: Any, path: tuple[str, ...] = ()) -> str | None:
    """Return what OpenAI's strict mode refuses in a schema.

    Messages: github.com/dottxt-ai/outlines/issues/1666 (additionalProperties), github.com/camel-ai/camel/issues/3001
    ($ref), github.com/langchain-ai/langchainjs/pull/11384.
    """
    if isinstance(schema, list):
        return next((found for part in schema if (found := wrong_in(part, path))), None)
    if not isinstance(schema, dict):
        return None
    if strange := sorted(set(schema) - STRICT):
        return f"In context={path}, '{strange[0]}' is not permitted."
    if "$ref" in schema and len(schema) > 1:
        return f"context={path}, $ref cannot have keywords {set(schema) - {'$ref'}}."
    if schema.get("type") == "object" or "properties" in schema:
        if schema.get("additionalProperties") is not False:
            return f"In context={path}, 'additionalProperties' is required to be supplied and to be false."
        if set(schema.get("required", ())) != set(schema.get("properties", {})):
            return f"In context={path}, 'required' is required to be supplied and to be an array including every key in properties."
    for name in ("properties", "$defs"):
        for key, part in schema.get(name, {}).items():
            if found := wrong_in(part, (*path, name, key)):
                return found
    return next((found for name in ("items", "anyOf") if (found := wrong_in(schema.get(name), (*path, name)))), None)


class OpenAIService(ChatService):
    """OpenAI's current models: a key, strict schemas, ``max_completion_tokens``.

    github.com/openai/openai-python/issues/2046, github.com/koosoli/ESPHomeDesigner/issues/379 (gpt-5.4: max_tokens).
    """

    model = "gpt-5.4-mini"
    unsupported: ClassVar[tuple[str, ...]] = ("max_tokens",)

    def refusal(self, body: dict[str, Any], request: Request) -> JSONResponse | None:
        kind = "invalid_request_error"
        if request.headers.get("authorization") != "Bearer sk-right":
            return JSONResponse(error("Incorrect API key provided: none.", kind, code="invalid_api_key"), 401)
        if body["model"] != self.model:
            said = f"The model `{body['model']}` does not exist or you do not have access to it."
            return JSONResponse(error(said, kind, code="model_not_found"), 404)
        for name in self.unsupported:
            if name in body:
                instead = " Use 'max_completion_tokens' instead." if name == "max_tokens" else ""
                said = f"Unsupported parameter: '{name}' is not supported with this model.{instead}"
                return JSONResponse(error(said, kind, name, "unsupported_parameter"), 400)
        shape = body.get("response_format", {})
        wrong = wrong_in(shape["json_schema"]["schema"]) if shape.get("type") == "json_schema" else None
        if wrong:
            said = f"Invalid schema for response_format '{shape['json_schema']['name']}': {wrong}"
            return JSONResponse(error(said, kind, "response_format"), 400)
        if shape.get("type") == "json_object" and "json" not in str(body["messages"]).casefold():
            said = (
                "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'."
            )
            return JSONResponse(error(said, kind, "messages"), 400)
        return None


class ReasoningService(OpenAIService):
    """An o-series model: no temperature, no ``parallel_tool_calls`` either.

    github.com/sigoden/aichat/issues/1144 (temperature), github.com/evalstate/fast-agent/issues/279 (parallel_tool_calls).
    """

    model = "o4-mini"
    unsupported = ("max_tokens", "temperature", "parallel_tool_calls")


class OllamaService(ChatService):
    """Ollama's /v1: no key, unknown parameters ignored, ``tool_choice`` too, the schema kept to by its grammar.

    docs.ollama.com/api/openai-compatibility; without tools: github.com/ollama/ollama/issues/6027, picobot/issues/6.
    """

    model = "llama3.2:3b"
    forces_tools = False

    def app(self) -> FastAPI:
        """Return the service with its own list of models."""
        app = super().app()

        @app.get("/api/version")
        async def version() -> dict[str, str]:
            return {"version": "0.13.5"}

        @app.get("/api/tags")
        async def tags() -> dict[str, Any]:
            return {"models": [{"name": self.model, "model": self.model, "size": 2_019_393_189}]}

        return app

    def refusal(self, body: dict[str, Any], request: Request) -> JSONResponse | None:
        if body["model"] != self.model:
            said = f'model "{body["model"]}" not found, try pulling it first'
            return JSONResponse(error(said, "api_error"), 404)
        if body.get("tools") and not self.tools:
            said = f"registry.ollama.ai/library/{self.model} does not support tools"
            return JSONResponse(error(said, "api_error"), 400)
        return None


class VllmService(ChatService):
    """vLLM without --enable-auto-tool-choice: its own error shape, no unknown parameter, guided JSON.

    github.com/runpod-workers/worker-vllm/issues/85 (extra_forbidden), github.com/langchain4j/langchain4j/issues/3475 (auto).
    """

    model = "Qwen/Qwen2.5-7B-Instruct"
    tools = False
    known: ClassVar[frozenset[str]] = frozenset({
        "model", "messages", "temperature", "top_p", "max_tokens", "max_completion_tokens", "seed", "stop", "stream",
        "stream_options", "response_format", "tools", "tool_choice", "guided_json", "n",
    })  # fmt: skip

    def refusal(self, body: dict[str, Any], request: Request) -> JSONResponse | None:
        strange = sorted(set(body) - self.known)
        said = ""
        if strange:
            said = (
                f"1 validation error for ChatCompletionRequest\n{strange[0]}\n  Extra inputs are not permitted "
                "[type=extra_forbidden, input_value=False, input_type=bool]"
            )
        elif body.get("tools") and not isinstance(body.get("tool_choice"), dict):
            said = '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'
        elif body.get("stream_options") and not body.get("stream"):
            said = "Stream options can only be defined when `stream=True`."
        shape = {"object": "error", "message": said, "type": "BadRequestError", "param": None, "code": 400}
        return JSONResponse(shape, 400) if said else None


class LlamaCppService(ChatService):
    """llama.cpp's server without --jinja: JSON of any shape alone, no tools, errors with status 500.

    github.com/ikawrakow/ik_llama.cpp/issues/778 (json_schema), github.com/containers/ramalama/issues/988 (tools).
    """

    model = "gguf"
    tools = False
    shapes = frozenset({"json_object"})

    def refusal(self, body: dict[str, Any], request: Request) -> JSONResponse | None:
        shape = body.get("response_format", {}).get("type", "text")
        said = ""
        if body.get("tools"):
            said = "tools param requires --jinja flag"
        elif shape not in {"text", "json_object"}:
            said = f'response_format type must be one of "text" or "json_object", but got: {shape}'
        return JSONResponse({"error": {"code": 500, "message": said, "type": "server_error"}}, 500) if said else None


class PlainGateway(ChatService):
    """A gateway that knows plain chat alone, before a model that thinks aloud and writes fences.

    The wording is OpenAI's own for arguments that it does not know; a model's fences and thoughts are as DeepSeek-R1's.
    """

    model = "house-model"
    tools = False
    shapes = frozenset()

    def refusal(self, body: dict[str, Any], request: Request) -> JSONResponse | None:
        known = {"model", "messages", "stream", "max_tokens", "temperature"}
        strange = next((name for name in body if name not in known), None)
        said = f"Unrecognized request argument supplied: {strange}"
        return JSONResponse(error(said, "invalid_request_error"), 400) if strange else None

    def text(self, body: dict[str, Any]) -> str:
        """Return the answer behind thoughts."""
        return f'<think>They want {{"operations": "…"}}, I guess.</think>\n{super().text(body)}'

    def loosely(self) -> str:
        """Return the object in a fence, between words."""
        return f"Here it is:\n```json\n{json.dumps(self.says, indent=1)}\n```\nAnything else?"


class DeafService(ChatService):
    """A service that takes every parameter and heeds none of them; its model answers a forced function with words."""

    model = "deaf"
    tools = False
    shapes = frozenset()

    def answer(self, body: dict[str, Any]) -> Response:
        """Answer with text, whatever is offered."""
        return self.reply(body, {"content": self.text(body)})


SERVICES: tuple[type[ChatService], ...] = (
    OpenAIService, ReasoningService, OllamaService, VllmService, LlamaCppService, PlainGateway, DeafService,
)  # fmt: skip


@contextmanager
def running(service: ChatService) -> Iterator[ChatService]:
    """Run a service on a free port of the loopback."""
    with serving(service.app()) as address:
        service.base_url = f"{address}/v1"
        yield service
