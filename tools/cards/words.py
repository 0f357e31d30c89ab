"""The words of cards in one language, with its formats, the reader's zone and the names of towns and airports."""

from collections.abc import Callable, Iterable
from datetime import datetime, timezone
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from tripintent.state.languages import language_of
from tripintent.state.money import Money
from tripintent.tools.language.languages import read_words
from tripintent.tools.language.replies import texts
from tripintent.tools.language.replies.items import Formats, asked_lines, titled
from tripintent.tools.language.replies.rendering import environment
from tripintent.tools.language.replies.texts import texts_of
from tripintent.tools.ports.profiles import PaymentMethod
from tripintent.tools.toolbox.facts import AskedFacts, LocalMoment, RequestFacts


class CardWords:
    """Says the facts of a card. ``city`` names the town of an airport in English; what it does not know stays a code."""

    def __init__(
        self, language: str, zone: str = "", city: Callable[[str], str] = str, airport: Callable[[str], str] = str
    ) -> None:
        self.language, self._zone, self.city, self.airport = language_of(language), zone, city, airport
        self._texts = texts_of(language)
        self.formats = Formats(self._texts)
        self._own, self._english = read_words(self.language, "cards"), read_words("en", "cards")
        self._amenities = {} if self.language == "en" else read_words(self.language, "guide")

    def say(self, name: str, /, **facts: str) -> str:
        """Return a card's word or line with its facts. KeyError for one that is not there."""
        line = str(self._own.get(name) or self._english[name])
        return line.format(**facts)

    def counted(self, name: str, count: int, **facts: str) -> str:
        """Return a line for a count: one of its own for this number, else that of many."""
        exact = f"{name}.{count}"
        return self.say(exact if exact in self._english else f"{name}.many", count=str(count), **facts)

    def reply(self, name: str, count: int | None = None) -> str:
        """Return what replies call it: a code's plain word, or a counted one (``stops``, ``nights``)."""
        return texts.word(name, "plain", self._texts) if count is None else texts.counted(name, count, self._texts)

    def amenity(self, name: str) -> str:
        """Return what a hotel has, in the language."""
        plain = name.replace("_", " ")
        return str(self._amenities.get(plain, plain))

    def request(self, kind: str) -> str:
        """Return what an airline or a hotel is asked for."""
        return self._texts.words.get(f"asked.{kind}") or kind

    def label(self, name: str) -> str:
        """Return what an option is best at, or what it is beside."""
        return texts.word(name, "label", self._texts)

    def assumed(self, assumptions: Iterable[str]) -> str:
        """Return what was not said and was taken to be so."""
        return "; ".join(texts.assumption(one, self._texts) for one in assumptions)

    def waits(self, name: str) -> str:
        """Return what is open of what is held, and how to go on."""
        return self._texts.word(f"waits.{name}")

    def simulated(self) -> str:
        """Return the remark on what is simulated."""
        return self._texts.word("simulated")

    def simulated_of(self, parts: Iterable[tuple[str, bool]]) -> str:
        """Return the remark on what is simulated of some titles; it names them where others are real."""
        every = [*parts]
        invented = [self.titled(title) for title, simulated in every if simulated]
        remark = self.simulated() if invented else ""
        return remark if len(invented) in (0, len(every)) else f"{remark.removesuffix('.)')}: {'; '.join(invented)}.)"

    def money(self, amount: Money | None) -> str:
        """Return an amount; nothing where there is none."""
        return self.formats.money(amount) if amount else ""

    def town(self, code: str) -> str:
        """Return the town of an airport with its code: Lisbon (LIS)."""
        name = self.formats.town(self.city(code))
        return code if name == code else f"{name} ({code})"

    def moment(self, when: LocalMoment) -> str:
        """Return a moment by the clock of the reader's zone, which it names."""
        at = _aware(when)
        zone = _zone(self._zone)
        here = at.astimezone(zone) if zone and at.tzinfo else at
        return self.formats.deadline(here, self._place(self._zone if zone and at.tzinfo else when.zone))

    def there(self, when: LocalMoment) -> str:
        """Return a moment by the clock of its own place, with its zone."""
        return self.formats.deadline(_aware(when), self.formats.town(when.town) or self._place(when.zone))

    def _place(self, zone: str) -> str:
        return self.formats.town(zone.rpartition("/")[2].replace("_", " ")) or "UTC"

    def titled(self, title: str) -> str:
        """Return the ledger's title in the language."""
        return titled(title, self._texts, self.formats)

    def asked(self, requests: Iterable[RequestFacts], to: str) -> Iterable[str]:
        """Return what becomes of requests to an airline or a hotel."""
        return asked_lines(requests, to, self._texts, self.formats)

    def risk(self, asked: AskedFacts) -> str:
        """Return a point to confirm; one without facts says its words as they are."""
        facts = asked.risk.model_dump(mode="json") if asked.risk else None
        return str(environment(self._texts.tag).filters["risk_text"](facts)) if facts else asked.text

    def method(self, one: PaymentMethod) -> str:
        """Return by what was paid: a card with its last digits, or the account with its sellers."""
        if one.accounts:
            return self.say("method_account", sellers=self.formats.listed(one.accounts))
        return self.say("method_card", label=one.label, digits=one.last4) if one.last4 else one.label

    def back(self, to: str | None, refund: Money) -> str:
        """Return what comes back and to where."""
        return (
            self._texts.word(f"back.{to}").format(self.money(refund))
            if to
            else self.say("back", refund=self.money(refund))
        )


def _aware(when: LocalMoment) -> datetime:
    return datetime.fromisoformat(when.local).replace(tzinfo=_zone(when.zone))


@cache
def _zone(name: str) -> ZoneInfo | timezone | None:
    """Return a zone by its name or its offset (``UTC+01:00``); None for another."""
    try:
        return ZoneInfo(name) if name else None
    except (ZoneInfoNotFoundError, ValueError):
        sign = name.removeprefix("UTC")
        offset = datetime.fromisoformat(f"2000-01-01T00:00{sign}").tzinfo if sign[:1] in ("+", "-") else None
        return offset if isinstance(offset, timezone) else None
