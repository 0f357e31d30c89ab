"""The designer's words: what is said of a plan of days, and of a place to go, as operations."""

from tripintent.state.designer.durations import usual_duration
from tripintent.state.designer.going import bound_to
from tripintent.state.designer.operations import (
    AddThing,
    Ask,
    Import,
    Operation,
    PlanDays,
    SetTrip,
    SetWishes,
    Step,
    TakePlace,
    WhereTo,
    names_a_town,
)
from tripintent.state.designer.talk import Talk
from tripintent.state.frame import Frame
from tripintent.tools.ports.itinerary_reader import DesignHearing, DesignReading, ItineraryReader
from tripintent.tools.ports.places import Places
from tripintent.tools.ports.reader import View


class DaysReader:
    """Reads what is said of days and places to go. One that is made for a message (``once``) reads the same hearing once."""

    def __init__(self, reader: ItineraryReader, places: Places) -> None:
        self._reader = reader
        self._places = places
        self._read: list[tuple[DesignHearing, DesignReading]] | None = None

    def once(self) -> "DaysReader":
        """Return the reader for one message: who the words are for and what they say is asked of the same reading."""
        made = DaysReader(self._reader, self._places)
        made._read = []
        return made

    def hearing(self, text: str, view: View) -> DesignHearing:
        """Return all that helps to understand the message. A wish for a place to go is over once the trip has one."""
        talk, trip = view.talk, view.trip
        goes = [visit.place.name for visit in trip.frame.visits]
        bound = bool(goes) and goes == [talk.taken] and not trip.working_memory.quotes
        open_ = talk.where if bound or not goes else None
        return DesignHearing(
            text=text,
            document=view.plan,
            today=view.today,
            language=view.language or "en",
            last_assistant=view.last_assistant,
            spoken_of=talk.spoken_of,
            spoken_day=talk.spoken_day,
            ideas=len(talk.ideas),
            idea=talk.idea,
            pending=bool(talk.pending),
            asked=talk.asked,
            where=open_,
            places=tuple(place.name for place in talk.places) if open_ else (),
            place_codes=tuple(place.code for place in talk.places) if open_ else (),
            nowhere=not goes and not trip.frame.legs and not view.plan.destinations and open_ is None,
            bound=bound,
        )

    def read(self, hearing: DesignHearing) -> DesignReading:
        """Return what one message wants."""
        known = next((reading for heard, reading in self._read or () if heard == hearing), None)
        if known is None:
            known = self._reader.read(hearing)
            if self._read is not None:
                self._read.append((hearing, known))
        return known

    def operations(self, hearing: DesignHearing, reading: DesignReading, talk: Talk) -> tuple[Operation, ...]:
        """Return the operations with what the talk so far makes of them: a yes to what waits, an answer about a place."""
        said, operations = hearing.text, tuple(one for one in reading.operations if not _is_a_remark(one))
        if talk.wants_days and operations == (Step(what="yes", said=said),) and not talk.pending:
            operations = (*operations, PlanDays(now=True, said=said))
        kinds = {type(one) for one in operations}
        if talk.wants_days and kinds & {SetWishes, SetTrip} and PlanDays not in kinds:
            operations = (*operations, PlanDays(said=said))  # what was missing for the days asked for
        waiting = tuple(one for one in talk.pending if isinstance(one, Import))
        if waiting and operations and isinstance(operations[0], Step) and operations[0].what == "yes":
            operations = waiting
        where = hearing.where
        if where and not hearing.bound and operations and isinstance(operations[0], Step):
            operations = _to_the_list(operations[0], where, talk) or operations
        if where and not hearing.bound and all(map(_answers, operations)):
            operations = (where.model_copy(update={"said": said}),)
        return operations

    def journey_words(self, operations: tuple[Operation, ...], view: View, text: str) -> tuple[str, Frame | None]:
        """Return the words that also say something of the journey, and the frame that they are read against.

        A pasted mail says nothing of the traveller's wishes. What is said beside a town that is chosen is read as if the
        trip went there already: "a week later" counts from its days.
        """
        first = operations[0] if operations else None
        chosen = first if isinstance(first, TakePlace) else None
        if any(isinstance(one, Import) for one in operations) or (chosen and chosen.asks):
            return "", None
        if chosen is None:
            beside = first.rest if isinstance(first, WhereTo) and first.rest is not None else text
            return beside, None
        idea = view.talk.chosen(chosen)
        if idea is None or not chosen.rest:
            return "", None
        return chosen.rest, bound_to(view.trip, idea, self._places.resolve(idea.code))


def _is_a_remark(operation: Operation) -> bool:
    """Tell whether words were taken for an entry that no one asked to add: no day, and nothing that days are made of."""
    return (
        isinstance(operation, AddThing)
        and not (operation.asked or operation.meeting or operation.sight or operation.when.day)
        and usual_duration(operation.name).confidence == "low"
    )


def _to_the_list(step: Step, where: WhereTo, talk: Talk) -> tuple[Operation, ...]:
    """Return what a yes or a no means beside proposed towns: the one that was described, or others."""
    if not talk.places or talk.pending or step.what not in ("yes", "no"):
        return ()
    if step.what == "no":
        return (where.model_copy(update={"others": True, "said": step.said}),)
    number = talk.place_meant or (1 if len(talk.places) == 1 else 0)
    return (TakePlace(number=number, said=step.said),) if number else (where.model_copy(update={"said": step.said}),)


def _answers(operation: Operation) -> bool:
    """Tell whether an operation may be an answer to what we ask before places are proposed ("dunno, a week?")."""
    if isinstance(operation, Ask):
        return operation.about == "unknown"
    return isinstance(operation, SetTrip | SetWishes) and not names_a_town(operation)
