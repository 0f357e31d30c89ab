"""The language port over a chat model, with the offline engine as base, check and stand-in."""

import logging
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from tripintent.tools.errors import LanguageUnavailable
from tripintent.tools.language.openai.checking import verify
from tripintent.tools.language.openai.client import ChatModel, tokens_of
from tripintent.tools.language.openai.merging import merged
from tripintent.tools.language.openai.prompting import extraction_messages
from tripintent.tools.language.openai.replies import parsed
from tripintent.tools.language.openai.rewording import reworded
from tripintent.tools.language.openai.said import SaidDelta
from tripintent.tools.language.openai.schema import strict_schema
from tripintent.tools.language.openai.settings import OpenAISettings
from tripintent.tools.ports.language import Hearing, Language, Reading
from tripintent.tools.ports.places import Places
from tripintent.tools.ports.registry import ToolRegistry

_LOG = logging.getLogger(__name__)
_NAME = "what_the_message_says"


class OpenAILanguage:
    """Reads with a model, checks with code, and lets ``offline`` answer whenever the model does not.

    ``Reading.engine`` says who read it, ``fallback`` why it was not the model (rate_limited, timeout, unreachable,
    server_error, key_refused, unknown_model, request_refused, refused, truncated, malformed, model_error), and ``tokens``
    what was spent, also where the reply was of no use.
    """

    def __init__(
        self,
        offline: Language,
        settings: OpenAISettings,
        places: Places,
        registry: ToolRegistry,
        model: ChatModel | None = None,
    ) -> None:
        self._offline = offline
        self._settings = settings
        self._places = places
        self._registry = registry
        self._model = model or ChatModel(settings)

    async def extract(self, hearing: Hearing) -> Reading:
        """Read one message; the offline reading stands alone where the model's is unusable."""
        base = await self._offline.extract(hearing)
        if not hearing.text.strip():
            return base
        tokens = 0
        try:
            messages = extraction_messages(hearing, self._registry)
            reply = await self._model.structured(messages, _NAME, strict_schema(SaidDelta))
            tokens = tokens_of(reply)
            delta = parsed(reply, SaidDelta)
        except LanguageUnavailable as error:
            _LOG.warning("the model did not read the message (%s): the offline engine did", error)
            tokens = max(tokens, getattr(error, "tokens", 0))
            return base.model_copy(update={"fallback": str(error), "tokens": base.tokens + tokens})
        verified = await verify(delta, hearing, base.frame, self._offline, self._places)
        if verified.dropped:
            _LOG.info("not believed: %s", "; ".join(verified.dropped))
        return merged(hearing, base, delta, verified).model_copy(update={"tokens": base.tokens + tokens})

    async def ask(self, missing: Sequence[str], facts: Mapping[str, JsonValue], language: str) -> str:
        """Word the questions from templates; the model may reword them where the settings say so."""
        asked = await self._offline.ask(missing, facts, language)
        if not self._settings.reword_followups:
            return asked
        each = {path: await self._offline.ask([path], facts, language) for path in missing[:3]}
        try:
            return await reworded(self._model, self._registry, each, language)
        except LanguageUnavailable as error:
            _LOG.info("the questions stay as the templates word them (%s)", error)
            return asked

    async def phrase(self, kind: str, facts: Mapping[str, JsonValue], language: str) -> str:
        """Word a typed message from templates: amounts and names never pass through a model."""
        return await self._offline.phrase(kind, facts, language)

    async def detect(self, text: str) -> str:
        """Return the language of a text."""
        return await self._offline.detect(text)
