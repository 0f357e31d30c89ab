"""Codes in words: labels, reasons for dropping, assumptions, hints, counts."""

from collections.abc import Sequence

from tripintent.tools.language.replies.texts import Texts, texts_of

_FACTS = {"near": ("place", "city", "code", "km"), "reading": ("place", "name", "code"), "currency_home": ("code",)}
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
