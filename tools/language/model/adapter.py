"""The language port over a chat model, with the offline engine as opinion, calendar and stand-in."""

import logging
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from tripintent.state.applying import applied, changed_fields
from tripintent.state.frame import Frame
from tripintent.state.operations import Answer, Question, Restore
from tripintent.state.usage import ModelUse
from tripintent.tools.errors import LanguageUnavailable
from tripintent.tools.language.model.client import ChatModel, ModelFailed
from tripintent.tools.language.model.operations import SaidMessage
from tripintent.tools.language.model.prompting import extraction_messages
from tripintent.tools.language.model.replies import operations_in
from tripintent.tools.language.model.schema import strict_schema
from tripintent.tools.language.model.settings import OpenAISettings
from tripintent.tools.language.model.understanding import Understanding
from tripintent.tools.ports.language import Language, ParseResult, ReadRequest, YesNo
from tripintent.tools.ports.places import Places
from tripintent.tools.ports.registry import ToolRegistry

_LOG = logging.getLogger(__name__)
_NAME = "what_the_message_says"


class OpenAILanguage:
    """Reads with a model and checks with code; ``offline`` is shown as an opinion, and reads whenever the model does not.

    What the model leaves out does not count, whatever the rules made of it. ``ParseResult.engine`` says who read it,
    ``fallback`` why it was not the model (rate_limited, timeout, resting, unreachable, server_error, key_refused,
    unknown_model, request_refused, refused, truncated, malformed, model_error), and ``use`` what was spent.
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
        self._places = places
        self._registry = registry
        self._model = model or ChatModel(settings)

    async def extract(self, hearing: ReadRequest) -> ParseResult:
        """Read one message; the offline reading counts alone where the model's is unusable."""
        opinion = await self._offline.extract(hearing)
        if hearing.plain or not hearing.text.strip():
            return opinion
        use = ModelUse()
        try:
            messages = extraction_messages(hearing, opinion, self._registry)
            reply = await self._model.structured(messages, _NAME, strict_schema(SaidMessage))
            use = self._model.use_of(reply)
            said = operations_in(reply)
        except LanguageUnavailable as error:
            _LOG.warning("the model did not read the message (%s): the offline engine did", error)
            spent = error.use if isinstance(error, ModelFailed) else use
            return opinion.model_copy(update={"fallback": str(error), "use": spent})
        understood = Understanding(hearing, opinion.frame, self._places)
        understood.take(said)
        if understood.dropped:
            _LOG.info("not believed: %s", "; ".join(understood.dropped))
        return _reading(hearing, understood, opinion.language).model_copy(update={"use": use})

    async def ask(self, missing: Sequence[str], facts: Mapping[str, JsonValue], language: str) -> str:
        """Word the questions from templates."""
        return await self._offline.ask(missing, facts, language)

    async def phrase(self, kind: str, facts: Mapping[str, JsonValue], language: str) -> str:
        """Word a typed message from templates: amounts and names never pass through a model."""
        return await self._offline.phrase(kind, facts, language)

    async def detect(self, text: str, thread: str | None = None) -> str:
        """Return the language of a text."""
        return await self._offline.detect(text, thread)


def _reading(hearing: ReadRequest, understood: Understanding, language: str) -> ParseResult:
    """Return the operations applied to what was known."""
    operations, before = understood.operations, hearing.frame
    anew = any(isinstance(one, Restore) and one.what == "nothing" for one in operations)
    frame = applied(before, operations, hearing.earlier, hearing.undone, hearing.turn)
    answers = {one.stance for one in operations if isinstance(one, Answer)}
    stance: YesNo | None = "no" if "no" in answers else "yes" if answers == {"yes"} else None
    asked = [one.text for one in operations if isinstance(one, Question)]
    return ParseResult(
        frame=frame,
        changed=tuple(Frame.model_fields) if anew else changed_fields(before, frame),
        doubts=tuple(understood.doubts),
        stance=stance,
        question=" ".join(asked) or None,
        language=language,
        empty=not operations and not understood.doubts,
        operations=tuple(operations),
        engine="openai",
    )
