"""Codes in words: labels, reasons for dropping, assumptions, hints, counts."""

from collections.abc import Sequence

from tripintent.tools.language.offline.texts import Texts, texts_of


def plain(code: str, texts: Texts) -> str:
    """Return a code's word: a cabin, a board, a status, why offers were dropped. An unknown code is shown as words."""
    return _known(f"plain.{code}", texts) or code.replace("_", " ")


def label(code: str, texts: Texts) -> str:
    """Return what an option is best at."""
    return _known(f"label.{code}", texts) or code.replace("_", " ")


def assumption(code: str, texts: Texts) -> str:
    """Return an assumption in words. ``near:<place>:<city>:<code>:<km>`` carries its facts."""
    name, *facts = code.split(":")
    keys = ("place", "city", "code", "km")
    return texts.line("assumptions", name, name).format(**dict(zip(keys, facts, strict=False)))


def hint(parts: Sequence[str], texts: Texts) -> str:
    """Return what would help, in words: ``[name, code, city]``."""
    name, *facts = parts
    return texts.line("hints", name).format(**dict(zip(("code", "city"), facts, strict=False)))


def counted(name: str, count: int, texts: Texts) -> str:
    """Return ``1 stop`` or ``2 stops``: the exact count's word, else that of many."""
    return _known(f"{name}.{count}", texts) or texts.word(f"{name}.many").format(count=count)


def _known(name: str, texts: Texts) -> str | None:
    return texts.words.get(name) or texts_of("en").words.get(name)
