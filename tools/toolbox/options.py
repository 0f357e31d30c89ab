"""The options toolset: list what was found, look closely at one option, try calls on a copy of the trip. Nothing is touched."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import Field, JsonValue, WithJsonSchema

from tripintent.state.acts import Outcome, Rejected
from tripintent.state.bundles import identity
from tripintent.state.derived import current_ranking, policy_decides, selected_bundle
from tripintent.state.events import ToolCall
from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer, HotelOffer, Offer
from tripintent.tools.toolbox.base import Act, Arguments, Scene, tool
from tripintent.tools.toolbox.describe import describer, not_found, zone_of
from tripintent.tools.toolbox.facts import (
    CalledFacts,
    CardFacts,
    Facts,
    HeldFacts,
    LegFacts,
    OptionFacts,
    StayFacts,
    TakesFacts,
)
from tripintent.tools.toolbox.listing import Left, Lister, bundle_named, lister
from tripintent.tools.toolbox.shares import less, now_costs
from tripintent.tools.toolbox.sift import OF_FLIGHTS, OF_HOTELS, OF_OPTIONS, Bound, Sort, Where, tests
from tripintent.tools.toolbox.stand import card_facts, held_facts, missing

RATES = 8


class PartOf(Arguments):
    """A part of an option whose alternatives are wanted; all else stays."""

    part: Literal["flight", "hotel"]
    number: int = Field(default=1, ge=1, le=20, description="flight 2 is usually the way home")
    of: str = Field(default="", max_length=80, description="else chosen, else number 1")


class ListOptions(Arguments):
    """What is to be listed."""

    sort: Sort = "best"
    where: tuple[Where, ...] = Field(default=(), max_length=20)
    alternatives: PartOf | None = None
    page: int = Field(default=1, ge=1, le=12)
    also_alike: bool = Field(default=False, description="also ten of one hotel: all its rooms and rates")


class LeftOut(Facts):
    """What one bound of ``where`` alone leaves out of the offers of a part."""

    fact: str
    bound: Bound
    value: JsonValue
    part: str
    offers: int
    left_out: int

    @classmethod
    def of(cls, left: Left) -> "LeftOut":
        """Return what is told of a bound."""
        fact, bound, value, _ = left.test
        told = value if isinstance(value, str | bool | float | list) else f"{value}"
        return cls(fact=fact, bound=bound, value=told, part=left.part, offers=left.offers, left_out=left.left_out)


class OptionList(Facts):
    """A page of options."""

    options: tuple[OptionFacts, ...] = ()
    more: bool = Field(default=False, description="there is another page")
    offers: dict[str, int] = Field(default_factory=dict, description="offers of each part before `where`")
    left_out: tuple[LeftOut, ...] = ()
    missing: tuple[str, ...] = Field(default=(), description="what must be said before anything is found")
    not_found: tuple[str, ...] = ()
    by_limits: dict[str, int] = Field(
        default_factory=dict, description="offers that the trip's own limits leave out, by why"
    )


@tool("options", "READ")
async def list_options(scene: Scene, wanted: ListOptions) -> Act | OptionList:
    """List options of the present search, out of all offers: sorted, filtered, page by page, unlike one another.

    Call it for "cheaper", "nonstop", "another flight home": no wish, number or choice changes.
    Args: where, one bound of a fact each: {"fact": "stops", "at_most": 0}, {"fact": "board", "at_least": "breakfast"};
    alternatives: other flights or hotels for one part, all else of an option kept; bounds are of that part.
    Returns: options with differences to what is chosen and to the cheapest; what each bound alone leaves out of which
    part. Choose one by its `option`.
    Raises: rejected where nothing was searched yet, or there is no such part.
    """
    trip, ports = scene.trip, scene.ports
    ranking = current_ranking(trip)
    if ranking is None:
        return OptionList(missing=missing(trip), not_found=not_found(trip) if trip.working_memory.quotes else ())
    listed = await lister(trip, ports)
    counts = dict(zip(listed.names(), map(len, listed.lists), strict=True))
    leads = 0
    if wanted.alternatives is not None:
        place = _strange(wanted.where, wanted.alternatives.part) or await _kept(scene, listed, wanted.alternatives)
        if isinstance(place, Act):
            return place
        leads = place
    alike = wanted.also_alike
    page = await listed.page(wanted.sort, wanted.page, tests(wanted.where), alike=alike, leads=leads)
    describe = await describer(trip, ports, page.bundles)
    return OptionList(
        options=tuple(map(describe.option, page.bundles)),
        more=page.more,
        offers=counts,
        left_out=tuple(map(LeftOut.of, page.left_out)),
        not_found=not_found(trip),
        by_limits=ranking.dropped if not page.bundles else {},
    )


def _strange(where: Sequence[Where], part: Literal["flight", "hotel"]) -> Act | None:
    """Return the refusal of bounds that say nothing of the part that is looked for."""
    facts = (*(OF_FLIGHTS if part == "flight" else OF_HOTELS), *OF_OPTIONS)
    why = f"a {part} has no such fact, and all else is kept: leave it out, or list without alternatives"
    wrong = [
        Rejected(path=f"where[{i}].fact", why=why, candidates=facts)
        for i, one in enumerate(where)
        if one.fact not in facts
    ]
    return Act(Outcome(ok=False, rejected=tuple(wrong))) if wrong else None


async def _kept(scene: Scene, listed: Lister, wanted: PartOf) -> int | Act:
    """Keep everything but a part, and return its place; an act that says why there is none such."""
    base = await bundle_named(wanted.of or "chosen", scene.trip, scene.ports) or (
        None if wanted.of else await bundle_named("1", scene.trip, scene.ports)
    )
    if base is None:
        return Act(Outcome.refused("there is no such option", "alternatives.of"))
    names, name = listed.names(), f"{wanted.part} {wanted.number}"
    if name not in names:
        return Act(Outcome.refused("the trip has no such part", "alternatives.number", names))
    place = names.index(name)
    listed.keep(base, place)
    return place


class OneOption(Arguments):
    """An option."""

    option: str = Field(max_length=80, description="id, number, or 'chosen'")


class OptionDetails(Facts):
    """One option in full, and what the same flights and hotels are sold at otherwise."""

    option: OptionFacts
    why: str = ""
    tradeoffs: tuple[str, ...] = ()
    rules: dict[str, str] = Field(default_factory=dict, description="by code: the fare's rules, the hotel's address")
    takes: tuple[TakesFacts, ...] = Field(
        default=(), description="what each takes beside; nothing else is passed on here"
    )
    other_fares: tuple[LegFacts, ...] = Field(
        default=(), description="the same flights with other fares, bags or terms"
    )
    other_rates: tuple[StayFacts, ...] = Field(
        default=(), description="the same hotel with other rooms, boards or terms"
    )


@tool("options", "READ")
async def option_details(scene: Scene, wanted: OneOption) -> Act | OptionDetails:
    """Look closely at one option: hours, terms, requests, what a hold of it would replace, and its other fares and rates.

    Call it for "what would breakfast cost there", "can I bring a bag", "what if I cancel". Nothing is chosen.
    Args: option, its id or number. Returns: its facts, rules, tradeoffs, other fares and rates with their prices.
    Raises: rejected with the options that there are.
    """
    trip, ports = scene.trip, scene.ports
    bundle = await bundle_named(wanted.option, trip, ports)
    if bundle is None:
        ranking = current_ranking(trip)
        known = tuple(one.bundle_id for one in ranking.bundles) if ranking else ()
        return Act(Outcome.refused("there is no such option", "option", known[:10]))
    listed, describe = await lister(trip, ports), await describer(trip, ports, [bundle])
    option = describe.option(bundle)
    picks = [describe.offers[i] for i in (*bundle.flight_option_ids, *bundle.hotel_option_ids) if i in describe.offers]
    others = [_others(pick, some) for pick, some in zip(picks, listed.lists, strict=False)]
    codes = [*(one.code for one in option.flights), *(one.code for one in option.hotels)]
    rules = (o.fare_rules_summary if isinstance(o, FlightOffer) else o.address for o in picks)
    return OptionDetails(
        option=option,
        why=bundle.why_this_bundle,
        tradeoffs=bundle.tradeoffs,
        rules={code: said for code, said in zip(codes, rules, strict=True) if said},
        takes=tuple(map(describe.takes, picks)),
        other_fares=tuple(describe.leg(o) for some in others for o in some if isinstance(o, FlightOffer)),
        other_rates=tuple(describe.stay(o) for some in others for o in some if isinstance(o, HotelOffer)),
    )


def _others(pick: Offer, offers: Any) -> list[Offer]:
    """Return the other fares of a flight, or the other rates of a hotel in the same nights, the cheapest first."""
    same = (o for o in offers if identity(o) == identity(pick) and o.option_id != pick.option_id)
    nights = (o for o in same if not isinstance(pick, HotelOffer) or o.check_in == pick.check_in)
    return sorted(nights, key=lambda o: o.total_price.amount)[:RATES]


BEST = 3


class Try(Arguments):
    """A call of another tool."""

    name: str = Field(max_length=80)
    arguments: Annotated[dict[str, JsonValue], WithJsonSchema({"type": "object"})] = Field(default_factory=dict)


class WhatIf(Arguments):
    """Calls that are tried on a copy, one after the other."""

    calls: tuple[Try, ...] = Field(min_length=1, max_length=8)


class TrialResult(Facts):
    """What would come of the calls. ``difference_to_now`` of the options is to the trip as it is now."""

    calls: tuple[CalledFacts, ...]
    missing: tuple[str, ...] = Field(default=(), description="what must be said before it goes on: names for a hold")
    not_found: tuple[str, ...] = ()
    cheapest: Money | None = None
    cheapest_difference_to_now: Money | None = None
    chosen: OptionFacts | None = None
    options: tuple[OptionFacts, ...] = Field(default=(), description="the best ones beside what is chosen")
    asks_before_letting_go: bool = Field(
        default=False, description="done for real, this first shows before and after, and lets a hold go on a yes alone"
    )
    would_let_go: tuple[HeldFacts, ...] = ()
    would_hold: tuple[HeldFacts, ...] = Field(default=(), description="until when is known once it is held")
    card: CardFacts | None = Field(default=None, description="the card that waits then, with what it replaces")
    card_is_the_one_that_waits: bool = False
    takes_back_the_card: bool = Field(default=False, description="the card that waits now does not wait then")
    bought_at_once: bool = Field(default=False, description="the organisation's policy asks no person")


@tool("options", "READ")
async def what_if(scene: Scene, wanted: WhatIf) -> Act | TrialResult:
    """Try calls of other tools on a copy of the trip. Nothing is touched, held or asked.

    Call it for "what would it be with breakfast", "could my friend join", "whichever of two towns is cheaper" (once for each),
    "only if it is under 900", and before promising what you have not seen done. Choose and hold can be tried.
    Args: calls, in their order: [{"name": "choose", "arguments": {"option": "2"}}, {"name": "hold"}].
    Returns: what each call says, the options, what would be let go, the card that would come and what it would replace.
    """
    if scene.survey is None:
        return Act(Outcome.refused("nothing can be tried inside of a trial: put the calls into one list", "calls"))
    tried, ports = await scene.survey([ToolCall(name=one.name, arguments=dict(one.arguments)) for one in wanted.calls])
    trip, now = tried.trip, now_costs(scene.trip)
    ranking, chosen = current_ranking(trip), selected_bundle(trip)
    ranked = ranking.bundles if ranking else ()
    describe = await describer(trip, ports, [*ranked[:BEST], *([chosen] if chosen else [])])
    least = min((one.whole for one in ranked), key=lambda total: total.amount, default=None)
    card, before, zone = trip.working_memory.approval, scene.trip.working_memory.approval, zone_of(trip, ports)
    same = card is not None and before is not None and card.approval_id == before.approval_id
    return TrialResult(
        calls=tuple(map(CalledFacts.of, tried.called)),
        missing=missing(trip),
        not_found=not_found(trip) if trip.working_memory.quotes else (),
        cheapest=least,
        cheapest_difference_to_now=less(least, now, ports) if least else None,
        chosen=describe.option(chosen, now) if chosen else None,
        options=tuple(describe.option(one, now) for one in ranked[:BEST] if one != chosen),
        asks_before_letting_go=tried.asks_first,
        would_let_go=held_facts(tried.let_go, zone),
        would_hold=tuple(one.model_copy(update={"until": None}) for one in held_facts(tried.held, zone)),
        card=card_facts(card, zone) if card else None,
        card_is_the_one_that_waits=same,
        takes_back_the_card=before is not None and not same,
        bought_at_once=card is not None and policy_decides(trip),
    )
