"""The people port: reads names, birth dates and contact details out of free text."""

from tripintent.state.frozen import Frozen
from tripintent.state.travellers import Contact, Traveller
from tripintent.tools.ports.language import Ambiguity


class NamedPeople(Frozen):
    """Who was named, in the order of the text.

    A traveller without a name is a birth date that was said alone, in answer to a question. ``doubts`` name what was said
    and left unset: slots ``guests[i].date_of_birth`` (reasons ambiguous_date, not_a_date, in_future, too_old), ``email``
    (not_an_email) and ``phone`` (no_country_code, not_a_phone).
    """

    travellers: tuple[Traveller, ...] = ()
    contact: Contact = Contact()
    doubts: tuple[Ambiguity, ...] = ()
    one_name: bool = False
    """It is said that somebody has one name only."""
    instead: str = ""
    """The name of whom the last one named replaces ("Anna Smith, not Ann")."""
