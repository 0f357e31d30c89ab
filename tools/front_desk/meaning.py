"""Asking what a guest means where no function is likely: once, with choices, and reading the answer."""

import re
from collections.abc import Sequence
from textwrap import shorten

from tripintent.state.concierge.front import Decision
from tripintent.state.concierge.service import Service
from tripintent.tools.front_desk.hearing import agrees
from tripintent.tools.front_desk.parts import Desk
from tripintent.tools.front_desk.speech import say
from tripintent.tools.knowledge.index import terms
from tripintent.tools.ports.desk_service import Reply, Situation

MEANING = "meaning"
"""The answer that the desk waits for after such a question."""
LABEL, MOST_WORDS = 60, 6
_END = re.compile(r" [-–—] |[.:;(]")


def ask(desk: Desk, at: Situation) -> Reply:
    """Ask which of some functions is meant."""
    choices = tuple(str(name) for name in _listed(at.decision))
    names = ", ".join(f"“{_label(desk.service, name)}”" for name in choices)
    memory = at.memory.model_copy(update={"waiting": MEANING, "unclear": at.decision.text, "choices": choices})
    return Reply(say("clarify", at.language, choices=names), memory, at.decision)


def meant(text: str, choices: Sequence[str], service: Service) -> str | None:
    """Return the function that an answer names; None where it names none, and is words of its own."""
    if len(text.split()) > MOST_WORDS:
        return None
    named = next((name for name in choices if terms(text) & _words(service, name)), None)
    return named or (choices[0] if choices and agrees(text) else None)


def _listed(decision: Decision) -> Sequence[object]:
    found = decision.params.get("functions")
    return found if isinstance(found, list) else ()


def _label(service: Service, name: str) -> str:
    """Return what guests ask of a function: its first example, or the beginning of its description."""
    example = next((one.input for one in service.functions_examples if name in one.functions), None)
    function = service.function(name)
    said = example or _END.split(function.description if function else name, maxsplit=1)[0]
    return shorten(said.strip(), LABEL, placeholder=" …")


def _words(service: Service, name: str) -> set[str]:
    """Return the words by which an answer names a function."""
    function = service.function(name)
    return terms(f"{_label(service, name)} {function.description if function else ''}")
