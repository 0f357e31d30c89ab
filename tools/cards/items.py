"""The lines of a flight and of a hotel: when and where, by whom, fare or room, terms, and for whom."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from tripintent.state.money import Money
from tripintent.state.travellers import INFANT_UNDER
from tripintent.tools.cards.card import Line
from tripintent.tools.cards.words import CardWords
from tripintent.tools.formats import span, stars
from tripintent.tools.toolbox.facts import LegFacts, OptionFacts, PersonFacts, StayFacts, TermsFacts
from tripintent.tools.toolbox.screen_facts import HeadsFacts

Sums = Iterable[Money | None]
MOST_AMENITIES = 5


def begins(flight: LegFacts | None, hotel: StayFacts | None) -> str:
    """Return what puts items into their order in time: a night follows the landing of its day."""
    if flight:
        return flight.departs.local
    return f"{hotel.check_in.isoformat()} 24" if hotel else "9"


def parts_of(one: OptionFacts) -> list[LegFacts | StayFacts]:
    """Return flights and hotels in the order of the trip."""
    parts: list[LegFacts | StayFacts] = [*one.flights, *one.hotels]
    return sorted(parts, key=lambda p: begins(p, None) if isinstance(p, LegFacts) else begins(None, p))


def head(title: str, flight: LegFacts | None, hotel: StayFacts | None, words: CardWords, of: str = "") -> Line:
    """Return the first line of an item; where its offer is not known, by the ledger's title."""
    if flight:
        return Line(label=words.say("flight"), text=_way(flight, words), of=of)
    if hotel:
        return Line(label=words.say("hotel"), text=_house(hotel, words), of=of)
    return Line(label=words.say("item"), text=words.titled(title), of=of)


def details(
    flight: LegFacts | None, hotel: StayFacts | None, words: CardWords, guests: int = 0, of: str = ""
) -> Iterator[Line]:
    """Yield what else is to be known of it before a yes."""
    said = [_carrier(flight, words), _fare(flight, words)] if flight else [_room(hotel, guests, words)] if hotel else []
    said += [words.say("no_cot")] if hotel and hotel.infants else []
    yield from (Line(text=one, of=of) for one in said)


def dearer(by: Money | None, words: CardWords, of: str) -> Iterator[Line]:
    """Yield by how much more than it was offered for it is held."""
    if by:
        yield Line(text=words.say("held_dearer", amount=words.money(by)), of=of)


def nested(one: LegFacts | StayFacts, words: CardWords, of: str) -> Iterator[Line]:
    """Yield a flight or a hotel of an option below its head, as ``whole`` does, without a label of its own."""
    first, *rest = whole(one, words, of)
    yield Line(text=f"{first.label}{words.formats.colon}{first.text}", of=of)
    yield from rest


def whole(one: LegFacts | StayFacts, words: CardWords, of: str) -> Iterator[Line]:
    """Yield a flight or a hotel: the way or the house, then all that is to be known of it."""
    flight, hotel = (one, None) if isinstance(one, LegFacts) else (None, one)
    yield head("", flight, hotel, words, of)
    said = [line.text for line in details(flight, hotel, words)]
    said += [", ".join(_where(one, words))] if isinstance(one, StayFacts) else []
    said = [text for text in said if text]
    if flight and flight.changes_booking:
        back = words.back(flight.back_to, flight.comes_back) if flight.comes_back else ""
        said.append("; ".join(filter(None, (words.say("changes_booking"), back))))
    yield from (Line(text=text, of=of) for text in (*said[:-1], f"{said[-1]}; {terms(one.terms, words)}"))
    for asked in one.requests:
        if asked.price and asked.state == "offered":
            heads = words.say("for_heads", count=str(len(asked.who))) if asked.who else words.say("for_all")
            amount = words.money(asked.price)
            yield Line(text=words.say("asked_price", what=words.request(asked.kind), heads=heads, amount=amount), of=of)


def apart(flights: Iterable[LegFacts], words: CardWords, of: str = "") -> Iterator[Line]:
    """Yield where one lands at one airport of a town and leaves from another."""
    for lands, leaves in ((one.route[-1], onward.route[0]) for one, onward in pairwise(flights)):
        if lands != leaves and words.city(lands) == words.city(leaves):
            named = {"lands": words.airport(lands), "leaves": words.airport(leaves)}
            yield Line(text=words.say("airports_apart", **named), of=of)


def _where(hotel: StayFacts, words: CardWords) -> Iterator[str]:
    """Yield how far a hotel is from the place to be near, or else from the centre."""
    if hotel.metres is not None and hotel.near:
        yield words.say("from_place", distance=words.formats.metres(hotel.metres), place=hotel.near)
    elif hotel.km_to_centre is not None:
        yield words.say("to_centre", distance=words.formats.metres(round(hotel.km_to_centre * 1000)))
    if has := [one for one in hotel.amenities if one != "breakfast"]:  # whether it is in the price, the board says
        yield ", ".join(words.amenity(one) for one in has[:MOST_AMENITIES])
    if hotel.away_from:
        yield words.say("away_from", place=hotel.away_from)


def terms(facts: TermsFacts, words: CardWords) -> str:
    """Return what cancelling and changing cost, with the last moment at which it is free."""
    if facts.free_until:
        after = facts.cancel_fee_after
        then = words.say("then", fee=words.money(after)) if after and after.amount else ""
        ends = words.say("free_until", moment=words.there(facts.free_until)) + then
    elif not facts.refundable:
        ends = words.say("not_refundable")
    else:
        fee = facts.cancel_fee
        ends = words.say("cancel_fee", fee=words.money(fee)) if fee and fee.amount else words.say("free")
    if facts.by_seller and facts.refundable:
        ends = f"{ends} {words.say('by_seller')}"
    fee = facts.change_fee
    priced = words.say("change_fee", fee=words.money(fee)) if fee and fee.amount else words.say("changes")
    return f"{ends}; {priced if facts.changeable else words.say('no_changes')}"


def heads(facts: HeadsFacts, words: CardWords) -> str:
    """Return how many travel, with the ages of children."""
    counted = (("adults", facts.adults), ("children", facts.children), ("infants", facts.infants))
    said = {name: words.counted(name, count) for name, count in counted if count}
    ages = [str(age) for age in facts.ages if age >= INFANT_UNDER]
    if "children" in said and ages:
        said["children"] += f" {words.say('ages', ages=words.formats.listed(ages))}"
    return ", ".join(said.values())


def people(travellers: Sequence[PersonFacts], words: CardWords) -> Iterator[Line]:
    """Yield who travels, each with the birth date that the ticket has."""
    for number, one in enumerate(travellers):
        born = words.say("born", name=one.name, day=words.formats.birth(one.born)) if one.born else one.name
        yield Line(label="" if number else words.say("travellers"), text=born)


def total(now: Money, due: Sums, words: CardWords, *, paid: bool = False, of: Sums = ()) -> Iterator[Line]:
    """Yield what a trip costs in all, and of it what is paid now (or is ``paid``) and what at its hotels.

    What is due in another currency is in no sum: it is shown beside. ``of`` are the prices that are summed, converted where they must.
    """
    own, *others = _taxes(now.currency, due)
    beside = words.formats.listed([words.say("tax", amount=words.money(one)) for one in others if one])
    whole = words.money(now + own if own else now)
    label = words.say("paid" if paid and not own else "total")
    yield Line(label=label, money=words.say("beside", total=whole, tax=beside) if beside else whole)
    if own:
        yield Line(text=words.say("was_paid" if paid else "pay_now", now=words.money(now), tax=words.money(own)))
    if any(one and one.currency != now.currency for one in of):
        yield Line(text=words.say("converted"))


def in_all(now: Money, due: Sums) -> Money:
    """Return what a trip costs in all: what is paid now, and what is due at its hotels in the same currency."""
    own = _taxes(now.currency, due)[0]
    return now + own if own else now


def _taxes(currency: str, due: Sums) -> list[Money | None]:
    """Return what is due in this currency, then what is due in others, a sum for each."""
    sums: dict[str, Money | None] = {currency: None}
    for tax in filter(None, due):
        before = sums.get(tax.currency)
        sums[tax.currency] = before + tax if before else tax
    return list(sums.values())


def _way(flight: LegFacts, words: CardWords) -> str:
    formats, leaves, lands = words.formats, flight.departs.local, flight.arrives.local
    later = f" ({flight.days_later:+d})" if flight.days_later else ""
    ends = (words.town(flight.route[0]), words.town(flight.route[-1]))
    return f"{formats.day(leaves)}, {formats.clock(leaves)} {ends[0]} – {formats.clock(lands)}{later} {ends[1]}"


def _carrier(flight: LegFacts, words: CardWords) -> str:
    airlines, numbers = flight.airlines, flight.flight_numbers
    if len(airlines) == len(numbers):
        flown = " + ".join(f"{one} {number}".strip() for one, number in zip(airlines, numbers, strict=True))
    else:
        flown = f"{words.formats.listed(airlines)} {' + '.join(filter(None, numbers))}".strip()
    between = words.formats.listed([words.town(code) for code in flight.route[1:-1]])
    stops = words.reply("stops", flight.stops) + (f" – {between}" if between else "")
    apart = () if flight.one_ticket else (words.say("separate"),)
    return " · ".join((flown, stops, span(flight.minutes), *apart))


def _fare(flight: LegFacts, words: CardWords) -> str:
    counts = (("carry_on", flight.cabin_bags_each), ("checked", flight.checked_bags_each))
    bags = [words.counted(name, count) for name, count in counts if count is not None]
    bags += [words.counted("bought_bags", flight.bags_bought)] if flight.bags_bought else []
    cabin = words.reply(flight.cabin)
    named = () if cabin.casefold() in flight.fare.casefold() else (cabin,)  # "Economy Light" says it
    return ", ".join(filter(None, (flight.fare, *named, *bags)))


def _house(hotel: StayFacts, words: CardWords) -> str:
    named = f"{hotel.name} {stars(hotel.stars) if hotel.stars else ''}".strip()
    area = words.formats.of_hotel(hotel.area)
    days = f"{words.formats.short_day(hotel.check_in)} – {words.formats.day(hotel.check_out)}"
    nights = words.reply("nights", hotel.nights)
    if hotel.nights_asked is not None:
        nights += f" ({words.say('nights_asked', count=str(hotel.nights_asked))})"
    return ", ".join(filter(None, (named, area, days, nights)))


def _room(hotel: StayFacts, guests: int, words: CardWords) -> str:
    said = [part for part in hotel.room.split(", ") if not (guests and part.casefold().startswith("sleeps "))]
    room = words.formats.of_hotel(", ".join(said)) or words.say("room")
    each, rest = divmod(guests, hotel.rooms)
    alike = not rest and hotel.rooms > 1
    beds = (words.counted("each", each) if alike else words.counted("guests", guests)) if guests else ""
    return ", ".join(filter(None, (f"{hotel.rooms} × {room}", beds, words.reply(hotel.board) if hotel.board else "")))
