"""A change of the trip as an act: with the step that takes it back, and without letting a hold go that nobody gave up."""

from pydantic import Field, JsonValue
from pydantic_core import to_jsonable_python

from tripintent.state.acts import Outcome, Rejected
from tripintent.state.derived import stale_holds
from tripintent.state.patch import Patch, difference
from tripintent.state.seats import aged
from tripintent.state.standing import changed_paths
from tripintent.state.trip import Step, TripIntent
from tripintent.tools.toolbox.base import Act

KEPT = 8
"""Steps that can be taken back."""
LET_GO = Field(default=False, description="though a hold is let go")


def booked(trip: TripIntent) -> tuple[str, ...]:
    """Return the ids of what is bought, or may be."""
    live = ("confirmed", "in_doubt")
    return tuple(sorted(b.booking_id for b in trip.working_memory.bookings if b.status in live))


def with_ages(trip: TripIntent) -> TripIntent:
    """Return the trip with ages that follow the birth dates at the time of travel."""
    return trip.model_copy(update={"party": trip.party.model_copy(update={"travelers": aged(trip)})})


def step_of(before: TripIntent, after: TripIntent, label: str) -> Step:
    """Return how to get from ``before`` back to ``after``'s other side: the merge that leads from one to the other."""
    paths = tuple(p for p in changed_paths(before, after) if not p.startswith(("status", "frame")))
    merge = to_jsonable_python({k: v for k, v in difference(before, after).items() if k != "frame"})
    return Step(label=label, paths=paths, merge=merge, booked=booked(after))


def act_of(
    before: TripIntent,
    after: TripIntent,
    label: str,
    rejected: tuple[Rejected, ...] | list[Rejected] = (),
    assumed: tuple[str, ...] | list[str] = (),
    *,
    facts: dict[str, JsonValue] | None = None,
    let_go: bool = False,
    kept: dict[str, tuple[Step, ...]] | None = None,
) -> Act:
    """Return the act of a change with its step back; one that would let a hold go changes nothing until that is said."""
    paths = tuple(p for p in changed_paths(before, after) if not p.startswith(("status", "frame")))
    facts = dict(facts or {})
    if not paths:
        return Act(Outcome(ok=not rejected, rejected=tuple(rejected), facts=facts))
    lost = [one for one in stale_holds(after) if one not in stale_holds(before)]
    if lost and not let_go:
        facts |= {"would_let_go": [{"hold_id": h.hold_id, "title": h.title} for h in lost], "would_change": list(paths)}
        why = "a hold would be let go: ask the traveller, then call it again with let_hold_go true"
        refusal = Rejected(path="let_hold_go", why=why, candidates=tuple(h.title for h in lost))
        return Act(Outcome(ok=False, rejected=(refusal, *rejected), facts=facts))
    if kept is None:
        kept = {"steps": (*before.steps, step_of(after, before, label))[-KEPT:], "taken_back": ()}
    merge = {**difference(before, after), **kept}
    patch = Patch(
        source="user_message", by=label, event="TOOL_CALL", note=f"{label}: {', '.join(paths[:6])}", merge=merge
    )
    return Act(Outcome(changed=paths, rejected=tuple(rejected), assumed=tuple(assumed), facts=facts), patches=(patch,))
