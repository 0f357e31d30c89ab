"""The party of a message: who is young, who joins, how many adults and heads."""

from collections.abc import Iterator, Sequence

from tripintent.tools.language.offline.claims import Claim
from tripintent.tools.language.offline.message import Message
from tripintent.tools.language.offline.party.additions import read_additions
from tripintent.tools.language.offline.party.company import read_company
from tripintent.tools.language.offline.party.heads import read_adults, read_heads


def read_party(message: Message, language: str, young: Sequence[Claim]) -> Iterator[Claim]:
    """Yield ``travelers``, ``adults`` and the claims about the ``young``; or what joins those counted before."""
    added = list(read_additions(message, language, young))
    if added:
        yield from added
        return
    text = message.open
    adults = list(read_adults(text, language))
    yield from (*adults, *young)
    heads = read_heads(text, language) or read_company(text, language, young, adults=bool(adults))
    if heads:
        yield heads
