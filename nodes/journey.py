"""Operations on the journey, applied to the trip: the same for every system, and the only way from words into a trip."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from langchain_core.messages import AnyMessage
from pydantic import JsonValue

from tripintent.nodes.acknowledged import acknowledged_facts
from tripintent.nodes.declining import with_keys
from tripintent.nodes.near import NearAirports, near_airports
from tripintent.nodes.runtime import message, reply
from tripintent.state.applying import applied, changed_fields
from tripintent.state.asked_for import agreements, said_again
from tripintent.state.caps import Excess, excess
from tripintent.state.derived import open_plan
from tripintent.state.frame import Frame
from tripintent.state.framing import merge_of, plan_hash, present_frame
from tripintent.state.guests import placed
from tripintent.state.operations import (
    Answer,
    NamePeople,
    Operation,
    Question,
    RemovePerson,
    Restore,
    Search,
    Unclear,
    Unread,
)
from tripintent.state.patch import DELETE, Patch, apply_patch
from tripintent.state.reading import Reading
from tripintent.state.rebooking import asked_by_words
from tripintent.state.travellers import Guest
from tripintent.state.trip import DoubtfulField, TripIntent
from tripintent.tools.ports.language import Ambiguity, ParseResult
from tripintent.tools.ports.ports import Ports

REMEMBERED = 8
"""Changes that can be undone."""


class Taken(NamedTuple):
    """The trip before and after, how it came about, and what is said first; ``over`` where a trip may not hold that much."""

    before: Frame
    reading: ParseResult
    patches: tuple[Patch, ...] = ()
    trip: TripIntent = TripIntent()
    messages: tuple[AnyMessage, ...] = ()
    over: Excess | None = None

    @property
    def heard(self) -> bool:
        """Tell whether what changed is said."""
        return any(one.additional_kwargs.get("kind") == "heard" for one in self.messages)


async def taken_in(
    trip: TripIntent, said: Sequence[Operation], reading: Reading, ports: Ports, *, anew: bool = False
) -> Taken:
    """Return the trip with what was said; where a choice is made again, "undo" takes back no change of the trip."""
    before = present_frame(trip)
    declined = await with_keys(said, trip, ports)
    parsed = _in_own_money(_parsed(trip, before, declined.operations, reading, anew=anew), trip)
    patch = _patch(trip, before, parsed, near_airports(ports.places, parsed.frame))
    changed = apply_patch(trip, patch)
    of_bookings = Patch(by="extract", merge={"working_memory": asked_by_words(trip, changed)})
    changed = apply_patch(changed, of_bookings)
    if (over := excess(changed)) is not None:
        return Taken(before, parsed, over=over)
    messages: list[AnyMessage] = []
    bought = any(one.status == "confirmed" for one in trip.working_memory.bookings) and bool(open_plan(changed).keys)
    heard = acknowledged_facts(before, parsed, _sellers_booked(trip), bought=bought)
    if heard is not None:
        messages.append(message(await ports.language.phrase("heard", {"heard": heard}, parsed.language), "heard"))
    none_such = [await reply(ports, trip, "unknown_bundle", number=n, known=declined.known) for n in declined.unknown]
    messages += none_such
    if parsed.clarifying:
        messages.append(message("\n".join(parsed.clarifying), "clarifying"))
    return Taken(before, parsed, (patch, of_bookings), changed, tuple(messages))


class Named(NamedTuple):
    """The party as it is with those who were named, as a patch, and what is said of it; None: the next step says it all."""

    patch: Patch
    told: dict[str, JsonValue] | None

    @property
    def clear(self) -> bool:
        """Tell whether all was placed and nothing is in doubt."""
        return self.told is not None and not (self.told["doubts"] or self.told.get("unplaced"))

    async def messages(self, trip: TripIntent, ports: Ports) -> list[AnyMessage]:
        """Return what is said of the people who were noted."""
        return [await reply(ports, trip, "people_noted", **self.told)] if self.told else []


def ticketed_of(trip: TripIntent, guests: Sequence[Guest]) -> dict[str, JsonValue]:
    """Return who was named on what is booked and is not in the party any more: their sellers alone change that."""
    booked = any(one.status == "confirmed" for one in trip.working_memory.bookings)
    names = {g.name for g in guests}
    gone: list[JsonValue] = [
        g.name for g in trip.party.guests if g.given_name and g.family_name and g.name not in names
    ]
    return {"ticketed": gone} if booked and gone else {}


def named_in(trip: TripIntent, said: NamePeople) -> Named:
    """Return the party with those who were named in their places; who has none is asked about by name."""
    guests, unplaced = (said.guests, ()) if said.guests else placed(trip, said.named, instead=said.instead)
    contact = {k: v for k, v in said.contact.model_dump().items() if v}
    party: dict[str, object] = {"guests": guests, **({"contact": contact} if contact else {})}
    patch = Patch(source="user_message", by="extract", event="USER_MESSAGE", note=said.note, merge={"party": party})
    ticketed = ticketed_of(trip, guests)
    if said.told is None and not unplaced and not ticketed:
        return Named(patch, None)
    names = {one.given_name.casefold() for one in said.named if one.given_name}
    noted: list[JsonValue] = [
        {"name": g.name, "born": g.date_of_birth}
        for g in guests
        if {g.given_name.casefold(), g.family_name.casefold()} & names
    ]
    told: dict[str, JsonValue] = {
        "noted": noted,
        "contact": "; ".join(filter(None, said.contact.model_dump().values())) or None,
        "doubts": [],
        **(said.told or {}),
        **ticketed,
    }
    heads: dict[str, JsonValue] = {"unplaced": [*unplaced], "party": [g.name for g in guests if g.name]}
    return Named(patch, told | heads if unplaced else told)


def said_in(trip: TripIntent) -> int:
    """Return the number of the message that is read now, counted as in the evidence of a frame."""
    return trip.request.turn - 1


def _parsed(trip: TripIntent, before: Frame, said: Sequence[Operation], reading: Reading, *, anew: bool) -> ParseResult:
    """Return the operations with the frame that they make."""
    known = (one for one in said if not isinstance(one, Unclear | NamePeople | RemovePerson | Search | Unread))
    operations = said_again(trip, tuple(known))
    frame = applied(before, operations, () if anew else trip.earlier, trip.undone, said_in(trip))
    over = any(isinstance(one, Restore) and one.what == "nothing" for one in operations)
    answers = {one.stance for one in operations if isinstance(one, Answer)}
    asked = [one.text for one in operations if isinstance(one, Question)]
    return ParseResult(
        frame=frame,
        changed=tuple(Frame.model_fields) if over else changed_fields(before, frame),
        doubts=tuple(
            Ambiguity(slot=one.slot, reason=one.reason, said=one.text, options=one.options)
            for one in said
            if isinstance(one, Unclear)
        ),
        stance="no" if "no" in answers else "yes" if answers == {"yes"} else None,
        question=" ".join(asked) or None,
        language=reading.language,
        empty=bool(said) and all(isinstance(one, Unread) for one in said),
        operations=operations,
        clarifying=reading.clarifying,
        engine=reading.engine,
        fallback=reading.fallback,
    )


def _in_own_money(reading: ParseResult, trip: TripIntent) -> ParseResult:
    """Return the reading in the money that the host set for the traveller, where no other was said."""
    if reading.frame.currency or not trip.constraints.currency:
        return reading
    return reading.model_copy(
        update={"frame": reading.frame.model_copy(update={"currency": trip.constraints.currency})}
    )


def _newly_agreed(trip: TripIntent, changed: TripIntent, reading: ParseResult) -> dict[str, object]:
    """Return the merge of the prices that a message agrees to, and of the agreements that end with it."""
    agreed = agreements(trip, changed, reading.operations)
    return {mark: DELETE if price is None else price for mark, price in agreed.items()}


def _sellers_booked(trip: TripIntent) -> list[str]:
    """Return whom nothing can be passed on to any more: what is theirs is booked."""
    kinds = {one.item_type for one in trip.working_memory.bookings if one.status == "confirmed"}
    return [name for name, kind in (("airline", "flight"), ("hotel", "hotel")) if kind in kinds]


def _patch(trip: TripIntent, before: Frame, reading: ParseResult, near: NearAirports) -> Patch:
    """Return what a reading changes. Its note names kinds and no words: it stays in the audit for good."""
    framed = merge_of(before, reading.frame, near.codes)
    merge: dict[str, object] = dict(framed.merge)
    changed = apply_patch(trip, Patch(merge=merge))
    merge["frame"] = reading.frame
    merge["frame_plan_hash"] = plan_hash(changed)
    merge |= _timeline(trip, before, reading)
    merge["request"] = {"language": reading.language}
    if agreed := _newly_agreed(trip, apply_patch(changed, Patch(merge={"requests": reading.frame.requests})), reading):
        merge["working_memory"] = {"agreed": agreed}
    merge["status"] = {
        "assumptions": (*framed.assumptions, *(near.assumptions if changed.itinerary.segments else ())),
        "doubts": tuple(_doubts(trip, reading, changed)),
        "asked": () if reading.changed or reading.question is None else trip.status.asked,
    }
    note = f"read by {reading.engine}" + (f" because {reading.fallback}" if reading.fallback else "")
    note += "".join(f"; {one.op}" for one in reading.operations)
    return Patch(source="user_message", by="extract", event="USER_MESSAGE", note=note, merge=merge)


def _timeline(trip: TripIntent, before: Frame, reading: ParseResult) -> dict[str, object]:
    """Return the requests, and what "undo" and "redo" go to: frames without the words that they came from."""
    merge: dict[str, object] = {"requests": reading.frame.requests}
    if not reading.changed:
        return merge
    bare = before.model_copy(update={"evidence": {}})
    restored = next((one.what for one in reading.operations if isinstance(one, Restore)), None)
    if restored == "last" and trip.earlier:
        return {**merge, "earlier": trip.earlier[:-1], "undone": (*trip.undone, bare)}
    undone = trip.undone[:-1] if restored == "next" else ()
    known = (bare,) if bare != Frame() else ()  # "start over" goes back to nothing, "undo" never does
    return {**merge, "earlier": (*trip.earlier, *known)[-REMEMBERED:], "undone": undone}


def _doubts(trip: TripIntent, reading: ParseResult, changed: TripIntent) -> Iterable[DoubtfulField]:
    """Yield this message's doubts, the earlier ones that it did not settle, and an open way back."""
    fresh = {d.slot: d for d in reading.doubts}
    for doubt in reading.doubts:
        yield DoubtfulField(slot=doubt.slot, reason=doubt.reason, said=doubt.said, options=doubt.options)
    for old in trip.status.doubts:
        if old.slot not in fresh and old.slot not in reading.changed and old.reason != "open_return":
            yield old
    if _open_return(changed, reading.frame) and "trip_type" not in fresh:
        yield DoubtfulField(slot="trip_type", reason="open_return")


def _open_return(trip: TripIntent, frame: Frame) -> bool:
    """Return whether one leg is alone and no one said whether that is all."""
    segments = trip.itinerary.segments
    return len(segments) == 1 and bool(frame.visits) and frame.trip_type is None and segments[0].is_flight
