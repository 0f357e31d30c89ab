"""Requests to change something without saying to what: "change the return date", "a different hotel area"."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tripintent.tools.language.exact.claims import SlotValue
from tripintent.tools.language.reading.message import Message

_DATES = frozenset({"depart", "return_", "check_in", "check_out", "nights", "duration_days", "legs"})
_PEOPLE = frozenset({"travelers", "more_travelers", "adults", "children", "infants", "ages"})


class _Subject(NamedTuple):
    """Something that can be changed: its slot, the words for it, and the slots that a value for it fills."""

    slot: str
    words: str
    values: frozenset[str]


_SUBJECTS = (
    _Subject(
        "return_",
        r"return(?: flight| trip)?(?: date| day)?|(?:date|day) of (?:the |my |our )?return|way back|flight back|inbound(?: flight)?"
        r"|fecha de (?:vuelta|regreso)|vuelta|regreso|date de retour|retour|ruckflug(?:datum)?|ruckreise(?:datum)?"
        r"|data de (?:volta|regresso)|volta|data (?:di|del) ritorno|ritorno",
        _DATES - {"depart", "check_in"},
    ),
    _Subject(
        "origin",
        r"(?:departure|starting|origin) (?:city|airport|place|point)|(?:place|airport|city|point) of departure|origin"
        r"|ciudad de (?:salida|origen)|origen|ville de depart|abflugort|origem|citta di partenza",
        frozenset({"origin", "legs"}),
    ),
    _Subject(
        "depart",
        r"(?:departure|outbound|travel|departing)(?: flight)?(?: date| day)?|(?:date|day) of (?:the |my |our )?departure"
        r"|fecha de (?:salida|ida)|salida|date de depart|depart|abflug(?:datum)?|hinflug|abreise(?:datum)?"
        r"|data de (?:partida|ida)|partida|data (?:di|della) partenza|partenza",
        _DATES - {"return_", "check_out"},
    ),
    _Subject("check_in", r"check[- ]?in(?: date| day)?", frozenset({"check_in"})),
    _Subject("check_out", r"check[- ]?out(?: date| day)?", frozenset({"check_out", "nights"})),
    _Subject(
        "depart",
        r"(?:travel |trip |flight )?dates?|fechas?|dates? (?:de|du) voyage|(?:reise)?dat(?:um|en)"
        r"|datas?|date (?:del|di) viaggio",
        _DATES,
    ),
    _Subject(
        "visits",
        r"destinations?(?: city)?|destino|reiseziel|ziel|destinazione|(?:place|city) (?:i'm|we're|i am|we are) going to",
        frozenset({"visits", "legs"}),
    ),
    _Subject(
        "area",
        r"(?:hotel(?:'s)?|lodging) (?:area|location|neighbou?rhood|district)|(?:area|neighbou?rhood|location) (?:of|for) the hotel"
        r"|zona del hotel|quartier de l'hotel|hotelgegend|zona do hotel|zona dell'(?:hotel|albergo)",
        frozenset({"area", "hotel_name", "visits"}),
    ),
    _Subject(
        "travelers",
        r"number of (?:people|travell?ers|passengers|guests)|(?:party|group) size|passengers|travell?ers"
        r"|numero de (?:personas|viajeros|pessoas|passageiros)|nombre de (?:personnes|voyageurs)|personenzahl|numero di persone",
        _PEOPLE,
    ),
    _Subject("rooms", r"number of rooms", frozenset({"rooms"})),
    _Subject("nights", r"number of nights|length of (?:the |my |our )?stay", _DATES),
    _Subject(
        "budget",
        r"budget|price limit|presupuesto|orcamento",
        frozenset({"budget", "budget_min", "max_nightly", "budget_per_person", "currency"}),
    ),
    _Subject(
        "cabin", r"(?:cabin|seat|travel|flight)?\s?class|cabin|clase|classe|klasse|reiseklasse", frozenset({"cabin"})
    ),
    _Subject("airlines", r"airlines?|carriers?", frozenset({"airlines", "avoid_airlines"})),
)
_ARTICLE = r"(?:the|my|our|its|el|la|las|los|mi|mis|le|les|l'|ma|mon|mes|den|die|das|mein(?:e|en)?|o|a|as|os|meu|minha|il|lo|i)"
_CHANGE = (
    r"(?:chang(?:e|ing)|mov(?:e|ing)|switch(?:ing)?|modify(?:ing)?|adjust(?:ing)?|alter(?:ing)?|reschedul(?:e|ing)"
    r"|shift(?:ing)?|updat(?:e|ing)|edit(?:ing)?|correct(?:ing)?|amend(?:ing)?"
    r"|cambiar|modificar|changer|modifier|deplacer|andern|verschieben|mudar|alterar|trocar|cambiare|modificare|spostare)"
)
_OTHER = r"(?:an?\s+)?(?:different|another|new|otr[oa]|autre|ander(?:e[snr]?)|outr[oa]|altr[oa])"
_FINITE = re.compile(
    r"\s+(?:needs? to|should|must|has to|can|could)\s+(?:be\s+)?(?:changed|moved|different|adjusted)\b"
)
_ENDS = r"(?=\s*(?:$|[.,;!?]|please\b|instead\b|and\b|now\b|por favor\b|bitte\b|andern\b|verschieben\b|\x00))"


def _compiled(subject: _Subject) -> re.Pattern[str]:
    named = rf"(?:{subject.words})\b"
    asked = rf"\b{_CHANGE}\s+(?:{_ARTICLE}\s*)?(?:hotel |flight )?{named}{_ENDS}"
    other = rf"\b{_OTHER}\s+{named}{_ENDS}" if subject.slot != "travelers" else r"(?!)"
    behind = rf"\b(?:den|die|das|mein(?:e|en)?)\s+{named}\s+(?:andern|verschieben)\b"
    passive = rf"\b{_ARTICLE}\s+{named}{_FINITE.pattern}{_ENDS}"
    return re.compile(f"{asked}|{other}|{behind}|{passive}")


_RULES = tuple((subject, _compiled(subject)) for subject in _SUBJECTS)


class ChangeRequest(NamedTuple):
    """A slot that shall become something else, and the words for it."""

    slot: str
    values: frozenset[str]
    start: int
    end: int


def change_requests(message: Message) -> Iterator[ChangeRequest]:
    """Yield what a message asks to change; the first subject that fits some words has them."""
    spans: list[tuple[int, int]] = []
    for subject, pattern in _RULES:
        match = pattern.search(message.open)
        if match and all(match.end() <= start or match.start() >= end for start, end in spans):
            spans.append(match.span())
            yield ChangeRequest(subject.slot, subject.values, *match.span())


def without_value(requests: Iterable[ChangeRequest], claims: Iterable[SlotValue]) -> list[ChangeRequest]:
    """Return the requests for which the message gives no value outside of their own words."""
    claims = list(claims)
    return [
        request for request in requests if not any(c.slot in request.values and not _inside(c, request) for c in claims)
    ]


def not_inside(claims: Iterable[SlotValue], requests: Iterable[ChangeRequest]) -> list[SlotValue]:
    """Drop claims that rest on the words of such a request: "a different hotel area" asks for no hotel anew."""
    requests = list(requests)
    return [claim for claim in claims if not any(_inside(claim, request) for request in requests)]


def _inside(claim: SlotValue, request: ChangeRequest) -> bool:
    return request.start <= claim.start and claim.end <= request.end
