"""Who comes along on a trip that is bought: "add Carl Smith, born 2 January 1990"."""

from collections.abc import Callable

from tripintent.state.events import AddedTraveller, UserAddsTravellers
from tripintent.state.guests import as_guest, typed
from tripintent.state.operations import AddMore, Operation, SetSlot
from tripintent.state.questions.invalid import as_date
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.known import Known
from tripintent.tools.language.offline.ordering import act_of, has
from tripintent.tools.language.offline.party import read_party
from tripintent.tools.places.folding import fold
from tripintent.tools.ports.people import PeopleReader
from tripintent.tools.ports.reader import View

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
