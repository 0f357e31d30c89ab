"""Facts as the reader sees them: what tools and the ledger say in English is put into a language from codes and figures.

A trip is told in the words of people: its cities, days and travellers, and the offers behind what is chosen, held and booked. On a
page that has no view of its own a moment is marked, so that a script can put it into the reader's zone.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from markupsafe import Markup, escape
from pydantic import BaseModel, Field

from tripintent.app.threads import codes_of, first_day_of, heads_of, last_day_of, route_of
from tripintent.app.words import Catalogue
from tripintent.nodes.booking.facts.options import offer_facts
from tripintent.state.booking import GIVES_UP, Approval
from tripintent.state.derived import selected_bundle
from tripintent.state.trip import TripIntent
from tripintent.tools.cards.words import CardWords
from tripintent.tools.language.replies.items import Formats
from tripintent.tools.language.replies.rendering import environment
from tripintent.tools.language.replies.texts import texts_of
from tripintent.tools.ports.places import Places
from tripintent.tools.ports.ports import Ports
from tripintent.tools.shipped import table
from tripintent.tools.toolbox.facts import LocalMoment

_WEIGHTS: Mapping[str, Sequence[str]] = table("app/http/weights.yaml")


def weight(confirmation_id: str, facts: Mapping[str, object] | None = None) -> str:
    """Return how grave a thing to confirm is: it can cost the journey, or money, or is to be looked up, or costs nothing."""
    code = confirmation_id.partition(":")[0]
    if code == GIVES_UP and facts is not None and "lost" not in facts:
        return "risk_free"
    return next((name for name, codes in _WEIGHTS.items() if code in codes), "risk_look")


_TITLED = ("held", "bookings", "items")
"""Facts of a message that are lists of things with titles."""


class Localized:
    """The words of one language for facts. What it has no words for stays as it is."""

    def __init__(self, language: str) -> None:
        self.language = language
        filters: Mapping[str, Callable[..., Any]] = environment(texts_of(language).tag).filters
        written = Formats(texts_of(language))
        self._of_hotel, self._town = written.of_hotel, written.town
        self._titled, self._why, self._tradeoffs = filters["titled"], filters["why"], filters["tradeoffs"]
        self._risk, self._refusal = filters["risk_text"], filters["refusal"]
        self._money, self._moment, self._day = filters["money"], filters["moment"], filters["day"]

    def title(self, title: str) -> str:
        """Return the title of an offer, a hold or a booking."""
        return str(self._titled(title))

    def money(self, amount: Mapping[str, str]) -> str:
        """Return an amount as people of the language write it."""
        return str(self._money(amount))

    def moment(self, iso: str) -> str:
        """Return day, local time and zone of an ISO moment."""
        return str(self._moment(iso))

    def day(self, iso: str) -> str:
        """Return the day of an ISO date."""
        return str(self._day(iso))

    def offer(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """Return an offer's facts with its title, its room, its part of town and the place of its clock in the language."""
        named = {name: self._of_hotel(str(facts[name])) for name in ("room", "area") if facts.get(name)}
        terms = {**facts["terms"], "place": self._town(facts["terms"].get("place", ""))}
        return {**facts, **named, "title": self.title(str(facts["title"])), "terms": terms}

    def option(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """Return an option's facts with its rooms and its reasons in the language."""
        parts = {name: [self.offer(one) for one in facts[name]] for name in ("flights", "hotels")}
        return {**facts, **parts, "why": self._why(facts), "tradeoffs": self._tradeoffs(facts)}

    def message(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """Return the facts of a message: options with their reasons, what is held, booked or cancelled with its titles."""
        worded: dict[str, Any] = {
            name: self.titles(facts[name]) for name in _TITLED if isinstance(facts.get(name), list)
        }
        if "options" in facts:
            worded["options"] = [self.option(one) for one in facts["options"]]
        if "unconfirmed" in facts:
            worded["unconfirmed"] = [{**one, "text": self._risk(one)} for one in facts["unconfirmed"]]
        if {"code", "message"} <= facts.keys():
            worded["message"] = self._refusal(facts["message"], facts["code"])
        return {**facts, **worded}

    def titles(self, things: Sequence[Mapping[str, object]]) -> list[dict[str, object]]:
        """Return things with their titles in the language."""
        return [{**one, "title": self.title(str(one["title"]))} for one in things]

    def card(self, args: Mapping[str, Any]) -> dict[str, Any]:
        """Return an approval card with its lines, what it replaces and what it asks to confirm in the language; ids and amounts stay.

        ``weight`` of a confirmation is the heading under which a page has it; the gravest come first.
        """
        asked = [
            {**one, "text": self.asked(one), "weight": weight(one["id"], (one.get("risk") or {}).get("facts"))}
            for one in args["confirmations"]
        ]
        old = self.titles(args.get("replaces", ()))  # a card that was stored before cards said this has none
        change = {"replaces": old, "difference": args.get("difference")}
        asked.sort(key=lambda one: list(_WEIGHTS).index(one["weight"]))
        return {**args, **change, "cart": self.titles(args["cart"]), "confirmations": asked}

    def asked(self, one: Mapping[str, object]) -> str:
        """Return one confirmation in the language, from the facts that the ledger keeps with the approval."""
        risk = one.get("risk")  # a card that was stored before cards had it says its words as they are
        return self._risk(risk) if risk else str(one["text"])

    def confirmed(self, approval: Approval) -> dict[str, str]:
        """Return what an approval wants to be confirmed, by id."""
        risks = {name: one.model_dump(mode="json") for name, one in approval.wording.items()}
        return {one: self.asked({"text": one, "risk": risks.get(one)}) for one in approval.confirmations}


class Timed(Localized):
    """Facts as HTML text. Without a script a moment is read by the clock of ``zone``, which it names."""

    def __init__(self, language: str, zone: str) -> None:
        super().__init__(language)
        self._here = CardWords(language, zone, str)

    def moment(self, iso: str) -> Markup:
        """Return the moment in a ``time`` element."""
        at = datetime.fromisoformat(iso).astimezone(UTC)
        here = self._here.moment(LocalMoment(local=at.isoformat(" ", "minutes")[:16], zone="UTC"))
        return Markup('<time datetime="{}">{}</time>').format(iso, here)


def saying(words: Catalogue) -> Callable[..., Markup]:
    """Return what says words of the approver's page with facts filled in; whatever is no markup is escaped."""
    told = {**words.sections["page"], **words.sections["approver"]}

    def say(name: str, **facts: object) -> Markup:
        return escape(told[name]).format(**facts)

    return say


class Journey(BaseModel):
    """Where, when and who. ``cities`` are in the order of travel, without the way home."""

    cities: list[str] = Field(default_factory=list, examples=[["Boston", "Lisbon"]])
    route: str = Field(default="", examples=["MUC–LIS–MUC"])
    first_day: str | None = Field(default=None, examples=["2027-03-04"])
    last_day: str | None = Field(default=None, examples=["2027-03-08"])
    travellers: int = Field(default=0, description="0 while it is not known")


def cities_of(codes: Sequence[str], places: Places, language: str) -> list[str]:
    """Return the names of a route's cities in a language, each once; what the gazetteer does not know stays as it is."""
    return list(dict.fromkeys(city_of(code, places, language) for code in codes if code != "?"))


def city_of(code: str, places: Places, language: str) -> str:
    """Return the city of an airport or metropolitan code as people of the language write it."""
    airports = places.airports_for(code)
    return Formats(texts_of(language)).town(airports[0].city) if airports else code


def journey_of(trip: TripIntent, places: Places | None = None, language: str = "") -> Journey:
    """Return the journey of a trip; its cities have names where a gazetteer is given, in a reader's language or the traveller's."""
    return Journey(
        cities=cities_of(codes_of(trip), places, language or trip.request.tag) if places else [],
        route=route_of(trip),
        first_day=first_day_of(trip),
        last_day=last_day_of(trip),
        travellers=heads_of(trip),
    )


async def offers_shown(trip: TripIntent, ports: Ports) -> dict[str, dict[str, Any]]:
    """Return the facts of the offers that are chosen, held or booked, by their ids; one that is no longer kept is left out."""
    memory, bundle = trip.working_memory, selected_bundle(trip)
    wanted = {hold.option_id for hold in memory.holds} | {booking.option_id for booking in memory.bookings}
    if bundle:
        wanted |= {*bundle.flight_option_ids, *bundle.hotel_option_ids}
    localized = Localized(trip.request.tag)
    offers = await ports.offers.options(trip.ledger_id, wanted) if wanted else {}
    return {name: localized.offer(offer_facts(offer, trip, ports)) for name, offer in offers.items()}


def places_named(
    offers: Iterable[Mapping[str, Any]], codes: Iterable[str], places: Places, language: str
) -> dict[str, str]:
    """Return the city of every airport code that is shown; a code of a whole city is none."""
    through = (code for offer in offers for code in offer.get("route", ()))
    flown = (code for code in {*through, *codes} if any(one.code == code for one in places.airports_for(code)))
    return {code: city_of(code, places, language) for code in flown}
