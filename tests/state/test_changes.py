"""Any TripChanges: each part of it shows in the trip or stands in ``rejected``, twice is once, and null takes back."""

from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.acts import plan

from tripintent.state.changes import TripChanges
from tripintent.state.framing import frame_of
from tripintent.state.itinerary import Segment
from tripintent.state.merging import MergedTrip, merged
from tripintent.state.money import Money
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.questions import invalid
from tripintent.state.standing import changed_paths
from tripintent.state.trip import TripIntent
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.toolbox.trip import gazette

PLACES = Gazetteer()
GAZETTE = gazette(PLACES)
TODAY = date(2027, 3, 1)
START = apply_patch(TripIntent(), Patch(merge={"request": {"now_date": TODAY.isoformat()}}))
PLAIN = plan("Boston", "Lisbon", "2027-06-14", "2027-06-21", adults=2)["arguments"]
TOWNS = ("Lisbon", "Porto", "Rome", "Paris", "Kyoto", "Springfield", "Xyzzyville")


def after(trip: TripIntent, changes: dict[str, Any]) -> MergedTrip:
    """Return the merge on a trip that is kept as the graph keeps it."""
    found = merged(trip, TripChanges.model_validate(changes), GAZETTE)
    frame = {"frame": frame_of(found.trip)}
    return found._replace(trip=apply_patch(found.trip, Patch(merge=frame)))


def some(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=fields).filter(bool)


days = st.integers(-5, 120).map(lambda n: (TODAY + timedelta(days=n)).isoformat())
clock = st.sampled_from(["07:30", "12:00", "20:15"])
hours = st.one_of(st.builds(lambda at: {"after": at}, clock), st.builds(lambda at: {"before": at}, clock))
money = st.builds(
    lambda amount, currency: {"amount": amount, "currency": currency},
    st.integers(0, 5000),
    st.sampled_from(["EUR", "USD"]),
)
names = st.lists(st.sampled_from(["Iberia", "TAP", "Ryanair"]), max_size=2, unique=True)
liked = some(must=names, prefer=names, avoid=names)
flights = {
    "cabin": st.sampled_from(["economy", "business"]),
    "max_stops": st.integers(0, 2),
    "max_hours": st.integers(2, 30),
    "leave": hours,
    "land": hours,
    "airlines": liked,
    "avoid_red_eye": st.booleans(),
    "checked_bags": st.integers(0, 2),
    "refundable": st.booleans(),
    "avoid_fares": st.just(["basic"]),
}
lodging = some(
    needed=st.booleans(),
    area=st.sampled_from(["Alfama", "centre"]),
    stars_min=st.integers(1, 5),
    stars_max=st.integers(1, 5),
    kinds=st.just(["boutique"]),
    amenities=st.just(["pool"]),
    board=st.sampled_from(["breakfast", "half_board"]),
    beds=st.just("twin"),
    rooms=st.integers(1, 3),
    refundable=st.booleans(),
    hotel=st.just("Ritz"),
    per_night=money,
    prefer=st.just(["Hilton"]),
    avoid=st.just(["hostel"]),
)
stops = st.lists(
    st.builds(
        lambda place, rest: {"place": place, **rest},
        st.sampled_from(TOWNS),
        st.fixed_dictionaries(
            {},
            optional={
                "nights": st.integers(1, 6),
                "mode": st.sampled_from(["train", "car"]),
                "lodging": st.booleans(),
                "area": st.just("old town"),
                "stars_min": st.integers(1, 5),
            },
        ),
    ),
    min_size=1,
    max_size=3,
    unique_by=lambda stop: stop["place"],
)
CHANGES = some(
    origin=st.sampled_from(["Boston", "Madrid", "Springfield"]),
    stops=stops,
    depart=days,
    return_day=days,
    party=some(
        adults=st.integers(1, 4),
        child_ages=st.lists(st.integers(2, 15), max_size=3),
        infants=st.integers(0, 2),
        company=st.sampled_from(["family", "friends"]),
    ),
    interests=st.lists(st.sampled_from(["food", "history", "art"]), max_size=2, unique=True),
    flights=some(**flights, back=some(leave=hours, land=hours), one_ticket=st.booleans()),
    legs=st.builds(lambda one: [{"leg": 2, **one}], some(**flights)),
    lodging=lodging,
    budget=some(trip=money, person=money, lodging=money),
    currency=st.sampled_from(["EUR", "USD"]),
    price_first=st.booleans(),
    meetings=st.lists(st.builds(lambda day: {"day": day, "start": "10:00"}, days), max_size=2),
    requests=st.lists(st.builds(lambda kind: {"kind": kind}, st.sampled_from(["window seat", "baby cot"])), max_size=2),
    wishes=st.builds(lambda words: {"add": words}, st.lists(st.sampled_from(["quiet", "near the sea"]), max_size=2)),
)


def shown(trip: TripIntent, changes: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    """Yield each path of a call, and whether the trip says it."""
    yield from _way(trip, changes)
    party, heads = changes.get("party", {}), trip.party.heads()
    for name, value in party.items():
        has = {
            "adults": heads[0],
            "child_ages": list(trip.party.travelers.child_ages),
            "infants": heads[2],
            "company": trip.party.travelers.company,
        }[name]
        yield f"party.{name}", has == value
    for name, value in changes.get("flights", {}).items():
        if name not in ("leave", "land", "back", "one_ticket"):
            yield f"flights.{name}", _wished(trip.preferences.flight, name, value)
    segments = trip.itinerary.segments
    for name, value in changes.get("flights", {}).items():
        if name in ("leave", "land"):
            yield f"flights.{name}", bool(segments) and _at(segments[0], name, value, trip)
    for name, value in changes.get("flights", {}).get("back", {}).items():
        overruled = name in changes.get("legs", [{}])[0] and len(segments) == 2
        yield f"flights.back.{name}", overruled or (bool(segments) and _at(segments[-1], name, value, trip))
    for name, value in {k: v for leg in changes.get("legs", ()) for k, v in leg.items() if k != "leg"}.items():
        leg = segments[1] if len(segments) > 1 else Segment()
        own = leg.wishes
        hour = name in ("leave", "land")
        yield f"legs[0].{name}", _at(leg, name, value, trip) if hour else _own(own, name, value)
    yield from _rest(trip, changes)


def _way(trip: TripIntent, changes: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    segments = trip.itinerary.segments
    for i, stop in enumerate(changes.get("stops", ())):
        at = segments[i] if i < len(segments) else Segment()
        stays = {stay.location_name for stay in trip.itinerary.lodging.stays}
        yield f"stops[{i}].place", stop["place"] in {at.destination.said, at.destination.name, *stays}
        if "mode" in stop:
            yield f"stops[{i}].mode", at.transport_mode == stop["mode"]
    if "origin" in changes:
        yield "origin", bool(segments) and segments[0].origin.said == changes["origin"]
    if "depart" in changes:
        yield "depart", bool(segments) and segments[0].depart_date == changes["depart"]
    if "return_day" in changes:
        yield "return_day", bool(segments) and segments[-1].depart_date == changes["return_day"]


FIELDS = {
    "stars_min": "star_min", "stars_max": "max_stars", "beds": "room_type", "refundable": "refundable_only",
    "hotel": "hotel_name", "prefer": "preferred_hotels", "avoid": "avoid_hotels", "airlines": "preferred_airlines",
}  # fmt: skip


def _wished(of: Any, name: str, value: Any) -> bool:
    if name == "airlines":
        liked, avoid = value.get("must") or value.get("prefer") or [], value.get("avoid") or []
        return (list(of.preferred_airlines), list(of.avoid_airlines)) == (liked, avoid)
    has = getattr(of, FIELDS.get(name, name))
    return (list(has) if isinstance(has, tuple) else has) == value


def _own(of: Any, name: str, value: Any) -> bool:
    empty = name == "airlines" and not any(value.values())
    return empty or (of is not None and _wished(of, name, value))


def _at(leg: Segment, name: str, value: dict[str, str], trip: TripIntent) -> bool:
    """Tell whether a leg keeps to hours; a meeting on its day may bound it more."""
    window = leg.depart_time_window if name == "leave" else leg.arrive_time_window
    if window is None:
        return False
    met = name == "land" and any(one.day == leg.depart_date for one in trip.itinerary.meetings or ())
    end = window.end if not met else value.get("before")
    return (window.start, end) == (value.get("after"), value.get("before"))


def _rest(trip: TripIntent, changes: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    plan, hotel, limits = trip.itinerary.lodging, trip.preferences.hotel, trip.constraints
    direct = {"needed": plan.needed, "rooms": plan.rooms, "area": plan.location_hint, "per_night": hotel.per_night}
    of_stops = {name for stop in changes.get("stops", ()) for name in stop}
    for name, value in changes.get("lodging", {}).items():
        said = Money.model_validate(value) if name == "per_night" else value
        nowhere = name == "needed" and any(stop.get("lodging") is False for stop in changes.get("stops", ()))
        finer = (name in ("area", "stars_min") and name in of_stops) or nowhere
        yield f"lodging.{name}", finer or (direct[name] == said if name in direct else _wished(hotel, name, value))
    budgets = {"trip": limits.budget_total, "person": limits.budget_per_person, "lodging": hotel.budget}
    for name, value in changes.get("budget", {}).items():
        yield f"budget.{name}", budgets[name] == Money(amount=Decimal(value["amount"]), currency=value["currency"])
    if "currency" in changes:
        yield "currency", limits.currency == changes["currency"]
    if "interests" in changes:
        yield "interests", trip.preferences.interests == tuple(changes["interests"])
    if "price_first" in changes:
        yield "price_first", bool(trip.preferences.weights) == changes["price_first"]
    for i, meeting in enumerate(changes.get("meetings", ())):
        yield f"meetings[{i}].day", meeting["day"] in {one.day for one in trip.itinerary.meetings or ()}
    for i, one in enumerate(changes.get("requests", ())):
        yield f"requests[{i}]", one["kind"] in {known.kind for known in trip.requests}
    for word in changes.get("wishes", {}).get("add", ()):
        yield "wishes.add", word in trip.wishes


def told(path: str, refused: set[str]) -> bool:
    """Tell whether a path, or what it is a part of, or a part of it, stands in ``rejected``."""
    parts = {one.removesuffix(".leg").removesuffix(".place") for one in refused}
    return any(path.startswith(one) or one.startswith(path) or path.split("[", maxsplit=1)[0] == one for one in parts)


STARTS = {"new": START, "plain": after(START, PLAIN).trip}
QUICK = settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))


@QUICK
@given(start=st.sampled_from([*STARTS]), changes=CHANGES)
def test_each_part_shows_or_is_told(start: str, changes: dict[str, Any]) -> None:
    """No part of a call is lost in silence, and no call makes a trip that cannot be right."""
    found = after(STARTS[start], changes)
    refused = {one.path for one in found.rejected}
    lost = [path for path, shows in shown(found.trip, changes) if not shows and not told(path, refused)]
    # meetings are whole or not at all: one that is not clear keeps the others from being taken
    lost = [
        path for path in lost if not (path.startswith("meetings") and any(p.startswith("meetings") for p in refused))
    ]
    assert not lost, (lost, found.rejected)
    assert all(one.why for one in found.rejected)
    assert not invalid(found.trip)


@QUICK
@given(start=st.sampled_from([*STARTS]), changes=CHANGES)
def test_twice_is_once(start: str, changes: dict[str, Any]) -> None:
    """The same call again changes nothing more."""
    once = after(STARTS[start], changes).trip
    twice = after(once, changes).trip
    assert [one for one in changed_paths(once, twice) if not one.startswith(("frame", "status"))] == []


@QUICK
@given(changes=some(flights=some(**flights), lodging=lodging, budget=some(trip=money, person=money, lodging=money)))
def test_null_takes_back(changes: dict[str, Any]) -> None:
    """Wishes that are taken back leave the trip as if they had never been said."""
    trip = after(START, PLAIN).trip
    back = after(after(trip, changes).trip, dict.fromkeys(changes)).trip
    assert back.preferences == trip.preferences
    assert (back.constraints, back.itinerary) == (trip.constraints, trip.itinerary)


def test_each_field_is_taken_back_alone() -> None:
    """A null inside takes back that one, and leaves its neighbours."""
    trip = after(START, {**PLAIN, "flights": {"cabin": "business", "max_stops": 0}, "meetings": []}).trip
    assert after(trip, {"flights": {"cabin": None}}).trip.preferences.flight.max_stops == 0
    assert after(trip, {"return_day": None}).trip.itinerary.segments[1:] == ()
    assert after(trip, {"party": None}).trip.party.heads() == (0, 0, 0)
    assert after(trip, {"stops": None}).trip.itinerary.segments[0].destination.code is None


def test_nights_that_do_not_fit_are_said_of_the_days_and_not_of_the_start() -> None:
    """All arguments that made it are left out; the first one that is named is the way home."""
    stops = [{"place": "Lisbon", "nights": 5}, {"place": "Porto", "nights": 5}]
    wrong = [one.path for one in after(after(START, PLAIN).trip, {**PLAIN, "stops": stops}).rejected]
    assert (wrong[0], wrong[-1]) == ("return_day", "origin")
