"""The people port: reads names, birth dates and contact details out of free text."""

from datetime import date
from typing import Protocol

from pydantic import BaseModel, ConfigDict

from tripintent.state.travellers import Contact, Traveller


class People(BaseModel):
    """Who was named, in the order of the text. ``doubts`` are what could be read in two ways ('03/04/1985')."""

    model_config = ConfigDict(frozen=True)

    travellers: tuple[Traveller, ...] = ()
    contact: Contact = Contact()
    doubts: tuple[str, ...] = ()


class PeopleReader(Protocol):
    """Reads people."""

    def read(self, text: str, today: date) -> People:
        """Return whoever the text names; empty when nobody. Never raises."""
        ...
