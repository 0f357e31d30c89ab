"""Slots that stood the checks: values ready for the frame, their evidence, and what has to be asked about."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from tripintent.state.frame import Evidence
from tripintent.tools.language.openai.quotes import Span
from tripintent.tools.ports.language import Doubt

SURE = 0.9
UNSURE = 0.6


@dataclass
class Verified:
    """What is left of a model's answer. ``dropped`` says what was not believed and why, for the audit."""

    values: dict[str, Any] = field(default_factory=dict)
    evidence: dict[str, Evidence] = field(default_factory=dict)
    doubts: list[Doubt] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)

    def put(self, slot: str, value: Any, span: Span, turn: int, confidence: float = SURE) -> None:
        """Keep a value with the words it came from."""
        self.values[slot] = value
        self.evidence[slot] = Evidence(text=span.text, start=span.start, end=span.end, turn=turn, confidence=confidence)

    def doubt(self, slot: str, reason: str, said: str, options: Iterable[str] = ()) -> None:
        """Have a slot asked about."""
        self.doubts.append(Doubt(slot=slot, reason=reason, said=said, options=tuple(options)))

    def drop(self, slot: str, why: str) -> None:
        """Disbelieve an entry."""
        self.dropped.append(f"{slot}: {why}")
