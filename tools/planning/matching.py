"""Finds the entries of a document that words mean: items of the list, expenses, categories of the budget."""

import re
from collections.abc import Mapping

from rapidfuzz import fuzz

from tripintent.tools.places.folding import fold
from tripintent.tools.planning.wording import phrases

_ARTICLE = re.compile(
    r"^(?:the|a|an|some|noch|auch|meine?n?|die|den|das|eine?n?|mis?|el|la|los|las|unos?|unas?|mes|mon|ma|le|les|une?|des|du"
    r"|o|os|as|uma?|meus?|minhas?|il|lo|gli|i|un[ao']?|i miei|le mie)\s+"
)
_OWNER = re.compile(
    r"^(?:my|our|meine?n?|unsere?n?|mis?|nuestr[oa]s?|mon|ma|mes|notre|meus?|minhas?|noss[oa]s?|mi[oa]|miei|mie)\s+"
)
_FIT = 82
_SHORTEST_STEM = 4


class WordMatcher:
    """Matches by words and their stems, in six languages."""

    def match(self, what: str, items: Mapping[str, str]) -> tuple[str, ...]:
        """Return the ids of the items that the words mean: those that are them, begin with them or hold them, else the nearest."""
        wanted = _bare(fold(what))
        if not wanted:
            return ()
        held = [key for key, text in items.items() if re.search(rf"\b{re.escape(wanted)}", fold(text))]
        held = held or [key for key, text in items.items() if _same_words(wanted, fold(text))]
        exact = [key for key in held if _OWNER.sub("", _bare(fold(items[key]))) == wanted]
        first = [key for key in held if fold(items[key]).startswith(wanted)]
        if held:
            return tuple(exact or first or held)
        scored = [(fuzz.token_set_ratio(wanted, fold(text)), key) for key, text in items.items()]
        best = max(scored, default=(0, ""))
        return (best[1],) if best[0] >= _FIT else ()

    def category(self, what: str, language: str, keys: Mapping[str, str]) -> tuple[str, ...]:
        """Return the ids of the budget's categories (id → key) that the words mean; empty when none does."""
        folded = fold(what)
        names = {
            key
            for code in {language, "en"}
            for section in ("budget_words", "expense_words")
            for key, words in phrases(code).section(section).items()
            if re.search(rf"(?<!\w)(?:{words})(?!\w)", folded)
        }
        return tuple(one for one, key in keys.items() if key in names)


def _same_words(wanted: str, text: str) -> bool:
    """Say whether every word that is wanted is in the text, with another ending: "passports" is the passport."""
    there = re.findall(r"\w+", text)
    stems = [word[: max(_SHORTEST_STEM, len(word) - 2)] for word in re.findall(r"\w+", wanted)]
    return bool(stems) and all(
        len(stem) >= _SHORTEST_STEM
        and any(word.endswith(stem) or (word.startswith(stem) and len(word) <= len(stem) + 3) for word in there)
        for stem in stems
    )


def _bare(text: str) -> str:
    return _ARTICLE.sub("", text.strip(" .,!?"), count=1)
