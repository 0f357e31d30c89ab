"""What a model would be sent by the booking graph: a language that reads offline and counts the prompts it did not send."""

import json
from typing import Any

from langchain_core.messages.utils import count_tokens_approximately

from tripintent.tools.language.model.operations import SaidMessage
from tripintent.tools.language.model.prompting import extraction_messages
from tripintent.tools.language.model.schema import strict_schema
from tripintent.tools.ports.language import Language, ParseResult, ReadRequest
from tripintent.tools.ports.registry import ToolRegistry

CHARACTERS_PER_TOKEN = 4


class CountedLanguage:
    """The offline language; ``calls`` and ``tokens_in`` are what the model adapter would have asked and sent."""

    def __init__(self, inner: Language, registry: ToolRegistry) -> None:
        self._inner, self._registry = inner, registry
        self.calls = self.tokens_in = 0

    def __getattr__(self, name: str) -> Any:
        """Everything else is the offline language's."""
        return getattr(self._inner, name)

    async def extract(self, hearing: ReadRequest) -> ParseResult:
        """Read, and count the prompt and the schema of the answer."""
        opinion: ParseResult = await self._inner.extract(hearing)
        prompt = count_tokens_approximately(extraction_messages(hearing, opinion, self._registry))
        self.calls += 1
        self.tokens_in += prompt + len(json.dumps(strict_schema(SaidMessage))) // CHARACTERS_PER_TOKEN
        return opinion
