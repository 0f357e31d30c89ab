"""Replies from templates: typed facts in, one message out, in the traveller's language."""

from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from tripintent.tools.language.replies.questions_asked import asked_text
from tripintent.tools.language.replies.rendering import rendered
from tripintent.tools.language.replies.texts import texts_of

MOST_QUESTIONS = 3


def phrase(kind: str, facts: Mapping[str, JsonValue], language: str) -> str:
    """Word one typed message. A kind that a language lacks is worded in English; an unknown kind is a KeyError."""
    texts = texts_of(language)
    spoken = texts if kind in texts.phrases else texts_of("en")
    given = {"simulated_note": spoken.word("simulated"), "stale": [], "state": "", "waits": None, **facts}
    text = rendered("phrases", kind, given, spoken)
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def ask(missing: Sequence[str], facts: Mapping[str, JsonValue], language: str) -> str:
    """Word at most three questions, the most important first."""
    return asked_text(missing[:MOST_QUESTIONS], facts, texts_of(language))
