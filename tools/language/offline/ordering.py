"""Words that order something or let go (release a hold, refuse an approval, try again), and who joins a trip that is bought."""

from collections.abc import Callable

from tripintent.state.events import AddedTraveller, UserAddsTravellers, UserRejects, UserReleasesHold, UserRetries
from tripintent.state.guests import as_guest, typed
from tripintent.state.operations import Act, AddMore, Deed, Operation, SetSlot
from tripintent.state.questions.invalid import as_date
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.known import Known
from tripintent.tools.language.offline.party import read_party
from tripintent.tools.language.offline.scope import answers_no, denies, held_back, said
from tripintent.tools.places.folding import fold
from tripintent.tools.ports.people import PeopleReader
from tripintent.tools.ports.reader import View


def has(name: str, clause: Clause) -> bool:
    """Tell whether a cue of acts is in a clause."""
    return said(name, clause.language).search(clause.folded) is not None


def has_word(name: str, text: str, clause: Clause) -> bool:
    """Tell whether a cue of acts is in a part of a clause."""
    return said(name, clause.language).search(text) is not None


def is_order(clause: Clause, *, may: bool = False) -> bool:
    """Tell whether nothing holds an act back: no denial, condition, doubt or question.

    ``may``: what has no effect on money may also be asked for ("can we have the second one?").
    """
    if clause.denied or clause.supposed or has("waver", clause) or has("past", clause):
        return False
    asked = clause.asks and not (may and may_ask(clause))
    return not asked and not held_back(clause.message, clause.start, clause.end)


def may_ask(clause: Clause) -> bool:
    """Tell whether a question asks to be given something ("can we have the second one?"), and not what is possible later."""
    return has("may", clause) and not has("later", clause)


def act_of(clause: Clause, event: Deed) -> Act:
    """Return an act with the words of its clause."""
    return clause.made(Act, event=event)


def release(clause: Clause, view: View) -> list[Operation] | None:
    """Return the wish to let the hold go; a bare "cancel" refuses what waits for approval."""
    memory = view.trip.working_memory
    there = memory.ranking or memory.holds or memory.hold_requested or memory.approval is not None
    if not there or clause.supposed or clause.asks or held_back(clause.message, clause.start, clause.end):
        return None
    if has("keep_not", clause) and not (has("postponed", clause) or has("release", clause)):
        return [act_of(clause, UserReleasesHold())]
    if clause.denied or has("waver", clause) or has("past", clause):
        return None
    if has("release", clause):
        return [act_of(clause, UserReleasesHold())]
    if not has("cancel", clause):
        return None
    return reject(clause, view) if memory.approval else [act_of(clause, UserReleasesHold())]


def reject(clause: Clause, view: View) -> list[Operation] | None:
    """Return a refusal of what waits for approval, by a verb of refusing, a no, or a denied yes."""
    approval = view.trip.working_memory.approval
    if not _may_refuse(view) or clause.supposed or clause.asks or has("waver", clause) or has("past", clause):
        return None
    if has("postponed", clause) and clause.denied:
        return None
    says_no = answers_no(clause.folded.strip(), clause.language)
    cancels = has("cancel", clause)
    if approval is not None and approval.kind == "cancel":
        refuses = (clause.denied and cancels) or (says_no and not cancels)
    elif clause.denied and (cancels or has("reject", clause)):
        refuses = not cancels and not _denied_refusal(clause)
    else:
        refuses = has("reject", clause) or says_no or (clause.denied and has("consents", clause)) or cancels
    return [act_of(clause, UserRejects())] if refuses else None


def _may_refuse(view: View) -> bool:
    """Tell whether a no refuses something: the approval that waits, or holds that are wished for after its time was over."""
    memory = view.trip.working_memory
    held = memory.hold_requested and any(one.status == "held" for one in memory.holds)
    return memory.approval is not None or (held and not view.trip.status.asked)


def _denied_refusal(clause: Clause) -> bool:
    """Tell whether it is the refusal that is denied: "don't reject it"; "no, I refuse" and "absolutely not" refuse."""
    match = said("reject", clause.language).search(clause.folded)
    return match is None or denies(clause.folded[: match.start()], clause.language)


def retry(clause: Clause, _: View) -> list[Operation] | None:
    """Return the wish to try again what failed."""
    return [act_of(clause, UserRetries())] if has("retry", clause) and is_order(clause) else None


Slot = Callable[[Clause, View], list[Operation] | None]
_YOUNG = ("children", "infants", "ages")


def or_newcomers(slot: Slot, people: PeopleReader) -> Slot:
    """Return a slot function that has newcomers first."""

    def read(clause: Clause, view: View) -> list[Operation] | None:
        return newcomers(clause, view, people) or slot(clause, view)

    return read


def newcomers(clause: Clause, view: View, people: PeopleReader) -> list[Operation] | None:
    """Return who joins by a whole name; None before anything is bought, and where a child has neither birth nor age."""
    held = clause.denied or clause.supposed or clause.asks
    if held or not view.trip.working_memory.bookings or not has("joins", clause):
        return None
    known = {fold(guest.name) for guest in view.trip.party.guests if guest.family_name}
    named = [as_guest(one) for one in people.read(clause.text, view.today, clause.language).travellers]
    new = [one for one in named if one.given_name and one.family_name and fold(one.name) not in known]
    ages = _ages(clause)
    if not new or (ages is not None and any(one.date_of_birth is None for one in new) and len(ages) != len(new)):
        return None
    added: list[AddedTraveller] = []
    for n, one in enumerate(typed(guest, view.trip) for guest in new):
        age = None if one.date_of_birth or not ages else ages[n]
        kind = one.passenger_type if age is None else "infant" if age < 2 else "child" if age < 12 else "adult"
        added.append(
            AddedTraveller(
                given_name=one.given_name,
                family_name=one.family_name,
                date_of_birth=as_date(one.date_of_birth),
                passenger_type=kind,
                age=None if kind == "adult" else age,
            )
        )
    return [act_of(clause, UserAddsTravellers(travellers=tuple(added)))]


def _ages(clause: Clause) -> tuple[int, ...] | None:
    """Return the ages that are said, none for a child of no age; None where no child is spoken of."""
    young = [one for one in read_party([clause], Known()) if isinstance(one, AddMore | SetSlot) and one.slot in _YOUNG]
    ages = next((one.value for one in young if one.slot == "ages" and isinstance(one.value, tuple)), ())
    return tuple(one for one in ages if isinstance(one, int)) if young else None
