"""The model's verified slots on top of the offline reading of the same message.

The offline engine reads every message first: its frame is the base. What the model said and code verified overrides or adds,
slot by slot; what the model left out stays as the offline engine read it, except a slot that has to be asked about: it stays
as it was before. A message in which the model found nothing but a
question changes nothing, whatever the offline engine took from it.
"""

from tripintent.state.frame import Evidence, Frame
from tripintent.tools.language.openai.quotes import find_quote
from tripintent.tools.language.openai.said import SaidDelta
from tripintent.tools.language.openai.verified import Verified
from tripintent.tools.ports.language import Doubt, Hearing, Reading


def merged(hearing: Hearing, base: Reading, delta: SaidDelta, verified: Verified) -> Reading:
    """Return the reading of a message from both engines. The frame stays cumulative."""
    question = find_quote(hearing.text, delta.question) if delta.question else None
    only_asks = question is not None and not delta.entries() and not delta.unclear
    frame = hearing.frame if only_asks else _frame(_undoubted(hearing.frame, base.frame, verified), verified)
    return base.model_copy(
        update={
            "frame": frame,
            "changed": changed_fields(hearing.frame, frame),
            "doubts": () if only_asks else (*_open(base, verified), *verified.doubts),
            "stance": delta.stance or base.stance,
            "question": question.text if question else base.question,
            "engine": "openai",
        }
    )


def _undoubted(before: Frame, base: Frame, verified: Verified) -> Frame:
    """Return the base without what the offline engine took for a slot that has to be asked about."""
    asked = {doubt.slot for doubt in verified.doubts} - set(verified.values)
    taken = {slot for slot in asked if getattr(base, slot) != getattr(before, slot)}
    evidence = {slot: words for slot, words in base.evidence.items() if slot not in taken}
    evidence |= {slot: before.evidence[slot] for slot in taken if slot in before.evidence}
    return base.model_copy(update={**{slot: getattr(before, slot) for slot in taken}, "evidence": evidence})


def _frame(base: Frame, verified: Verified) -> Frame:
    """Return the base with the verified slots, validated as a whole, and the evidence of what was put."""
    evidence: dict[str, Evidence] = {**base.evidence, **verified.evidence}
    kept = {slot: words for slot, words in evidence.items() if _is_set(verified.values.get(slot, ...))}
    return base.model_copy(update={**verified.values, "evidence": kept})


def _is_set(value: object) -> bool:
    """Say whether a slot has a value; ``...`` stands for one that the model did not touch."""
    return value is not None and value != ()


def _open(base: Reading, verified: Verified) -> tuple[Doubt, ...]:
    """Return the offline engine's doubts about slots that the model did not settle."""
    settled = set(verified.values) | {doubt.slot for doubt in verified.doubts}
    return tuple(doubt for doubt in base.doubts if doubt.slot not in settled)


def changed_fields(before: Frame, after: Frame) -> tuple[str, ...]:
    """Return the slots in which two frames differ, in the order of the frame."""
    slots = (name for name in Frame.model_fields if name != "evidence")
    return tuple(name for name in slots if getattr(before, name) != getattr(after, name))
