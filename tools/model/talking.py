"""A chat model that leaves out what its service refuses: a parameter at the next try, and for the rest of the process."""

from typing import Any

import openai
from langchain_core.outputs import ChatResult
from langchain_openai import ChatOpenAI

from tripintent.state.conversation import NO_TOOLS
from tripintent.tools.errors import LanguageUnavailable
from tripintent.tools.model.failures import refusal_of

FIELDS = {"temperature": "temperature", "seed": "seed", "max_completion_tokens": "max_tokens"}
"""Parameters that a service may do without, by their names on the wire."""


class TalkingChat(ChatOpenAI):
    """ChatOpenAI for services of many kinds."""

    async def _agenerate(self, *args: Any, **kwargs: Any) -> ChatResult:
        try:
            return await super()._agenerate(*args, **kwargs)
        except openai.APIStatusError as error:
            sent = [name for name, field in FIELDS.items() if getattr(self, field) is not None]
            refused = refusal_of(error, [*sent, "tools"])
            if refused == "tools":
                raise LanguageUnavailable(NO_TOOLS) from error
            if refused not in FIELDS:
                raise
        setattr(self, FIELDS[refused], None)
        return await self._agenerate(*args, **kwargs)
