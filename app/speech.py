"""The chat model of the settings: the one that holds the conversation, and the client of a desk's routing and answers."""

from functools import partial
from typing import TYPE_CHECKING, Any

from tripintent.app.errors import SessionError
from tripintent.app.settings import Settings
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.ports.chat import Guide, Talker
from tripintent.tools.ports.ports import Ports
from tripintent.tools.toolbox.toolbox import tools

if TYPE_CHECKING:
    from tripintent.tools.model.client import ChatModel
    from tripintent.tools.registry.builtin import BuiltinRegistry


def talker_of(settings: Settings, registry: "BuiltinRegistry", chat: Any = None) -> Talker | None:
    """Return the chat model that holds the conversation: the host's ``chat``, or that of the settings; None without one.

    Raises SessionError for a model that knows no tool calls.
    """
    if chat is None and not settings.uses_model:
        return None
    from tripintent.tools.model.offering import as_function  # noqa: PLC0415 - as below
    from tripintent.tools.model.privacy import marks_for  # noqa: PLC0415 - the offline path needs none of it
    from tripintent.tools.model.words import strays_in  # noqa: PLC0415 - as above

    made = chat if chat is not None else _chat_of(settings)
    try:
        made.bind_tools([as_function(one) for one in tools()[:1]])
    except (AttributeError, NotImplementedError) as error:
        said = f"the chat model {type(made).__name__} knows no tool calls: choose one that does"
        raise SessionError(said, "bad_setting") from error
    return Talker(
        made,
        registry.prompt("rules"),
        marks_for,
        strays_in,
        personal=settings.model_personal,
        patience=settings.model_timeout,
        history=settings.model_history_tokens,
        short=registry.prompt("summary"),
        price_in=settings.model_price_in,
        price_out=settings.model_price_out,
    )


def guide_of(ports: Ports) -> Guide:
    """Return the guide: it sees everything, sends nothing anywhere, and words facts alone."""
    from tripintent.tools.guide.model import GuideModel, goes_on, people_in  # noqa: PLC0415 - as chat models load

    places = ports.places if isinstance(ports.places, Gazetteer) else Gazetteer()
    model = GuideModel(places=places)
    going = partial(goes_on, places=places)
    return Guide(model, "", _unmarked, _unchecked, longest=1_000_000, goes_on=going, people=people_in)


class _Plain:
    """Hides nothing: the guide is a part of this process."""

    def hidden(self, text: str) -> str:
        return text

    def put_back(self, value: Any) -> Any:
        return value


def _unmarked(*_: object) -> _Plain:
    return _Plain()


def _unchecked(*_: object) -> tuple[str, ...]:
    return ()


def _chat_of(settings: Settings) -> Any:
    _reachable(settings)
    from tripintent.tools.model.talking import chat_openai  # noqa: PLC0415 - a second of start-up that only its users pay

    return chat_openai(
        settings.model,
        base_url=settings.base_url,
        api_key=settings.api_key,
        timeout=settings.model_timeout,
        temperature=settings.model_temperature,
        seed=settings.model_seed,
        max_tokens=settings.model_max_tokens,
    )


def chat_model_of(settings: Settings) -> "ChatModel":
    """Return the client of a desk's model. Raises SessionError when there is no way to reach one."""
    from tripintent.tools.model.client import ChatModel  # noqa: PLC0415 - the offline path needs none of it
    from tripintent.tools.model.services import OpenAISettings  # noqa: PLC0415 - as above

    _reachable(settings)
    given = OpenAISettings(
        model=settings.model,
        base_url=settings.base_url,
        timeout=settings.model_timeout,
        patience=settings.model_timeout,
        temperature=settings.model_temperature,
        seed=settings.model_seed,
        max_tokens=settings.model_max_tokens,
        price_in=settings.model_price_in,
        price_out=settings.model_price_out,
    )
    if settings.api_key:
        given = given.model_copy(update={"api_key": settings.api_key})
    return ChatModel(given)


def _reachable(settings: Settings) -> None:
    if settings.api_key is None and settings.base_url is None:
        raise SessionError(
            "language 'openai' needs an API key, or the base URL of a service without one", "bad_setting"
        )
