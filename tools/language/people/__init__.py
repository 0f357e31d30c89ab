"""Names, birth dates and contact details in free form."""

from tripintent.tools.language.people.adapter import FreeFormPeople
from tripintent.tools.language.people.reading import read_people
from tripintent.tools.ports.language import NamedPeople

__all__ = ["FreeFormPeople", "NamedPeople", "read_people"]
