"""Prompts that the booking graph would send to a model: a reader that reads offline and counts the prompts it did not send."""

import json

from langchain_core.messages.utils import count_tokens_approximately

from tripintent.state.context import Principal
from tripintent.state.reading import Reading
from tripintent.state.usage import ModelUse
from tripintent.tools.language.model.offered import kinds_for, schema_of
from tripintent.tools.language.model.prompting import Asked, reading_messages
from tripintent.tools.ports.language import Language
from tripintent.tools.ports.reader import Reader, View
from tripintent.tools.ports.registry import ToolRegistry

CHARACTERS_PER_TOKEN = 4


class CountedReader:
    """The offline reader; ``calls`` and ``tokens_in`` are what the model adapter would have asked and sent."""

    def __init__(self, inner: Reader, registry: ToolRegistry) -> None:
        self._inner, self._registry = inner, registry
        self.calls = self.tokens_in = 0

    def speaking(self, language: Language) -> Reader:
        """Return the inner reader over another engine."""
        return self._inner.speaking(language)

    def goes_on(self, text: str, view: View) -> bool:
        """Tell what the inner reader tells."""
        return self._inner.goes_on(text, view)

    async def read(self, text: str, view: View) -> Reading:
        """Read, and count the prompt and the schema of the answer."""
        kinds = kinds_for(view, designs=True)
        prompt = count_tokens_approximately(reading_messages(Asked(text, view, kinds), self._registry))
        schema = json.dumps(schema_of(kinds, reply=False), separators=(",", ":"))
        self.calls += 1
        self.tokens_in += prompt + len(schema) // CHARACTERS_PER_TOKEN
        return await self._inner.read(text, view)


class Unlimited:
    """A meter that allows every call: with it a view holds what a model is shown."""

    async def allows(self, _who: Principal, _spent: ModelUse) -> bool:
        """Allow it."""
        return True

    async def standing(self, _who: Principal, _spent: ModelUse) -> tuple[()]:
        """Return no limit."""
        return ()

    async def record(self, _who: Principal, _use: ModelUse, _spent: ModelUse) -> tuple[str, ...]:
        """Take note of nothing."""
        return ()
