"""Every way in which a model call fails, as one table: why the offline engine answered, and whether to ask again."""

from typing import NamedTuple

import openai


class Failure(NamedTuple):
    """A failure's short reason for the audit; ``again`` says whether the same request may succeed later."""

    reason: str
    again: bool


_TABLE: tuple[tuple[type[Exception], Failure], ...] = (
    (openai.RateLimitError, Failure("rate_limited", again=True)),
    (openai.APITimeoutError, Failure("timeout", again=True)),
    (openai.APIConnectionError, Failure("unreachable", again=True)),
    (openai.InternalServerError, Failure("server_error", again=True)),
    (openai.AuthenticationError, Failure("key_refused", again=False)),
    (openai.PermissionDeniedError, Failure("key_refused", again=False)),
    (openai.NotFoundError, Failure("unknown_model", again=False)),
    (openai.APIStatusError, Failure("request_refused", again=False)),
    (openai.LengthFinishReasonError, Failure("truncated", again=False)),
    (openai.ContentFilterFinishReasonError, Failure("refused", again=False)),
    (openai.OpenAIError, Failure("model_error", again=False)),
    (TimeoutError, Failure("timeout", again=False)),
    (ValueError, Failure("malformed", again=False)),
    (TypeError, Failure("malformed", again=False)),
    (KeyError, Failure("malformed", again=False)),
    (AttributeError, Failure("malformed", again=False)),
    (IndexError, Failure("malformed", again=False)),
)
"""First match wins. The last five are what the client raises on replies that are no chat completion."""


def failure_of(error: Exception) -> Failure | None:
    """Return the meaning of an error, or None for one that is no failure of the model but a bug of ours."""
    return next((failure for kind, failure in _TABLE if isinstance(error, kind)), None)


def retry_after(error: Exception) -> float | None:
    """Return the seconds that a rate limit asks to wait, or None where it does not say."""
    if not isinstance(error, openai.APIStatusError):
        return None
    said = error.response.headers.get("retry-after-ms"), error.response.headers.get("retry-after")
    for value, scale in zip(said, (1000.0, 1.0), strict=True):
        if value is not None and value.replace(".", "", 1).isdigit():
            return float(value) / scale
    return None


def spent(error: Exception) -> tuple[int, int]:
    """Return the tokens, read and written, of a reply that the client library itself refused as cut or filtered."""
    completion = getattr(error, "completion", None)
    usage = getattr(completion, "usage", None)
    return (usage.prompt_tokens, usage.completion_tokens) if usage is not None else (0, 0)
