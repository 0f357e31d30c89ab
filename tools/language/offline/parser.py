"""The journey's facts of one text, all of it taken for the journey: for hosts, the desk, and corpora."""

from tripintent.state.applying import applied, changed_fields
from tripintent.state.operations import Operation, Unclear
from tripintent.tools.language.exact.calendar import day_of
from tripintent.tools.language.exact.detect import detect
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.journey import journey_of
from tripintent.tools.language.offline.known import Known
from tripintent.tools.language.offline.message import Message, Names
from tripintent.tools.language.offline.model import features, shipped
from tripintent.tools.language.offline.parting import clauses_of
from tripintent.tools.language.offline.scope import scoped
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.ports.language import Ambiguity, ParseResult, ReadRequest


class OfflineParser:
    """Reads a text into a frame, without asking what the text is for."""

    def __init__(self, gazetteer: Gazetteer | None = None) -> None:
        self._gazetteer = gazetteer or Gazetteer()

    def read(self, hearing: ReadRequest) -> ParseResult:
        """Return the frame with what the text says. Never raises for any text."""
        clauses, language, frame = self.clauses(hearing), detect(hearing.text, hearing.language), hearing.frame
        known = Known(frame, hearing.asked, hearing.hotels, hearing.areas, hearing.home, earlier=hearing.earlier)
        said = journey_of(clauses, known)
        operations: tuple[Operation, ...] = tuple(one for one in said if not isinstance(one, Unclear))
        after = applied(frame, operations, hearing.earlier, hearing.undone, hearing.turn)
        return ParseResult(
            frame=after,
            changed=changed_fields(frame, after),
            doubts=tuple(
                Ambiguity(slot=one.slot, reason=one.reason, said=one.text, options=one.options)
                for one in said
                if isinstance(one, Unclear)
            ),
            language=language,
            empty=not said and bool(hearing.text.strip()),
            operations=operations,
        )

    def clauses(self, hearing: ReadRequest, stage: str = "") -> list[Clause]:
        """Return the clauses of a text with their values, and whether each denies, supposes or asks; at a stage also what each may mean."""
        near = hearing.near or day_of(hearing.frame.depart or hearing.frame.check_in)
        language = detect(hearing.text, hearing.language)
        message = Message(hearing.text, language, hearing.today, self._gazetteer, Names(hearing.hotels), near=near)
        model = shipped("intents")

        def chances(start: int, end: int) -> dict[str, float]:
            likely = model.probabilities(features(message.marked(start, end), stage, "")) if stage else ()
            return dict(zip(model.classes, likely, strict=False))

        return [
            Clause(message, start, end, chances(start, end), *scoped(message, start, end))
            for start, end in clauses_of(message, shipped("cuts"))
        ]
