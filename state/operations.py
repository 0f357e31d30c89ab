"""The operations that a message says, typed: both engines read into them.

Each operation carries the words that it comes from and how sure the reader is of them. ``state/applying.py`` is the one place
that turns operations into what is known; the journal shows them.
"""

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from tripintent.state.events import (
    UserAcceptsChange,
    UserAddsTravellers,
    UserApprovedPurchase,
    UserCancelsBooking,
    UserChangesBooking,
    UserDecidesChange,
    UserRejects,
    UserReleasesHold,
    UserRequestHold,
    UserRetries,
    UserSelectedBundle,
    UserSelectedParts,
    UserWantsOptions,
    UserWantsPurchase,
)
from tripintent.state.frame import Extent, Leg, NearPlace, Place, SpecialRequest, TimeWindow, Visit, When
from tripintent.state.travellers import Contact, Guest

Value = (
    Place | NearPlace | When | TimeWindow | tuple[Visit, ...] | tuple[Leg, ...] | tuple[str, ...] | tuple[int, ...] | bool | int
    | float | Decimal | str | None
)  # fmt: skip
"""A value that a slot of the frame can hold."""


Polarity = Literal["require", "prefer", "avoid", "no_matter"]
About = Literal["", "trip", "options", "option", "chosen", "held", "booked", "elsewhere"]
Deed = Annotated[
    UserSelectedBundle | UserSelectedParts | UserRequestHold | UserReleasesHold | UserWantsPurchase | UserRejects | UserRetries
    | UserWantsOptions | UserCancelsBooking | UserChangesBooking | UserAddsTravellers | UserAcceptsChange | UserDecidesChange,
    Field(discriminator="type"),
]  # fmt: skip


class _Operation(BaseModel):
    model_config = ConfigDict(frozen=True)

    text: str = Field(default="", description="the words")
    start: int = Field(default=-1, description="where they stand in the message; -1 when they follow from elsewhere")
    end: int = -1
    certainty: float = 1.0


class SetSlot(_Operation):
    """A slot of the frame has this value: a place, a day, a head count. None takes it back."""

    op: Literal["set"] = "set"
    slot: str
    value: Value = None


class AddMore(_Operation):
    """People join those counted before."""

    op: Literal["add"] = "add"
    slot: Literal["travelers", "adults", "children", "infants", "ages"]
    value: int | tuple[int, ...] = 1


class Leave(_Operation):
    """People no longer come along. Without a kind it is somebody of the party."""

    op: Literal["leave"] = "leave"
    slot: Literal["travelers", "adults", "children", "infants"] = "travelers"
    count: int = 1


class Correct(_Operation):
    """One age of those known is another one."""

    op: Literal["correct"] = "correct"
    which: Literal["youngest", "oldest"] | int
    value: int


class Want(_Operation):
    """A feature of a part is required, preferred, avoided, or no longer matters."""

    op: Literal["want"] = "want"
    slot: str = Field(description="a slot of the frame: 'amenities', 'airlines', 'cabin' …")
    value: Value = None
    polarity: Polarity = "require"
    must: bool = Field(default=False, description="said in so many words: must, only, has to")


class Ask(_Operation):
    """Something that no search fulfils: a booking may carry it, or a person has to know it.

    The request says for which legs and for whom. ``no_matter`` takes it off these alone, and off all where it names none.
    """

    op: Literal["request"] = "request"
    request: SpecialRequest
    polarity: Literal["require", "no_matter"] = "require"


class Agree(_Operation):
    """A yes to what was offered at a price ("yes, take the seat for 12 dollars"). Nothing else makes it be paid for."""

    op: Literal["agree"] = "agree"
    kind: str = Field(default="", description="as it was asked for ('aisle seat'); empty: all that is offered")
    extent: Extent = Field(default=Extent(), description="only for these legs and people, of those it is offered for")


class Shift(_Operation):
    """Days move by a number: the whole trip, one end of it, or of the hotel; ``length`` makes it longer or shorter."""

    op: Literal["shift"] = "shift"
    what: Literal["trip", "depart", "return_", "check_in", "check_out", "length"] = "trip"
    days: int


class Reorder(_Operation):
    """Stops change places, join, or go."""

    op: Literal["reorder"] = "reorder"
    how: Literal["swap", "order", "add", "remove", "replace"]
    visits: tuple[Visit, ...] = ()
    behind: Place | None = None


class Restore(_Operation):
    """Something earlier holds again: what was before the last change, the dates said first, or nothing at all."""

    op: Literal["restore"] = "restore"
    what: Literal["last", "next", "first_dates", "nothing"] = "last"


class Question(_Operation):
    """A question that changes nothing. ``about`` is the thing meant, where the reader knows it."""

    op: Literal["question"] = "question"
    about: About = ""
    number: int | None = Field(default=None, description="of the option that is asked about")


class Answer(_Operation):
    """Yes or no to what was asked or offered; a hedge decides nothing."""

    op: Literal["answer"] = "answer"
    stance: Literal["yes", "no", "hedge"]


class Social(_Operation):
    """A greeting, thanks, a goodbye; without a kind a word like "ok"."""

    op: Literal["social"] = "social"
    what: Literal["", "greet", "thank", "leave", "complain"] = ""


class Act(_Operation):
    """Something to be done with options, holds and bookings: choose, hold, release, buy, show, cancel. Never an approval."""

    op: Literal["act"] = "act"
    event: Deed


class Approve(_Operation):
    """The old written form of an approval, which carries its token; no other words approve anything."""

    op: Literal["approve"] = "approve"
    event: UserApprovedPurchase


class Search(_Operation):
    """The trip goes on with what is known of it: flights and hotels are looked for, or what is missing is asked."""

    op: Literal["search"] = "search"


class NamePeople(_Operation):
    """Who travels, by name and birth: ``named`` take their places in the party; ``guests`` is the whole party where it changes at once."""

    op: Literal["people"] = "people"
    named: tuple[Guest, ...] = ()
    instead: str = Field(default="", description="the name of whom the last one named replaces")
    guests: tuple[Guest, ...] = ()
    contact: Contact = Contact()
    told: dict[str, JsonValue] | None = Field(
        default=None, description="what is to be told besides; None: the next step says it all"
    )
    note: str = ""


class RemovePerson(_Operation):
    """Somebody known by name no longer comes along; ``stays``: a traveller does, and only the name was taken wrongly."""

    op: Literal["remove_person"] = "remove_person"
    name: str = Field(description="the full name, or the given name")
    stays: bool = False


class Unclear(_Operation):
    """A slot of which the words leave in doubt what they mean: it is asked about, never guessed."""

    op: Literal["unclear"] = "unclear"
    slot: str
    reason: str
    options: tuple[str, ...] = ()


class Unread(_Operation):
    """Words with a meaning of which nothing was read."""

    op: Literal["unread"] = "unread"


Operation = Annotated[
    SetSlot
    | AddMore
    | Leave
    | Correct
    | Want
    | Ask
    | Agree
    | Shift
    | Reorder
    | Restore
    | Question
    | Answer
    | Social
    | Act
    | Approve
    | Search
    | NamePeople
    | RemovePerson
    | Unclear
    | Unread,
    Field(discriminator="op"),
]
