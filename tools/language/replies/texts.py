"""The reply templates of one language, read from its file once; and codes in words: labels, reasons, assumptions, counts."""

from collections.abc import Sequence
from functools import cache

from pydantic import BaseModel, ConfigDict

from tripintent.state.languages import language_of, written_as
from tripintent.tools.language.languages import read_words


class Texts(BaseModel):
    """One language's file; a text that it lacks is taken from English.

    ``risks``, ``refusals`` and ``outcomes`` are what tools say in English by themselves, worded again from their codes and figures;
    ``hotel`` are usual English names of rooms and parts of towns. English has none of these sections: there the tool's own
    sentence is told.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    language: str
    tag: str = ""
    words: dict[str, str] = {}
    questions: dict[str, str] = {}
    invalid: dict[str, str] = {}
    fields: dict[str, str] = {}
    assumptions: dict[str, str] = {}
    hints: dict[str, str] = {}
    phrases: dict[str, str] = {}
    reasons: dict[str, str] = {}
    risks: dict[str, str] = {}
    refusals: dict[str, str] = {}
    outcomes: dict[str, str] = {}
    hotel: dict[str, str] = {}

    def word(self, name: str) -> str:
        """Return a word or a fixed sentence. KeyError when neither this language nor English has it."""
        return self.words.get(name) or texts_of("en").words[name]

    def line(self, section: str, name: str, fallback: str = "other") -> str:
        """Return a line of a section: this language's, else English, else the section's fallback."""
        own, english = getattr(self, section), getattr(texts_of("en"), section)
        for source, key in ((own, name), (english, name), (own, fallback), (english, fallback)):
            if key in source:
                return str(source[key])
        raise KeyError(f"{section}.{name}: no such text in {self.language} or English")


@cache
def texts_of(language: str) -> Texts:
    """Return the texts of a language or a region of it; a language without a file speaks English."""
    code = language_of(language)
    return Texts(language=code, tag=written_as(code, language), **read_words(code, "replies"))


_CODE = ("code",)
_FACTS = {
    "near": ("place", "city", "code", "km"), "reading": ("place", "name", "code"), "currency_home": _CODE, "currency_reader": _CODE,
}  # fmt: skip
"""The facts that an assumption's code carries, in order."""


def word(code: str, group: str, texts: Texts) -> str:
    """Return a code's word in a group: ``plain`` (cabins, boards, states, why offers went), ``label``, ``mode``, ``rule``.

    An unknown code, from a host's own tools, is shown as words.
    """
    return _known(f"{group}.{code}", texts) or code.replace("_", " ")


def assumption(code: str, texts: Texts) -> str:
    """Return an assumption in words; some carry facts: ``near:Sintra:Lisbon:LIS:25``, ``reading:Rome:Rome, Georgia:RMG``."""
    name, *facts = code.split(":")
    return texts.line("assumptions", name, name).format(**dict(zip(_FACTS.get(name, ()), facts, strict=False)))


def hint(parts: Sequence[str], texts: Texts) -> str:
    """Return what would help, in words: ``[name, code, city]``."""
    name, *facts = parts
    return texts.line("hints", name).format(**dict(zip(("code", "city"), facts, strict=False)))


def counted(name: str, count: int, texts: Texts) -> str:
    """Return ``1 stop`` or ``2 stops``: the exact count's word, else that of many."""
    return _known(f"{name}.{count}", texts) or texts.word(f"{name}.many").format(count=count)


def _known(name: str, texts: Texts) -> str | None:
    return texts.words.get(name) or texts_of("en").words.get(name)
