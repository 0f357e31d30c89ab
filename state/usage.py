"""The use of language models: requests, tokens, and money where prices are set."""

from decimal import Decimal
from typing import Literal, Self

from tripintent.state.frozen import Frozen
from tripintent.state.money import Amount

_MILLION = Decimal(1_000_000)
WARN_AT = Decimal("0.8")
"""The share of a limit at which its operator and the traveller are warned."""
LimitOf = Literal["trip_tokens", "trip_dollars", "traveller_tokens", "month_dollars"]


class LimitUse(Frozen):
    """How much of a limit of cost is used: of a conversation's trip, or of a traveller's day or month."""

    of: LimitOf
    used: Amount
    limit: Amount

    @property
    def share(self) -> Decimal:
        """The part that is used; 1 and more is all of it."""
        return self.used / self.limit


class ModelUse(Frozen):
    """Requests to a model and what they cost, in US dollars; ``cost`` is None while no price is set."""

    requests: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: Amount | None = None

    @classmethod
    def priced(cls, tokens_in: int, tokens_out: int, price_in: Decimal | None, price_out: Decimal | None) -> Self:
        """Return one request, its cost by the prices of a million tokens where one is set."""
        cost = (tokens_in * (price_in or Decimal(0)) + tokens_out * (price_out or Decimal(0))) / _MILLION
        unpriced = price_in is None and price_out is None
        return cls(requests=1, tokens_in=tokens_in, tokens_out=tokens_out, cost=None if unpriced else cost)

    @property
    def tokens(self) -> int:
        """All tokens, read and written."""
        return self.tokens_in + self.tokens_out

    def __add__(self, more: "ModelUse") -> "ModelUse":
        """Return both together."""
        cost = (
            None if self.cost is None and more.cost is None else (self.cost or Decimal(0)) + (more.cost or Decimal(0))
        )
        return ModelUse(
            requests=self.requests + more.requests,
            tokens_in=self.tokens_in + more.tokens_in,
            tokens_out=self.tokens_out + more.tokens_out,
            cost=cost,
        )

    def __sub__(self, before: "ModelUse") -> "ModelUse":
        """Return what came after ``before``, an earlier count of the same trip."""
        cost = None if self.cost is None else self.cost - (before.cost or Decimal(0))
        return ModelUse(
            requests=self.requests - before.requests,
            tokens_in=self.tokens_in - before.tokens_in,
            tokens_out=self.tokens_out - before.tokens_out,
            cost=cost,
        )

    def __str__(self) -> str:
        """Return a line for the journal: "2 requests, 3,100 + 80 tokens, 0.0014 USD"."""
        cost = f", {self.cost} USD" if self.cost is not None else ""
        return f"{self.requests} requests, {self.tokens_in:,} + {self.tokens_out:,} tokens{cost}"
