"""Which language engine reads and writes, and which one answers side questions."""

from collections.abc import Mapping

from pydantic import JsonValue

from tripintent.app.errors import SessionError
from tripintent.app.settings import Settings
from tripintent.tools.language.offline.adapter import OfflineLanguage
from tripintent.tools.ports.answers import Answers, ReadTool
from tripintent.tools.ports.language import Language
from tripintent.tools.ports.places import Places
from tripintent.tools.ports.registry import ToolRegistry


class NoAnswers:
    """Answers nothing."""

    async def answer(
        self, question: str, facts: Mapping[str, JsonValue], read_tools: Mapping[str, ReadTool], language: str
    ) -> str | None:
        """Return None."""
        del question, facts, read_tools, language


def language_of(settings: Settings, registry: ToolRegistry, places: Places) -> tuple[Language, Answers]:
    """Return the engines. The model's client library is imported only where a model is configured."""
    offline = OfflineLanguage()
    if not settings.uses_model:
        return offline, NoAnswers()
    from tripintent.tools.language.openai.factory import language_for  # noqa: PLC0415 - a second that offline never pays
    from tripintent.tools.language.openai.settings import OpenAISettings  # noqa: PLC0415

    given = OpenAISettings(model=settings.model, base_url=settings.base_url, timeout=settings.model_timeout)
    if settings.api_key:
        given = given.model_copy(update={"api_key": settings.api_key})
    try:
        return language_for("openai", offline, given, places, registry), NoAnswers()
    except ValueError as error:
        raise SessionError(str(error), "bad_setting") from error
