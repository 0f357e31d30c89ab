"""The offline engine, in one line: message → side questions → claims by concept → corrections → frame → doubts."""

import re
from datetime import date

from tripintent.state.frame import Frame
from tripintent.tools.language.detect import detect
from tripintent.tools.language.offline.airlines import read_airlines
from tripintent.tools.language.offline.answers import read_answer
from tripintent.tools.language.offline.asked import asked_slots, in_asked_order
from tripintent.tools.language.offline.bags import read_bags
from tripintent.tools.language.offline.cabin import read_cabin, read_stops, read_trip_type
from tripintent.tools.language.offline.card_details import take_card_details
from tripintent.tools.language.offline.change_requests import change_requests, not_inside, without_value
from tripintent.tools.language.offline.choices import chosen_date, chosen_places
from tripintent.tools.language.offline.claims import Claim
from tripintent.tools.language.offline.clock import read_clock
from tripintent.tools.language.offline.corrections import dropped, without_denied
from tripintent.tools.language.offline.courtesies import is_courtesy
from tripintent.tools.language.offline.dates.later import read_later
from tripintent.tools.language.offline.dates.lengths import find_lengths, length_claims
from tripintent.tools.language.offline.dates.mentions import DateMention, find_dates
from tripintent.tools.language.offline.dates.roles import DateContext, date_claims
from tripintent.tools.language.offline.dates.same_day import find_same_day, same_day_claims
from tripintent.tools.language.offline.dates.within import lengths_within
from tripintent.tools.language.offline.doubts import doubts_of, request_doubts
from tripintent.tools.language.offline.hotel_names import read_hotel_name
from tripintent.tools.language.offline.lodging import read_lodging
from tripintent.tools.language.offline.merge import changed_fields, merged
from tripintent.tools.language.offline.message import Message
from tripintent.tools.language.offline.money import money_doubts, read_money
from tripintent.tools.language.offline.offers import accepted
from tripintent.tools.language.offline.party.reading import read_party
from tripintent.tools.language.offline.party.young import read_young
from tripintent.tools.language.offline.places import PlaceContext, PlaceMention, find_places
from tripintent.tools.language.offline.questions import side_questions
from tripintent.tools.language.offline.restart import restarts
from tripintent.tools.language.offline.route import RouteContext, route_claims
from tripintent.tools.language.offline.route_dates import dates_the_route
from tripintent.tools.language.offline.stance import stance_of
from tripintent.tools.language.offline.stop_hotels import with_stop_hotels
from tripintent.tools.language.offline.tastes import read_tastes
from tripintent.tools.language.offline.topic import is_stay, talks_of_flights, talks_of_hotels
from tripintent.tools.language.offline.unknown_places import find_unknown
from tripintent.tools.language.offline.visit_dates import without_stop_dates
from tripintent.tools.language.offline.visits import is_same, nights_at, nights_everywhere
from tripintent.tools.language.offline.wishes import read_wishes
from tripintent.tools.places.folding import fold
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.ports.language import Doubt, Hearing, Reading, Stance

_NEEDS = frozenset({"flights_needed", "lodging_needed"})
"""What any word for a flight or a hotel sets."""
_CHOICE_WORDS = 8
"""A longer message is more than the choice of a reading."""


class OfflineEngine:
    """Reads messages by rules over tokens, gazetteers and a date grammar; no model, no network, no clock."""

    def __init__(self, gazetteer: Gazetteer | None = None) -> None:
        """Take a gazetteer to share; its catalogues load at first use."""
        self._gazetteer = gazetteer or Gazetteer()

    def read(self, hearing: Hearing) -> Reading:
        """Read one message: what it changes, doubts about it, yes or no, and its side question."""
        language = detect(hearing.text, hearing.language)
        message = Message(hearing.text)
        take_card_details(message)
        anew = restarts(message)
        if anew:
            hearing = hearing.model_copy(update={"frame": Frame(), "asked": (), "last_assistant": None})
        asides = side_questions(message, language, self._gazetteer)
        for start, end in asides:
            message.take(start, end)
        stance = stance_of(message.folded, language)
        last = hearing.last_assistant
        asked = in_asked_order(hearing.asked, last) if hearing.asked else asked_slots(last)
        claims = self._chosen(message, language, hearing, asked)
        mentions: list[DateMention] = []
        requests = list(change_requests(message))
        if not claims:
            claims, mentions = self._claims(message, language, hearing, asked)
        requests = without_value(requests, claims)
        claims = not_inside(claims, requests)
        if stance == "yes" and hearing.last_assistant:
            claims = [*self._agreed(hearing, claims), *claims]
        frame = merged(hearing.frame, claims, dropped(message), message, hearing.turn)
        question = " ".join(message.text[start:end].strip() for start, end in asides) or _unread(
            message, claims, stance, hearing.frame
        )
        doubts = (
            *doubts_of(message.text, claims, mentions),
            *request_doubts(message.text, requests),
            *_money_doubts(message, language, claims, asked),
        )
        found = claims or doubts or stance or question or anew or frame is not hearing.frame
        return Reading(
            frame=frame,
            changed=tuple(Frame.model_fields) if anew else changed_fields(hearing.frame, frame),
            doubts=doubts,
            stance=stance,
            question=question,
            language=language,
            empty=not found and not is_courtesy(message.folded),
        )

    def _chosen(self, message: Message, language: str, hearing: Hearing, asked: tuple[str, ...]) -> list[Claim]:
        """Return the choice among readings that were offered, when the message is no more than that."""
        if len(message.text.split()) > _CHOICE_WORDS:
            return []
        places = list(chosen_places(message, hearing.frame, self._gazetteer))
        return places or list(chosen_date(message, language, hearing.last_assistant, asked, hearing.frame))

    def _agreed(self, hearing: Hearing, own: list[Claim]) -> list[Claim]:
        """Return what the assistant proposed and the traveller accepted, where nothing else was said about it."""
        offer = accepted(hearing.last_assistant or "")
        if not offer:
            return []
        fresh = Frame(lodging_needed=hearing.frame.lodging_needed, flights_needed=hearing.frame.flights_needed)
        found, _ = self._claims(Message(offer), "en", hearing.model_copy(update={"frame": fresh}), ())
        said = {claim.slot for claim in own}
        if not _DEPARTS.search(offer):
            said.add("origin")
        return [c._replace(start=-1, end=-1) for c in found if c.slot not in said and _is_open(hearing.frame, c.slot)]

    def _claims(
        self, message: Message, language: str, hearing: Hearing, asked: tuple[str, ...]
    ) -> tuple[list[Claim], list[DateMention]]:
        frame = hearing.frame
        stay = is_stay(message.open, fold(hearing.last_assistant or ""), frame, language, asked)
        stay = stay and not dates_the_route(message, language, self._gazetteer, hearing.today)
        same_day = find_same_day(message, language)
        claims = list(read_clock(message, language))
        claims += read_trip_type(message, language)
        claims += _taking(message, read_money(message, language, asked="budget" in asked))
        young = list(read_young(message, language, asked="ages" in asked))
        mentions, dates = _dates(message, language, hearing, asked, stay=stay)
        claims += [*dates, *same_day_claims(same_day, dates, frame)]
        claims += read_cabin(message, language)
        claims += read_airlines(message, asked="airlines" in asked)
        claims += read_stops(message, language)
        claims += read_bags(message, language)
        claims += read_party(message, language, young)
        claims += read_hotel_name(message)
        claims += read_lodging(message, language)
        of_hotels = stay or talks_of_hotels(message.folded, language) or not talks_of_flights(message.folded, language)
        claims += read_wishes(message, stay=of_hotels)
        claims += read_tastes(message)
        awaited = "origin" in asked or "visits" in asked
        context = PlaceContext(language, awaited, stay)
        places = find_unknown(message, find_places(message, self._gazetteer, context), self._gazetteer, context)
        route = list(route_claims(message, places, mentions, RouteContext(language, frame, asked)))
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
        claims += [claim for claim in answers if claim.slot not in claimed]
        if hearing.home and "origin" not in {c.slot for c in claims}:
            claims += _from_home(message, hearing.home, self._gazetteer, asked="origin" in asked)
        return without_denied(message, claims), mentions


def _unread(message: Message, claims: list[Claim], stance: Stance | None, frame: Frame) -> str | None:
    """Return a question about a known trip of which nothing was read: it asks for something ("any earlier flight?")."""
    text = message.text.strip()
    asks = text.endswith("?") and bool(text.strip(" ?!.")) and stance is None
    return text if asks and frame.visits and all(c.slot in _NEEDS for c in claims) else None


def _without_visit_nights(
    message: Message, language: str, stops: list[PlaceMention], claims: list[Claim], frame: Frame
) -> list[Claim]:
    """Drop lengths that belong to one of several visits ("3 nights in Rome and 4 in Florence")."""
    visited = [p for p in stops if p.role not in {"origin", "via", "denied"}]
    if len(visited) + len(frame.visits) < 2 or (
        len(visited) == 1 and any(is_same(v.place, visited[0].place) for v in frame.visits)
    ):
        return claims
    said = [n for n in (nights_everywhere(message, language), *(nights_at(message, language, p) for p in stops)) if n]
    return [
        c
        for c in claims
        if c.slot not in {"nights", "duration_days", "travelers"}
        or all(c.end <= n.start or c.start >= n.end for n in said)
    ]


_DEPARTS = re.compile(r"\b(?:from|leav\w+|depart\w*|origin|out of)\b", re.IGNORECASE)
_HOME = re.compile(r"\b(?:from|leaving) home\b")
_ONLY_HOME = re.compile(r"\W*(?:my )?home(?: city| airport)?\W*")


def _from_home(message: Message, home: str, gazetteer: Gazetteer, *, asked: bool) -> list[Claim]:
    match = _HOME.search(message.open) or (_ONLY_HOME.fullmatch(message.open) if asked else None)
    return [Claim("origin", gazetteer.resolve(home), *match.span())] if match else []


def _money_doubts(message: Message, language: str, claims: list[Claim], asked: tuple[str, ...]) -> list[Doubt]:
    if any(claim.slot in {"budget", "budget_min", "max_nightly"} for claim in claims):
        return []
    return list(money_doubts(message, language, asked="budget" in asked))


def _is_open(frame: Frame, slot: str) -> bool:
    return slot in Frame.model_fields and getattr(frame, slot) in (None, ())


def _taking(message: Message, claims: object) -> list[Claim]:
    found: list[Claim] = list(claims)  # type: ignore[call-overload]
    for claim in found:
        message.take(claim.start, claim.end)
    return found


def _dates(
    message: Message, language: str, hearing: Hearing, asked: tuple[str, ...], *, stay: bool
) -> tuple[list[DateMention], list[Claim]]:
    frame = hearing.frame
    later = list(read_later(message, language, frame, stay=stay))
    lengths = list(find_lengths(message.open, language))
    known = frame.check_in if stay else frame.depart
    first_asked = next((s for s in asked if s in {"return_", "check_out", "depart", "check_in"}), None)
    floor = known.day if known and first_asked in {"return_", "check_out"} else None
    mentions, within = lengths_within(
        message.open, language, find_dates(message.open, language, hearing.today, _day(floor))
    )
    for mention in mentions:
        message.take(mention.start, mention.end)
    lengths = [x for x in lengths if all(x.end <= m.start or x.start >= m.end for m in mentions)]
    lengths += [x for x in within if x not in lengths]
    claims = later + list(date_claims(message, language, mentions, DateContext(frame, asked, stay, hearing.today)))
    claims += length_claims(message, lengths, stay=stay, asked=asked)
    for length in lengths:
        message.take(length.start, length.end)
    return mentions, claims


def _day(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        return None
