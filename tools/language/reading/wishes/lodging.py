"""The stay: wanted or not, rooms, stars, area, board, amenities, room type."""

import re
from collections.abc import Iterator
from functools import cache

from tripintent.tools.language.exact.claims import SlotValue
from tripintent.tools.language.exact.lexicon import alternation, lexicon
from tripintent.tools.language.reading.message import Message
from tripintent.tools.language.reading.wishes.tastes import AT_SOME, NO_FLIGHT
from tripintent.tools.places.folding import name_key
from tripintent.tools.places.index import name_index
from tripintent.tools.places.scan import is_prominent

_ROOMS = (
    (
        r"\b(?P<n>%num%|(?:a\s+)?single)\s+(?:(?:hotel|separate|different|double|single|private|guest|more"
        r"|adjoining|connecting|standard|queen|king"
        r"|[a-z-]+(?<!person)(?<!people)(?<!adult)(?<!adults)(?<!star)(?<!night)(?<!day))\s+){0,2}%room%\b(?!\s*(?:house"
        r"|apartment))"
    ),
    r"\brooms?\s+for\s+(?P<none>(?!))",
)
_STARS = (
    r"(?<![\d.,])(?P<n>[1-5](?:\.5)?|%num%)(?:\s*(?:or|-|to)\s*(?:[1-5]|%num%))?[\s-]*(?:plus\s+|\+\s*)?%star%\b"
    r"|(?<![\d.,])(?P<asterisk>[1-5])\s?\*(?!\*)(?:\s*(?:or|/|-|to)\s*[1-5]\s?\*)?|(?<!\d)(?P<marks>\*{2,5})"
)
_ALL_FLIGHTS = "".join(
    rf"(?<!\b{kind} )"
    for kind in (
        *(
            "direct",
            "stop",
            "nonstop",
            "connection",
            "early",
            "late",
            "morning",
            "afternoon",
            "evening",
            "night",
            "day",
        ),
        *("daytime", "class", "economy", "premium", "refundable", "flexible"),
    )
)
"""Before "flights only": "direct flights only" is about the flights, and says nothing of hotels."""
_NO_HOTEL = (
    r"\b(?:no (?:hotels?|lodging|accommodations?)(?: needed| required| necessary)?|(?:don'?t|do not|won'?t"
    r"|doesn't) (?:need|require|want) (?:a |any |the )?(?:hotels?|lodging|accommodations?|place to stay|room)"
    r"|without (?:a )?hotel|(?:just|only) (?:the |a |need |want |looking for )*flights?(?! (?:from|to|on|with|under"
    rf"|that|in))|{_ALL_FLIGHTS}flights? only|(?:i(?:'ll| will|'m| am)?|we(?:'ll| will|'re| are)?) (?:be )?(?:stay|staying"
    r"|crash\w*) (?:with|at) (?:\w+ )?(?:friends?|family|relatives|my (?:\w+'s|parents|sister|brother|aunt|uncle"
    r"|mom|dad|cousin|son|daughter)|a friend'?s?|home)|forget (?:about )?the hotel|(?:skip|drop|cancel"
    r"|remove) the hotel(?! (?:on|for|in)\b))\b"
)
_OF_A_KIND = r"(?!\s+(?:d?iret\w*|dirett\w*|direct\w*|direkt\w*|non[- ]?stop|sin|sans|senza|sem|ohne)\b)"
"""Behind "only flights": "solo voli diretti" wants direct ones, and says nothing of hotels."""
_NAMED_KIND = (
    r"(?!\s+(?:ostell\w+|hostel\w*|albergues?|auberges?|boutique|motels?|di catena|de cadena|de chaine|spa)\b)"
)
"""Behind "no hotel": "niente hotel ostello" refuses hostels, and no bed."""
_WITHOUT = (
    r"(?:sin|sans|ohne|sem|senza|niente|kein\w*|ningun\w*|nessun\w*|nenhum\w*|aucune?|pas\s+d[e'’]"
    r"|sans\s+d[e'’])\s*(?:un[ao]?\s+)?"
)
"""Before a word for a hotel in another language than English."""
_ONLY_HOTEL = (
    rf"\b(?:(?:only|just)(?: need| want| looking for| after)? (?:a |the )?(?:hotel|room|lodging|accommodation"
    r"|place to stay)s?(?! (?:for|with|that|room))|hotel only|no flights?(?: needed| required)?{AT_SOME}|(?:don'?t"
    rf"|do not) (?:need|want) (?:a |any |the )?flights?{AT_SOME}|(?:flights?|airfare) (?:is|are) (?:already )?(?:booked"
    r"|taken care of|sorted))\b"
)
_TERMS = re.compile(r"(?:refund|rembours|erstatt|reembols|rimbors)\w*\W+(?:\w+\W+){0,2}$")
"""Before "only the hotel": only the hotel has to be refundable."""
_NEED = (
    r"\b(?:(?:need|want|find|book|looking for|look for|search for|get|recommend|like|reserve|including|includes?"
    r"|with|and|plus|a)\b(?: \w+){0,4}? (?:hotels?|motel|hostel|house|apartment|airbnb|lodging|accommodations?"
    r"|resort|villa|place to stay|somewhere to stay|room)s?|hotel room|hotels? in)\b"
)
_FLIGHT = r"\b(?:flights?|fly|flying|plane|airfare|air ?tickets?|plane tickets?)\b"
_AREA = re.compile(
    r"\b(?:near|close to|not far from|next to|within walking distance of|walking distance (?:to|from)|right (?:by|on)|around"
    r"|by)\s+(?P<area>(?:the\s+)?(?:beach|city cent(?:er|re)|cent(?:er|re)|downtown|airport|train station|station|old town"
    r"|river|sea|harbou?r|conference (?:center|centre|hall|venue)|convention center|ocean|lake|market|museum"
    r"|university|stadium|waterfront|main square|cathedral|castle|park|port|[a-z' ]{3,20}(?:station|square"
    r"|street|tower|bridge|park|museum|campus|venue|arena)))\b"
)
_FOREIGN_AREA = re.compile(
    r"\b(?:cerca del?|no lejos del?|pas loin (?:du|de)|nicht weit (?:vom|von der|von dem)|non lontano da(?:l|lla|ll['’])?"
    r"|junto al?|al lado del?|pres (?:du|de)|proche (?:du|de)|a cote (?:du|de)|am|an der|beim|bei der"
    r"|nahe(?: am| beim| der| dem)?|in der nahe (?:des|der|vom|von)|perto d[oae]|ao lado d[oa]|junto a[o]?"
    r"|vicino (?:all?a?|ad?)|accanto all?a?)\s*(?:l['’]|la |le |il |o |a )?"
    r"(?P<area>rio|fiume|fleuve|riviere|fluss|playa|praia|spiaggia|plage|strand|centro|centre(?:-ville)?"
    r"|zentrum|innenstadt|mar|mare|mer|meer|estacion|estacao|stazione|gare|bahnhof|hauptbahnhof|puerto|porto|port"
    r"|hafen|aeropuerto|aeroporto|aeroport|flughafen)\b"
)
"""The same in Spanish, French, German, Portuguese and Italian ("perto do rio")."""
_IN_AREA = re.compile(
    r"\b(?:in|within|inside|en|dans|im|in der|na|no|nel|nella|al)\s+(?P<area>(?:downtown|(?:the |la |le |der "
    r"|die |o |a |il )?(?:city cent(?:er|re)|old town|old city|historic (?:center|centre|district|quarter)"
    r"|centre(?:-ville)?|center|heart of the (?:city|town)|medina|kasbah|marina|harbou?r|seafront|waterfront"
    r"|beachfront|casco antiguo|casco viejo|centro historico|ciudad vieja|vieille ville|vieux[- ](?:quartier"
    r"|port)|altstadt|stadtzentrum|innenstadt|baixa|centro storico|citta vecchia"
    r"|[a-z' ]{3,20}(?:district|quarter|neighbou?rhood|barrio|viertel|bairro|quartiere))|midtown|uptown)(?: area)?)\b"
)
_CENTRAL = re.compile(
    r"\b(?P<area>central(?:ly located)?|centrico|centrica|au centre(?:-ville)?|en centre-ville|zentral(?:es|e|er|gelegenes?)?"
    r"|zentrumsnah(?:es)?|no centro|in centro|centrale|en el centro|im zentrum|in der innenstadt)\b(?!\s+(?:park|station|america))"
)
"""A hotel that shall be central, in six languages."""
_NEAR_SIGHT = re.compile(
    r"\b(?:near|close to|next to|around|opposite|beside)\s+(?:the\s+)?"
    r"(?P<area>[A-Z][\w'’]+(?:\s+(?:of|de|du|la|le|del|di|the|[A-Z][\w'’]+)){1,4})(?<! of)(?<! de)(?<! the)"
)
"""A sight of two words or more ("near Gare de Lyon"); a city by itself is a place ("near Boston")."""
_NEAR_NAME = re.compile(
    r"\b(?:near|close to|next to|opposite|beside)\s+(?:the\s+)?(?P<area>[a-z'’-]{3,}(?:\s+[a-z'’-]{2,}){1,2}?)"
    r"(?=\s*(?:[.,;!?\x00]|$|\b(?:for|from|with|and|on|in|at|under|please|if|to|max|around)\b))"
)
"""The same in lower case ("near temple bar")."""
_NEAR_NAME_ABROAD = re.compile(
    r"\b(?:cerca del?|junto al?|pres (?:du|de)|proche (?:du|de)|in der nahe (?:des|der|vom|von)|beim|nahe (?:am|dem|der)"
    r"|perto d[aeo]|junto a[o]?|vicino(?: a(?:l|lla|d)?)?|pas (?:trop |tres )?loin d[eu]|nicht (?:zu |so )?weit (?:weg )?(?:vom|von)"
    r"|no (?:muy |demasiado )?lejos del?|non (?:troppo )?lontan[oa] da(?:l|lla|ll['’])?|nao (?:muito )?longe d[aeo])"
    r"\s*(?:l['’]|la |le |il |el |o |a )?"
    r"(?P<area>(?:[a-z'’-]{4,}|[a-z'’-]{3}(?=\s+[a-z]))(?:\s+[a-z'’-]{2,}){0,3}?)"
    r"(?=\s*(?:[.,;!?\x00]|$|\b(?:mais|pero|aber|mas|ma|de|por|para|con|y|en|pour|avec|et|a|fur|mit|und|in|com|e|em|per|con|bitte|max)\b))"
)
"""A sight in Spanish, French, German, Portuguese and Italian ("cerca de big ben"); a large city is a place."""
_HOTELS = re.compile(r"\bhotels?\b")
_REFUND = (
    (
        True,
        re.compile(
            r"\b(?:(?<!non[- ])(?<!non)(?<!not )refundable|free cancell?ation|can (?:be )?cancel(?:led)?|flexible ticket"
            r"|(?<!non )(?<!no )(?<!nao )(?<!no es )(?<!non e )(?<!nao e )(?<!n'est pas )"
            r"(?:rimborsabil[ei]|reembolsa(?:ble|vel|veis)|remboursables?)|(?<!nicht )(?:erstattbar|stornierbar)\w*"
            r"|cancelacion gratuita|annulation gratuite|kostenlose?r? stornierung|cancelamento gratuito|cancellazione gratuita)\b"
        ),
    ),
    (
        False,
        re.compile(
            r"\b(?:non[- ]?refundable (?:is|are|ticket|works|fine)|doesn'?t (?:have|need) to be refundable|need not be refundable"
            r"|not (?:need|have to be) refundable|refundable (?:or not|doesn't matter))\b"
        ),
    ),
)


@cache
def _pattern(name: str, language: str) -> re.Pattern[str]:
    words = lexicon(language)
    sources = {
        "rooms": _ROOMS[0],
        "stars": _STARS,
        "no": _NO_HOTEL,
        "only": _ONLY_HOTEL,
        "need": _NEED,
        "flight": _FLIGHT,
    }
    cues = {"no": "no_hotel", "only": "only_hotel", "need": "hotel", "flight": "flight"}
    foreign = words.cues(cues[name]) if name in cues else []
    denied = rf"|\b{_WITHOUT}{alternation(words.cues('hotel'))}\b{_NAMED_KIND}" if name == "no" and foreign else ""
    extra = (
        r"|\b" + alternation(foreign) + r"\b" + (_OF_A_KIND + _NAMED_KIND if name == "no" else "") if foreign else ""
    )
    return re.compile(words.compile(sources[name]).pattern + extra + denied)


def no_hotel(language: str) -> re.Pattern[str]:
    """Return the words that say that no hotel is wanted."""
    return _pattern("no", language)


def hotel_needed(language: str) -> re.Pattern[str]:
    """Return the words that say that one is."""
    return _pattern("need", language)


def read_lodging(message: Message, language: str) -> Iterator[SlotValue]:
    """Yield ``lodging_needed``, ``flights_needed``, ``rooms``, ``stars``, ``area``, ``refundable``."""
    text = message.open
    yield from _needs(text, message.folded, language)
    yield from _rooms(text, language)
    yield from _stars(text, language)
    for pattern in (
        (_AREA, _IN_AREA, _FOREIGN_AREA, _NEAR_SIGHT, _CENTRAL, _NEAR_NAME_ABROAD, _NEAR_NAME)
        if language != "en"
        else (_AREA, _IN_AREA, _NEAR_SIGHT, _CENTRAL, _NEAR_NAME)
    ):
        match = pattern.search(message.text if pattern is _NEAR_SIGHT else text)
        if match and not _is_a_place(pattern, match["area"]):
            said = "city centre" if pattern is _CENTRAL else message.text[match.start("area") : match.end("area")]
            yield SlotValue("area", said, *match.span())
            message.take(match.start("area"), match.end())
            break
    for value, pattern in reversed(_REFUND):
        match = pattern.search(text)
        if match:
            slot = "refundable_hotel" if _of_the_hotel(text, match, language) else "refundable"
            yield SlotValue(slot, value, *match.span())
            break


_SAINT = 5
"""Letters of "santa" and its like."""
_CLAUSE = re.compile(r"[.!?;,\n]")
_STAY_NOUN = re.compile(
    r"\b(?:hotels?|rooms?|stays?|accommodations?|lodging|hostels?|zimmer|unterkunft|chambres?|hebergement|habitacion(?:es)?"
    r"|alojamiento|camer[ae]|alberg[oh]i?|alloggio|quartos?|alojamento|hoteis)\b"
)


def _of_the_hotel(text: str, terms: re.Match[str], language: str) -> bool:
    """Tell whether terms are those of the hotel alone: "a refundable hotel", "the hotel should be refundable"."""
    behind = _CLAUSE.split(" ".join(text[terms.end() :].split()[:2]))[0]
    before = _CLAUSE.split(text[: terms.start()])[-1]
    clause = behind if _STAY_NOUN.search(behind) else before
    return bool(_STAY_NOUN.search(clause)) and not _pattern("flight", language).search(clause)


def _is_a_place(pattern: re.Pattern[str], said: str) -> bool:
    """Tell whether what a hotel shall be near is a place to travel to; in lower case, only a well-known one is."""
    key = name_key(said)
    if pattern in (_NEAR_NAME, _NEAR_NAME_ABROAD):
        first = key.split(" ")[0]
        names = (key, first) if len(first) > _SAINT else (key,)  # "san marco" is no town called San
        return any(name in name_index() and is_prominent(name) for name in names)
    return pattern is _NEAR_SIGHT and key in name_index()


def _needs(text: str, whole: str, language: str) -> Iterator[SlotValue]:
    """Read whether rooms and flights are wanted. "Morning flights only" is read in the ``whole``: its first word is taken already."""
    no_room, only = _pattern("no", language), _pattern("only", language).search(text)
    no = next((match for match in no_room.finditer(text) if no_room.match(whole, match.start())), None)
    only = None if only and _TERMS.search(text[: only.start()]) else only
    if no:
        yield SlotValue("lodging_needed", value=False, start=no.start(), end=no.end())
    elif only:
        yield SlotValue("lodging_needed", value=True, start=only.start(), end=only.end())
        yield SlotValue("flights_needed", value=False, start=only.start(), end=only.end())
        return
    behind = (
        re.compile(r"[.;!?]").search(text, no.end()) if no else None
    )  # "no hotel. Or, the night before, with a hotel?"
    need = _pattern("need", language).search(text, behind.end()) if behind else None
    need = need or (None if no else _pattern("need", language).search(text) or _wished(text, language))
    if need:
        yield SlotValue("lodging_needed", value=True, start=need.start(), end=need.end())
    flight = _pattern("flight", language).search(text)
    if flight:
        yield SlotValue("flights_needed", not NO_FLIGHT.search(text), *flight.span(), 0.9)


def _wished(text: str, language: str) -> re.Match[str] | None:
    """Read a rating beside a hotel as the wish for one: "hotels at least 3 stars"."""
    return _HOTELS.search(text) if _pattern("stars", language).search(text) else None


def _rooms(text: str, language: str) -> Iterator[SlotValue]:
    words = lexicon(language)
    found = list(_pattern("rooms", language).finditer(text))
    for match in reversed(found):
        said = match["n"]
        count = (
            words.number(said) if "single" not in said else (1 if re.search(r"\ba\s+single\s+$", said + " ") else None)
        )
        if count:
            yield SlotValue("rooms", count, *match.span())
            return


def _stars(text: str, language: str) -> Iterator[SlotValue]:
    """Read hotel stars; a guest rating ("rated 4.3 stars") is something else."""
    words = lexicon(language)
    for match in reversed(list(_pattern("stars", language).finditer(text))):
        if match["marks"]:
            yield SlotValue("stars", float(len(match["marks"])), *match.span())
            return
        said = match["n"] or match["asterisk"]
        value = float(said) if said[0].isdigit() else words.number(said)
        if value and 1 <= value <= 5:
            yield SlotValue("stars", float(value), *match.span())
            return
