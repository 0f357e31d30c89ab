"""The messages of an extraction: rules, today, the trip, the screen, what was said last and asked, and the new message."""

from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage
from pydantic import BaseModel

from tripintent.state.frame import Frame, Leg, Place, SpecialRequest, TimeWindow, Visit, When
from tripintent.state.operations import operation_line
from tripintent.tools.ports.language import ParseResult, ReadRequest
from tripintent.tools.ports.registry import ToolRegistry

HISTORY = 12
"""Earlier messages in a prompt."""
LENGTH = 300
"""Characters of each; the last one is there in full."""
LONGEST_MESSAGE = 4_000
"""Characters of the newest message; the offline engine reads as many."""
LONGEST_REPLY = 6_000
"""Characters of the assistant's last message, more than any template makes."""


def extraction_messages(hearing: ReadRequest, opinion: ParseResult, registry: ToolRegistry) -> list[BaseMessage]:
    """Return the prompt of one message. What travellers and assistants said is between marks, as material."""
    rules = "\n\n".join(registry.prompt(name) for name in ("system", "developer", "extract"))
    return [SystemMessage(rules), HumanMessage("\n\n".join(_parts(hearing, opinion)))]


def _parts(hearing: ReadRequest, opinion: ParseResult) -> list[str]:
    """Return the parts of the user message; unknown ones are left out."""
    parts = {
        "Today": f"{hearing.today:%A} {hearing.today.isoformat()}",
        "The trip before this message": summary_of(hearing.frame),
        "On the screen": "\n".join(hearing.screen),
        "Earlier messages": "\n".join(said[:LENGTH] for said in hearing.history[-HISTORY:-1]),
        "The assistant's last message": (hearing.last_reply or hearing.last_assistant or "")[:LONGEST_REPLY],
        "It asked for, in this order": ", ".join(hearing.asked),
        "The traveller's home": hearing.home or "",
        "What rules make of the newest message (an opinion, often wrong)": _opinion(hearing, opinion),
        "The newest message": hearing.text[:LONGEST_MESSAGE],
    }
    return [f"{title}:\n<<<\n{unmarked(text)}\n>>>" for title, text in parts.items() if text]


def _opinion(hearing: ReadRequest, opinion: ParseResult) -> str:
    lines = [*map(operation_line, opinion.operations), *(f"command {one}" for one in hearing.commands)]
    lines += [f"unclear {doubt.slot}: {doubt.reason} «{doubt.said}»" for doubt in opinion.doubts]
    if opinion.question:
        lines.append(f"question «{opinion.question}»")
    return "\n".join(lines)


def unmarked(text: str) -> str:
    """Return a text that cannot close the marks around it."""
    return text.replace("<<<", "‹‹‹").replace(">>>", "›››")


def summary_of(frame: Frame) -> str:
    """Return one line for each thing known, or "nothing yet"; words that slots came from are left out."""
    lines = [f"{name.rstrip('_')}: {said}" for name, value in frame if name != "evidence" and (said := _words(value))]
    return "\n".join(lines) or "nothing yet"


def _words(value: object) -> str:
    """Return a slot's value in words; empty for what was never said."""
    if value is None or value == ():
        return ""
    if isinstance(value, tuple):
        return "; ".join(_words(item) for item in value)
    if isinstance(value, Place):
        return f"{value.name or value.said} ({value.code})" if value.code else value.name or value.said
    if isinstance(value, When):
        return value.day or " to ".join(part for part in (value.earliest, value.latest) if part) or value.said
    if isinstance(value, TimeWindow):
        return f"{value.start or '…'}–{value.end or '…'}"
    if isinstance(value, SpecialRequest):
        return value.kind if value.kind != "note" else value.said
    if isinstance(value, Visit | Leg):
        return _named(value)
    return str(value)


def _named(value: BaseModel) -> str:
    """Return the set fields of a visit or leg."""
    return ", ".join(f"{name} {said}" for name, item in value if (said := _words(item)))
