"""The party of a message: who is young, who joins, how many adults and heads."""

from collections.abc import Iterator, Sequence

from tripintent.tools.language.reading.claims import SlotValue
from tripintent.tools.language.reading.message import Message
from tripintent.tools.language.reading.party.additions import read_additions
from tripintent.tools.language.reading.party.company import read_company, with_pet
from tripintent.tools.language.reading.party.heads import read_adults, read_heads


def read_party(message: Message, language: str, young: Sequence[SlotValue]) -> Iterator[SlotValue]:
    """Yield ``travelers``, ``adults`` and the claims about the ``young``; or what joins those counted before."""
    added = list(read_additions(message, language, young))
    if added:
        yield from added
        return
    text = message.open
    adults = list(read_adults(text, language))
    yield from (*adults, *young)
    heads = read_heads(text, language) or read_company(text, language, young, adults=bool(adults))
    heads = heads or (None if adults else with_pet(message.folded))
    if heads:
        yield heads
