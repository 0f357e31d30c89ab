"""The chat model of the settings: any service that speaks OpenAI's wire format, by ``langchain-openai``; retries are the library's."""

from typing import Any

from pydantic import SecretStr

NO_KEY = SecretStr("none")
"""Sent to own services that ask for no key; an empty one would be looked for in the environment."""


def chat_openai(
    model: str, *, base_url: str | None = None, api_key: SecretStr | None = None, timeout: float = 60.0, **more: Any
) -> Any:
    """Return a chat model. The client library is imported here: a second of start-up that only its users pay."""
    from openai import DefaultAsyncHttpxClient  # noqa: PLC0415 - as said

    from tripintent.tools.model.talking import TalkingChat  # noqa: PLC0415 - as said

    given = {name: value for name, value in more.items() if value is not None}
    return TalkingChat(
        model=model,
        base_url=base_url,
        api_key=api_key or NO_KEY,
        timeout=timeout,
        max_retries=2,
        use_responses_api=False,
        stream_usage=True,
        http_async_client=DefaultAsyncHttpxClient(),  # langchain's default one is shared by all loops of the process
        **given,
    )
