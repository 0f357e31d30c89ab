"""Places in a message and the part each plays: origin, destination, the two ends of the way back."""

import re
from functools import cache
from typing import Literal, NamedTuple

from tripintent.state.frame import Place
from tripintent.tools.language.exact.lexicon import alternation, lexicon, small_words
from tripintent.tools.language.exact.places import find_spots
from tripintent.tools.language.reading.message import FILLER, Message
from tripintent.tools.language.reading.places.ends import standing_together
from tripintent.tools.language.reading.places.ordinary import is_ordinary, on_a_route
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.places.scan import Spot, is_prominent, may_be_place

Role = Literal["origin", "destination", "return_from", "return_to", "via", "denied", "somewhere", "unknown"]
Basis = Literal["cue", "list", "weak", "none"]

_FILL = (
    r"(?:\s+(?:the|city|of|downtown|area|beautiful|sunny|lovely|good old|somewhere|around|near|in|airport|here in"
    r"|there in|either|probably|maybe|like|another|e\.g\.|such|as|say))*\s*[,:]?\s*['\"(]?$"
)
_LEFT: tuple[tuple[Role, str], ...] = (
    (
        "via",
        (
            r"\b(?:via|through|layover in|stop(?:over|ping)? (?:in|at)|connect(?:ing|ion)? (?:in|through|via|at)"
            r"|with a stop in|changing (?:in|at))"
        ),
    ),
    ("denied", r"\b(?:not|instead of|rather than|other than|except|avoid(?:ing)?|anywhere but)(?: to| from| in)?"),
    (
        "return_from",
        (
            r"\b(?:(?:back|home|return\w*|retun)(?: (?:flight|trip|is|will be|home|on|leg))* (?:from|out of)"
            r"|(?:return\w*) (?:leg )?from)"
        ),
    ),
    (
        "return_to",
        (
            r"\b(?:(?:com\w+|fly\w*|get\w*|go\w*|head\w*|travel\w*|be)\s+)?(?<!from )(?:back|home)\s+(?:to|in|into)"
            r"|\breturn\w*(?: flight| trip)? to"
        ),
    ),
    (
        "origin",
        (
            r"\b(?:from|form|frm|fom|out of|leav(?:e|es|ing)(?: from| out of)?|depart(?:s|ing|ed|ure)?(?: from| out of| in"
            r"| at| city| point| location| airport| is| will be)*|origin(?:ates?|ating|ation)?(?: from| in| city"
            r"| is| will be| airport)*|start(?:s|ing)?(?: out)? (?:from|in|at|off in|off from|point is"
            r"|point will be|city is)|begin(?:ning|s)? (?:from|in|at)|set(?:ting)? (?:off|out) (?:from|in)|tak(?:e"
            r"|es|ing) ?off (?:from|in|at)|takeoff from|based (?:in|out of|at)|(?:live|living|reside|stationed"
            r"|currently|right now) in|(?:home|house|place)(?: city| airport)? is(?: in)?|fly(?:ing)? out (?:of"
            r"|from|in)|travel(?:l)?ing out of|board(?:ing)? (?:in|at|from))"
        ),
    ),
    (
        "destination",
        (
            r"\b(?:to|into|t o|visit(?:ing)?|towards?|head(?:ed|ing)?(?: out)?(?: to| for)?|destination(?: city"
            r"| point| airport)?(?: is| will be| would be|'s)*(?: now)?|arriv(?:e|es|ing|al)(?: city| point)?(?: in"
            r"| at| is)*|land(?:ing|s)?(?: in| at)|bound for|reach(?:ing)?|explor(?:e|ing)|see(?:ing)?|tour(?:ing)?"
            r"|go(?:ing)?(?: to| in)?|stay(?:ing)?(?: in| at)?|hotels?(?: in| at| near| around)?|trip (?:to|in"
            r"|around|through)|visit to|try|change (?:it|that|the destination|destination) to|make it|make that"
            r"|check|do|prefer|want|choose|pick|say|how about|what about)"
        ),
    ),
    (
        "somewhere",
        r"\b(?:for|in|at|around|near|within|inside|on|across|throughout|over to|is|be|of|location|city|with|area)",
    ),
)
_NEAR_ABROAD = r"(?:cerca|pres|proche|perto|vicino|nahe)\s+(?:d[eao]|di|a|von|bei)"
"""Near a place is no way from it, though "de" alone is ("cerca de Madrid")."""
_THEN = re.compile(
    r"^\s*(?:,|;|and|&|or|,?\s*(?:and\s+)?(?:then|after that|afterwards|next|followed by|finally|onwards? to"
    r"|(?:und |et |y |e )?(?:dann|danach|anschliessend|puis|ensuite|luego|despues|depois|poi|dopo))"
    r"|\+|->|/)[\s,]*(?:(?:and|then|on|onto|also|to|for|in|finally|lastly|the|off|next|go|fly|head)\s+)*$"
)
_TO = re.compile(r"^\s*(?:,?\s*(?:to|t o|2|into|->|→|>|-+>?)\s*|\s*-\s*)(?:the\s+)?$")
_BEHIND: tuple[tuple[Role, re.Pattern[str]], ...] = (
    (
        "origin",
        re.compile(
            r"^\s*(?:is|will be|would be|'s)\s+(?:where\s+(?:i|we)(?:'m|'ll|\s+will|\s+am|\s+are|\s+want to"
            r"|\s+would)?(?:\s+be)?\s*(?:leav|depart|start|fly\w* (?:out|from)|com)|(?:my|our|the)\s+(?:origin"
            r"|departure|starting|home))"
        ),
    ),
    ("destination", re.compile(r"^\s*(?:(?:is|will be|would be|'s)\s+(?:where|my|our|the)\b|bound\b)")),
)
_ENDS_ROUTE = re.compile(r"^\s*(?:to|-|->)\s*(?:\w|$)")
"""Behind a code in lower case: "jfk to lax"."""
_BETWEEN = re.compile(r"\bbetween\s+$")
_AND_OUT_OF = re.compile(
    r"\s*,?\s*(?:and|then|but)\s+(?:fly(?:ing)?\s+)?(?:back\s+|home\s+)?(?:out of|back from|home from)\s+"
)
_I_AM_IN = re.compile(r"(?<!while )(?<!when )\b(?:i'm|i am|we're|we are|im) (?:currently |now |already )?in\s+$")
_ENDS = re.compile(
    r"^\s*(?:(?:(?:de|del|vom|am|du|dal|el|il|le|den|em|no|na)\s+)?\x00|[.,!?;)]|$|\b(?:on|in|for|from|to|with|and|at|by|next|this|tomorrow|today|please|via|leaving"
    r"|departing|returning|para|nach|hacia|vers|around|before|after|during|then|or)\b)"
)
_IN = re.compile(r"\bin\s+$")
"""Before a large city with an everyday name ("in nice for a week")."""
_HOTEL_BRAND = re.compile(
    r"\b(?:hotel|inn|hilton|marriott|hyatt|suites?|resort|hostel|westin|sheraton|wyndham|holiday inn|aloft|aka"
    r"|travelodge|kimpton|intercontinental|novotel|ibis|ritz|radisson|fairmont|sofitel|four seasons|ac|ace"
    r"|premier inn|crowne plaza|doubletree|hampton|homewood)\s+(?:(?!(?:in|at|near|for|around|to|from|on|is"
    r"|located|there|by|of|only|just|please|needed|required|wanted)\b)\w+\s+){0,3}$"
)


_CODES = re.compile(r"\b[A-Z]{3}\b")


class PlaceMention(NamedTuple):
    """A place in a message. ``basis`` tells what its role rests on: a word beside it, a list it is in, a weak word."""

    start: int
    end: int
    place: Place
    role: Role
    basis: Basis
    confidence: float = 1.0

    @property
    def strong(self) -> bool:
        """Tell whether a word beside the place, or before its list, fixes the role."""
        return self.basis in {"cue", "list"}


@cache
def _left(language: str) -> list[tuple[Role, re.Pattern[str]]]:
    rules: list[tuple[Role, re.Pattern[str]]] = [(role, re.compile(f"(?:{pattern}){_FILL}")) for role, pattern in _LEFT]
    if language != "en":
        words = lexicon(language)
        lead = r"\s*(?:(?:el|la|los|las|le|les|den|die|der|dem|o|a|os|as|il|lo|gli|ciudad de|ville de)\s+)?$"
        back, to, away = (alternation(words.cues(cue)) for cue in ("return", "destination", "origin"))
        foreign: tuple[tuple[Role, str], ...] = (
            ("somewhere", _NEAR_ABROAD),
            ("return_from", rf"{back}\s+{away}"),
            ("return_to", rf"{back}\s+{to}"),
            ("origin", away),
            ("destination", to),
        )
        rules[1:1] = [(role, re.compile(rf"\b{pattern}{lead}")) for role, pattern in foreign]
    return rules


class PlaceContext(NamedTuple):
    """What decides about a name that its own words leave open."""

    language: str
    awaited: bool
    stay: bool


def find_places(message: Message, gazetteer: Gazetteer, context: PlaceContext) -> list[PlaceMention]:
    """Return the places of a message, left to right."""
    language = context.language
    spots = [
        s
        for s in find_spots(message.text, gazetteer)
        if not _is_taken(message, s) and not _is_small(message, s, language)
    ]
    spots = [s for s in spots if not is_ordinary(message, s, language) or on_a_route(message, s, spots)]
    together = standing_together(message, spots)
    found: list[PlaceMention] = []
    for i, spot in enumerate(spots):
        after = spots[i + 1].start if i + 1 < len(spots) else len(message.text)
        mention = _mention(
            message,
            gazetteer,
            spot,
            found,
            context=context._replace(awaited=context.awaited and len(spots) == 1),
            after=after,
            together=spot.start in together,
        )
        if mention:
            found.append(mention)
    return found


def _is_small(message: Message, spot: Spot, language: str) -> bool:
    """Tell whether a name is a month or a weekday, or a small word of the language ("para" is no Belem)."""
    words = lexicon(language)
    if spot.qualifier:
        return False
    said = message.text[spot.start : spot.end]
    codes = len(_CODES.findall(message.text)) > 1  # "FOR-GRU" is a route of codes; "paris AND rome" stresses a word
    small = spot.key in small_words(language) and (said[0].islower() or (said.isupper() and not codes))
    return small or spot.key in words.months or spot.key in words.weekdays


def _is_taken(message: Message, spot: Spot) -> bool:
    return any(spot.start < end and spot.end > start for start, end in message.taken)


def _mention(
    message: Message,
    gazetteer: Gazetteer,
    spot: Spot,
    found: list[PlaceMention],
    *,
    context: PlaceContext,
    after: int,
    together: bool,
) -> PlaceMention | None:
    role, basis = role_at(message, spot.start, spot.end, found, context=context, after=after)
    right = message.open[spot.end : min(after, message.sentence_at(spot.start).end)]
    if not together and not _is_place(message, spot, role, basis, right, awaited=context.awaited):
        return None
    place = gazetteer.place(message.text, spot)
    return None if place.kind == "unknown" else PlaceMention(spot.start, spot.end, place, role, basis)


def role_at(
    message: Message, start: int, end: int, found: list[PlaceMention], *, context: PlaceContext, after: int
) -> tuple[Role, Basis]:
    """Return the role of a name at a position, and what it rests on, given the places before it."""
    sentence = message.sentence_at(start)
    before = found[-1].end if found else 0
    left = message.open[max(before, sentence.start, start - 60) : start]
    right = message.open[end : min(after, sentence.end)]
    role, basis = _role(context.language, left, right, found, adjacent=before > sentence.start)
    if role == "destination" and basis == "weak" and not context.stay and _I_AM_IN.search(left):
        return "origin", "cue"
    return role, basis


LASTING = "for|fur|por|pour|per|durante"
"""Before a length, in six languages, accents folded."""
_DAY = (
    r"\s*[,(]?\s*(?:by\s+\w+\s*,?\s*)?"
    rf"(?:(?:on|from|for|at|the|arriving|am|vom|el|le|il|em|dia|den|der|du|del|dal|no)\s+)*{FILLER}+\)?"
)
_DAY_BEHIND = re.compile(rf"(?:\s*(?:ab|des|starting)\b)?{_DAY}")
_DATED = re.compile(rf"^{_DAY}(?:\s*(?:{LASTING})\s+(?:\w+\s+\w+|{FILLER}+))?")
"""A date behind the place before, and a length behind that: they part no list ("Rome on May 3, then Florence on May 6")."""


def undated(gap: str) -> str:
    """Return the open words between two places without a date that stands right behind the first."""
    return _DATED.sub("", gap, count=1)


def day_behind(message: Message, at: int) -> int | None:
    """Return where the day ends that was read right behind a place which ends at ``at``."""
    found = _DAY_BEHIND.match(message.open, at)
    return found.end() if found else None


def _role(language: str, left: str, right: str, found: list[PlaceMention], *, adjacent: bool) -> tuple[Role, Basis]:
    if adjacent and found[-1].role == "destination" and _AND_OUT_OF.fullmatch(undated(left)):
        return "return_from", "cue"
    for role, pattern in _left(language):
        if pattern.search(left):
            return ("destination", "weak") if role == "somewhere" else (role, "cue")
    if adjacent and _TO.match(left):
        return "destination", "cue"
    if _BETWEEN.search(left) and re.match(r"\s+and\b", right):
        return "origin", "cue"
    if adjacent and found[-1].role == "origin" and re.fullmatch(r"\s+and\s+", left):
        return "destination", "cue"
    if adjacent and found[-1].role in {"destination", "return_from"} and _THEN.match(undated(left)):
        return "destination", "list"
    for role, pattern in _BEHIND:
        if pattern.match(right):
            return role, "cue"
    return "unknown", "none"


def _is_place(message: Message, spot: Spot, role: Role, basis: Basis, right: str, *, awaited: bool) -> bool:
    if _HOTEL_BRAND.search(message.folded[max(0, spot.start - 50) : spot.start]) and basis != "cue":
        return False
    if spot.sure and (awaited or basis != "none" or spot.qualifier or is_prominent(spot.key)):
        return True
    if spot.code and _ENDS_ROUTE.match(right):
        return True
    if not may_be_place(spot.key):
        return False
    said = message.open.replace(FILLER, "").strip(" .,!?-")
    if awaited and is_prominent(spot.key) and len(said) <= (spot.end - spot.start) + 12:
        return True  # the answer and its day ("ok then split, 22 to 29 may")
    if basis == "weak" and _IN.search(message.open[: spot.start]) and is_prominent(spot.key) and _ENDS.match(right):
        return True
    whole = len(message.folded.strip(" .,!?")) <= (spot.end - spot.start) + 12
    return (role not in {"unknown", "via"} and basis == "cue" and bool(_ENDS.match(right))) or (awaited and whole)
