"""The payment methods port: tokens with a label and four digits. Card numbers never come here."""

from collections.abc import Sequence
from typing import Protocol

from pydantic import BaseModel, ConfigDict, Field


class PaymentMethod(BaseModel):
    """A means of payment that a supplier or a payment service keeps for us under a token."""

    model_config = ConfigDict(frozen=True)

    payment_method_id: str = Field(description="the token; useless without the account it belongs to")
    label: str = ""
    last4: str = Field(default="", pattern=r"^(\d{4})?$")
    default: bool = False
    simulated: bool = False
    accounts: tuple[str, ...] = Field(default=(), description="the sellers whose account pays; empty for a card")


class PaymentMethods(Protocol):
    """How a traveller may pay."""

    @property
    def tokens(self) -> Sequence[str]:
        """How the tokens begin that sellers' own components give; such a one pays without being on file."""
        ...

    async def list(self, traveller: str = "") -> Sequence[PaymentMethod]:
        """Return the traveller's methods, the default one first."""
        ...

    async def default(self, traveller: str = "") -> PaymentMethod | None:
        """Return the method used when none is named, or None."""
        ...
