"""The messages of an extraction: rules, what is known, what was said last, a little history, and the new message."""

from collections.abc import Sequence

from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage

from tripintent.tools.language.openai.summary import summary_of
from tripintent.tools.ports.language import Hearing
from tripintent.tools.ports.registry import ToolRegistry

HISTORY = 12
"""Earlier messages in a prompt."""
LENGTH = 300
"""Characters of each."""
LONGEST_MESSAGE = 4_000
"""Characters of the newest message; the offline engine reads as many."""


def extraction_messages(hearing: Hearing, registry: ToolRegistry) -> list[BaseMessage]:
    """Return the prompt of one message. What travellers and assistants said stands between marks, as material."""
    rules = "\n\n".join(registry.prompt(name) for name in ("system", "developer", "extract"))
    return [SystemMessage(rules), HumanMessage("\n\n".join(_parts(hearing)))]


def _parts(hearing: Hearing) -> Sequence[str]:
    """Return the parts of the user message; unknown ones are left out."""
    history = "\n".join(said[:LENGTH] for said in hearing.history[-HISTORY:])
    parts = {
        "Known before this message": summary_of(hearing.frame),
        "Earlier messages": history,
        "The assistant's last message": (hearing.last_assistant or "")[:LENGTH],
        "It asked for, in this order": ", ".join(hearing.asked),
        "The traveller's home": hearing.home or "",
        "The newest message": hearing.text[:LONGEST_MESSAGE],
    }
    return [f"{title}:\n<<<\n{_unmarked(text)}\n>>>" for title, text in parts.items() if text]


def _unmarked(text: str) -> str:
    """Return a text that cannot close the marks it stands between."""
    return text.replace("<<<", "‹‹‹").replace(">>>", "›››")
