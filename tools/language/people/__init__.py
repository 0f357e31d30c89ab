"""Names, birth dates and contact details in free form."""

from tripintent.tools.language.people.reading import read_people
from tripintent.tools.language.people.values import People

__all__ = ["People", "read_people"]
