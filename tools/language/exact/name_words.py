"""Words around names: what introduces one, what belongs to it, what shows that a phrase is not a name."""

import re


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


TITLES = {
    "mr": ("mr", "m"), "mister": ("mr", "m"), "mrs": ("mrs", "f"), "ms": ("ms", "f"), "miss": ("miss", "f"),
    "mstr": ("mr", "m"), "master": ("mr", "m"), "dr": ("dr", None), "prof": ("prof", None),
    "herr": ("mr", "m"), "frau": ("mrs", "f"), "señor": ("mr", "m"), "señora": ("mrs", "f"), "sr": ("mr", "m"),
    "sra": ("mrs", "f"), "monsieur": ("mr", "m"), "madame": ("mrs", "f"), "mme": ("mrs", "f"), "signor": ("mr", "m"),
    "signora": ("mrs", "f"),
}  # fmt: skip
_MALE = ("m", "male", "man", "männlich", "mann", "hombre", "masculino", "homme", "masculin", "uomo", "maschio", "homem")
_FEMALE = ("f", "female", "woman", "weiblich", "mujer", "femenino", "femme", "féminin", "donna", "femmina", "mulher")
GENDERS = {**dict.fromkeys(_MALE, "m"), **dict.fromkeys(_FEMALE, "f")}

PARTICLES = _words(
    "van von vom zu zum zur den der de del della dello degli di da das do dos du des la le lo las los el al bin ibn bint ben "
    "ter ten te 't af av st. y"
)
"""Words that begin a family name and stay in lower case (Unicode CLDR person names call them surname prefixes)."""

GIVEN_TOO = frozenset(("ben", "al", "do", "y"))
"""Particles that are given names as well."""

SUFFIXES = frozenset(("jr", "jr.", "sr.", "ii", "iii", "iv"))

SURE_LEAD_INS = re.compile(
    r"""\b(?:
        (?:(?:my|the|his|her|our|their|lead|second|third|other|first\sand\slast|[a-z]+(?:'s|’s))\s+)?
            (?:full\s+|passport\s+)*names?\s*(?:is|are|:|=|-)
      | (?:passenger|traveller|traveler|guest|adult|child|infant|baby|person|pax)s?\s*(?:no\.?\s*)?\d*\s*(?:is|are|:|=|-|\.|\))
      | (?:i'm|i\sam|ich\sbin|je\sm'appelle|me\sllamo|mich?\schiamo|ich\shei(?:ß|ss)e|mein\sname\sist|mi\snombre\ses|mon\snom\sest)
    )\s*""",
    re.IGNORECASE | re.VERBOSE,
)
LEAD_INS = re.compile(
    r"""\b(?:
        (?:he|she|they|we|it|who)(?:'s|'re|\s+is|\s+are|\s+was)
      | travell?ers?\s+are | travell?ing\s+with | (?:me|us)\b\s*[:,]? | for | with | book(?:ed)?\s+for
    )\s*""",
    re.IGNORECASE | re.VERBOSE,
)
LABELS = re.compile(
    r"""\b(?:date\s+of\s+birth | birth\s*dates? | birthdays? | d\.?o\.?b\b\.? | born(?:\s+on(?:\s+the)?|\s+in)?
      | on\s+the | (?:e-?mail|mail)(?:\s+address)? | (?:tele)?phone(?:\s+number)? | mobile | cell
      | tel\.? | contact | passport(?:\s+(?:number|no\.?))? | (?:his|her|my|their|is|was|are|of|on)(?=\s*[:=\ue000])
    )\s*[:=]?\s*(?:is\b|was\b)?""",
    re.IGNORECASE | re.VERBOSE,
)
NO_NAMES = _words(
    """a the to from in on at by for with of or if is are was be it its this that these those there here what when where which who
    how why yes no not nope yeah ok okay please thanks thank you your i me my we us our he she they them his their and but
    as want need like would could can shall should does don't have has had get go fly flight flights hotel hotels room
    rooms night nights days week book booking buy hold pay cancel change cheap cheapest cheaper expensive one two three four
    five six first second third last next adult adults child children kid kids infant infants baby people person passengers
    travellers travelers under over about around instead only just also both all none any some more less trip return
    way economy business class missing forget other others name
    names needed still let leave leaving arrive arriving depart departing vegetarian window aisle seat meal"""
)
CONJUNCTIONS = re.compile(r"\s+(?:and|und|et|e|y|og|och|en|plus|with|&)\s+|\s*[&+]\s*", re.IGNORECASE)
FILLERS = _words(
    "my his her our their the is are was were it it's its on and a in that for me here born birth dates date i meant mean "
    "oops ooops whoops ups hoppla oups ops oh ah sorry wait no correction apologies perdón perdon désolé pardon verzeihung "
    "scusa scusi desculpa desculpe"
)
"""Words that may stand around dates without making the message more than an answer; none of them is a name."""
