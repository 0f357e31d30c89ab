"""What an approver reads about a request: who asks, for whom, every flight and stay, what was cheaper, and the policy's verdict."""

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from tripintent.app.exports.wording import passengers
from tripintent.app.http.localized import Timed, journey_of, saying
from tripintent.app.words import Catalogue
from tripintent.state.booking import Approval
from tripintent.state.bundles import Bundle
from tripintent.state.derived import current_risk, selected_bundle, shown_ranking
from tripintent.state.money import Money
from tripintent.state.offers import Offer
from tripintent.state.trip import TripIntent
from tripintent.tools.language.replies.rendering import environment
from tripintent.tools.ports.ports import Ports
from tripintent.tools.toolbox.describe import zone_of
from tripintent.tools.toolbox.nearness import spot_of

if TYPE_CHECKING:
    from tripintent.app.http.web import Web

VIOLATION = "policy_violation:"


def _back(*kinds: Sequence[Offer]) -> str:
    """Return what is refundable of the flights and the hotels, by its name in the catalogue."""
    told = [all(one.refundable or one.terms.refundable for one in some) for some in kinds if some]
    if len(set(told)) < 2:
        return "refundable" if all(told) else "not_refundable"
    return "back_flights" if told[0] else "back_hotel"


@dataclass(frozen=True)
class Fact:
    """One line: its name on the page, and its words."""

    name: str
    words: str


async def asker_of(web: "Web", approval: Approval, trip: TripIntent, words: Catalogue) -> str:
    """Return who asks: their id and mail address where the host knows them, else the first traveller's name, and whose they are.

    A conversation that no page began is its trip's owner's.
    """
    owned = await web.owners.owner(approval.thread_id)
    whose = owned.identity if owned else await web.session.ports.desk.owner(approval.trip_id)
    user, organisation = (whose.user, whose.organisation) if whose else ("", "")
    mail = ((await web.directory.users(organisation)) or {}).get(user, "") if user else ""
    name = user or next(iter(passengers(trip)), words.say("page", "traveller"))
    return ", ".join(part for part in (f"{name} ({mail})" if mail else name, organisation) if part)


class ApproverFacts:
    """The facts of one request, in the approver's language."""

    def __init__(self, approval: Approval, trip: TripIntent, ports: Ports, words: Catalogue) -> None:
        self._approval, self._trip, self._ports, self._words = approval, trip, ports, words
        self._timed, self._say = Timed(words.tag, zone_of(trip, ports)), saying(words)
        self._filters = environment(words.tag).filters

    async def facts(self, asker: str) -> list[Fact]:
        """Return the lines in the order in which they are read; what is not known has none, and no word of the talk is told."""
        journey, timed = journey_of(self._trip, self._ports.places, self._words.tag), self._timed
        days = " – ".join(timed.day(one) for one in (journey.first_day, journey.last_day) if one)
        lines = {
            "fact_history": Markup("; ").join([line async for line in self._history(asker)]),
            "fact_travellers": "" if self._approval.people else ", ".join(passengers(self._trip)),
            "fact_trip": " · ".join(part for part in (" – ".join(journey.cities), days) if part),
            "fact_policy": self._verdict(),
            "fact_cheaper": await self._cheaper(),
        }
        return [Fact(name, said) for name, said in lines.items() if said]

    def _verdict(self) -> str:
        """Return whether the trip keeps the rules, and the rules; what breaks one is said with its reason."""
        rules, report = list(self._rules()), current_risk(self._trip)
        risks = report.risks if report else ()
        broken = [one.model_dump(mode="json") for one in risks if one.code.startswith(VIOLATION)]
        asked = self._approval.approver
        said = [self._words.say("approver", "policy_decides", who=asked)] if asked else []
        if broken:
            reasons = "; ".join(self._filters["risk_text"](one) for one in broken)
            return ". ".join((self._words.say("approver", "policy_broken", reasons=reasons), *said))
        kept = [self._words.say("approver", "policy_kept", rules="; ".join(rules))] if rules else []
        return ". ".join((*kept, *said))

    def _rules(self) -> Iterator[str]:
        rules, say, money = self._trip.policy.rules, self._words.say, self._timed.money
        if rules.max_budget_total:
            yield say("approver", "rule_budget", amount=money(rules.max_budget_total.model_dump(mode="json")))
        if rules.max_daily_rate:
            yield say("approver", "rule_room", amount=money(rules.max_daily_rate.model_dump(mode="json")))
        if rules.max_stops is not None:
            stops = self._filters["stops"](rules.max_stops)
            yield say("approver", "rule_stops", stops=stops) if rules.max_stops else stops
        if rules.max_stars is not None:
            yield say("approver", "rule_class", name=self._words.counted("page", "stars", int(rules.max_stars)))
        if rules.max_class:
            yield say("approver", "rule_class", name=self._words.code(rules.max_class))
        if rules.require_refundable:
            yield say("approver", "rule_refundable")

    async def _cheaper(self) -> str:
        approval, ranking = self._approval, shown_ranking(self._trip)
        chosen = selected_bundle(self._trip)
        same = chosen and chosen.whole.currency != approval.total.currency  # compared in one, charged in another
        asked = chosen.whole if chosen and (same or chosen.estimated_total == approval.total) else approval.total
        found = [b for b in ranking.bundles if b.whole.currency == asked.currency] if ranking else []
        if approval.kind != "purchase" or not found:
            return ""
        least = min(found, key=lambda one: one.whole.amount)
        saved = asked.amount - least.whole.amount
        if saved <= 0:
            return self._words.say("approver", "cheaper_none")
        sums = (least.whole, Money(amount=saved, currency=asked.currency))
        amount, less = (self._timed.money(one.model_dump(mode="json")) for one in sums)
        told = self._words.say("approver", "cheaper_some", amount=amount, saved=less)
        gives_up = [one async for one in self._given_up(least, chosen)] if chosen else []
        return f"{told} {self._words.say('approver', 'cheaper_but', what='; '.join(gives_up))}" if gives_up else told

    async def _given_up(self, least: Bundle, chosen: Bundle) -> AsyncIterator[str]:
        """Yield how the cheapest trip differs from the one that is asked for: in time first."""
        say = self._words.say
        if minutes := least.minutes - chosen.minutes:
            yield say("page", "slower" if minutes > 0 else "faster", time=self._filters["span"](minutes))
        if least.stops != chosen.stops:
            stops = self._filters["stops"](least.stops)
            yield say("approver", "stops_in_all", stops=stops) if least.stops else stops
        if least.stars is not None and least.stars != chosen.stars:
            count = round(least.stars)
            yield say("page", "more_stars", count=count, stars=self._words.counted("page", "stars", count))
        new, old = await self._offers(least), await self._offers(chosen)
        back, was = _back(*new), _back(*old)
        if back == "not_refundable" and was != "refundable":
            back = was.replace("back", "fixed")
        if back != was:
            yield say("approver" if back.startswith("fixed") else "page", back)
        apart, before = (any(getattr(one, "self_transfer", False) for one in flights) for flights, _ in (new, old))
        if apart != before:
            yield say("page", "own_transfer" if apart else "one_ticket")
        spot = await spot_of(self._trip, self._ports)
        if spot and any(map(spot.misses, new[1])) and not any(map(spot.misses, old[1])):
            yield say("page", "away_from", place=spot.name)

    async def _offers(self, bundle: Bundle) -> tuple[list[Offer], list[Offer]]:
        """Return its flights and its hotels."""
        flights, hotels = bundle.flight_option_ids, bundle.hotel_option_ids
        known = await self._ports.offers.options(self._trip.ledger_id, [*flights, *hotels])
        return [known[one] for one in flights if one in known], [known[one] for one in hotels if one in known]

    async def _history(self, asker: str) -> AsyncIterator[Markup]:
        yield self._say("history_asked", who=asker, moment=self._timed.moment(self._approval.created_at.isoformat()))
        for event in await self._ports.desk.audit(self._approval.trip_id):
            if event.type in ("approval.rejected", "approval.void", "approval.expired") and event.at:
                name = f"history_{event.type.removeprefix('approval.')}"
                yield self._say(name, moment=self._timed.moment(event.at.isoformat()))
