"""Who comes: rooms with adults and the ages of children, on top of what was said before."""

import re
from collections.abc import Sequence

from tripintent.state.concierge.memory import RoomWish, StayWish
from tripintent.state.frame import Frame
from tripintent.state.languages import LANGUAGES
from tripintent.tools.language.exact.lexicon import lexicon

_NUMBER = {word: n for code in LANGUAGES for word, n in lexicon(code).numbers.items() if n}
_COUNT = r"(\d{1,3}|" + "|".join(map(re.escape, sorted(_NUMBER, key=len, reverse=True))) + r")"
_ADULTS = re.compile(rf"\b{_COUNT}\s+(?:adults?|erwachsene[rn]?|adultes?|adultos?|adulti|adulto)\b")
_PEOPLE = re.compile(
    rf"\b{_COUNT}\s+(?:people|persons?|guests?|of us|personen|leute|personnes?|personas?|persone|pessoas?|tickets?|pax)\b"
    rf"|\b(?:become|for|fur|pour|para|per|of)\s+{_COUNT}(?=\s*(?:$|[,.?!]|this|on|at|tomorrow|tonight|from|in|people|of us|am|um|"
    rf"demain|morgen|manana|domani|amanha|next))"
    rf"|\bwe(?:'ve| have)? become {_COUNT}\b"
)
_PART = re.compile(r"\b(?:of|von|de|di|d'entre) (?:us|uns|nous|nosotros|noi|nos)\b")
_ONLY = re.compile(r"\b(?:only|just|now|nur|jetzt|seulement|que|solo|ahora|ora|so|agora)\b")
_ONLY_TWO = re.compile(
    r"\b(only|just) (the )?(us two|two of us|us)\b|\bus two\b|\bnur (wir|uns) (zwei|beide)|\b(que"
    r"|seulement) nous deux\b|\bsolo (nosotros|noi) (dos|due)\b"
    r"|\bso nos (dois|duas)\b"
)
_US = re.compile(
    r"\b(the )?two of us\b|\bus two\b|\bwir (zwei|beide)\b|\bnous deux\b|\bnosotros dos\b|\bnoi due\b|\bnos dois\b"
)
_ALONE = re.compile(r"\b(single|for me alone|just me|einzelzimmer|chambre simple|individual|singola|solteiro)\b")
_YOUNG = re.compile(
    r"\b(son|daughter|child|children|kids?|boys?|girls?|baby|toddler|sohn|tochter|kind|kinder|fils|fille|enfants?|hij[oa]s?|nin[oa]s?"
    r"|figli[oa]?|bambin[oai]|filh[oa]s?|criancas?|meni\w+)\b"
)
_AGE = re.compile(
    r"(?:\b(?:aged?|he's|she's|he is|she is|they are|he's just|of|alter von|de)\s+"
    r"|,\s*)(\d{1,2})\b(?!\s*(?:nights?|adult|people|[:/.]\d|st|nd|rd|th|to|till|bis|feb|jan))"
    r"|\b(\d{1,2})[- ]?(?:years?|jahre?|ans|anos|anni|year-old)\b"
)
_MOST = 20
"""Rooms of one wish."""
_EACH = re.compile(r"\bone for\b.*\bone for\b|\beins? fur\b.*\beins? fur\b|\bune pour\b.*\bune pour\b")
_ROOMS = re.compile(
    rf"\b{_COUNT}\s+(?:double |twin |single |family )?(?:rooms|zimmer|chambres|habitaciones|camere|quartos)\b"
)


def party_of(text: str, frame: Frame, known: StayWish) -> tuple[tuple[RoomWish, ...], int | None]:
    """Return the rooms and the head count of a folded text; nothing of what it does not say."""
    ages = _ages(text, frame)
    adults = _first(_ADULTS, text) or frame.adults
    people = _first(_PEOPLE, text)
    before = known.rooms[0] if known.rooms else None
    if _ONLY_TWO.search(text) and not ages:
        return (RoomWish(adults=2),), 2
    if adults is None and _US.search(text):
        adults = 2
    if adults is None and people is None and frame.travelers and not _EACH.search(text):
        people = frame.travelers
    if people and people < (known.people or 0) and _PART.search(text) and not _ONLY.search(text):
        people = None  # "one of us is a vegetarian" tells of some of those who are known to come
    if adults is None and people is None and not ages and _ALONE.search(text):
        adults = 1
    count = _first(_ROOMS, text) or frame.rooms or 1
    if count > 1:
        count = min(count, _MOST)
        if adults is None or _EACH.search(text):
            return (RoomWish(adults=2),) * count, people
        return _over_rooms(adults, ages, count), people or adults + len(ages)
    if adults is None and people is None and not ages:
        return (), None
    grown = adults or (people if people and people > len(ages) else None) or (before.adults if before else 2)
    kept = ages or (before.ages if before and adults is None and people is None else ())
    return (RoomWish(adults=grown, ages=tuple(kept)),), people or grown + len(kept)


def _over_rooms(adults: int, ages: Sequence[int], count: int) -> tuple[RoomWish, ...]:
    """Spread a party evenly over rooms: the adults first, then each child into the room with the fewest."""
    rooms = [RoomWish(adults=max(1, adults // count + (n < adults % count))) for n in range(count)]
    for age in ages:
        n = min(range(count), key=lambda i: rooms[i].adults + len(rooms[i].ages))
        rooms[n] = rooms[n].model_copy(update={"ages": (*rooms[n].ages, age)})
    return tuple(rooms)


def _ages(text: str, frame: Frame) -> tuple[int, ...]:
    if frame.ages:
        return tuple(frame.ages)
    young = _YOUNG.search(text)
    if not young:
        return ()
    found = [int(m[1] or m[2]) for m in _AGE.finditer(text, max(0, young.start() - 12))]
    return tuple(age for age in found if age < 18)


def _first(pattern: re.Pattern[str], text: str) -> int | None:
    match = pattern.search(text)
    if match is None:
        return None
    said = next(group for group in match.groups() if group)
    return int(said) if said.isdecimal() else _NUMBER.get(said)
