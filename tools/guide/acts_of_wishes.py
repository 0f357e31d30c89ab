"""What phrases about money, flights and hotels do to a draft."""

import re
from decimal import Decimal

from tripintent.tools.guide.acts import LATER, Got, act, at_last, money_of
from tripintent.tools.guide.acts_of_days import ask_nights, back, depart
from tripintent.tools.guide.acts_of_legs import hours_of, move_leg
from tripintent.tools.guide.acts_of_people import counted_heads, person_named
from tripintent.tools.guide.acts_of_towns import bed_first, hotel_in, stop
from tripintent.tools.guide.draft import GuideDraft, changing
from tripintent.tools.guide.words import shape, table, words


@act
def cabin_way(draft: GuideDraft, got: Got, way: str, cabin: str) -> None:
    """The cabin of the way out or back alone."""
    draft.cabins[way] = cabin


@act
def sum_of(draft: GuideDraft, got: Got, said: str = "") -> bool | str:
    """The most that something may cost: a night, each person, all nights, or the trip; of an amount alone it is asked.

    In a first message, where a trip is described, an amount alone is for all of it.
    """
    money = money_of(got[0], draft.known.currency or (draft.known.paid or {}).get("currency"))
    part, name, say = "budget", "trip", draft.known.say
    of_hotel = "budget" not in said and bool(words("stays") & {*said.split()})
    if got[0].kind == "n" and int(got[0].value) < _LEAST and said.endswith(str(got[0].value)):
        return False  # a small number alone is of something else
    if any(one in said.split() for one in words("a_night")):
        part, name = "lodging", "per_night"
    elif any(f" {one} " in f" {said} " for one in words("a_head")):
        name = "person"
    elif shape("lodging").search(said):
        name = "lodging"
    elif draft.next_word in words("of_what"):
        return False  # what it is for follows, and was not read
    elif (of_hotel or not shape("limit").search(said)) and not (draft.known.empty and draft.stops):
        whole = {"the whole trip, at most": "trip", "each person, at most": "person"}
        of = {"the hotel at most": "lodging"} if of_hotel else whole
        return not (draft.known.empty or draft.known.booked) and draft.ask(
            say("{amount}: what is it for?", amount=got[0].said),
            *(changing(say(label), budget={name: money}) for label, name in of.items()),
            changing(say("a room and night, at most"), lodging={"per_night": money}),
            leave=True,
        )
    elif draft.known.booked:
        draft.call("create_documents", kinds=["budget"])
    if "currency" in money or "origin" in draft.update or any(one.origin for one in draft.known.legs):
        draft.set(**{part: {name: money}})
        return True
    return _in_which_currency(draft, part, name, str(money["amount"])) if draft.again else LATER


def _in_which_currency(draft: GuideDraft, part: str, name: str, amount: str) -> bool:
    """Ask for the currency of a limit where nothing says it."""
    say, sums = draft.known.say, [{"amount": amount, "currency": code} for code in ("EUR", "USD", "GBP", "CHF")]
    labels = [f"{say.formats.money(one)}, {say.formats.currency(one['currency'], 2)}" for one in sums]
    lines = (changing(label, **{part: {name: one}}) for label, one in zip(labels, sums, strict=True))
    return draft.ask(say("{amount}: in which currency?", amount=amount), *lines)


@act
def share_of(draft: GuideDraft, got: Got, *, by: int = 0, said: str = "") -> bool:
    """A share of the whole budget, for the hotel; where a budget falls or grows ``by`` one, the sum that it makes is asked about."""
    name, say = "lodging" if "hotel" in said and by else "trip", draft.known.say
    known = ((draft.update.get("budget") or {}).get("trip") if not by else None) or draft.known.limit(name)
    if not known:
        asked = say("I know no such budget yet. Write it as an amount: “budget 2,000”, or “hotel budget 900”.")
        return draft.ask(asked)
    part = 1 + by * got[0].value if by else got[0].value
    share = str(round(Decimal(str(known["amount"])) * part, 2))
    money = {"currency": draft.known.currency or "USD", **known, "amount": share}
    amount = say.formats.money(money)
    if by:
        asked = say("{amount} from now on?", amount=amount)
        return draft.ask(asked, changing(amount, budget={name: money}), leave=True)
    draft.set(budget={"lodging": money})
    draft.notes.append(say("Hotel budget: {amount}.", amount=amount))
    return True


_LEAST, _BAG = 100, "checked bag"


@act
def bags(draft: GuideDraft, got: Got, *, each: bool = False, together: bool = False) -> bool | str:
    """Checked bags for each person; where a number for all (``together``) cannot be shared out evenly it is asked."""
    count = int(got[0].value) if got else 1
    flights = [leg for _, legs, _ in draft.known.parts(all_shown=True) for leg in legs]
    if draft.known.booked or (count == 1 and flights and all(leg.get("checked_bags_each") for leg in flights)):
        draft.social = "bags"
        return True
    if _BAG in draft.known.priced and not got:
        draft.set(requests=[{"kind": _BAG, "people": list(draft.known.priced[_BAG]), "accept_price": True}])
        return True
    if (got or together) and not each:
        if not draft.again:
            return LATER  # who travels may be said after it
        heads, say = counted_heads(draft, infants=False), draft.known.say
        if together and count == 1 and heads > 1:
            draft.set(requests=[{"kind": _BAG, "people": ["t1"]}])
            return True
        if not heads or count % heads:
            question = say("Bags are counted for each traveller, and {count} can’t be shared out evenly.", count=count)
            lines = [changing(say("one checked bag each"), flights={"checked_bags": 1})]
            if not heads:
                question = say("{count} checked bags: for all together, or for each traveller?", count=count)
                lines.append(changing(say("{count} bags each", count=count), flights={"checked_bags": count}))
            elif count < heads:
                asked = {"kind": _BAG, "people": [f"t{n + 1}" for n in range(count)]}
                lines.insert(0, changing(say("a checked bag for {count} of you", count=count), requests=[asked]))
            return draft.ask(question, *lines, changing(say("no checked bags"), flights={"checked_bags": 0}))
        count //= heads
    draft.set(flights={"checked_bags": count})
    return True


@act
def hours_out(draft: GuideDraft, got: Got, of: str, side: str, said: str = "") -> bool:
    """Hours of the way out; after the day of coming back, and without a word of the way out, those of the way home.

    From one hour to another beside a meeting are those of that.
    """
    if draft.words & words("meetings") and any(one.kind == "time" and one.value[1] for one in got):
        return False
    if _homeward(draft, said):
        return hours_back(draft, got, of, side)
    hours, days = hours_of(got, side), [one for one in got if one.kind == "day"]
    if days:
        depart(draft, days)
    draft.set(flights={of: {**(draft.update.get("flights") or {}).get(of, {}), **hours}})
    return True


def _homeward(draft: GuideDraft, said: str) -> bool:
    """Tell whether hours without a word of a way are of the way home: it came last, or is the only one that is spoken of."""
    if words("outward") & set(said.split()):
        return False
    said_of_it = words("homeward") & draft.words and not words("outward") & draft.words
    return draft.homeward or (bool(said_of_it) and not draft.known.empty)


@act
def way_home(draft: GuideDraft, got: Got) -> None:
    """What follows is of the way home."""
    draft.homeward = True


@act
def hours_back(draft: GuideDraft, got: Got, of: str, side: str) -> bool:
    """Hours of the way back, and its day where that is said; of a booked one they are asked for, on a card."""
    hours, days = hours_of(got, side), [one for one in got if one.kind == "day"]
    if days and not back(draft, days):
        return False
    if draft.known.booked:
        return move_leg(draft, leaves=hours) if of == "leave" else move_leg(draft, lands=hours)
    known = (draft.update.get("flights") or {}).get("back", {})
    window = draft.known.home_window
    other = "leave" if of == "land" else "land"
    stale = other not in known and (
        (of == "land" and str(window.get("start") or "") >= str(hours.get("before") or "24:00"))
        or (of == "leave" and str(hours.get("after") or "") >= str(window.get("land") or "24:00"))
    )
    draft.set(flights={"back": {**known, **({other: None} if stale else {}), of: {**known.get(of, {}), **hours}}})
    return True


@act
def part(draft: GuideDraft, got: Got, way: str = "out", said: str = "", **hours: str) -> bool:
    """A part of the day for the way out; for the way back, or behind words of it alone, for that: of a booked one on a card.

    Of flights, which are several, it is for both ways, where one flies both.
    """
    if way == "both" and not draft.known.booked and len(draft.known.legs) != 1 and not draft.update.get("one_way"):
        draft.set(flights={"leave": hours, "back": {"leave": hours}})
        return True
    if way != "back" and not _homeward(draft, said):
        draft.set(flights={"leave": hours})
        return True
    draft.homeward = True
    if draft.known.booked:
        return move_leg(draft, leaves=hours)
    draft.set(flights={"back": {"leave": hours}})
    return True


@at_last
def both_ways(draft: GuideDraft, got: Got, said: str = "") -> bool:
    """Hours that were said of the way out are of the way home, too; without hours it is a round trip."""
    if part := next((hours for word, hours in table("parts_of_the_day").items() if word in said.split()), None):
        draft.set(flights={"leave": part})
    flights = draft.update.get("flights") or {}
    hours = {of: flights[of] for of in ("leave", "land") if flights.get(of)}
    if hours and "back" not in flights:
        draft.set(flights={"back": hours})
    return True


@act
def with_hotel(draft: GuideDraft, got: Got) -> bool:
    """A hotel as well: said again only where it was not wanted, or was cancelled."""
    lodging = draft.update.get("lodging") or draft.known.lodging
    if lodging.get("needed") is False or draft.known.bedless:
        draft.set(lodging={"needed": True})
    elif draft.is_short and draft.known.legs and not draft.known.booked:
        draft.social = "menu:hotel"
    return True


@at_last
def hotels_in_both(draft: GuideDraft, got: Got) -> bool:
    """Hotels in all towns: said of the towns of an open jaw, it is asked how many nights each has."""
    with_hotel(draft, got)
    ask_nights(draft)
    return True


@act
def meeting(draft: GuideDraft, got: Got) -> bool:
    """Fixed hours for which one travels: without other days one leaves on that one."""
    facts: dict[str, object] = {}
    for one in got:
        if one.kind == "day":
            facts["day"] = {"day": one.value.first.isoformat()}
        elif one.kind == "time":
            start, end = one.value
            facts |= {"start": start, **({"end": end} if end else {})}
        elif one.kind == "place":
            facts["place"] = one.value
    if "day" not in facts and (met := draft.update.get("meetings")):
        facts["day"] = met[0]["day"]
    elif "day" not in facts and draft.known.meeting:
        facts["day"] = {"day": draft.known.meeting.isoformat()}
        known = draft.known.met
        facts |= {name: known[name] for name in ("place", "end") if known.get(name) and name not in facts}
    if "day" not in facts:
        if not draft.depart:
            return False
        facts["day"] = {"day": draft.depart.isoformat()}
    if not draft.depart:
        draft.set(depart=facts["day"])
        draft.seeded.add("depart")  # a day out that is said takes its place
    if "place" in facts and not draft.towns:
        draft.stop(str(facts["place"]))
    draft.set(meetings=[facts])
    return True


@act
def stars(draft: GuideDraft, got: Got, said: str = "") -> bool:
    """Stars at least, or in one of the towns; where that is the only one, of the trip. Fewer than what is chosen has: such hotels."""
    place, count = (next((one.value for one in got if one.kind == kind), "") for kind in ("place", "n"))
    hotels, at_least = (draft.known.facts.get("chosen") or {}).get("hotels") or (), words("or_more") & set(said.split())
    if hotels and not (place or at_least) and all(float(one.get("stars") or 0) > int(count) for one in hotels):
        bound = {"fact": "stars", "at_least": count, "at_most": count}
        draft.call("list_options", alternatives={"part": "hotel"}, where=[bound])
    return _of_hotel_in(draft, place, stars_min=count)


def _amenity(said: str) -> str:
    return next(str(name) for word, name in table("amenities").items() if f" {word} " in f" {said} ")


@act
def amenity_in(draft: GuideDraft, got: Got, said: str = "") -> bool:
    """What the hotel in one of the towns should have, where it was not asked for everywhere."""
    wished = _amenity(said)
    alone = wished not in _amenities(draft) or len(draft.towns) == 1
    return alone and _of_hotel_in(draft, str(got[0].value), amenities=[wished])


def _of_hotel_in(draft: GuideDraft, place: str, **wish: object) -> bool:
    """Wish something of the hotel in one town, or of all where none is named or there is one alone."""
    towns = [one.casefold() for one in draft.towns]
    if draft.known.booked or (place and draft.known.stops and place.casefold() not in towns):
        return False
    if not place or towns == [place.casefold()]:
        draft.set(lodging=wish)
        return True
    draft.stop_of_trip(place).update(wish)
    return True


@act
def no_hotel_in(draft: GuideDraft, got: Got) -> bool:
    """No hotel in one of the towns: the others keep theirs. Of a booked one a card is asked for that cancels it."""
    place = str(got[0].value)
    if draft.known.booked:
        stays = draft.known.lodging.get("stays") or ()
        days = {one.get("check_in") for one in stays if one.get("location_name") == place}
        found = [one for one in draft.known.booked if (one.get("hotel") or {}).get("check_in") in days]
        if found:
            draft.call("request_cancellation", booking_ids=[str(one["booking_id"]) for one in found])
        return bool(found)
    return _hotel_of(draft, place, wanted=False)


def _hotel_of(draft: GuideDraft, place: str, *, wanted: bool) -> bool:
    """Say of one town alone whether one sleeps in a hotel there; False where it is no town of the trip."""
    town = next((one for one in draft.towns if one.casefold() == place.casefold()), None)
    if town is None or (wanted and len(draft.towns) == 1):
        return False
    if len(draft.towns) == 1:
        draft.set(lodging={"needed": False})
        return True
    draft.stop_of_trip(town)["lodging"] = wanted
    return True


@act
def no_hotel_there(draft: GuideDraft, got: Got) -> bool:
    """No hotel in the town that was named last, or alone."""
    if draft.stops:
        return _hotel_of(draft, draft.stops[-1]["place"], wanted=False)
    named = [one for one in draft.known.stops if set(one.casefold().split()) <= draft.words]
    return len(named) == 1 and not draft.known.booked and _hotel_of(draft, named[0], wanted=False)


@act
def hotels_in(draft: GuideDraft, got: Got) -> bool:
    """Hotels in some of the towns of a trip that is known: the others are not spoken of."""
    places = [str(one.value) for one in got if one.kind == "place"]
    known = {one.casefold() for one in draft.known.stops}
    if draft.known.booked or len(known) < 2 or any(one.casefold() not in known for one in places):
        return False
    return all(_hotel_of(draft, one, wanted=True) for one in places)


def _plain(spot: str) -> str:
    """Return the name of a place without the words of politeness after it, and without "to" before it."""
    return re.sub(r"^(?:to )?(?:the )?|(?:,? *\b(?:pls|plz|please|too|also)\b)+$", "", spot).strip()


@act
def near(draft: GuideDraft, got: Got, *, bare: bool = False, said: str = "", **must: int) -> bool:
    """A place that the hotel should be near; "that" names no place. ``bare``: the place is all that is said.

    Who says that it ``must`` be there wants no other: what is farther than so much is left out.
    """
    if bare and (draft.known.empty or not draft.is_short):
        return False
    if got and str(got[0].value).casefold() in ("that", "it", "this", "them", "there"):
        return False
    if "hotel" in said:
        bed_first(draft)
    draft.set(lodging={"near": {"to": _plain(str(got[0].value)) if got else said.rpartition("the ")[2], **must}})
    return True


@act
def area(draft: GuideDraft, got: Got, area: str | None = None, said: str = "") -> bool:
    """The part of the town; what is "in the" something without a word of hotels or towns is no part of one."""
    name = area or _plain(str(got[0].value))
    parts = set(name.casefold().split())
    if parts & words("stays") or (said.startswith("in the ") and not parts & words("parts_of_town")):
        return False
    if "hotel" in said:
        bed_first(draft)
    if " of " in said and got[0].kind == "place":
        name = said.partition(" of ")[0].rpartition(" the ")[2]
        if stop(draft, got) is False:
            return False
    draft.set(lodging={"area": name})
    return True


@act
def wish(draft: GuideDraft, got: Got, *, unbooked: bool = False, **values: object) -> bool:
    """Values of the trip that need no more words; ``unbooked``: of a booked trip they change nothing."""
    if unbooked and (draft.known.booked or draft.next_word in words("which_ones")):
        return False  # "no flights before 8": some of them
    draft.set(**values)
    return True


@act
def alone(draft: GuideDraft, got: Got, **values: object) -> bool:
    """Flights or hotels alone; what follows beside a trip says which ones of them, and all else stays: "only hotels with a pool"."""
    if draft.known.legs and draft.next_word in words("describing"):
        return True
    return wish(draft, got, unbooked=True, **values)


@act
def amenity(draft: GuideDraft, got: Got, *, drop: bool = False, said: str = "") -> bool:
    """What the hotel should have, beside what was wished before; or (``drop``) no longer has to."""
    known, one = _amenities(draft), _amenity(said)
    if drop and one not in known:
        return False
    kept = [other for other in known if other != one]
    draft.set(lodging={"amenities": kept if drop else [*kept, one]})
    return True


def _amenities(draft: GuideDraft) -> list[str]:
    """Return what the hotel should have after what was said so far."""
    known = (draft.known.plan.get("preferences") or {}).get("hotel") or {}
    return list((draft.update.get("lodging") or {}).get("amenities", known.get("amenities") or ()))


@act
def board_in(draft: GuideDraft, got: Got, said: str = "") -> bool:
    """Meals in one of the towns: of several, all have them or none."""
    board, say = next(one for one in ("breakfast", "half board", "full board") if one in said), draft.known.say
    wish = {"board": board.replace(" ", "_")}
    if len(draft.towns) < 2 or str(got[0].value).casefold() not in (one.casefold() for one in draft.towns):
        draft.set(lodging=wish)
        return hotel_in(draft, got) if "hotel" in said else stop(draft, got) is not False
    return draft.ask(say("Meals go for the hotels of all towns."), changing(say(board), lodging=wish), leave=True)


@act
def softly(draft: GuideDraft, got: Got) -> bool:
    """The wish for a hotel that was said last only ranks."""
    lodging = draft.update.get("lodging") or {}
    last = next((one for one in reversed(lodging) if one != "ideal"), "")
    if last not in ("stars_min", "amenities", "board", "near"):
        return False
    draft.set(lodging={"ideal": [*lodging.get("ideal", ()), last]})
    return True


@act
def request(draft: GuideDraft, got: Got, said: str = "") -> bool:
    """What an airline or hotel is asked for, of all or of one of them; where what is held has a price for it, once more is a yes."""
    who = person_named(draft, str(got[0].value)) if got else ""
    if got and not who:
        return False
    said = re.sub(r"^(we|i) need | for .*$", "", said)
    plain = re.sub(r"^((add|with) )?((an?|the) )?| please$", "", said)
    plain = plain.replace("gluten free", "gluten-free").replace("check ", "check-")
    named = (kind for word, kind in table("requests").items() if word in plain)
    kind = next(named, re.sub(r"(seat|meal)s$", r"\1", plain))
    wanted = {"kind": kind, "accept_price": True} if kind in draft.known.priced else {"kind": kind}
    more = {"people": [who]} if who else {}
    draft.update["requests"] = [*(draft.update.get("requests") or ()), {**wanted, **more}]
    return True
