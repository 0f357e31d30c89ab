"""The guide's words for what calls would do, and for options, flights and hotels."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from tripintent.tools.guide.draft import Call, Menu
from tripintent.tools.guide.known import GuideSituation, day_of
from tripintent.tools.guide.words import GuideWords, table, words
from tripintent.tools.places.airports import city_in
from tripintent.tools.places.towns import town_in


def told(calls: Sequence[Call], known: GuideSituation) -> str:
    """Return in words what calls would do; an option by its number on the list that was shown last."""
    lines = (Menu.of(known.facts.get("menu")) or Menu("")).numbered.items()
    ids = {one.get("option"): one["number"] for one in known.options}
    ids |= {said["option"]: n for n, one in lines for name, said in one.calls if name == "choose"}
    stay = any(one.arguments.get("flights_needed") is False for one in calls)
    say = known.say.of_a_stay if stay else known.say
    return "; ".join(part for call in calls for part in _told(call, say, ids, known))


def _told(call: Call, say: GuideWords, ids: Mapping[Any, int], known: GuideSituation) -> Iterator[str]:
    if call.name == "update_trip":
        for name, value in call.arguments.items():
            yield from _field(name, value, say)
        return
    plain = {name: _value(value, say) for name, value in call.arguments.items()}
    if call.name == "choose" and not plain["option"].isdecimal():
        plain["option"] = str(ids.get(call.arguments["option"], ""))
    name = "record_expense" if call.arguments.get("amount") else call.name
    does = table("does").get(name, call.name.replace("_", " "))
    filled = say(does, **{"what": "", "people": "", **plain})
    of = call.arguments.get("booking_ids") or ()
    if titles := [say.titled(str(one["title"])) for one in known.booked if one["booking_id"] in of]:
        filled += f" ({', '.join(titles)})"
    days = [day(str(call.arguments[name]), say) for name in ("date", "until") if call.arguments.get(name)]
    if days and "date" not in call.arguments:
        days = [say("until {moment}", moment=days[0])]
    filled += f"{say.formats.colon}{' – '.join(days)}" if days and call.name == "request_change" else ""
    beside = (say(words, names=plain[name]) for name, words in table("beside").items() if plain.get(name))
    yield ", ".join((filled, *beside))


def _field(name: str, value: Any, say: GuideWords) -> Iterator[str]:
    if name == "let_hold_go":
        return
    said = say(table("names").get(name, name.replace("_", " ")))
    if value is None:
        yield say("{what}: any", what=said)
    elif name == "max_stops" and not value:
        yield say("non-stop only")
    elif isinstance(value, Mapping) and name in ("flights", "lodging", "budget", "party") and "amount" not in value:
        for part, inner in value.items():
            yield from _field(f"{name}_{part}" if f"{name}_{part}" in table("names") else part, inner, say)
    elif name == "ideal":
        yield f"{said}{say.formats.colon}{', '.join(say(table('names').get(one, one)) for one in value)}"
    elif isinstance(value, bool):
        yield (
            said if value else say("no {what}", what=said) if name in words("needs") else say("not: {what}", what=said)
        )
    else:
        yield f"{said}{say.formats.colon}{_value(value, say)}"


def _value(value: object, say: GuideWords) -> str:
    if isinstance(value, Mapping):
        if names := [str(value[one]) for one in ("name", "given_name", "family_name") if value.get(one)]:
            return " ".join(names)
        if "amount" in value:
            return money(value, say)
        many = f"{len(value['people'])} × " if value.get("people") else ""
        plain = "".join(f"{mark}{_value(value[name], say)}" for name, mark in table("plain").items() if value.get(name))
        stay = nights(value["nights"], say) if value.get("nights") else ""
        rest = (
            f"{say(table('names').get(f'{k} of it', table('names').get(k, k.replace('_', ' '))))} {_value(v, say)}"
            for k, v in value.items()
            if k not in {*table("plain"), *words("unsaid")}
        )
        return ", ".join(filter(None, (many + plain.strip(" –"), stay, *rest)))
    if isinstance(value, (list, tuple)):
        return ", ".join(_value(one, say) for one in value)
    return day(str(value), say) if day_of(str(value)) else say(str(value).replace("_", " "))


def nights(count: int, say: GuideWords) -> str:
    """Return how many nights."""
    return say("1 night") if count == 1 else say("{count} nights", count=count)


def money(value: Mapping[str, Any], say: GuideWords) -> str:
    """Return an amount."""
    return say.formats.money({"amount": str(value["amount"]), "currency": value.get("currency") or "USD"})


def left_of(left: Mapping[str, Any], total: Mapping[str, Any], say: GuideWords) -> str:
    """Return what is left of a budget, or by how much it is exceeded."""
    if (over := -Decimal(left["amount"])) > 0:
        return say("That’s {amount} more than the budget.", amount=money({**left, "amount": over}, say))
    return say("{left} left of {total}.", left=money(left, say), total=money(total, say))


def option_line(one: Mapping[str, Any], say: GuideWords, part: str = "", number: int = 1) -> str:
    """Return an option in a line; with ``part`` that flight or hotel of it alone, where all else is as before."""
    flights, hotels = list(one.get("flights") or ()), list(one.get("hotels") or ())
    if part == "flight":
        flights, hotels = flights[number - 1 : number], []
    elif part == "hotel":
        flights, hotels = [], hotels[number - 1 : number]
    parts = [
        price(one, say),
        *(_leg(leg, say) for leg in flights),
        *(_stay(stay, say) for stay in hotels),
    ]
    difference = one.get("difference_to_now") or one.get("difference_to_cheapest")
    if difference and float(difference["amount"]):
        more, now = float(difference["amount"]) > 0, bool(one.get("difference_to_now"))
        amount = money({**difference, "amount": str(difference["amount"]).lstrip("-")}, say)
        said = table("differences")["more" if more else "less"]["now" if now else "cheapest"]
        parts.append(say(said, amount=amount))
    if over := one.get("over_budget"):
        parts.append(say("{amount} over your budget", amount=money(over, say)))
    return " · ".join(parts)


def price(option: Mapping[str, Any], say: GuideWords) -> str:
    """Return what an option costs with what is paid at the hotel."""
    return money(option.get("total_with_local_tax") or option["total"], say)


def ends(leg: Mapping[str, Any], say: GuideWords) -> str:
    """Return from where to where a flight goes."""
    return " – ".join(city_in(leg["route"][n], say.language) for n in (0, -1))


def _leg(leg: Mapping[str, Any], say: GuideWords) -> str:
    leaves, lands = str(leg["departs"]["local"]), str(leg["arrives"]["local"])
    later = f" (+{leg['days_later']})" if leg.get("days_later") else ""
    way = f"{day(leaves[:10], say)} {say.formats.clock(leaves)}–{say.formats.clock(lands)}{later} {ends(leg, say)}"
    fare = f", {leg['fare']}" if leg.get("fare") else ""
    apart = f", {say('separate tickets')}" if leg.get("one_ticket") is False else ""
    return f"{way} {stops(leg, say)}{apart}, {', '.join(leg['airlines'])}{fare}"


def lands_in(leg: Mapping[str, Any], place: str, say: GuideWords) -> bool:
    """Tell whether a flight ends in a town."""
    return place.casefold() in (city_in(leg["route"][-1], say.language).casefold(), str(leg["route"][-1]).casefold())


def arrival(leg: Mapping[str, Any], say: GuideWords) -> str:
    """Return when a flight lands: its day, its hour, its ends."""
    lands = str(leg["arrives"]["local"])
    return f"{ends(leg, say)}{say.formats.colon}{day(lands[:10], say)} {say.formats.clock(lands)}"


def stops(leg: Mapping[str, object], say: GuideWords) -> str:
    """Return how many stops a flight has."""
    count = leg.get("stops") or 0
    return say("non-stop") if not count else say("1 stop") if count == 1 else say("{count} stops", count=count)


def _stay(stay: Mapping[str, Any], say: GuideWords) -> str:
    stars = "★" * int(stay.get("stars") or 0)
    area = f", {say.of_hotel(stay['area'])}" if stay.get("area") else ""
    known = f", {terms(stay['terms'], say)}" if stay.get("terms") else ""
    if stay.get("metres") is not None and stay.get("near"):
        km, place = stay["metres"] / 1000, stay["near"]
        here = say("{metres} m from {place}", metres=stay["metres"], place=place)
        known = f", {here if km < 1 else say('{count} km from {place}', count=say.formats.number(round(km, 1)), place=place)}{known}"
    elif stay.get("km_to_centre") is not None:
        known = ", " + say("{count} km to the centre", count=say.formats.number(stay["km_to_centre"])) + known
    room = say.of_hotel(str(stay.get("room") or "").partition(", ")[0])
    many = f"{stay['rooms']} × " if int(stay.get("rooms") or 1) > 1 else ""
    board = f", {say(stay['board'].replace('_', ' '))}" if stay.get("board") not in (None, "room_only") else ""
    what = f", {many}{room}" if room else f", {many}{say('room')}" if many else ""
    return f"{stay['name']} {stars}{area}, {nights(stay['nights'], say)}{what}{board}{known}"


def details(one: Mapping[str, Any], say: GuideWords) -> Iterator[str]:
    """Yield all that is known of one option."""
    number = say("Option {number}", number=one["number"]) + ": " if one.get("number") else ""
    yield number + option_line(one, say)
    for leg in one.get("flights") or ():
        yield f"- {flight(leg, say)}"
    for stay in one.get("hotels") or ():
        yield f"- {hotel(stay, say)}"


def flight(leg: Mapping[str, Any], say: GuideWords) -> str:
    """Return a flight with its fare, bags and terms."""
    hours, minutes = divmod(int(leg["minutes"]), 60)
    lasts = say("{hours} h {minutes} min", hours=hours, minutes=minutes)
    waits = "".join(
        f", {say('{minutes} min in {airport}', minutes=count, airport=city_in(code, say.language))}"
        for code, count in (leg.get("connections") or {}).items()
    )
    return f"{_leg(leg, say)}, {lasts}{waits}, {bags(leg, say)}, {terms(leg['terms'], say)}"


def bags(leg: Mapping[str, Any], say: GuideWords) -> str:
    """Return the bags of a flight."""
    carried, checked = leg.get("cabin_bags_each"), leg.get("checked_bags_each")
    if checked is None:
        return say("bags not known") if carried is None else say("{carried} × cabin bag each", carried=carried)
    if carried is None:
        return say("{checked} checked bags each", checked=checked)
    if checked == 1:
        return say("{carried} × cabin bag, 1 checked bag each", carried=carried)
    return say("{carried} × cabin bag, {checked} checked bags each", carried=carried, checked=checked)


def hotel(stay: Mapping[str, Any], say: GuideWords) -> str:
    """Return a hotel with its room, board, amenities and what is paid there."""
    due = stay.get("local_tax")
    tax = ", " + say("local tax {amount} paid there", amount=money(due, say)) if due else ""
    board = say(str(stay["board"]).replace("_", " ")) if stay.get("board") else ""
    has = [say(str(one).replace("_", " ")) for one in stay.get("amenities") or ()]
    known = ", ".join(filter(None, (say.of_hotel(stay.get("room")), board, *has)))
    return f"{_stay(stay, say)}{f': {known}' if known else ''}{tax}"


def terms(terms: Mapping[str, Any], say: GuideWords) -> str:
    """Return what cancelling costs."""
    if not terms.get("refundable"):
        return say("not refundable")
    until = terms.get("free_until")
    said = say("free to cancel until {moment}", moment=moment(until, say)) if until else say("refundable")
    return f"{said} {say('(at the seller, not here)')}" if terms.get("by_seller") else said


def moment(when: Mapping[str, Any], say: GuideWords) -> str:
    """Return until when, by the clock of its place."""
    place = when.get("town") or str(when["zone"]).rpartition("/")[2].replace("_", " ")
    return say.formats.deadline(datetime.fromisoformat(when["local"]), town_in(place, say.language))


def day(iso: str, say: GuideWords) -> str:
    """Return a day with its weekday."""
    found = day_of(iso)
    return say.formats.day(found) if found else iso
