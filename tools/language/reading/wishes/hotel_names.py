"""Hotels by name: "at the Hilton Garden Inn", "The Cartwright Hotel"; the city words in a name are no destination."""

import re
from collections.abc import Iterator

from tripintent.tools.language.exact.claims import SlotValue
from tripintent.tools.language.reading.message import Message

_BRANDS = (
    "Hilton", "Marriott", "Hyatt", "Westin", "Sheraton",
    "Wyndham", "Holiday Inn", "Aloft", "Travelodge", "Kimpton", "InterContinental",
    "Novotel", "Ibis", "Ritz", "Ritz-Carlton", "Radisson",
    "Fairmont", "Sofitel", "Four Seasons", "Premier Inn", "Crowne Plaza", "DoubleTree",
    "Hampton", "Homewood", "Best Western", "Comfort Inn", "Days Inn",
    "Motel 6", "Super 8", "La Quinta", "Quality Inn", "Courtyard",
    "Residence Inn", "Fairfield", "Embassy Suites", "Mandarin Oriental",
    "Shangri-La", "Park Hyatt", "Grand Hyatt", "St. Regis", "Waldorf Astoria",
    "Mercure", "Pullman", "Timhotel", "Renaissance", "Melia",
    "NH Hotel", "Accor", "Citadines", "Moxy", "Le Meridien", "Hotel",
)  # fmt: skip
_TAIL = r"(?:[ ]+(?:(?:by|at|de|du|la|le|the|of)(?=[ ]+[A-Z0-9])|[A-Z0-9][\w'’&-]*|[-–&](?=[ ]*[A-Z])))*"
_BRANDED = re.compile(
    r"\b(?:" + "|".join(re.escape(b) for b in sorted(_BRANDS, key=len, reverse=True)) + r")\b" + _TAIL
)
_SUFFIXED = re.compile(
    rf"\b(?:[A-Z0-9][\w'’&-]*[ ]+(?:(?:by|de|du|la|le|the|of)[ ]+)?){{1,6}}(?:Hotel|Inn|Suites|Resort|Hostel"
    rf"|Lodge|Motel)\b{_TAIL}"
)
_PLAIN = re.compile(
    r"\b(?:hiltons?|marriotts?|hyatt|sheraton|wyndham|travelodge|novotel|ibis|radisson|sofitel|premier inn|holiday inn"
    r"|best western|crowne plaza|doubletree|citadines|moxy|melia|intercontinental|accor|kimpton|mercure(?= hotel))\b",
    re.IGNORECASE,
)
"""Brands that are no other word: in lower case, too."""
_AT_THE = re.compile(rf"\b(?:at|book|reserve)\s+(The[ ]+[A-Z][\w'’-]*{_TAIL})")
_STARTERS = re.compile(
    r"^(?:(?:I|Find|Need|Book|A|An|The|Can|Please|Search|Get|Any|My|In|For|Yes|No|Ok|Okay|Is|Are|What|Which"
    r"|Also|Cheap|Me|Reserve|And|Want|Looking|Good|Nice|Hi|Hello"
    r"|Kein|Keine|Ein|Das|Ohne|Mit|Nur|Sin|Con|Un|El|Solo|Sem|Com|Um|O|Só|Senza|Nessun|Uno|Il|Sans|Avec|Aucun|Le)[ ]+)+"
)
"""Words that begin a sentence with a capital letter and are no part of a name, in the languages that are read."""
_MAX = 400


def read_hotel_name(message: Message) -> Iterator[SlotValue]:
    """Yield ``hotel_name`` and take its words; texts all in capitals name nothing this way."""
    text = message.text[:_MAX]
    if text.isupper():
        return
    for pattern in (_BRANDED, _SUFFIXED, _AT_THE, _PLAIN):
        for match in pattern.finditer(text):
            group = 1 if pattern.groups else 0
            start, end = match.span(group)
            name = match[group]
            lead = _STARTERS.match(name)
            start += lead.end() if lead and lead.end() < len(name) else 0
            if len(text[start:end].split()) < 2 and text[start:end] in {
                "Hotel",
                "Hampton",
                "Renaissance",
                "Fairfield",
                "Courtyard",
            }:
                continue
            message.take(start, end)
            said = text[start:end]
            yield SlotValue("hotel_name", said.title() if said.islower() else said, start, end, 0.8)
            return
