"""The ports of stored travellers, so that no one is asked twice, of payment methods as tokens, and of an organisation's rules and users.

A token has a label and four digits: card numbers never come here.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from pydantic import Field

from tripintent.state.frozen import Frozen
from tripintent.state.travellers import Contact, GuestPreferences, Passport
from tripintent.state.wishes import Policy, PolicyRules, Preferences

TextMask = Callable[[str], tuple[str, bool]]
"""Returns a text with every card number masked, and whether there was one."""


def masked_within(value: Any, mask: TextMask) -> Any:
    """Return plain data (as JSON has it) with every string, key and number masked; a number becomes text only if it had to be."""
    if isinstance(value, str):
        return mask(value)[0]
    if isinstance(value, int | float) and not isinstance(value, bool):
        text, masked = mask(str(value))
        return text if masked else value
    if isinstance(value, Mapping):
        return {mask(str(k))[0]: masked_within(v, mask) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [masked_within(v, mask) for v in value]
    return value


class Profile(Frozen):
    """A stored traveller. Names as in the passport; ``home_airport`` is an IATA code."""

    profile_id: str
    org: str = ""
    given_name: str = ""
    family_name: str = ""
    date_of_birth: str | None = None
    contact: Contact = Contact()
    home_airport: str | None = None
    locale: str | None = None
    currency: str | None = None
    passport: str | None = Field(default=None, description="its number")
    nationality: str | None = Field(
        default=None, pattern="^[A-Z]{2}$", description="of the passport travelled on, ISO 3166-1 alpha-2"
    )
    document: Passport | None = Field(default=None, description="for airlines that ask for one with the order")
    loyalty: Mapping[str, str] = Field(default_factory=dict, description="airline designator -> frequent flyer number")
    title: str | None = None
    preferences: Preferences = Preferences()
    wishes: GuestPreferences = GuestPreferences()

    @property
    def name(self) -> str:
        """Given names first."""
        return f"{self.given_name} {self.family_name}".strip()


class Profiles(Protocol):
    """Stored travellers of an organisation."""

    async def get(self, profile_id: str) -> Profile | None:
        """Return a profile by its id."""
        ...

    async def find(self, org: str, name: str) -> Sequence[Profile]:
        """Return profiles whose name fits loosely, best first. Several mean: ask, never guess."""
        ...

    async def save(self, profile: Profile) -> None:
        """Store or replace a profile."""
        ...


class PaymentMethod(Frozen):
    """A means of payment that a supplier or a payment service keeps for us under a token."""

    payment_method_id: str = Field(description="the token; useless without the account it belongs to")
    label: str = ""
    last4: str = Field(default="", pattern=r"^(\d{4})?$")
    default: bool = False
    simulated: bool = False
    accounts: tuple[str, ...] = Field(default=(), description="the sellers whose account pays; empty for a card")
    not_for: tuple[str, ...] = Field(default=(), description="the suppliers that charge a card on file instead")


class PaymentMethods(Protocol):
    """How a traveller may pay."""

    @property
    def tokens(self) -> Sequence[str]:
        """How the tokens begin that sellers' own components give; such a one pays without being on file."""
        ...

    async def list(self, traveller: str = "") -> Sequence[PaymentMethod]:
        """Return the traveller's methods, first the default one, which is used when none is named."""
        ...

    async def save(self, traveller: str, method: PaymentMethod) -> None:
        """Store or replace a token of a traveller; a default one takes the place of the default before."""
        ...


class Policies(Protocol):
    """Who may buy what, and who must agree."""

    async def rules(self, org: str, traveller: str = "") -> Policy:
        """Return the rules in force: the traveller's own, else the organisation's, else the defaults."""
        ...


@runtime_checkable
class PolicyBook(Policies, Protocol):
    """Policies that an operator can set here; a host may keep them elsewhere."""

    async def set(self, org: str, rules: PolicyRules, traveller: str = "", *, by: str = "") -> None:
        """Store the rules of an organisation, or of one traveller of it; the audit notes who did."""
        ...

    async def clear(self, org: str, traveller: str = "", *, by: str = "") -> None:
        """Drop them: what is more general is in force again."""
        ...


class Directory(Protocol):
    """Who there is in an organisation."""

    async def users(self, org: str) -> Mapping[str, str] | None:
        """Return user ids with their mail addresses (empty: none is known); None where they cannot be listed."""
        ...
