"""tell: answers to questions about the budget and about facts behind the documents, each with its date and "check"."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import pairwise
from typing import TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.planning.replying import document_names, questions, reply
from tripintent.nodes.planning.state import PlanningState, budget_of, checklist_of
from tripintent.nodes.planning.tell_money import about_budget, without_a_budget
from tripintent.nodes.runtime import Run
from tripintent.state.offers import FlightOffer
from tripintent.state.planning.command import FactTopic
from tripintent.state.planning.facts import Town, TripFacts, facts_of
from tripintent.state.planning.gate import Action
from tripintent.state.planning.notes import PlanningNotes
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.planning import PlanningPorts
from tripintent.tools.ports.ports import Ports
from tripintent.tools.toolbox.fares import fares_of


class TellUpdate(TypedDict, total=False):
    """Channels that ``tell`` updates."""

    messages: list[AnyMessage]
    planning: PlanningNotes


async def tell(state: PlanningState, ports: Ports, own: PlanningPorts, run: Run) -> TellUpdate:
    """Answer what was asked; what is not known is said to be not known."""
    trip, command = state["trip_intent"], state["planning"].command
    language = trip.request.language
    facts = facts_of(trip, state["planning"].heard)
    said: list[str] = []
    words = state["planning"].text if command.places is None else ", ".join(command.places)
    named = tuple(own.knowledge.places_in(words)) if command.topics else ()
    if not (named or facts.destinations):
        named = state["planning"].spoken  # "and which currency do they have?" is about the place spoken of
    if asked := tuple(town for town in named if facts.origin is None or town.name != facts.origin.name) or named:
        facts = facts.model_copy(update={"destinations": asked})
    budget = budget_of(state)
    if command.budget_question and budget:
        said += about_budget(budget, command.budget_question, command.category, own, language)
    elif command.budget_question:
        said += await without_a_budget(state, facts, ports, own, language)
    said += _shown(state, own, language)
    today = date.fromisoformat(trip.request.now_date) if trip.request.now_date else ports.clock.now().date()
    for topic in command.topics:
        if topic == "baggage":
            said += await _baggage(trip, ports, own, language)
        elif topic == "distance":
            said += _distance(named, facts, own, language)
        elif topic == "missing":
            said += _missing(state, own, language)
        else:
            said += about(topic, trip, facts, own, today=today, language=language, month=command.month)
    if command.passport_until:
        said += _validity(command.passport_until, facts, own, language)
        if "visa" not in command.topics and command.passports:
            said += about("visa", trip, facts, own, today=today, language=language)
    notes = state["planning"].model_copy(update={"spoken": named or state["planning"].spoken})
    return {"messages": [reply("\n".join(said), "planning_facts")], "planning": notes} if said else {}


def _shown(state: PlanningState, own: PlanningPorts, language: str) -> Iterator[str]:
    """Yield the documents that are to be shown again, as they are."""
    have = state.get("documents") or {}
    for action in state["planning"].command.shown:
        if action in have:
            (name,) = document_names((action,), own, language)
            yield f"{name[:1].upper()}{name[1:]}:"
            yield from own.words.lines(have[action], language)


async def _baggage(trip: TripIntent, ports: Ports, own: PlanningPorts, language: str) -> list[str]:
    """Return what the booked, held and chosen fares hold; what was not chosen yet is said to be open."""
    said: list[str] = []
    flights = [(one.offer, one.status) for one in await fares_of(trip, ports) if isinstance(one.offer, FlightOffer)]
    for offer, _ in flights:
        key = "items.fare_bags" if offer.checked_bags else "items.fare_no_bags"
        facts = {"title": f"{offer.segments[0].origin}–{offer.segments[-1].destination}"}
        said.append(
            own.words.phrase(key, {**facts, "cabin": offer.carry_on, "checked": offer.checked_bags}, language) + "."
        )
    if any(status == "chosen" for _, status in flights):
        said.append(own.words.phrase("baggage_chosen", {}, language))
    return said or [own.words.phrase("baggage_open", {}, language)]


def _missing(state: PlanningState, own: PlanningPorts, language: str) -> Iterator[str]:
    """Yield what the documents asked for still need to know, and what of the checklist is not ticked."""
    notes, checklist = state["planning"], checklist_of(state)
    unready: tuple[Action, ...] = tuple(action for action in notes.pending if not notes.status[action].ready)
    if unready:
        yield from questions(notes, unready, own, language)
    if checklist and (still := [item.text for item in checklist.items if not item.checked]):
        yield own.words.phrase("still_open", {"n": len(still), "items": " · ".join(still)}, language)
    elif not unready:
        yield own.words.phrase("nothing_open", {}, language)


def _distance(named: Sequence[Town], facts: TripFacts, own: PlanningPorts, language: str) -> Iterator[str]:
    """Yield how far two named places are from each other, or the places of the trip from home and along the way."""
    home = (facts.origin,) if facts.origin else ()
    way = list(named) if len(named) > 1 else [*home, *facts.destinations]
    found = False
    for here, there in pairwise(way):
        far = own.knowledge.distance(here, there)
        if far is not None:
            found = True
            yield own.words.phrase("distance", {"home": here.name, "place": there.name, "km": far}, language)
    if not found:
        yield own.words.phrase("not_known", {"about": ""}, language)


def about(
    topic: FactTopic,
    trip: TripIntent,
    facts: TripFacts,
    own: PlanningPorts,
    *,
    today: date,
    language: str,
    month: int | None = None,
) -> Iterator[str]:
    """Yield what is known of one topic, one line a country or place."""
    if topic == "booked":
        titles = [b.title for b in trip.working_memory.bookings if b.status == "confirmed"]
        kind = "booked_some" if titles else "booked_nothing"
        yield own.words.phrase(kind, {"list": list(titles)} if titles else {}, language)
        return
    first = facts.first_day or today
    when = month or (facts.first_day.month if facts.first_day else None)
    told = list(_of_topic(topic, facts, first, own, language=language, month=when))
    yield from told or [own.words.phrase("not_known", {"about": ""}, language)]


def _of_topic(
    topic: FactTopic, facts: TripFacts, first: date, own: PlanningPorts, *, language: str, month: int | None
) -> Iterator[str]:
    home = own.knowledge.country_of(facts.origin) if facts.origin else None
    seen: set[str] = set()
    for town in facts.destinations:
        country = own.knowledge.country_of(town)
        if topic == "climate":
            band = own.knowledge.climate(town, month) if month else None
            if band and month:
                words = {
                    "band": own.words.phrase(f"climate.{band.band}", {}, language),
                    "rain": own.words.phrase(f"climate.rain_{band.rain}", {}, language),
                    "month": own.words.phrase("month", {"month": month}, language),
                }
                yield own.words.phrase("climate", {"place": town.name, **words}, language)
        elif topic == "time_difference" and facts.origin:
            clocks = own.knowledge.clocks(facts.origin, town, first)
            if clocks:
                kind = "time_difference" + ("" if clocks.hours > 0 else "_behind" if clocks.hours < 0 else "_none")
                given = {
                    "place": town.name,
                    "home": facts.origin.name,
                    "day": first.isoformat(),
                    "hours": f"{abs(clocks.hours):g}",
                }
                yield own.words.phrase(kind, given, language)
        elif country and country not in seen:
            seen.add(country)
            yield from _of_country(topic, country, facts, own, home=home, first=first, language=language)


def _of_country(
    topic: FactTopic,
    country: str,
    facts: TripFacts,
    own: PlanningPorts,
    *,
    home: str | None,
    first: date,
    language: str,
) -> Iterator[str]:
    """Yield what is known of one country."""
    words, knowledge = own.words, own.knowledge
    if topic == "visa":
        yield from _visas(country, facts, own, language)
    elif topic == "plugs" and (there := knowledge.power(country)):
        here = knowledge.power(home) if home else None
        same = here is not None and there.fits(here) and here.volts // 100 == there.volts // 100
        kind = "plugs_only" if here is None else "plugs_same" if same else "plugs_other"
        named = words.phrase("country", {"country": home or ""}, language)
        given = {"country": country, "plugs": ", ".join(there.plugs), "volts": str(there.volts), "home": named}
        yield words.phrase(kind, given, language)
    elif topic == "currency" and (code := knowledge.currency(country)):
        named = words.phrase("currency_name", {"currency": code}, language)
        yield words.phrase("currency", {"country": country, "currency": named}, language)
    elif topic == "holidays":
        last = facts.last_day or first + timedelta(days=facts.length - 1)
        found = knowledge.holidays(country, first, last, language)
        lines = [f"{name} ({words.phrase('day', {'day': day.isoformat()}, language)})" for day, name in found]
        told: dict[str, object] = {"country": country, **({"list": lines} if lines else {})}
        yield words.phrase("holidays" if lines else "holidays_none", told, language)


def _validity(until: date, facts: TripFacts, own: PlanningPorts, language: str) -> Iterator[str]:
    """Yield that a passport's last day is noted, and what it means for the days of the trip.

    How many months a country asks for is in none of our data, and said to be unknown.
    """
    words = own.words
    yield words.phrase("passport_until", {"date": until.isoformat()}, language)
    first, last = facts.first_day, facts.last_day or facts.first_day
    if first and last and until < last:
        yield words.phrase("passport_too_short", {"date": last.isoformat()}, language)
        return
    if first and last:
        months = (until.year - first.year) * 12 + until.month - first.month - (until.day < first.day)
        yield words.phrase("passport_beyond", {"days": (until - last).days, "months": months}, language)
    for country in dict.fromkeys(town.country for town in facts.destinations if town.country):
        yield words.phrase("passport_rule_unknown", {"country": country}, language)


def _visas(country: str, facts: TripFacts, own: PlanningPorts, language: str) -> Iterator[str]:
    """Yield what each passport needs; without one, that it depends on it."""
    if not facts.passports:
        yield own.words.phrase("visa_ask", {"country": country}, language)
    for passport in facts.passports:
        rule = own.knowledge.visa(passport, country)
        if rule:
            kind = "visa_free_open" if rule.rule == "free" and not rule.days else f"visa_{rule.rule}"
            given = {"date": rule.as_of.isoformat(), "days": str(rule.days or 0)}
            yield own.words.phrase(kind, {"passport": passport, "country": country, **given}, language)
