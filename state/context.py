"""Who travels for whom: what a run is told, and what the host authenticated. Sent with each run, never read from a state."""

from typing import NamedTuple

from pydantic import BaseModel, Field

from tripintent.state.frozen import Frozen

TRAVELLER, LINK_HOLDER = "traveller", "holder of the link"
"""How whoever decides in their own conversation is called, and whoever has an approver's link: no user may be called so."""


def is_reserved(user: str) -> bool:
    """Tell whether a user's name is the one of all who are not named."""
    return user.strip().casefold() in (TRAVELLER, LINK_HOLDER)


class TripContext(BaseModel):
    """Settings of one run; a form in Studio. What money depends on is copied into the trip by intake."""

    organisation: str = Field(default="", description="whose policy rules apply; empty is a private traveller")
    portfolio: str = Field(default="", description="group of organisations, for hosts that know such groups")
    traveller: str = Field(
        default="",
        description="profile id of the person who writes: unique across organisations, as profiles and cards are kept by it",
    )
    locale: str = Field(default="en-US", description="language and region of replies")
    timezone: str = Field(default="", description="IANA zone in which 'today' is meant; empty is the trip's, else UTC")
    currency: str = Field(default="", description="currency of totals when the traveller names none")
    model: str = Field(default="", description="language model, where one is configured")

    def within(self, house: "TripContext") -> "TripContext":
        """Return it with the house's locale, time zone and currency where it names none itself."""
        unsaid = {"locale", "timezone", "currency"} - self.model_fields_set
        return self.model_copy(update=house.model_dump(include=unsaid))


class Identity(NamedTuple):
    """Somebody: a user of an organisation. Two organisations may both have a user of one name, so it is compared whole."""

    organisation: str
    user: str


class Principal(Frozen):
    """The person or program behind a run. A host makes it from its own session, token or login.

    A principal without a ``subject`` is somebody whom the host does not name: then the thread is all there is to go by,
    and a trip is reached from the threads that it is bound to and from no other.
    """

    organisation: str = Field(
        default="", description="whose policies, profiles and trips; empty is a private traveller"
    )
    subject: str = Field(default="", description="the host's own id of who is signed in")
    traveller: str = Field(default="", description="profile id: whose profiles and payment methods may be used")
    thread_id: str = Field(default="", description="the conversation of the run")
    address: str = Field(
        default="", description="where a guest without an account writes from: limits count by it, and it is not stored"
    )

    @property
    def identity(self) -> Identity:
        """Who is signed in, of which organisation."""
        return Identity(self.organisation, self.subject)

    @property
    def named(self) -> bool:
        """Check whether the host says who this is."""
        return bool(self.subject)

    @property
    def person(self) -> tuple[str, str]:
        """Who this is, for limits that count by person; the conversation where no one is named."""
        return self.organisation, self.subject or self.traveller or self.thread_id
