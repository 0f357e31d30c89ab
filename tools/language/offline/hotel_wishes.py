"""The stay: stars, area, what it is near, amenities, board, room, named hotels."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tripintent.state.frame import NearPlace
from tripintent.state.operations import Operation, Want
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.exact.tables import pattern, wish_patterns
from tripintent.tools.language.offline.passage import Passage
from tripintent.tools.places.folding import fold, name_key
from tripintent.tools.places.index import name_index
from tripintent.tools.places.scan import is_prominent

if TYPE_CHECKING:
    from tripintent.tools.language.offline.known import Known

_SLOTS = {"amenities": "amenities", "board": "board", "room_types": "room_type"}
_MOST_STARS, _NICE = 5, 4.0
_NAME = re.compile(
    r"\s*(?:the\s+|das\s+|l['’])?(?P<name>[A-Z0-9][\w'’&.-]*(?:[ ]+(?:(?:de|du|la|le|the|of|by|di|del|am|im)[ ]+)?[A-Z0-9][\w'’&-]*)*)"
)
_ARTICLE = re.compile(r"\b(?:the|der|dem|die|das|el|la|le|il|lo|l['’])\s*$")
_TELLING = 4
"""Letters of a word that tells a hotel's name apart."""
_COMMON = frozenset(
    [
        "hotel",
        "hostel",
        "lodge",
        "house",
        "hotels",
        "resort",
        "suites",
        "palace",
        "grand",
        "inn",
        "apartments",
        "place",
        "city",
        "park",
        "garden",
    ]
)


def read_hotel_wishes(passage: Passage, known: "Known") -> list[Operation]:
    """Return what is wished of the stay."""
    where = list(_where(passage, known))
    named = [one for one in _hotels(passage, known) if not any(one.start < o.end and o.start < one.end for o in where)]
    return [
        *_stars(passage, known),
        *where,
        *_listed(passage),
        *named,  # a part of town is not a name
        *_liked_kinds(passage),
        *_kinds(passage, known),
    ]


def _liked_kinds(passage: Passage) -> Iterator[Operation]:
    """Yield the kinds of stay that are liked: "a boutique hotel"."""
    for kind in ("boutique", "rental"):
        for match in passage.finds(f"kind_{kind}"):
            if not passage.turn_of(*match.span()):
                yield passage.wants("stay_kinds", (kind,), match.span())
            break


def _stars(passage: Passage, known: "Known") -> Iterator[Operation]:
    """Yield the fewest stars, or the most; a nicer hotel has one more than that in view.

    What guests gave ("rated 4.3") is something else, and what the hotel in view has ("it has only 2 stars") is not a wish.
    """
    for match in passage.finds("nicer"):
        if not passage.turn_of(*match.span()):
            yield passage.sets(
                "stars", min(known.stars + 1 if known.stars else _NICE, float(_MOST_STARS)), match.span()
            )
            return
    found = sorted(passage.finds("stars"), key=lambda m: m.start())
    if not found and "stars" in known.asked:
        found = list(passage.finds("bare_number", passage.bare))
    for match in reversed(found):
        said = match["n"]
        value = float(len(said)) if said.startswith("**") else float(said) if said[0].isdigit() else None
        number = value if value is not None else lexicon(passage.language).number(said)
        if not number or not 1 <= number <= _MOST_STARS:
            continue
        before = passage.text[max(0, match.start() - 20) : match.start()] + "|"
        if passage.has("stars_told", before):
            continue
        most = passage.has("stars_most", before) and not passage.has("floor_before", before)
        turned = passage.turn_of(*match.span()) in ("deny", "except")
        if most and not turned:
            yield passage.sets("max_stars", float(number), match.span())
        elif turned and not most:
            yield passage.wants("stars", None, match.span(), "no_matter")
        else:
            yield passage.sets("stars", float(number), match.span())
        return


def _where(passage: Passage, known: "Known") -> Iterator[Operation]:
    """Yield where the stay should be, or should not: an area, or what it is near, with how far that is."""
    far = pattern("changes", "too_far", passage.language).search(passage.text)
    if far and (known.hotels or known.frame.lodging_needed):
        yield Want(slot="area", value="city centre", **passage.where(*far.span()))
        return
    if passage.has("told_of_hotels"):
        return  # "these are all in the old town": where the hotels in view lie is not a wish
    for match in passage.finds("near"):
        start, end = match.span("area")
        said = passage.message.text[start:end].strip(" ,.")
        sight = _ARTICLE.search(passage.text, match.start(), start) is not None  # "near the Acropolis"
        if len(said) < 3 or (_is_town(said) and not sight) or passage.is_taken(start, end, "day", "money", "length"):
            continue
        minutes, km = match.groupdict().get("minutes"), match.groupdict().get("km")
        near = NearPlace(
            to=said,
            said=passage.message.text[match.start() : match.end()],
            within_minutes=int(minutes) if minutes else None,
            within_km=float(km.replace(",", ".")) if km else None,
        )
        turn = passage.turn_of(*match.span())
        if turn:
            yield passage.wants("area", said, match.span(), "no_matter" if turn == "needless" else "avoid")
            return
        general = passage.has("general_area", fold(said)) and not (minutes or km)
        value = said if general else near
        yield passage.sets("area" if general else "near", value, match.span())
        return
    yield from _inside(passage, known)


def _inside(passage: Passage, known: "Known") -> Iterator[Operation]:
    """Yield the part of town that the stay should be in, or should not."""
    for name in ("area", "central"):
        for match in passage.finds(name):
            inside = "area" in match.groupdict() and match["area"]
            start, end = match.span("area") if inside else match.span()
            said = passage.message.text[start:end] if inside else "city centre"
            turn = passage.turn_of(*match.span())
            if turn:
                yield passage.wants("area", said, match.span(), "no_matter" if turn == "needless" else "avoid")
            else:
                yield passage.sets("area", said, match.span())
            return
    if part := _part_of_town(passage):
        yield part
        return
    for area in known.areas:
        at = passage.text.find(fold(area))
        if at >= 0 and len(area) >= _TELLING:
            made = passage.wants("area", area, (at, at + len(area)))
            yield made


def _part_of_town(passage: Passage) -> Operation | None:
    """Return a name behind "hotel in" that is not a town's: the part of town ("a hotel in Menteng")."""
    for match in passage.finds("stay_in"):
        named = _NAME.match(passage.message.text, match.end())
        if not named:
            continue
        start, end = named.span("name")
        said = passage.message.text[start:end].rstrip(".")
        if (
            not passage.is_taken(start, end)
            and len(said) >= _TELLING
            and name_key(said) not in name_index()
            and not passage.turn_of(start, end)
        ):
            return passage.sets("area", said, (start, end), 0.8)
    return None


def _is_town(said: str) -> bool:
    """Tell whether what a hotel shall be near is a town that people travel to."""
    key = name_key(said)
    return key in name_index() and is_prominent(key)


def _listed(passage: Passage) -> Iterator[Operation]:
    """Yield amenities, board and rooms of the table, each as its clause turns it."""
    taken: list[tuple[int, int]] = []
    for kind, slot in _SLOTS.items():
        for name, rule in wish_patterns()[kind]:
            for match in rule.finditer(passage.text):
                start, end = match.span()
                if any(a <= start and end <= b for a, b in taken) or _is_of_else(passage, kind, match):
                    continue
                taken.append((start, end))
                yield from _wanted(passage, slot, name, (start, end))


def _is_of_else(passage: Passage, kind: str, match: re.Match[str]) -> bool:
    """Tell an amenity of a flight from one of a stay, and "500 for two, everything included" from all-inclusive board."""
    clause = passage.around(*match.span())
    if kind == "board":
        return passage.has("everything", match.group()) and bool(passage.message.of("money"))
    return kind == "amenities" and passage.has("flight", clause) and not passage.has("stay_noun", clause)


def _wanted(passage: Passage, slot: str, name: str, span: tuple[int, int]) -> Iterator[Operation]:
    cue_inside = any(span[0] <= r.cue < span[1] for r in passage.reaches)
    turn = None if cue_inside else passage.turn_of(*span)
    value = (name,) if slot == "amenities" else name
    if slot == "board" and turn == "deny" and name == "breakfast":
        yield passage.wants(slot, "room_only", span, "require")
    elif turn:
        yield passage.wants(slot, value, span, "no_matter")
    else:
        yield passage.wants(slot, value, span)


def _hotels(passage: Passage, known: "Known") -> Iterator[Operation]:
    """Yield a hotel that is wanted by name, or refused. A name beside no word of wanting pins nothing."""
    for name in known.hotels:
        span = named_in_view(passage.text, name, known.hotels)
        if span is None:
            continue
        if passage.turn_of(*span) or passage.has("refuses", passage.around(*span)):
            yield passage.wants("hotels", (name,), span, "avoid")
        elif passage.has("wants_hotel", passage.around(*span)):
            yield passage.sets("hotel_name", name, span)
        return
    for match in passage.finds("stay_at"):
        named = _NAME.match(passage.message.text, match.end())
        if not named:
            continue
        start, end = named.span("name")
        said = passage.message.text[start:end].rstrip(".")
        place = any(one.start <= start and end <= one.end for one in passage.message.of("place", "day"))
        if place or len(said) < _TELLING or fold(said) in _COMMON:
            continue
        if passage.turn_of(start, end):
            yield passage.wants("hotels", (said,), (start, end), "avoid")
        else:
            yield passage.sets("hotel_name", said, (start, end))
        return


def named_in_view(text: str, name: str, names: tuple[str, ...]) -> tuple[int, int] | None:
    """Return where a hotel in view is named, in full or by a word that no other one has."""
    at = text.find(fold(name))
    if at >= 0:
        return at, at + len(name)
    others = " ".join(fold(one) for one in names if one != name)
    for word in re.findall(r"[\w'’-]+", fold(name)):
        if len(word) >= _TELLING and word not in _COMMON and not re.search(rf"\b{re.escape(word)}\b", others):
            found = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text)
            if found:
                return found.span()
    return None


def _kinds(passage: Passage, known: "Known") -> Iterator[Operation]:
    """Yield kinds of places to sleep that are not wanted, and that the hotels in view are not."""
    for match in pattern("needs", "kinds", passage.language).finditer(passage.text):
        if passage.turn_of(*match.span()) in ("deny", "except"):
            yield passage.wants("hotels", (match.lastgroup or "hostel",), match.span(), "avoid")
    refuses = pattern("needs", "refuses_shown", passage.language).search(passage.text)
    if refuses and known.hotels:
        yield passage.wants("hotels", known.hotels, refuses.span(), "avoid")
