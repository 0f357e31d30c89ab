"""what_if: calls of other tools, tried on a copy of the trip."""

from typing import Annotated

from pydantic import Field, JsonValue, WithJsonSchema

from tripintent.state.acts import Outcome
from tripintent.state.derived import current_ranking, policy_decides, selected_bundle
from tripintent.state.events import ToolCall
from tripintent.state.money import Money
from tripintent.tools.toolbox.base import Act, Arguments, Scene, tool
from tripintent.tools.toolbox.describe import describer, not_found, zone_of
from tripintent.tools.toolbox.facts import CalledFacts, CardFacts, Facts, HeldFacts, OptionFacts
from tripintent.tools.toolbox.shares import less, now_costs
from tripintent.tools.toolbox.stand import card_facts, held_facts, missing

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
    trip, now = tried.trip, now_costs(scene.trip, scene.ports)
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
