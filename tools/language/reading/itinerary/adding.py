"""Things to put into the plan: flights by their number, nights in a house, rides, and everything else with a time."""

import re

from tripintent.state.designer.operations import AddFlight, AddHotel, AddRide, AddThing, Operation
from tripintent.state.designer.segments import TransferType
from tripintent.tools.language.exact.tables import pattern, phrases
from tripintent.tools.language.reading.itinerary.clause import Clause
from tripintent.tools.language.reading.itinerary.naming import name_in, stripped, titled
from tripintent.tools.places.gazetteer import Gazetteer

FLIGHT_NUMBER = re.compile(r"\b([A-Z]{2}|[A-Z]\d|\d[A-Z])[ -]?(\d{2,4})\b")
_FLIGHT = re.compile(r"\b(?:flight|flights|fly|plane|flug|vuelo|vol|volo|voo)\b")
_AIRLINE = re.compile(r"(?:flight(?: home| there| back| out)? (?:is|with)|with|by|on|is)\s+((?:[A-Z][\w']+\s?){1,3})$")
_HOUSE = r"(?:Hotel|Hostel|Hostal|Pension|Pensione|B&B|BnB|Airbnb|Guesthouse|Guest House|Gasthof|Riad|Ryokan|Palazzo|Residence|Apartment|Apartments|Inn|Resort|Casa|Villa|Chalet|Lodge|Motel|Albergo|Auberge|Pousada|Parador)"
_HOTEL_NAME = re.compile(
    rf"\b({_HOUSE}(?:\s+(?:de|del|la|le|les|du|di|da|delle|the|of|am|an|der|zum|y|do|&|[A-Z0-9][\w'’&-]*))+)"
    rf"|\b((?:(?:The|[A-Z][\w'’-]*)\s+)+(?:Hotel|Hostel|Inn|Resort|Lodge|House|Suites|Apartments|Palace|B&B|Guesthouse)(?:\s+[A-Z][\w'’-]*)?)\b"
)
_SMALL_HOTEL = re.compile(r"\b((?:hotel|hostel|b&b|pension|airbnb|guest ?house|inn|riad|apartment)\s+[^|,.;]{2,40})")
_STAY = re.compile(
    r"\b(?:hotel|hostel|b&b|bnb|pension|inn|airbnb|guest ?house|apartment|resort|riad|check(?:ing)?[- ]?in|sleep|stay(?:ing)?)\b"
)
_RIDES: tuple[tuple[str, TransferType], ...] = (
    (r"taxi|cab", "TAXI"), (r"shuttle", "SHUTTLE"), (r"uber|lyft|ride ?share|bolt", "RIDE_SHARE"),
    (r"rental car|hire car|car rental|rent a car", "RENTAL_CAR"), (r"ferry|boat transfer|vaporetto", "FERRY"),
    (r"private (?:car|driver|transfer)|driver|chauffeur|transfer|pick[- ]?up|picks? us up", "PRIVATE"),
    (r"metro|subway|tram|airport bus|bus to|bus from", "PUBLIC"),
)  # fmt: skip
_TRAIN = re.compile(r"\b(?:train|ice|tgv|ave|eurostar|frecciarossa|railjet|intercity|zug|tren|treno)\b")
_WAY = re.compile(r"(?:\bfrom\s+)?(?P<from>[^|,;]+?)\s+(?:to|→|->|-)\s+(?P<to>[^|,;]+)")
_MEETING = re.compile(r"\b(?:meeting|meet(?:ing)? with|conference call|interview)\b")
_PLACE = re.compile(r"\b(?:at|in|@)\s+(?:the\s+)?([A-ZÀ-Þ][^|,;]*)$")


def read_addition(clause: Clause, rest: str, gazetteer: Gazetteer) -> Operation | None:
    """Return what a clause puts into the plan; None where it names nothing with a time or days. ``rest`` is without the trip's words."""
    left = Clause(rest, clause.days_of, clause.language)
    if not left.folded.strip():
        return None
    flight = _flight(left, gazetteer)
    if flight:
        return flight
    ride = _ride(left)
    if ride:
        return ride
    hotel = _hotel(left, gazetteer)
    if hotel:
        return hotel
    return _thing(left)


def _flight(clause: Clause, gazetteer: Gazetteer) -> AddFlight | None:
    number = FLIGHT_NUMBER.search(clause.text)
    if not number or not (clause.times or _FLIGHT.search(clause.folded)) or _TRAIN.search(clause.folded):
        return None
    before = clause.text[: number.start()].rstrip()
    named = _AIRLINE.search(before) or re.search(r"((?:[A-Z][\w']+\s?){1,2})$", before)
    airline = named[1].strip() if named else None
    airline = None if airline and re.fullmatch(r"(?i)flight|our|my|the|and|home|by|put", airline) else airline
    taken = {number[1], number[2]}
    spots = [clause.text[s.start : s.end] for s in gazetteer.scan(clause.text) if s.start > number.end()]
    places = [p for p in spots if p not in taken and p[:1].isupper()]
    leaves = bool(places) and f"from {places[0]}" in clause.text
    return AddFlight(
        number=f"{number[1]} {number[2]}",
        airline=airline,
        origin=places[0] if len(places) > 1 or leaves else None,
        destination=places[1] if len(places) > 1 else places[0] if places and not leaves else None,
        when=clause.when(),
        said=clause.text,
    )


def _ride(clause: Clause) -> AddRide | None:
    train = bool(_TRAIN.search(clause.folded))
    kind: TransferType | None = next((k for words, k in _RIDES if re.search(rf"\b(?:{words})\b", clause.folded)), None)
    if not train and kind is None:
        return None
    if not clause.times and not clause.days:
        return None
    if re.search(r"\b(?:tour|museum|ride on|class)\b", clause.folded) and not train:
        return None
    origin, destination = _ends(clause.rest, clause)
    return AddRide(
        kind="TRAIN" if train else kind or "OTHER",
        name=titled(name_in(clause.rest, clause.language)),
        origin=origin,
        destination=destination,
        when=clause.when(),
        said=clause.text,
    )


_RIDE_WORDS = re.compile(
    r"\b(?:an?|the|our|my)?\s*(?:taxi|cab|shuttle|uber|lyft|transfer|train|ice|tgv|ave|eurostar|ferry|bus|metro|driver|private car|picks? us up|pick[- ]?up|ride)\b(?:\s+into town)?",
    re.IGNORECASE,
)


def _ends(rest: str, clause: Clause) -> tuple[str | None, str | None]:
    """Return from where to where a ride goes; only the destination where that is all that was said."""
    for piece in rest.split("|"):
        way = _WAY.search(_RIDE_WORDS.sub(" ", piece))
        if way:
            origin, destination = stripped(way["from"], clause.language), stripped(way["to"], clause.language)
            if origin and destination:
                return titled(origin), titled(destination)
    to = re.search(r"\b(?:to|into)\s+([^|,;]+)", rest)
    return None, titled(stripped(to[1], clause.language)) if to and stripped(to[1], clause.language) else None


def _hotel(clause: Clause, gazetteer: Gazetteer) -> AddHotel | None:
    if not _STAY.search(clause.folded):
        return None
    when = clause.when()
    nights = bool(when.until or when.nights)
    if when.start and not re.search(r"\bcheck", clause.folded) and not nights:
        return None
    if not nights and not when.day:
        return None
    name, span = _hotel_name(clause)
    if not name:
        return None
    behind = clause.rest[span:] if span else clause.rest
    town = next(
        (
            behind[s.start : s.end]
            for s in gazetteer.scan(behind)
            if behind[s.start : s.end][:1].isupper() and s.end - s.start > 2
        ),
        None,
    )
    return AddHotel(name=name, town=town, when=when, said=clause.text)


def _hotel_name(clause: Clause) -> tuple[str, int]:
    found = _HOTEL_NAME.search(clause.rest)
    if found:
        return stripped(found.group(), clause.language) or found.group().strip(), found.end()
    small = _SMALL_HOTEL.search(clause.rest)
    name = titled(stripped(small[1], clause.language)) if small else ""
    if small and name and not re.fullmatch(r"(?i)(?:the |a )?(?:hotel|hostel|inn|apartment|b&b)(?: in)?", name):
        return name, small.end()
    if re.search(r"\bcheck(?:ing)?[- ]?in\b", clause.folded):
        name = re.sub(r"(?i)\bcheck(?:ing)?[- ]?(?:in|out)\b.*", "", clause.rest).strip(" |,")
        return titled(stripped(name, clause.language)), 0
    return "", 0


_NOTHING = re.compile(
    r"^(?:that|this|it|them|one|all|everything|morning|afternoon|evening|night|noon|day|the (?:day|morning|afternoon|evening)|(?:we|i|you|he|she|they)\b.{0,12}"
    r"|yes.*|no|good|right|fine|now|again|home|here it is.*|instead|later|earlier|make(?: it| that)?|set(?: it)?|change)$",
    re.IGNORECASE,
)


def _thing(clause: Clause) -> AddThing | None:
    verb = phrases("itinerary", "puts", clause.language)
    puts = re.match(rf"(?:\w+ ){{0,3}}{verb}(?!\w)", clause.folded)
    ours = clause.days and puts and not (_FLIGHT.search(clause.folded) or _STAY.search(clause.folded))
    if not clause.times and not ours:
        return None
    name = name_in(clause.rest, clause.language)
    if not name or _NOTHING.match(name):
        return None
    place = _PLACE.search(name)
    return AddThing(
        name=titled(name),
        place=stripped(place[1], clause.language) if place else None,
        when=clause.when(),
        meeting=bool(_MEETING.search(clause.folded)),
        asked=bool(puts and not clause.times)
        or bool(pattern("itinerary", "add", clause.language).search(clause.folded)),
        said=clause.text,
    )


def only_times(clause: Clause) -> bool:
    """Tell whether a clause says nothing but days, times and lengths."""
    name = name_in(clause.rest, clause.language)
    return bool(clause.times or clause.days or clause.lengths) and (not name or bool(_NOTHING.match(name)))
