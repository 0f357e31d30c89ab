"""The offline engine: message → scopes and candidates → best cover → the journey's readers → operations → frame and doubts.

docs/reading.md follows one message through.
"""

import re
from datetime import date
from typing import NamedTuple

from tripintent.state.applying import applied, changed_fields
from tripintent.state.frame import Frame, Place
from tripintent.state.operations import AddMore, Answer, Ask, Leave, Operation, Restore, SetSlot, Shift, Unread
from tripintent.tools.language.check import owner_of_day, owner_of_place
from tripintent.tools.language.exact.calendar import DATE_SLOTS, parsed
from tripintent.tools.language.exact.claims import SlotValue
from tripintent.tools.language.exact.days import find_dates
from tripintent.tools.language.exact.detect import detect
from tripintent.tools.language.exact.lengths import find_lengths
from tripintent.tools.language.exact.mention import DateMention
from tripintent.tools.language.exact.people import Young, read_young
from tripintent.tools.language.exact.tables import matches, pattern
from tripintent.tools.language.reading.cover import Candidate, best_cover
from tripintent.tools.language.reading.dates.length_claims import length_claims
from tripintent.tools.language.reading.dates.margin import asks_for_days, read_cheapest_days, read_margin
from tripintent.tools.language.reading.dates.put_right import put_right, without_slips
from tripintent.tools.language.reading.dates.roles import DateContext, date_claims
from tripintent.tools.language.reading.dates.same_day import find_same_day, same_day_claims
from tripintent.tools.language.reading.dates.shifts import moved_to, read_shifts
from tripintent.tools.language.reading.dates.within import (
    between_days,
    lengths_within,
    of_choices,
    of_known_month,
    of_one_way,
    of_weekends,
    on_weekends,
)
from tripintent.tools.language.reading.doubts import doubts_of, request_doubts
from tripintent.tools.language.reading.leftover import leftovers
from tripintent.tools.language.reading.message import Message
from tripintent.tools.language.reading.money import money_doubts, read_money
from tripintent.tools.language.reading.party.changes import read_party_changes
from tripintent.tools.language.reading.party.reading import read_alone, read_party
from tripintent.tools.language.reading.places.names import PlaceContext, PlaceMention, find_places
from tripintent.tools.language.reading.places.reorder import reordered
from tripintent.tools.language.reading.places.route import RouteContext, route_claims
from tripintent.tools.language.reading.places.route_dates import dates_the_route
from tripintent.tools.language.reading.places.shown import read_shown
from tripintent.tools.language.reading.places.sited import sited
from tripintent.tools.language.reading.places.stop_hotels import with_stop_hotels
from tripintent.tools.language.reading.places.unknown_places import find_unknown
from tripintent.tools.language.reading.places.visit_dates import without_stop_dates
from tripintent.tools.language.reading.places.visits import is_same, nights_at, nights_everywhere
from tripintent.tools.language.reading.scope import Scopes
from tripintent.tools.language.reading.spoken import operations_of
from tripintent.tools.language.reading.talk.about_shown import questions_about_shown
from tripintent.tools.language.reading.talk.answers import read_answer
from tripintent.tools.language.reading.talk.asked import asked_slots, in_asked_order
from tripintent.tools.language.reading.talk.card_details import take_card_details, take_passports, take_people
from tripintent.tools.language.reading.talk.change_requests import change_requests, not_inside, without_value
from tripintent.tools.language.reading.talk.choices import chosen_date, chosen_places
from tripintent.tools.language.reading.talk.corrections import dropped_claims, without_denied
from tripintent.tools.language.reading.talk.courtesies import is_courtesy, social_of
from tripintent.tools.language.reading.talk.objections import read_objections
from tripintent.tools.language.reading.talk.offers import accepted
from tripintent.tools.language.reading.talk.questions import side_questions
from tripintent.tools.language.reading.talk.restart import restarts
from tripintent.tools.language.reading.talk.stance import stance_of
from tripintent.tools.language.reading.topic import is_stay, talks_of_flights, talks_of_hotels
from tripintent.tools.language.reading.wishes.airlines import read_airlines
from tripintent.tools.language.reading.wishes.bags import read_bags
from tripintent.tools.language.reading.wishes.cabin import read_cabin, read_stops, read_trip_type
from tripintent.tools.language.reading.wishes.clock import GENERAL, read_clock
from tripintent.tools.language.reading.wishes.flight_hours import read_hours
from tripintent.tools.language.reading.wishes.hotel_names import read_hotel_name
from tripintent.tools.language.reading.wishes.listed import read_wishes, request_clause
from tripintent.tools.language.reading.wishes.lodging import read_lodging
from tripintent.tools.language.reading.wishes.needs import (
    read_flight_alone,
    read_kinds,
    read_needs,
    read_price_first,
    read_refused_hotel,
)
from tripintent.tools.language.reading.wishes.tastes import read_tastes
from tripintent.tools.places.folding import fold
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.ports.language import Ambiguity, ParseResult, ReadRequest, YesNo

_NEEDS = frozenset({"flights_needed", "lodging_needed"})
"""What any word for a flight or a hotel sets."""
_REMARKS = 600
"""Characters: a longer message is a story, and its remarks are no wishes."""
_CHOICE_WORDS = 8
"""A longer message is more than the choice of a reading."""


class OfflineEngine:
    """Reads messages by rules over tokens, gazetteers and a date grammar; no model, no network, no clock."""

    def __init__(self, gazetteer: Gazetteer | None = None) -> None:
        """Take a gazetteer to share; its catalogues load at first use."""
        self._gazetteer = gazetteer or Gazetteer()

    def read(self, hearing: ReadRequest) -> ParseResult:
        """Read one message: what it changes, doubts about it, yes or no, and its side question."""
        language = detect(hearing.text, hearing.language)
        message = Message(hearing.text)
        take_card_details(message)
        take_people(message)
        take_passports(message, language)
        anew = restarts(message)
        if anew:
            hearing = hearing.model_copy(update={"frame": Frame(), "asked": (), "last_assistant": None})
        asides = side_questions(message, language, self._gazetteer)
        if hearing.shown:
            shown = list(questions_about_shown(message, language))
            asides = sorted([*shown, *((a, b) for a, b in asides if all(b <= c or a >= d for c, d in shown))])
        asides = [span for span in asides if not asks_for_days(message, language, span)]
        for start, end in asides:
            message.take(start, end, asked=True)
        stance = stance_of(message.folded, language)
        last = hearing.last_assistant
        asked = in_asked_order(hearing.asked, last) if hearing.asked else asked_slots(last)
        claims = self._chosen(message, language, hearing, asked)
        mentions: list[DateMention] = []
        scopes, covered = Scopes(message, language), list[Operation]()
        requests = list(change_requests(message))
        if not claims:
            covered = _covered(message, language, scopes, hearing, asked)
            claims, mentions, beside = self._claims(message, language, scopes, hearing, asked)
            covered += beside
        to_change = [(request.start, request.end) for request in requests]
        requests = without_value(requests, claims)
        claims = not_inside(claims, requests)
        if stance == "yes" and hearing.last_assistant:
            claims = [*self._agreed(hearing, claims), *claims]
        operations = _ordered(message, language, scopes, claims, covered, hearing)
        if not anew and not requests and len(message.text) <= _REMARKS:
            read = [(op.start, op.end) for op in operations if op.start >= 0 and not isinstance(op, Unread)] + [
                (m.start, m.end) for m in mentions
            ]
            operations += leftovers(message, language, [*read, *to_change], alone=not operations)
        social = None if operations or anew else social_of(message, language)
        if social:
            operations.append(social)
        if stance:
            operations.append(_answer(message, language, scopes, stance))
        if anew:
            operations.insert(0, Restore(what="nothing", text=message.text, start=0, end=len(message.text)))
        frame = applied(hearing.frame, operations, hearing.earlier, hearing.undone, hearing.turn)
        question = " ".join(message.text[start:end].strip() for start, end in asides) or (
            None
            if set(changed_fields(hearing.frame, frame)) - _NEEDS
            else _unread(message, claims, stance, hearing.frame)
        )
        doubts = (
            *doubts_of(message.text, claims, mentions),
            *request_doubts(message.text, requests),
            *_money_doubts(message, language, claims, asked),
        )
        found = operations or doubts or stance or question or anew or frame is not hearing.frame
        return ParseResult(
            frame=frame,
            changed=tuple(Frame.model_fields) if anew else changed_fields(hearing.frame, frame),
            doubts=doubts,
            stance=stance,
            question=question,
            language=language,
            empty=not found and not is_courtesy(message.folded),
            operations=tuple(operations),
        )

    def _chosen(self, message: Message, language: str, hearing: ReadRequest, asked: tuple[str, ...]) -> list[SlotValue]:
        """Return the choice among readings that were offered, when the message is no more than that."""
        if len(message.text.split()) > _CHOICE_WORDS:
            return []
        places = list(chosen_places(message, hearing.frame, self._gazetteer))
        return places or list(chosen_date(message, language, hearing.last_assistant, asked, hearing.frame))

    def _agreed(self, hearing: ReadRequest, own: list[SlotValue]) -> list[SlotValue]:
        """Return what the assistant proposed and the traveller accepted, where nothing else was said about it."""
        offer = accepted(hearing.last_assistant or "")
        if not offer:
            return []
        fresh = Frame(lodging_needed=hearing.frame.lodging_needed, flights_needed=hearing.frame.flights_needed)
        words = Message(offer)
        found = self._claims(words, "en", Scopes(words, "en"), hearing.model_copy(update={"frame": fresh}), ()).claims
        said = {claim.slot for claim in own}
        if not _DEPARTS.search(offer):
            said.add("origin")
        return [c._replace(start=-1, end=-1) for c in found if c.slot not in said and _is_open(hearing.frame, c.slot)]

    def _claims(
        self, message: Message, language: str, scopes: Scopes, hearing: ReadRequest, asked: tuple[str, ...]
    ) -> "_Read":
        """Read the journey: dates, places, people and money, and what hangs on them, in the words that are left."""
        frame = hearing.frame
        stay = is_stay(message.open, fold(hearing.last_assistant or ""), frame, language, asked)
        stay = stay and not dates_the_route(message, language, self._gazetteer, hearing.today)
        same_day = find_same_day(message, language)
        claims = list(read_trip_type(message, language))
        claims += _taking(
            message, read_money(message, language, asked="budget" in asked or _restates_budget(message, frame))
        )
        words = message.open
        young = _young(message, words, language, hearing, asked)
        mentions, dates = _dates(message, language, hearing, asked, stay=stay)
        if any(ages.dated for ages in young.ages) and (on := _day_of_travel(dates, frame)):
            young = read_young(words, language, on)
        claims += [*dates, *same_day_claims(same_day, dates, frame)]
        for of_flights in (read_cabin, read_stops, read_bags):
            claims += of_flights(message, language)
        claims += read_party(message, language, young.claims)
        claims += read_hotel_name(message)
        claims += read_lodging(message, language)
        claims = read_needs(message, language, scopes, claims)
        claims += read_flight_alone(message, language, frame, claims)
        claims += [] if hearing.shown else read_price_first(message, language)
        claims += _room_each(message, claims, frame)
        claims += read_tastes(message)
        awaited = "origin" in asked or "visits" in asked
        context = PlaceContext(language, awaited, stay)
        places = find_unknown(message, find_places(message, self._gazetteer, context), self._gazetteer, context)
        places = [p for p in places if owner_of_place(message.folded, p.start, p.end, language) is None]
        names = sited(message, language, scopes, places, frame, self._gazetteer)
        order = reordered(message, language, names.stops, mentions, frame)
        places = order.places
        claims = [c for c in claims if (c.start, c.end) not in order.days]
        route = list(route_claims(message, places, mentions, RouteContext(language, frame, asked, self._gazetteer)))
        route = [_back_to_former(claim, hearing) for claim in route]
        left = {claim.start for claim in route if claim.slot == "origin"}
        stops = [p for p in places if p.start not in left]
        claims = [*_without_visit_nights(message, language, stops, claims, frame), *route]
        claims = with_stop_hotels(message, language, stops, claims, frame)
        claims = without_stop_dates(claims, mentions)
        for place in places:
            message.take(place.start, place.end)
        claimed = {claim.slot for claim in claims}
        still_asked = tuple(slot for slot in asked if slot not in claimed)
        answers = read_answer(message, language, still_asked, frame, hearing.today)
        if not _tells_ages(message, frame):  # these numbers are taken: they answer nothing beside it
            claims += [claim for claim in answers if claim.slot not in claimed]
        claims += read_alone(message, language, claims, frame)
        if any(c.slot == "flights_needed" and c.value is False for c in claims):
            wide = {"region", "country"}  # where one lives matters to no hotel
            claims = [c for c in claims if c.slot != "origin" or not frame.visits or c.value.kind not in wide]
        if hearing.home and "origin" not in {c.slot for c in claims}:
            claims += _from_home(message, hearing.home, self._gazetteer, asked="origin" in asked)
        return _Read(without_denied(message, claims), mentions, [*names.operations, *order.operations])


def _back_to_former(claim: SlotValue, hearing: ReadRequest) -> SlotValue:
    """Read "no, back to Amsterdam" as the stops of before, where one went there before the change."""
    frame, place = hearing.frame, claim.value
    here = [visit.place for visit in frame.visits] + ([frame.origin] if frame.origin else [])
    if claim.slot != "return_to" or not isinstance(place, Place) or any(is_same(one, place) for one in here):
        return claim
    former = (old.visits for old in reversed(hearing.earlier) if any(is_same(v.place, place) for v in old.visits))
    visits = next(former, None)
    return SlotValue("visits", visits, claim.start, claim.end, claim.confidence) if visits else claim


def _young(message: Message, words: str, language: str, hearing: ReadRequest, asked: tuple[str, ...]) -> Young:
    """Read young travellers, and take the words of their ages and births, which are no days and lengths of a trip."""
    alone = "ages" in asked or _tells_ages(message, hearing.frame)
    young = read_young(words, language, hearing.today, asked=alone)
    for ages in young.ages:
        message.take(ages.start, ages.end, soft=True)
    return young


def _day_of_travel(dates: list[SlotValue], frame: Frame) -> date | None:
    """Return the day of departure that a message names, else the known one."""
    said = next(
        (claim.value for claim in dates if claim.slot in {"depart", "check_in"}), frame.depart or frame.check_in
    )
    return parsed(said.day) if said else None


def _tells_ages(message: Message, frame: Frame) -> bool:
    """Tell whether bare numbers are as many as there are children without ages ("8 and 11")."""
    numbers = _NUMBERS.fullmatch(message.folded.strip(" .!"))
    young = (frame.children or 0) + (frame.infants or 0)
    return bool(numbers and young > 1 and not frame.ages and len(re.findall(r"\d+", message.folded)) == young)


_A_ROOM_EACH = re.compile(
    r"\b(?:each|everyone|everybody|all)\b[^.;,]{0,25}\b(?:own|separate|single) rooms?\b|\ba room each\b"
    r"|\bone room each\b|\b(?:our|their) own rooms\b"
    r"|\b(?:jeder|jede)\b[^.;,]{0,20}\b(?:eigenes|einzelzimmer)\b|\buna habitacion (?:cada uno|para cada)"
    r"|\bchacune? (?:sa|une) chambre|\bum quarto (?:cada|para cada)|\buna camera (?:ciascuno|a testa)"
)


def _room_each(message: Message, claims: list[SlotValue], frame: Frame) -> list[SlotValue]:
    """Read "each needs their own room" as so many rooms as there are heads."""
    match = _A_ROOM_EACH.search(message.folded)
    heads = next(
        (c.value for slot in ("travelers", "adults") for c in claims if c.slot == slot), frame.travelers or frame.adults
    )
    return [SlotValue("rooms", heads, *match.span(), 0.9)] if match and heads else []


def _restates_budget(message: Message, frame: Frame) -> bool:
    """Tell whether an amount without a currency says for whom the known budget is ("800 each I mean")."""
    return frame.budget is not None and bool(_FOR_WHOM.search(message.folded))


def _answer(message: Message, language: str, scopes: Scopes, stance: YesNo) -> Answer:
    """Return a yes or no; one that is hedged, denied, or part of a question decides nothing ("I don't think that works")."""
    text = message.folded
    asks = "?" in text or any(_OPENS_QUESTION.match(text, s.start) for s in message.sentences)
    denied = stance == "yes" and any(r.turn == "deny" for r in scopes.reaches)
    hedged = asks or denied or pattern("scope", "hedge", language).search(text) is not None
    return Answer(stance="hedge" if hedged and stance == "yes" else stance, text=message.text[:80])


class _Read(NamedTuple):
    """What the readers of the journey found: claims, the dates, and names that are no stops."""

    claims: list[SlotValue]
    mentions: list[DateMention]
    beside: list[Operation]


def _covered(
    message: Message, language: str, scopes: Scopes, hearing: ReadRequest, asked: tuple[str, ...]
) -> list[Operation]:
    """Return what the best cover of the message says, and close its words to the readers of the journey."""
    text, frame = message.folded, hearing.frame
    hotels = talks_of_hotels(text, language)
    stay = is_stay(message.open, fold(hearing.last_assistant or ""), frame, language, asked)
    candidates: list[Candidate] = [
        *read_clock(message, language, scopes, frame),
        *read_hours(message, language, scopes),
        *read_margin(message, language),
        *read_cheapest_days(message, language, frame, hearing.days),
        *read_shifts(message, language, frame, asked, hearing.turn, stay=stay),
        *read_party_changes(message, language, frame),
        *read_shown(message, scopes, hearing.hotels, hearing.areas),
        *read_objections(message, language, frame, shown=hearing.shown > 0),
        *read_wishes(
            message,
            language,
            scopes,
            stay=stay or hotels or bool(hearing.hotels or frame.lodging_needed) or not talks_of_flights(text, language),
        ),
    ]
    open_words = [c for c in candidates if all(c.end <= a or c.start >= b for a, b in message.taken)]
    if frame.depart or frame.check_in:
        open_words = _without_what_is_not_sold(message, open_words)
    operations: list[Operation] = []
    for chosen in best_cover(open_words):
        if chosen.taking != "none":
            message.take(chosen.start, chosen.end, soft=chosen.taking == "soft")
        operations += chosen.operations
    operations += [*read_kinds(message, language, scopes), *read_refused_hotel(message, language, hearing.hotels)]
    return [*operations, *read_airlines(message, scopes, asked="airlines" in asked)]


def _without_what_is_not_sold(message: Message, candidates: list[Candidate]) -> list[Candidate]:
    """Close the clauses that ask for what is not sold here: "a table for 8 on Friday at 9" says nothing of the journey."""
    kept = candidates
    for op in (op for c in candidates for op in c.operations):
        if isinstance(op, Ask) and op.request.to == "elsewhere":
            start, end = request_clause(message, op.start, op.end)
            message.take(start, end)
            kept = [c for c in kept if op in c.operations or c.end <= start or c.start >= end]
    return kept


def _ordered(  # noqa: PLR0917 - one message as it was read
    message: Message,
    language: str,
    scopes: Scopes,
    claims: list[SlotValue],
    covered: list[Operation],
    hearing: ReadRequest,
) -> list[Operation]:
    """Return all operations of a message: what restores first, then what is set, then limits of the flights there are."""
    if any(isinstance(op, Shift) for op in covered):
        claims = [
            c for c in claims if c.slot not in DATE_SLOTS or c.value is None
        ]  # the day is counted from one that is named
    moved = moved_to(message, language, claims, hearing.frame)
    spoken = [
        *operations_of(dropped_claims(message, language), message, scopes),
        *operations_of(claims, message, scopes),
    ]
    if moved:
        spoken = [op for op in spoken if not (isinstance(op, SetSlot) and op.slot in DATE_SLOTS)] + moved
    back = {op.slot for op in spoken if isinstance(op, SetSlot) and op.value is not None}
    returns = hearing.frame.return_ or hearing.frame.trip_type == "round_trip" or {"return_", "return_from"} & back
    limits = [
        op
        for op in covered
        if returns or not (isinstance(op, SetSlot) and op.certainty == GENERAL and op.slot.startswith("return"))
    ]
    if any(isinstance(op, Leave) for op in covered):
        young = {"children", "infants"}  # "one of the kids stays at home" counts who stays
        spoken = [op for op in spoken if not (isinstance(op, SetSlot) and op.slot in young)]
        claims = [c for c in claims if c.slot not in young]
    if {"travelers", "adults", "children", "more_travelers", "more_children", "more_ages"} & {c.slot for c in claims}:
        limits = [
            op for op in limits if not isinstance(op, AddMore | Leave)
        ]  # a new count outweighs who joins or leaves
    restores = [op for op in limits if isinstance(op, Restore)]
    return [*restores, *spoken, *(op for op in limits if op not in restores)]


def _unread(message: Message, claims: list[SlotValue], stance: YesNo | None, frame: Frame) -> str | None:
    """Return a question about a known trip of which nothing was read: it asks for something ("any earlier flight?")."""
    text = message.text.strip()
    asks = text.endswith("?") and bool(text.strip(" ?!.")) and stance is None
    return text if asks and frame.visits and all(c.slot in _NEEDS for c in claims) else None


def _without_visit_nights(
    message: Message, language: str, stops: list[PlaceMention], claims: list[SlotValue], frame: Frame
) -> list[SlotValue]:
    """Drop lengths that belong to one of several visits ("3 nights in Rome and 4 in Florence")."""
    visited = [p for p in stops if p.role not in {"origin", "via", "denied"}]
    if len(visited) + len(frame.visits) < 2 or (
        len(visited) == 1 and len(frame.visits) < 2 and any(is_same(v.place, visited[0].place) for v in frame.visits)
    ):
        return claims
    said = [n for n in (nights_everywhere(message, language), *(nights_at(message, language, p) for p in stops)) if n]
    return [
        c
        for c in claims
        if c.slot not in {"nights", "duration_days", "travelers"}
        or all(c.end <= n.start or c.start >= n.end for n in said)
    ]


_FOR_WHOM = re.compile(
    r"\b\d{2,6}\s+(?:each|apiece|per (?:person|head)|pp|a head|in total|total|all in|por persona|cada un[oa]"
    r"|par personne|pro person|por pessoa|a testa|a persona)\b"
)
_OPENS_QUESTION = re.compile(r"\W*(?:should|shall|is|are|do|does|will|can|could|what|which|when|where|how|why|who)\b")
_NUMBERS = re.compile(r"\d{1,2}(?:\s*(?:,|and|&|y|et|und|e)\s*\d{1,2})+")
_DEPARTS = re.compile(r"\b(?:from|leav\w+|depart\w*|origin|out of)\b", re.IGNORECASE)
_HOME = re.compile(r"\b(?:from|leaving) home\b")
_ONLY_HOME = re.compile(r"\W*(?:my )?home(?: city| airport)?\W*")


def _from_home(message: Message, home: str, gazetteer: Gazetteer, *, asked: bool) -> list[SlotValue]:
    match = _HOME.search(message.open) or (_ONLY_HOME.fullmatch(message.open) if asked else None)
    return [SlotValue("origin", gazetteer.resolve(home), *match.span())] if match else []


def _money_doubts(message: Message, language: str, claims: list[SlotValue], asked: tuple[str, ...]) -> list[Ambiguity]:
    if any(claim.slot in {"budget", "budget_min", "max_nightly"} for claim in claims):
        return []
    return list(money_doubts(message, language, asked="budget" in asked))


def _is_open(frame: Frame, slot: str) -> bool:
    return slot in Frame.model_fields and getattr(frame, slot) in (None, ())


def _taking(message: Message, claims: object) -> list[SlotValue]:
    found: list[SlotValue] = list(claims)  # type: ignore[call-overload]
    for claim in found:
        message.take(claim.start, claim.end)
    return found


def _dates(
    message: Message, language: str, hearing: ReadRequest, asked: tuple[str, ...], *, stay: bool
) -> tuple[list[DateMention], list[SlotValue]]:
    frame = hearing.frame
    without_slips(message)
    righted = list(put_right(message, language, frame))
    lengths = list(find_lengths(message.open, language))
    known = frame.check_in if stay else frame.depart
    first_asked = next((s for s in asked if s in {"return_", "check_out", "depart", "check_in"}), None)
    floor = known.day if known and first_asked in {"return_", "check_out"} else None
    named = find_dates(message.open, language, hearing.today, parsed(floor))
    whose = [(m, owner_of_day(message.folded, m.start, m.end, language)) for m in named]
    alone = not frame.depart and all(owner is not None for _, owner in whose)
    dates = [m for m, owner in whose if owner is None or (alone and owner == "event")]
    for other in (m for m in named if m not in dates):
        message.take(other.start, other.end)
    mentions, within = lengths_within(message.open, language, dates)
    mentions, lengths = on_weekends(message.open, language, mentions, lengths)
    mentions = between_days(message.open, language, mentions, lengths)
    mentions = of_one_way(message.open, language, mentions, stay=stay)
    for mention in mentions:
        message.take(mention.start, mention.end)
    if any(m.when.among for m in mentions):
        for cheaper in matches("changes", "whichever_is_cheaper", language, message.folded):
            message.take(*cheaper.span())
    lengths = [x for x in lengths if all(x.end <= m.start or x.start >= m.end for m in mentions)]
    lengths += [x for x in within if x not in lengths]
    lengths = lengths or [*of_weekends(message.folded, language, mentions), *of_choices(mentions)]
    of_hotels = stay and talks_of_hotels(message.folded, language) and not (frame.origin or frame.depart)
    ways = {"depart", "return_"} if of_hotels else set()  # "a hotel in Vienna, 5 to 8" answers no question of a journey
    about = tuple(slot for slot in asked if slot not in ways)
    claims = righted + list(
        date_claims(message, language, mentions, DateContext(frame, about, stay, hearing.today, hearing.earlier))
    )
    claims += [] if mentions or stay else of_known_month(message, language, frame.depart)
    claims += length_claims(message, lengths, stay=stay, asked=asked)
    for length in lengths:
        message.take(length.start, length.end)
    return mentions, claims
