"""What a call says that no frame holds: money with its currency, liked hotels, requests to sellers, wishes in words."""

from typing import Any

from tripintent.state.changes import Budgets, LodgingWishes, RequestChange, TripChanges
from tripintent.state.frame import SpecialRequest
from tripintent.state.framing.changed_days import ChangeDraft
from tripintent.state.money import Money
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.questions.plan import own_currency
from tripintent.state.settling import asked_too, taken_off
from tripintent.state.travellers import OF_AIRLINE, OF_HOTEL
from tripintent.state.trip import TripIntent

IN_WORDS = "kept as a wish in words and not searched for: each leg is priced on a ticket of its own"
_ONE_TICKET = "out and back on one ticket"


def with_unframed(trip: TripIntent, draft: ChangeDraft) -> TripIntent:
    """Return a trip with money, liked hotels, requests and wishes in words as a call says them."""
    merge: dict[str, Any] = {"constraints": _limits(trip, draft), "preferences": {"hotel": {}, "flight": {}}}
    changes = draft.changes
    lodging = changes.lodging or LodgingWishes()
    if changes.given("lodging") and (changes.lodging is None or lodging.given("prefer")):
        merge["preferences"]["hotel"]["preferred_hotels"] = lodging.prefer or ()
    if changes.given("flights") and (changes.flights is None or changes.flights.given("refundable")):
        merge["preferences"]["flight"]["refundable_only"] = changes.flights.refundable if changes.flights else None
    if changes.given("interests"):
        merge["preferences"]["interests"] = tuple(dict.fromkeys(one.casefold() for one in changes.interests or ()))
    if changes.given("party") and (changes.party is None or changes.party.given("company")):
        merge["party"] = {"travelers": {"company": changes.party.company if changes.party else None}}
    if changes.given("requests"):
        merge["requests"] = _requests(trip, draft)
    merge["wishes"] = _words(trip, draft)
    after = apply_patch(trip, Patch(merge=merge))
    return apply_patch(after, Patch(merge={"preferences": {"hotel": _rates(after, draft)}}))


def _limits(trip: TripIntent, draft: ChangeDraft) -> dict[str, Any]:
    """Return budgets as said; one for each person is a total as soon as it is known how many go."""
    changes, limits = draft.changes, dict[str, Any]()
    if changes.given("currency"):
        limits["currency"] = changes.currency
    budget = changes.budget or Budgets()
    named = Budgets.model_fields if changes.given("budget") and changes.budget is None else budget.model_fields_set
    each, total = draft.trip.constraints.budget_per_person, draft.trip.constraints.budget_total
    if "person" in named and _positive(draft, "person", budget.person):
        each, total = (
            _in_currency("budget.person", budget.person, trip, draft),
            None if draft.trip.constraints.budget_per_person else total,
        )
    if "trip" in named and _positive(draft, "trip", budget.trip):
        total, each = _in_currency("budget.trip", budget.trip, trip, draft), each if budget.trip is None else None
        if budget.trip and budget.person:
            draft.reject("budget.person", "one of them counts, and that is budget.trip: give one, or the lesser")
    heads = sum(trip.party.heads())
    if each:
        total = each.times(heads) if heads else None
    return limits | {"budget_per_person": each, "budget_total": total}


def says_currency(changes: TripChanges) -> bool:
    """Tell whether a call names a currency, of its own or of an amount: then none is assumed."""
    budget, lodging = changes.budget or Budgets(), changes.lodging or LodgingWishes()
    sums = (budget.trip, budget.person, budget.lodging, lodging.per_night)
    return bool(changes.currency) or any("currency" in one.model_fields_set for one in sums if one)


def _in_currency(path: str, money: Money | None, trip: TripIntent, draft: ChangeDraft) -> Money | None:
    """Return an amount; one without a currency is in the trip's own, which is told, and refused where that is not known."""
    if money is None or "currency" in money.model_fields_set:
        return money
    currency = own_currency(trip)
    if currency is None:
        draft.reject(path, "say its currency: {amount, currency}")
        return None
    draft.assumed[f"currency_{'home' if trip.frame.origin else 'reader'}:{currency}"] = None
    return Money(amount=money.amount, currency=currency)


def _positive(draft: ChangeDraft, name: str, money: Money | None) -> bool:
    if money is None or money.amount > 0:
        return True
    draft.reject(f"budget.{name}", f"a budget is more than nothing, not {money}")
    return False


def _rates(trip: TripIntent, draft: ChangeDraft) -> dict[str, Any]:
    """Return what a night in a room may cost, and all nights of all hotels together: two limits, each as said."""
    changes, hotel = draft.changes, trip.preferences.hotel
    lodging, budget = changes.lodging or LodgingWishes(), changes.budget or Budgets()
    night, whole = hotel.per_night, hotel.budget
    said = changes.given("lodging") and (changes.lodging is None or lodging.given("per_night"))
    shared = changes.given("budget") and (changes.budget is None or budget.given("lodging"))
    if said and (lodging.per_night is None or lodging.per_night.amount > 0):
        night = _in_currency("lodging.per_night", lodging.per_night, trip, draft)
    elif said:
        draft.reject("lodging.per_night", f"a night costs more than nothing, not {lodging.per_night}")
    if shared and _positive(draft, "lodging", budget.lodging):
        whole = _in_currency("budget.lodging", budget.lodging, trip, draft)
    return {"per_night": night, "budget": whole, "max_daily_rate": night} if said or shared or night or whole else {}


def _requests(trip: TripIntent, draft: ChangeDraft) -> tuple[SpecialRequest, ...]:
    known, wanted = trip.requests, draft.changes.requests
    plain = len(trip.itinerary.segments) <= 2
    if wanted is None:
        return ()
    for i, one in enumerate(wanted):
        who = _who(trip, draft, f"requests[{i}].people", one)
        if who is None:
            continue
        request = SpecialRequest(
            kind=one.kind,
            said=one.words or one.kind,
            to=_seller(one),
            legs=one.legs,
            who=who,
            rooms=one.rooms if _seller(one) == "hotel" else None,
            accept_price=one.accept_price,
        )
        if one.kind == "other" and not one.words:
            draft.reject(f"requests[{i}].words", "say in words what is wanted, or give a kind")
            continue
        if request.to == "note":
            draft.reject(f"requests[{i}].to", "kept as a note: no one is told of it until `to` says airline or hotel")
        known = (taken_off if one.take_back else asked_too)(known, request, plain=plain)
    return known


def _seller(one: RequestChange) -> Any:
    flown = one.kind in OF_AIRLINE or one.kind == "checked bag"
    return one.to or ("airline" if flown else "hotel" if one.kind in OF_HOTEL else "note")


def _who(trip: TripIntent, draft: ChangeDraft, path: str, one: RequestChange) -> tuple[str, ...] | None:
    """Return names for the people of a request, who may be called by their ids."""
    guests = {g.id: g.name for g in trip.party.guests if g.name}
    names = {name.casefold(): name for g in trip.party.guests for name in (g.name, g.given_name) if name}
    known = {"adult", "child", "infant", *(member.id for member in trip.party.members())}
    found: list[str] = []
    for i, said in enumerate(one.people):
        name = guests.get(said) or names.get(said.casefold()) or (said if said in known else None)
        if name is None:
            draft.reject(
                f"{path}[{i}]", f"no one of the party is {said!r}: set_travellers first", [*guests, *guests.values()]
            )
            return None
        found.append(name)
    return tuple(dict.fromkeys(found))


def _words(trip: TripIntent, draft: ChangeDraft) -> tuple[str, ...]:
    changes = draft.changes
    if changes.given("wishes") and changes.wishes is None:
        return ()
    words = changes.wishes
    gone = {one.casefold() for one in words.remove} if words else set()
    for i, one in enumerate(words.remove if words else ()):
        if one.casefold() not in {known.casefold() for known in trip.wishes}:
            draft.reject(f"wishes.remove[{i}]", "there is no such wish", trip.wishes)
    kept = [one for one in trip.wishes if one.casefold() not in gone]
    added = list(words.add) if words else []
    flights = changes.flights
    if flights and flights.given("one_ticket"):
        kept = [one for one in kept if one != _ONE_TICKET]
        if flights.one_ticket:
            added.append(_ONE_TICKET)
            draft.reject("flights.one_ticket", IN_WORDS)
    return tuple(dict.fromkeys((*kept, *added)))
