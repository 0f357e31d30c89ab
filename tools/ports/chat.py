"""The chat model that holds a conversation, with what it may see and what it costs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any, Protocol

from tripintent.state.trip import TripIntent
from tripintent.state.usage import ModelUse


class Hiding(Protocol):
    """Puts marks in the place of personal details, and details back in the place of marks."""

    def hidden(self, text: str) -> str:
        """Return a text with marks."""
        ...

    def put_back(self, value: Any) -> Any:
        """Return a value of JSON with details."""
        ...


Marking = Callable[[Sequence[str], TripIntent, date, bool], Hiding]
"""Returns the marks for what a model is shown; with True, personal details but numbers of papers may stay."""
Checking = Callable[[str, Sequence[str], Any], tuple[str, ...]]
"""Returns what of a model's words none of the sources and facts supports."""


@dataclass(frozen=True)
class Talker:
    """A LangChain chat model (``BaseChatModel``), which must know tool calls. Prices are dollars for a million tokens."""

    chat: Any
    rules: str
    marking: Marking
    checking: Checking
    personal: bool = True
    """Whether names, births and locators may reach it; contacts and numbers of papers never do."""
    patience: float = 60.0
    """Seconds for one request, retries among them."""
    longest: int = 14_000
    """Characters of a situation: about 3,500 tokens."""
    history: int = 3_000
    """Tokens of what was said before; at 80 % of them the oldest is summarised."""
    short: str = ""
    """The rules of a summary."""
    price_in: Decimal | None = None
    price_out: Decimal | None = None

    @property
    def name(self) -> str:
        """The name of the model, else that of its kind."""
        return str(getattr(self.chat, "model_name", "") or self.chat._llm_type)  # noqa: SLF001 - what LangChain gives it

    def use(self, usage: Mapping[str, int] | None) -> ModelUse:
        """Return what a reply cost; no tokens where the service does not say."""
        if not usage:
            return ModelUse(requests=1)
        tokens = usage.get("input_tokens", 0), usage.get("output_tokens", 0)
        return ModelUse.priced(*tokens, self.price_in, self.price_out)


@dataclass(frozen=True)
class Guide(Talker):
    """The guide: what answers in place of a model, and what reads words beside a desk's functions."""

    goes_on: Callable[[str, str], bool] = lambda _, __: False
    """Tells whether words go on with a trip, given its situation: they choose, hold, name people, or answer what was asked."""
    people: Callable[[str, date], Sequence[Mapping[str, object]]] = lambda _, __: ()
    """Returns whoever a text names, as ``set_travellers`` takes them."""
