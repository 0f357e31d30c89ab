"""Deeds with options, holds and bookings: as a model writes them, and as the events that the graph works."""

from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from tripintent.state import events as ev
from tripintent.state.travellers import PassengerType
from tripintent.tools.language.model.quotes import iso

Day = str
"""YYYY-MM-DD."""


class Quoted(BaseModel):
    """The base of entries that quote the message that they come from."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    said: str = Field(max_length=500)
    """Words of the newest message, letter for letter."""


class SaidChoose(Quoted):
    """An option is taken by its number; with ``hotel_of``, its flights and the hotel of another one."""

    op: Literal["choose"] = "choose"
    number: int
    hotel_of: int | None = None


class SaidAct(Quoted):
    """A deed with the options or the chosen trip. ``buy`` starts an approval; nothing is bought by words."""

    op: Literal["act"] = "act"
    do: Literal["hold", "release", "buy", "reject", "retry", "show_best", "show_cheapest", "show_more"]


class SaidCancel(Quoted):
    """Bought things are cancelled."""

    op: Literal["cancel"] = "cancel"
    item: Literal["flight", "hotel", "all"]
    which: Literal["outbound", "return"] | None = None
    place: str | None = Field(default=None, max_length=200)


class SaidMoved(Quoted):
    """A bought thing gets other days."""

    op: Literal["change_booked"] = "change_booked"
    item: Literal["flight", "hotel"]
    which: Literal["outbound", "return"] | None = None
    date: Day | None = None
    until: Day | None = None


class SaidPerson(Quoted):
    """Somebody joins a trip that is bought."""

    op: Literal["add_booked"] = "add_booked"
    given_name: str = Field(default="", max_length=80)
    family_name: str = Field(default="", max_length=80)
    passenger_type: PassengerType = "adult"
    age: int | None = None


Deed = SaidChoose | SaidAct | SaidCancel | SaidMoved | SaidPerson
_DOES = {
    "hold": ev.UserRequestHold(),
    "release": ev.UserReleasesHold(),
    "buy": ev.UserWantsPurchase(),
    "retry": ev.UserRetries(),
    "reject": ev.UserRejects(),
    "show_best": ev.UserWantsOptions(order="best"),
    "show_cheapest": ev.UserWantsOptions(order="cheapest"),
    "show_more": ev.UserWantsOptions(order="more"),
}


def event_of(deed: Deed, options: Sequence[str]) -> BaseModel:
    """Return the event of a deed. ``options`` are the ids of the ranked options, number 1 first."""
    if isinstance(deed, SaidChoose):
        return _chosen(deed, options)
    if isinstance(deed, SaidAct):
        return _DOES[deed.do]
    if isinstance(deed, SaidPerson):
        who = ev.AddedTraveller.model_validate(deed.model_dump(exclude={"op", "said"}))
        return ev.UserAddsTravellers(travellers=(who,))
    if isinstance(deed, SaidMoved):
        part = ev.BookedPart(item=deed.item, which=deed.which)
        return ev.UserChangesBooking(part=part, date=iso(deed.date), until=iso(deed.until))
    part = ev.BookedPart(item=deed.item, which=deed.which, place=deed.place)
    narrow = part != ev.BookedPart(item=deed.item)
    return ev.UserCancelsBooking(item=deed.item, parts=(part,) if narrow else ())


def _chosen(deed: SaidChoose, options: Sequence[str]) -> BaseModel:
    """Return a choice by number; a number beyond the options is passed on for the graph to refuse by name."""
    first, other = (
        options[n - 1] if 0 < n <= len(options) else f"#{n}" for n in (deed.number, deed.hotel_of or deed.number)
    )
    if first == other:
        return ev.UserSelectedBundle(bundle_id=first)
    parts = (ev.SelectedPart(part="flight", bundle_id=first), ev.SelectedPart(part="hotel", bundle_id=other))
    return ev.UserSelectedParts(parts=parts)
