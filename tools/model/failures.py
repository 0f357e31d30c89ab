"""Failures of a model call as one table (why the offline engine answered, whether to ask again), and a chat model with reasoning."""

import re
from collections.abc import Collection
from typing import Any, NamedTuple

import httpx
import openai
from langchain_core.outputs import ChatResult
from langchain_openai import ChatOpenAI


class ModelFailure(NamedTuple):
    """A failure's short reason for the audit; ``again`` says whether the same request may succeed later."""

    reason: str
    again: bool


_TABLE: tuple[tuple[type[Exception], ModelFailure], ...] = (
    (openai.RateLimitError, ModelFailure("rate_limited", again=True)),
    (openai.APITimeoutError, ModelFailure("timeout", again=True)),
    (openai.APIConnectionError, ModelFailure("unreachable", again=True)),
    (openai.InternalServerError, ModelFailure("server_error", again=True)),
    (openai.AuthenticationError, ModelFailure("key_refused", again=False)),
    (openai.PermissionDeniedError, ModelFailure("key_refused", again=False)),
    (openai.NotFoundError, ModelFailure("unknown_model", again=False)),
    (openai.APIStatusError, ModelFailure("request_refused", again=False)),
    (openai.LengthFinishReasonError, ModelFailure("truncated", again=False)),
    (openai.ContentFilterFinishReasonError, ModelFailure("refused", again=False)),
    (openai.OpenAIError, ModelFailure("model_error", again=False)),
    (httpx.TimeoutException, ModelFailure("timeout", again=True)),
    (httpx.TransportError, ModelFailure("unreachable", again=True)),
    (TimeoutError, ModelFailure("timeout", again=False)),
    *(
        (one, ModelFailure("malformed", again=False))
        for one in (ValueError, TypeError, KeyError, AttributeError, IndexError, RecursionError)
    ),
)
"""First match wins. Those of httpx come from a stream that breaks, the last six from replies that are not a chat completion."""
_REFUSING = frozenset({400, 404, 422, 500, 501})
"""Statuses with which services refuse a parameter: llama.cpp says 500, routers 404 where no model takes it."""
_BROKEN = 500
_SHAPES = frozenset(
    {"response_format", "json_schema", "json_object", "structured_outputs", "guided_json", "grammar", "schema"}
)
_TOOLS = frozenset({"tool", "tools", "tool_choice", "tool_calls", "functions", "function"})


def failure_of(error: Exception) -> ModelFailure | None:
    """Return the meaning of an error, or None for one that is not a failure of the model but a bug of ours."""
    return next((failure for kind, failure in _TABLE if isinstance(error, kind)), None)


def refusal_of(error: Exception, sent: Collection[str]) -> str | None:
    """Return which of the parameters that were sent the service does not take, or None where it was something else.

    ``schema`` is one of a function that it does not take, while it knows functions.
    """
    if not isinstance(error, openai.APIStatusError) or error.status_code not in _REFUSING:
        return None
    body = error.body if isinstance(error.body, dict) else {}
    named = str(body.get("param") or "").split(".")[0]
    if named in sent:
        return named
    words = set(re.findall(r"[a-z_]+", f"{error.message} {body}".casefold()))
    for name in sent:
        if name in words and name != "tools":
            return name
    if "tool_choice" in sent and {"tool", "choice"} <= words:
        return "tool_choice"
    if {"context", "length"} <= words:  # too much was said, in messages and functions
        return None
    if "response_format" in sent and words & (_SHAPES if error.status_code < _BROKEN else _SHAPES - {"schema"}):
        return "response_format"
    if "tools" not in sent or not words & _TOOLS:
        return None
    return "schema" if "schema" in words else "tools"


def spent_on(error: Exception) -> tuple[int, int]:
    """Return the tokens, read and written, of a reply that the client library itself refused as cut or filtered."""
    completion = getattr(error, "completion", None)
    usage = getattr(completion, "usage", None)
    return (usage.prompt_tokens, usage.completion_tokens) if usage is not None else (0, 0)


REASONING = "reasoning_content"
_NAMES = (REASONING, "reasoning")
"""vLLM, DeepSeek and llama.cpp use the first name, Ollama and newer vLLM the second."""


class WireChat(ChatOpenAI):
    """A chat model whose replies keep their reasoning: some services put the whole answer there."""

    def _create_chat_result(
        self, response: dict[str, Any] | openai.BaseModel, generation_info: dict[str, Any] | None = None
    ) -> ChatResult:
        result = super()._create_chat_result(response, generation_info)
        raw = response if isinstance(response, dict) else response.model_dump()
        for generation, choice in zip(result.generations, raw.get("choices") or (), strict=False):
            thought = next((said for name in _NAMES if (said := choice.get("message", {}).get(name))), None)
            if isinstance(thought, str):
                generation.message.additional_kwargs[REASONING] = thought
        return result
