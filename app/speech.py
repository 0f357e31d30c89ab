"""Which language engine reads and writes, and which one answers side questions."""

from typing import TYPE_CHECKING

from tripintent.app.errors import SessionError
from tripintent.app.settings import Settings
from tripintent.tools.language.offline import OfflineLanguage
from tripintent.tools.language.replies.answering.answers import FactAnswers
from tripintent.tools.ports.answers import Answers
from tripintent.tools.ports.designer_model import DesignerModel
from tripintent.tools.ports.language import Language
from tripintent.tools.ports.places import Places
from tripintent.tools.ports.registry import ToolRegistry

if TYPE_CHECKING:
    from tripintent.tools.language.model.client import ChatModel


def language_of(settings: Settings, registry: ToolRegistry, places: Places) -> tuple[Language, Answers]:
    """Return the engines. Raises SessionError when a model is asked for and there is no way to reach one."""
    offline, facts = OfflineLanguage(), FactAnswers()
    return _with_model(settings, registry, places, offline, facts) if settings.uses_model else (offline, facts)


def designer_model_of(settings: Settings, registry: ToolRegistry) -> DesignerModel | None:
    """Return the model that drives the designer's tools; None where the rules read alone."""
    if not settings.uses_model:
        return None
    from tripintent.tools.language.model.designing import ChatDesigner  # noqa: PLC0415 - the offline path needs none of it

    return ChatDesigner(chat_model(settings), registry, settings.model_window)


def _with_model(
    settings: Settings, registry: ToolRegistry, places: Places, offline: Language, facts: Answers
) -> tuple[Language, Answers]:
    """Put the model before the offline engines, which stay behind it. The client library loads at the first call."""
    from tripintent.tools.language.model.adapter import OpenAILanguage  # noqa: PLC0415 - the offline path needs none of it
    from tripintent.tools.language.model.answers import ModelAnswers  # noqa: PLC0415

    model = chat_model(settings)
    return OpenAILanguage(offline, model.settings, places, registry, model), ModelAnswers(model, registry, facts)


def chat_model(settings: Settings) -> "ChatModel":
    """Return the model that the settings name. Raises SessionError where there is no way to reach one."""
    from tripintent.tools.language.model.client import ChatModel  # noqa: PLC0415
    from tripintent.tools.language.model.settings import OpenAISettings  # noqa: PLC0415

    if settings.api_key is None and settings.base_url is None:
        raise SessionError(
            "language 'openai' needs an API key, or the base URL of a service without one", "bad_setting"
        )
    given = OpenAISettings(
        model=settings.model,
        base_url=settings.base_url,
        timeout=settings.model_timeout,
        patience=settings.model_timeout,
        price_in=settings.model_price_in,
        price_out=settings.model_price_out,
    )
    if settings.api_key:
        given = given.model_copy(update={"api_key": settings.api_key})
    return ChatModel(given)
