"""The people port, answered by ``read_people``."""

from datetime import date

from tripintent.tools.language.people.reading import read_people
from tripintent.tools.ports.language import Doubt
from tripintent.tools.ports.people import People

_WORDS = {
    "ambiguous_date": '"{said}" may be {options}',
    "not_a_date": '"{said}" is no date',
    "in_future": '"{said}" is in the future',
    "too_old": '"{said}" is too long ago',
    "not_an_email": '"{said}" is no e-mail address',
    "no_country_code": '"{said}" needs its country code (+44 …)',
    "not_a_phone": '"{said}" is no telephone number',
}


class FreeFormPeople:
    """Reads people out of free text."""

    def read(self, text: str, today: date) -> People:
        """Return whoever the text names; empty when nobody. Never raises."""
        found = read_people(text, today)
        return People(
            travellers=found.travellers, contact=found.contact, doubts=tuple(_sentence(d) for d in found.doubts)
        )


def _sentence(doubt: Doubt) -> str:
    return _WORDS[doubt.reason].format(said=doubt.said, options=" or ".join(doubt.options))
