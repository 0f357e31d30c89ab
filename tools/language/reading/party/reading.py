"""The party of a message: who is young, who joins, how many adults and heads."""

from collections.abc import Iterator, Sequence

from tripintent.state.frame import Frame
from tripintent.tools.language.exact.claims import SlotValue
from tripintent.tools.language.exact.tables import pattern
from tripintent.tools.language.reading.message import Message
from tripintent.tools.language.reading.party.additions import read_additions
from tripintent.tools.language.reading.party.company import read_company, with_pet
from tripintent.tools.language.reading.party.heads import read_adults, read_heads
from tripintent.tools.language.reading.party.listed import read_listed

_COUNTED = frozenset(
    {"travelers", "adults", "children", "infants", "ages", "more_travelers", "more_children", "more_infants"}
)


def read_alone(message: Message, language: str, claims: Sequence[SlotValue], frame: Frame) -> Iterator[SlotValue]:
    """Yield ``alone`` for a journey of one's own ("I need to be in Chicago"); others who are named without a count end it."""
    counted = (frame.travelers, frame.adults, frame.children, frame.infants)
    if any(count is not None for count in counted) or any(claim.slot in _COUNTED for claim in claims):
        return
    several = pattern("party", "several", language).search(message.folded)
    goes = None if several else pattern("party", "goes_alone", language).search(message.open)
    if goes and frame.alone is None and any(claim.slot == "visits" for claim in claims):
        yield SlotValue("alone", value=True, start=goes.start(), end=goes.end())
    elif several and frame.alone:
        yield SlotValue("alone", value=False, start=several.start(), end=several.end())


def read_party(message: Message, language: str, young: Sequence[SlotValue]) -> Iterator[SlotValue]:
    """Yield ``travelers``, ``adults`` and the claims about the ``young``; or what joins those counted before."""
    added = list(read_additions(message, language, young))
    if added:
        yield from added
        return
    listed = read_listed(message.folded, language, young)
    if listed:
        yield from (listed, *young)
        return
    text = message.open
    adults = list(read_adults(text, language))
    heads = read_heads(text, language) or read_company(text, language, young)
    if heads and any(heads.start <= a.start and a.end < heads.end for a in adults):
        adults = []  # "five students and I"
    yield from (*adults, *young)
    heads = heads or (None if adults else with_pet(message.folded))
    if heads:
        yield heads
