"""What an approver reads about a request: who asks, for whom, every flight and stay, what was cheaper, and the policy's verdict."""

from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from markupsafe import Markup

from tripintent.app.http.localized import Timed, city_of, journey_of, names_of, saying
from tripintent.app.http.owners import Owned
from tripintent.app.words import Catalogue
from tripintent.nodes.booking.facts.options import offer_facts
from tripintent.state.booking import Approval
from tripintent.state.bundles import Bundle
from tripintent.state.derived import current_risk, selected_bundle, shown_ranking
from tripintent.state.money import Money
from tripintent.state.trip import TripIntent
from tripintent.tools.language.replies.rendering import environment
from tripintent.tools.language.replies.texts import texts_of
from tripintent.tools.ports.directory import Directory
from tripintent.tools.ports.places import Places
from tripintent.tools.ports.ports import Ports

VIOLATION = "policy_violation:"


@dataclass(frozen=True)
class Fact:
    """One line: its name on the page, and its words."""

    name: str
    words: str


async def asker_of(owned: Owned | None, trip: TripIntent, directory: Directory, words: Catalogue) -> str:
    """Return who asks: their id and mail address where the host knows them, else the first traveller's name, and whose they are."""
    user, organisation = (owned.identity.user, owned.identity.organisation) if owned else ("", "")
    mail = ((await directory.users(organisation)) or {}).get(user, "") if user else ""
    name = user or next(iter(names_of(trip)), words.say("page", "traveller"))
    return ", ".join(part for part in (f"{name} ({mail})" if mail else name, organisation) if part)


class Told:
    """The facts of one request, in the approver's language."""

    def __init__(self, approval: Approval, trip: TripIntent, ports: Ports, words: Catalogue) -> None:
        self._approval, self._trip, self._ports, self._words = approval, trip, ports, words
        self._timed, self._say = Timed(words.language), saying(words)
        self._filters = environment(texts_of(words.language)).filters

    async def facts(self, asker: str) -> list[Fact]:
        """Return the lines in the order in which they are read; what is not known has none, and no word of the talk is told."""
        journey, timed = journey_of(self._trip, self._ports.places), self._timed
        days = " – ".join(timed.day(one) for one in (journey.first_day, journey.last_day) if one)
        lines = {
            "fact_asks": asker,
            "fact_travellers": ", ".join(names_of(self._trip)),
            "fact_trip": " · ".join(part for part in (" – ".join(journey.cities), days) if part),
            "fact_policy": self._verdict(),
            "fact_cheaper": self._cheaper(),
            "fact_history": Markup("; ").join([line async for line in self._history()]),
        }
        return [Fact(name, said) for name, said in lines.items() if said]

    async def details(self) -> list[list[str]]:
        """Return what each line of the cart is, its heading first, in the cart's order; an offer that is not kept has none."""
        memory = self._trip.working_memory
        held = {one.hold_id: one.option_id for one in memory.holds}
        bought = {one.booking_id: one.option_id for one in memory.bookings}
        lost = self._approval.cancels if self._approval.kind == "cancel" else ()
        ids = [held.get(one.hold_id, "") for one in self._approval.lines]
        ids += [bought.get(one.booking_id, "") for one in lost]
        offers = await self._ports.offers.options(self._trip.ledger_id, {one for one in ids if one})
        return [list(self._lines(offer_facts(offers[one]))) if one in offers else [] for one in ids]

    def _lines(self, offer: Mapping[str, Any]) -> Iterator[str]:
        yield from self._flight(offer) if offer["kind"] == "flight" else self._hotel(self._timed.offer(offer))

    def _flight(self, offer: Mapping[str, Any]) -> Iterator[str]:
        clock, places = self._filters["clock"], self._ports.places
        later = f" (+{offer['days_later']})" if offer["days_later"] > 0 else ""
        leaves = f"{clock(offer['depart_at'])} {_named(offer['route'][0], places, self._words.language)}"
        yield (
            f"{self._timed.day(offer['depart_at'])}: {leaves} – "
            f"{clock(offer['arrive_at'])}{later} {_named(offer['route'][-1], places, self._words.language)}"
        )
        between = self._filters["listed"]([_named(code, places, self._words.language) for code in offer["route"][1:-1]])
        stops = self._filters["stops"](offer["stops"])
        parts = [
            f"{stops}: {between}" if between else stops,
            self._filters["span"](offer["minutes"]),
            f"{self._filters['listed'](offer['airlines'])} {' + '.join(offer['flight_numbers'])}",
            self._words.code(offer["cabin"]) if offer["cabin"] else "",
        ]
        if offer["checked_bags"] is not None:
            parts.append(self._words.counted("page", "bags", offer["checked_bags"]) if offer["checked_bags"] else "")
        yield " · ".join(part for part in parts if part)

    def _hotel(self, offer: Mapping[str, Any]) -> Iterator[str]:
        nights = (date.fromisoformat(offer["check_out"]) - date.fromisoformat(offer["check_in"])).days
        yield ", ".join(part for part in (offer["name"], offer["room"]) if part)
        days = f"{self._timed.day(offer['check_in'])} – {self._timed.day(offer['check_out'])}"
        yield f"{self._filters['nights'](nights)}, {days}"
        parts = [
            self._words.counted("page", "stars", round(offer["stars"])) if offer["stars"] else "",
            offer["area"] or "",
            self._words.code(offer["board"]) if offer["board"] else "",
            self._words.say("page", "a_night", amount=self._timed.money(offer["nightly"])) if offer["nightly"] else "",
            self._words.say("page", "more_due", amount=self._timed.money(offer["due_at_property"]))
            if offer["due_at_property"]
            else "",
        ]
        yield " · ".join(part for part in parts if part)

    def _verdict(self) -> str:
        """Return whether the trip keeps the rules, and the rules; what breaks one is said with its reason."""
        rules, report = list(self._rules()), current_risk(self._trip)
        risks = report.risks if report else ()
        broken = [one.model_dump(mode="json") for one in risks if one.code.startswith(VIOLATION)]
        asked = self._trip.policy.rules.approver
        said = [self._words.say("page", "policy_decides", who=asked)] if asked else []
        if broken:
            reasons = "; ".join(self._filters["risk_text"](one) for one in broken)
            return ". ".join((self._words.say("page", "policy_broken", reasons=reasons), *said))
        kept = [self._words.say("page", "policy_kept", rules="; ".join(rules))] if rules else []
        return ". ".join((*kept, *said))

    def _rules(self) -> Iterator[str]:
        rules, say, money = self._trip.policy.rules, self._words.say, self._timed.money
        if rules.max_budget_total:
            yield say("page", "rule_budget", amount=money(rules.max_budget_total.model_dump(mode="json")))
        if rules.max_daily_rate:
            yield say("page", "rule_room", amount=money(rules.max_daily_rate.model_dump(mode="json")))
        if rules.max_stops is not None:
            stops = self._filters["stops"](rules.max_stops)
            yield say("page", "rule_stops", stops=stops) if rules.max_stops else stops
        if rules.max_stars is not None:
            yield say("page", "rule_class", name=self._words.counted("page", "stars", int(rules.max_stars)))
        if rules.max_class:
            yield say("page", "rule_class", name=self._words.code(rules.max_class))
        if rules.require_refundable:
            yield say("page", "rule_refundable")

    def _cheaper(self) -> str:
        approval, ranking = self._approval, shown_ranking(self._trip)
        found = [b for b in ranking.bundles if b.estimated_total.currency == approval.total.currency] if ranking else []
        if approval.kind != "purchase" or not found:
            return ""
        least = min(found, key=lambda one: one.estimated_total.amount)
        saved = approval.total.amount - least.estimated_total.amount
        if saved <= 0:
            return self._words.say("page", "cheaper_none")
        sums = (least.estimated_total, Money(amount=saved, currency=approval.total.currency))
        amount, less = (self._timed.money(one.model_dump(mode="json")) for one in sums)
        told = self._words.say("page", "cheaper_some", amount=amount, saved=less)
        chosen = selected_bundle(self._trip)
        gives_up = list(self._given_up(least, chosen)) if chosen else []
        return f"{told} {self._words.say('page', 'cheaper_but', what='; '.join(gives_up))}" if gives_up else told

    def _given_up(self, least: Bundle, chosen: Bundle) -> Iterator[str]:
        """Yield how the cheapest trip differs from the one that is asked for: in time first."""
        if minutes := least.minutes - chosen.minutes:
            name = "slower" if minutes > 0 else "faster"
            yield self._words.say("page", name, time=self._filters["span"](minutes))
        if least.stops != chosen.stops:
            yield self._filters["stops"](least.stops)
        if least.stars is not None and least.stars != chosen.stars:
            count = round(least.stars)
            stars = self._words.counted("page", "stars", count)
            yield self._words.say("page", "more_stars", count=count, stars=stars)
        if least.refundable != chosen.refundable:
            yield self._words.say("page", "refundable" if least.refundable else "not_refundable")

    async def _history(self) -> AsyncIterator[Markup]:
        yield self._say("history_asked", moment=self._timed.moment(self._approval.created_at.isoformat()))
        for event in await self._ports.desk.audit(self._approval.trip_id):
            if event.type in ("approval.rejected", "approval.void", "approval.expired") and event.at:
                name = f"history_{event.type.removeprefix('approval.')}"
                yield self._say(name, moment=self._timed.moment(event.at.isoformat()))


def _named(code: str, places: Places, language: str) -> str:
    city = city_of(code, places, language)
    return code if city == code else f"{city} ({code})"
