"""Searches that were answered a moment ago, answered again from memory: for some minutes, so many of them, and no price.

Neither a failure nor an empty answer is remembered; an answer no longer than its first offer, or until one of them is held or gone.
"""

from collections import OrderedDict
from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from typing import Generic, NamedTuple

from tripintent.state.offers import Offer
from tripintent.state.queries import fingerprint
from tripintent.tools.errors import OfferGone
from tripintent.tools.ports.clock import Clock
from tripintent.tools.ports.suppliers import Capabilities, O, Q, Seller

MOST_ANSWERS = 256


class _Answer(NamedTuple):
    offers: Sequence[Offer]
    until: datetime
    options: frozenset[str]


class RememberedSearches:
    """The answers of all suppliers; the one not asked for longest is forgotten first."""

    def __init__(self, clock: Clock, life: timedelta, most: int = MOST_ANSWERS) -> None:
        self._clock = clock
        self._life = life
        self._most = most
        self._answers: OrderedDict[str, _Answer] = OrderedDict()

    def get(self, key: str) -> Sequence[Offer] | None:
        """Return an answer that is still young enough."""
        found = self._answers.get(key)
        if found is None:
            return None
        if found.until <= self._clock.now():
            del self._answers[key]
            return None
        self._answers.move_to_end(key)
        return found.offers

    def put(self, key: str, offers: Sequence[Offer]) -> None:
        """Remember an answer that found something."""
        if not offers:
            return
        until = min(self._clock.now() + self._life, *(offer.expires_at for offer in offers))
        self._answers[key] = _Answer(tuple(offers), until, frozenset(offer.option_id for offer in offers))
        self._answers.move_to_end(key)
        while len(self._answers) > self._most:
            self._answers.popitem(last=False)

    def forget(self, option_ids: Collection[str]) -> None:
        """Forget the answers that hold one of these offers."""
        for key in [key for key, answer in self._answers.items() if not answer.options.isdisjoint(option_ids)]:
            del self._answers[key]


class Remembering(Generic[Q, O]):
    """A supplier whose searches are remembered by owner and question. ``owner`` says at each search whose they are: "", everybody's."""

    def __init__(self, inner: Seller[Q, O], searches: RememberedSearches, owner: Callable[[], str] = str) -> None:
        self._inner = inner
        self._searches = searches
        self._owner = owner

    @property
    def capabilities(self) -> Capabilities:
        """Return what the supplier promises."""
        return self._inner.capabilities

    async def search(self, query: Q) -> Sequence[O]:
        """Return what was found a moment ago, else search. Raises SupplierError."""
        key = fingerprint(self.capabilities.supplier, self._owner(), query)
        found: Sequence[O] | None = self._searches.get(key)  # type: ignore[assignment] # the key has the kind of the question
        if found is None:
            found = await self._inner.search(query)
            self._searches.put(key, found)
        return found

    async def price(self, offer: O) -> O:
        """Return the offer as it would be sold now, always asked for. Raises OfferGone or another SupplierError."""
        try:
            return await self._inner.price(offer)
        except OfferGone:
            self._searches.forget({offer.option_id})
            raise
