"""Terms of fares and rooms: money that comes back, fares that are not wanted, one ticket, the lowest price."""

from collections.abc import Iterator

from tripintent.state.operations import Operation
from tripintent.tools.language.exact.tables import matches, pattern
from tripintent.tools.language.offline.passage import Passage


def read_terms(passage: Passage) -> Iterator[Operation]:
    """Yield whether money has to come back, of the hotel alone where its words say so; fares that are not wanted."""
    for match in passage.finds("fares_basic"):
        if passage.turn_of(*match.span()) in ("deny", "except"):
            yield passage.wants("fares", ("basic",), match.span(), "avoid")
    for name, value in (("refund_not", False), ("refundable", True)):
        for match in passage.finds(name):
            left, right = passage.bounds(*match.span())
            behind = " ".join(passage.text[match.end() : right].split()[:3])
            near = behind if passage.has("stay_noun", behind) else passage.text[left : match.start()]
            hotel = passage.has("stay_noun", near) and not passage.has("flight", near)
            cue_inside = any(match.start() <= r.cue < match.end() for r in passage.reaches)
            turned = not cue_inside and passage.turn_of(*match.span())
            slot = "refundable_hotel" if hotel else "refundable"
            yield passage.sets(slot, value != bool(turned), match.span())
            return


def read_price(passage: Passage) -> Iterator[Operation]:
    """Yield "as cheap as possible"; cheap days are another matter."""
    days = [m.span() for m in matches("changes", "cheapest_days", passage.language, passage.text)]
    said = pattern("needs", "price_first", passage.language).search(passage.text)
    if said and not any(a < said.end() and b > said.start() for a, b in days) and not passage.turn_of(*said.span()):
        yield passage.sets("price_first", value=True, span=said.span())
    for match in passage.finds("no_transfer"):
        yield passage.sets("avoid_self_transfer", value=True, span=match.span())
        return
