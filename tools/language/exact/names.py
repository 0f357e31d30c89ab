"""One person's name in a phrase: its given and family words, and the words around names (lead-ins, titles, what is not a name)."""

import re
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class BirthDate:
    """A date as said: a day, or the reason why it is not one."""

    said: str
    day: date | None = None
    reason: str = ""
    options: tuple[str, ...] = ()


@dataclass
class PersonInText:
    """One traveller in the making."""

    given: str = ""
    family: str = ""
    title: str | None = None
    gender: str | None = None
    birth: BirthDate | None = None
    passport: str | None = None
    introduced: bool = False
    """Words like "my name is", a title or a label came before it."""
    conjoined: bool = False
    """The word before it was "and"."""

    @property
    def named(self) -> bool:
        """Check whether any part of a name is known."""
        return bool(self.given or self.family)


LONGEST = 8
"""Words; a longer phrase is prose."""

_WORD = re.compile(r"^[^\W\d_](?:[^\W\d_]|['’.\-‐·])*$")


def read_name(phrase: str) -> PersonInText | None:
    """Return the person of a phrase that is a name and nothing else, or None. ``FAMILY/GIVEN`` is the ticket form."""
    words = phrase.split()
    person = PersonInText()
    words = _without_title(words, person)
    if "/" in phrase:
        return _ticket_form(" ".join(words), person)
    if not words or len(words) > LONGEST or not all(map(_can_be_name, words)):
        return None
    cut = _family_starts(words)
    person.given, person.family = _spelled(words[:cut]), _spelled(words[cut:])
    return person


def inverted(family: str, given: str) -> PersonInText | None:
    """Return the person of ``Smith, Ann``."""
    first, last = read_name(given), family.split()
    if first is None or not all(map(_can_be_name, last)):
        return None
    first.given, first.family = " ".join(w for w in (first.given, first.family) if w), _spelled(last)
    return first


def is_capitalised(phrase: str) -> bool:
    """Check whether every word begins like a name's: a capital, a letter without case, or a particle."""
    return all(w.lower() in PARTICLES or not w[0].islower() for w in phrase.split())


def _can_be_name(word: str) -> bool:
    plain = re.sub(r"['’](?:s|re|m|ll|d|ve)$", "", word.lower())
    return bool(_WORD.match(word)) and not NO_NAMES.intersection((word.lower(), plain))


def _without_title(words: list[str], person: PersonInText) -> list[str]:
    for end in (0, -1):
        found = TITLES.get(words[end].lower().rstrip(".")) if words and len(words) > 1 else None
        if found and not (end == -1 and words[end].lower() == "sr."):
            person.title, person.gender = found
            person.introduced = True
            words = words[1:] if end == 0 else words[:-1]
    return words


def _ticket_form(phrase: str, person: PersonInText) -> PersonInText | None:
    family, _, given = phrase.partition("/")
    words, last = given.split(), family.split()
    if not words or not last or not all(map(_can_be_name, [*words, *last])):
        return None
    words = _without_title(words, person)
    person.given, person.family, person.introduced = _spelled(words), _spelled(last), True
    return person


def _family_starts(words: list[str]) -> int:
    """Return the index of the family name's first word; a single word is a given name."""
    if len(words) == 1:
        return 1
    shouted = [i for i, w in enumerate(words) if w.isupper() and len(w) > 1]
    if shouted and len(shouted) < len(words):
        return _rotated(words, shouted)
    for i, word in enumerate(words[1:-1], start=1):
        if word.lower() in PARTICLES:
            return i
    last = len(words) - 1
    return last - 1 if words[last].lower() in SUFFIXES and last > 1 else last


def _rotated(words: list[str], shouted: list[int]) -> int:
    """Take the words in capitals for the family name ("SMITH Ann", "Ann SMITH"), and put them last."""
    family = [words[i] for i in shouted]
    words[:] = [w for i, w in enumerate(words) if i not in shouted] + family
    start = len(words) - len(family)
    while start > 1 and words[start - 1].lower() in PARTICLES:
        start -= 1
    return start


def _spelled(words: list[str]) -> str:
    """Join words; a particle is one only before the last word, and not where the name begins."""
    return " ".join(_one(word, particle=i < len(words) - 1) for i, word in enumerate(words))


def _one(word: str, *, particle: bool) -> str:
    """Capitalise a word that was written in one case; a word of mixed case was written with care and stays."""
    if not (word.islower() or (word.isupper() and len(word) > 1)) or "." in word:
        return word
    lower = word.lower()
    if particle and lower in PARTICLES and lower not in GIVEN_TOO:
        return lower
    return re.sub(r"(^|['’\-‐])([^\W\d_])", lambda m: m[1] + m[2].upper(), lower)


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
            (?:full\s+|passport\s+)*names?\s*(?:is\b|are\b|:|=|-)
      | (?:passenger|traveller|traveler|guest|adult|child|infant|baby|person|pax)s?\s*(?:no\.?\s*)?\d*\s*(?:is\b|are\b|:|=|-|\.|\))
      | (?:i'm|i\sam|ich\sbin|je\sm'appelle|me\sllamo|mich?\schiamo|ich\shei(?:ß|ss)e|mein\sname\sist|mi\snombre\ses|mon\snom\sest)
    )\s*""",
    re.IGNORECASE | re.VERBOSE,
)
LEAD_INS = re.compile(
    r"""\b(?:
        (?:he|she|they|we|it|who)(?:'s|'re|\s+is\b|\s+are\b|\s+was\b)
      | travell?ers?\s+are | travell?ing\s+with\b | (?:me|us)\b\s*[:,]? | for\b | with\b | book(?:ed)?\s+for\b
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
SMALL_WORDS = _words(
    """accommodation after ahead airline alright am approve best better call cancelation cancellation changing check choice choose
    complete confirm connection cost costs deal direct end everything excellent family fare fast faster fastest final finalise finalize
    fine flexible free fully give going gonna good got great guess hello hi id ill im immediately itinerary ive keep lets list make may
    mind most must nah nice nonstop now number offer oh onto option options order out package payment perfect pick place plan pls plz
    possible prefer price priced proceed purchase put rather refund refundable reserve result right see select sir so sorry sounds stars
    stay stop stops straight sure take taking thats then think ticket tickets time today too travel use want we were will with without
    works yep ja nein bitte danke gut gern gerne hallo ich wir nehme nehmen buche buchen halte halten reise ist mit ohne und auf fur oder
    si no por favor gracias hola quiero reserva reservar oui non merci bonjour avec sans pour je nous prends grazie prego con senza per
    vorrei sim nao obrigado obrigada ola quero com sem"""
)
"""Words that begin sentences, or stand in lower case, and are no names there."""
CONJUNCTIONS = re.compile(r"\s+(?:and|und|et|e|y|og|och|en|plus|with|&)\s+|\s*[&+]\s*", re.IGNORECASE)
FILLERS = _words(
    "my his her our their the is are was were it it's its on and a in that for me here born birth dates date i meant mean "
    "oops ooops whoops ups hoppla oups ops oh ah sorry wait no correction apologies perdón perdon désolé pardon verzeihung "
    "scusa scusi desculpa desculpe"
)
"""Words that may stand around dates without making the message more than an answer; none of them is a name."""
