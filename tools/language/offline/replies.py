"""Replies from templates: typed facts in, one message out, in the traveller's language."""

from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from tripintent.tools.language.offline.questions_asked import asked_text
from tripintent.tools.language.offline.rendering import environment
from tripintent.tools.language.offline.texts import Texts, texts_of


def phrase(kind: str, facts: Mapping[str, JsonValue], language: str) -> str:
    """Word one typed message. A kind that a language lacks is worded in English; an unknown kind is a KeyError."""
    texts = texts_of(language)
    template, spoken = _template(kind, texts)
    given = {"simulated_note": spoken.word("simulated"), "stale": [], "state": "", **facts}
    text = environment(spoken).from_string(template).render(given)
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def ask(missing: Sequence[str], facts: Mapping[str, JsonValue], language: str) -> str:
    """Word at most three questions, the most important first."""
    return asked_text(missing[:3], facts, texts_of(language))


def _template(kind: str, texts: Texts) -> tuple[str, Texts]:
    if kind in texts.phrases:
        return texts.phrases[kind], texts
    english = texts_of("en")
    return english.phrases[kind], english
