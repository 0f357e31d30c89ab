"""The runtime context: who is travelling for whom. Sent with each run, not stored with the thread."""

from pydantic import BaseModel, Field


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
