"""Who runs: what the host authenticated, and the conversation that it let them into. Nothing of it is ever read from a state."""

from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, Field


class Identity(NamedTuple):
    """Somebody: a user of an organisation. Two organisations may both have a user of one name, so it is compared whole."""

    organisation: str
    user: str


class Principal(BaseModel):
    """The person or program behind a run. A host makes it from its own session, token or login.

    A principal without a ``subject`` is somebody whom the host does not name: then the thread is all there is to go by,
    and a trip is reached from the threads that it is bound to and from no other.
    """

    model_config = ConfigDict(frozen=True)

    organisation: str = Field(
        default="", description="whose policies, profiles and trips; empty is a private traveller"
    )
    subject: str = Field(default="", description="the host's own id of who is signed in")
    traveller: str = Field(default="", description="profile id: whose profiles and payment methods may be used")
    thread_id: str = Field(default="", description="the conversation of the run")

    @property
    def identity(self) -> Identity:
        """Who is signed in, of which organisation."""
        return Identity(self.organisation, self.subject)

    @property
    def named(self) -> bool:
        """Whether the host says who this is."""
        return bool(self.subject)

    @property
    def person(self) -> tuple[str, str]:
        """Who this is, for limits that count by person; the conversation where nobody is named."""
        return self.organisation, self.subject or self.traveller or self.thread_id
