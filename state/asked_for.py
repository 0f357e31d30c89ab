"""Requests of the trip to airlines and hotels beyond the offers, and whether the holds were asked for with them."""

from collections.abc import Iterator, Mapping, Sequence

from tripintent.state.booking import Hold
from tripintent.state.derived import open_plan, wanted_requirement_keys
from tripintent.state.frame import Extent, SpecialRequest, within
from tripintent.state.money import Money
from tripintent.state.questions.plan import PlanQuery, plan_of
from tripintent.state.travellers import OF_HOTEL, Guest, RequestOutcome, TravellerRequest
from tripintent.state.trip import TripIntent

BAG = "checked bag"
"""For all it is bought with a fare that is searched for with it; for some of them it is a request of its own."""


def requests_of(trip: TripIntent) -> tuple[TravellerRequest, ...]:
    """Return the requests that a supplier may take: one for each item and kind and those it is for, with the price agreed to."""
    return tuple(_with_price(one, trip.working_memory.agreed) for one in _asked(trip))


def asked_otherwise(trip: TripIntent) -> bool:
    """Return whether something is held without what was asked for since, or without what was agreed to at its price."""
    wanted, asked = wanted_requirement_keys(trip), requests_of(trip)
    return any(
        _otherwise(hold, asked)
        for hold in trip.working_memory.holds
        if hold.status == "held" and hold.requirement_key in wanted
    )


def agreements(before: TripIntent, after: TripIntent, yes: Sequence[tuple[str, Extent]]) -> dict[str, Money | None]:
    """Return the prices agreed to once a call is taken in; None where an agreement is over.

    Only a yes makes one, for what is held with an offer of it: a kind of request, its legs and people. It ends with what it was
    for: asked for again later, that is offered again.
    """
    old = before.working_memory.agreed
    now: dict[str, Money] = {}
    for one in requests_of(after):
        offered = (told.price for told in _offers(after, one) if any(_means(*agreed, one, after) for agreed in yes))
        price = next((price for price in offered if price), one.pays)
        if price:
            now[_mark(one)] = price
    return {
        **dict.fromkeys(old.keys() - now.keys()),
        **{mark: price for mark, price in now.items() if old.get(mark) != price},
    }


def used_up(trip: TripIntent) -> dict[str, object]:
    """Return the merge after a hold by which each yes that was said before it is an agreement to the price it is held at, once."""
    agreed: dict[str, Money] = {}
    requests: list[SpecialRequest] = []
    for one in trip.requests:
        asked = [*_asked(trip.model_copy(update={"requests": (one,)}))] if one.accept_price else []
        sold = {_mark(ask): told.price for ask in asked for told in _told(trip, ask) if told.state == "sent"}
        done = bool(asked) and len(sold) == len(asked)
        requests.append(one.model_copy(update={"accept_price": False}) if done else one)
        agreed |= {mark: price for mark, price in sold.items() if done and price}
    said = {"requests": tuple(requests)}
    return {} if said["requests"] == trip.requests else {**said, "frame": said, "working_memory": {"agreed": agreed}}


def _offers(trip: TripIntent, one: TravellerRequest) -> Iterator[RequestOutcome]:
    """Yield what is held with an offer of a request, for those whom it is for or for more."""
    return (told for told in _told(trip, one) if told.state == "offered" and told.price)


def _told(trip: TripIntent, one: TravellerRequest) -> Iterator[RequestOutcome]:
    """Yield what became of a request with what is held, for those whom it is for or for more."""
    for hold in trip.working_memory.holds:
        if hold.status == "held" and hold.key in one.keys:
            yield from (told for told in hold.requests if told.kind == one.kind and within(one.who, told.who))


def _means(kind: str, extent: Extent, one: TravellerRequest, trip: TripIntent) -> bool:
    """Tell whether a yes is to one request, by its kind, its legs and those whom it is for."""
    if kind != one.kind:
        return False
    items = [item for item in _items(trip, one.to) if item.key in one.keys]
    if not any(_is_of(item, extent, trip) for item in items):
        return False
    if not extent.who:
        return True
    theirs = {guest.name for guest in _named(extent.who, trip.party.guests)}
    return set(one.who or (guest.name for guest in trip.party.guests)) <= theirs


def _asked(trip: TripIntent) -> Iterator[TravellerRequest]:
    """Yield each request for each item, for those who have it by no earlier one."""
    everyone = [guest.name for guest in trip.party.guests if guest.name]
    served: dict[tuple[str, str, str], set[str]] = {}
    for one in trip.requests:
        if one.to not in ("airline", "hotel"):
            continue
        for item in _items(trip, one.to):
            before = served.setdefault((one.to, one.kind, item.key), set())
            who = None if "" in before or not _is_of(item, one, trip) else _people(one, item, trip)
            if who is None:
                continue
            left = [name for name in (who or everyone) if name not in before]
            if before and not left:
                continue
            who = tuple(left) if before else who
            before |= set(who) if who else {""}
            facts = one.model_dump(include={"kind", "to", "said", "rooms"}) | {"who": who, "keys": (item.key,)}
            request = TravellerRequest.model_validate(facts)
            told = _told(trip, request) if one.accept_price else ()
            yield request.model_copy(update={"pays": next((outcome.price for outcome in told if outcome.price), None)})


def _items(trip: TripIntent, to: str) -> list[PlanQuery]:
    """Return the questions whose items a seller's request is for, those of people who join a booked trip among them."""
    plans = [plan.flights if to == "airline" else plan.hotels for plan in (plan_of(trip), open_plan(trip))]
    return list({asked.key: asked for plan in plans for asked in plan}.values())


def _is_of(item: PlanQuery, extent: Extent, trip: TripIntent) -> bool:
    """Tell whether a flight or stay is among those that an extent names."""
    if item.query.kind != "flight":
        numbers = {leg for leg in extent.legs if isinstance(leg, int)}
        return not numbers or item.number + 1 in numbers
    last = len(trip.itinerary.segments) - 1
    names = {
        item.number + 1,
        *(["outbound"] if item.number == 0 else []),
        *(["return"] if item.number == last > 0 else []),
    }
    return not extent.legs or bool(names & set(extent.legs))


def _people(one: SpecialRequest, item: PlanQuery, trip: TripIntent) -> tuple[str, ...] | None:
    """Return whom a request is for with one item, by full name; empty for all, None for no one."""
    guests = [guest for guest in trip.party.guests if guest.name]
    off = [part for part in one.without if _is_of(item, part, trip)]
    if any(not part.who for part in off):
        return None
    if not guests:
        return one.who
    wanted = _named(_called(one.who, trip), guests) if one.who else guests
    if not wanted:
        return one.who  # no one has that name: the seller says that it cannot be done
    gone = [guest for part in off for guest in _named(_called(part.who, trip), guests)]
    left = tuple(guest.name for guest in wanted if guest not in gone)
    return (() if len(left) == len(guests) else left) if left else None


def _called(who: Sequence[str], trip: TripIntent) -> list[str]:
    """Return people by their names, who were called by their ids before they had any."""
    names = {member.id: member.guest.name for member in trip.party.members() if member.guest and member.guest.name}
    return [names.get(one, one) for one in who]


def _named(words: Sequence[str], guests: Sequence[Guest]) -> list[Guest]:
    """Return those of the party who are called so, or are of that age."""
    said = {word.casefold() for word in words}
    return [g for g in guests if said & {g.name.casefold(), g.given_name.casefold(), g.passenger_type}]


def _with_price(one: TravellerRequest, agreed: Mapping[str, Money]) -> TravellerRequest:
    """Return a request with the price that was agreed to for those whom it is for, or for them and others."""
    known = (price for mark, price in agreed.items() if _is_agreed(mark, one))
    return one.model_copy(update={"pays": max(known, key=lambda price: price.amount, default=one.pays)})


def _mark(one: TravellerRequest) -> str:
    """Return the name of an agreement: what it is to, the question of the item, and whom it is for."""
    return "\n".join((one.kind, *one.keys, *one.who))


def _is_agreed(mark: str, one: TravellerRequest) -> bool:
    kind, key, *who = (*mark.split("\n"), "")
    return kind == one.kind and key in one.keys and within(one.who, tuple(filter(None, who)))


def _otherwise(hold: Hold, asked: Sequence[TravellerRequest]) -> bool:
    seller = "airline" if hold.item_type == "flight" else "hotel"
    of_item = {
        _same(one): one for one in asked if one.to == seller and hold.key in one.keys and (one.kind != BAG or one.who)
    }
    held = {_same(one): one for one in hold.requests if one.kind != BAG or one.who}
    if held.keys() != of_item.keys():
        return True
    return any(
        one.state == "offered" and one.price and (pays := of_item[what].pays) and pays.amount >= one.price.amount
        for what, one in held.items()
    )


def _same(one: TravellerRequest | RequestOutcome) -> tuple[str, str, tuple[str, ...], str]:
    """Return what a request and its outcome have in common; the words tell wishes apart for which there is no kind."""
    rooms = one.in_rooms if isinstance(one, TravellerRequest) else one.detail if one.kind in OF_HOTEL else ""
    return one.kind, one.said if one.kind == "other" else "", one.who, rooms if rooms.endswith(" ×") else ""
