"""The people of a trip: who travels, what suppliers need of them and by which step, and what they ask for.

Unknown counts are None; defaults are applied only where a step needs them. What travellers ask of an airline or a hotel goes beyond
the offer itself; what became of it is kept beside.
"""

from collections.abc import Collection, Iterable, Mapping
from operator import not_
from typing import Annotated, Literal, NamedTuple, cast, get_args

from pydantic import BeforeValidator, Field, JsonValue, computed_field, model_validator

from tripintent.state.foreign import Line
from tripintent.state.frozen import Frozen, is_none
from tripintent.state.money import Money

NEW = ("document", "loyalty")


class Passport(Frozen):
    """A passport as airlines take it; ``country`` is ISO 3166-1 alpha-2, ``expires`` YYYY-MM-DD."""

    number: str = Field(min_length=1)
    country: str = Field(pattern="^[A-Z]{2}$")
    expires: str = Field(pattern=r"^\d{4}-\d{2}-\d{2}$")


PassengerType = Literal["adult", "child", "infant"]


class Traveller(Frozen):
    """One named person. Names as in the passport; ``date_of_birth`` is YYYY-MM-DD."""

    given_name: str = ""
    family_name: str = ""
    date_of_birth: str | None = None
    passenger_type: PassengerType = "adult"
    title: str | None = None
    gender: Literal["m", "f"] | None = None
    passport: str | None = Field(default=None, description="number; stored only in the profile store")
    document: Passport | None = Field(default=None, description="from the profile store, when an order is placed")
    loyalty: Mapping[str, str] = Field(
        default_factory=dict, description="airline designator -> number in its programme"
    )

    def sent(self) -> dict[str, JsonValue]:
        """Return what goes to a supplier. What came later is only in it where it is said: older orders' hashes stay true."""
        plain: dict[str, JsonValue] = self.model_dump(mode="json")
        return {name: value for name, value in plain.items() if value or name not in NEW}


class Contact(Frozen):
    """How the supplier reaches the party."""

    email: str | None = None
    phone: str | None = None


Company = Literal["solo", "couple", "family", "friends", "group", "business"]


class Travelers(Frozen):
    """Head counts. ``total`` is a count said as a whole ("four of us") whose split is not known."""

    adults: int | None = None
    children: int | None = None
    infants: int | None = None
    total: int | None = None
    child_ages: tuple[int, ...] = Field(default=(), description="years, at the time of travel")
    company: Company | None = Field(
        default=None, exclude_if=is_none, description="who goes, in a word whose number stays open"
    )


class GuestPreferences(Frozen):
    """Wishes of one guest."""

    seat: str | None = None
    meal: str | None = None
    special_assistance: str | None = None


class Guest(Frozen):
    """A named traveller of this trip."""

    id: str = ""
    traveler_profile_id: str | None = None
    called: str = Field(default="", exclude_if=not_, description="a name that came whole, until its parts are known")
    given_name: str = ""
    family_name: str = ""
    date_of_birth: str | None = None
    passenger_type: PassengerType = "adult"
    title: str | None = None
    gender: Literal["m", "f"] | None = Field(default=None, description="as in the passport; airlines ask for it")
    preferences: GuestPreferences = GuestPreferences()
    nationality: str | None = Field(default=None, exclude_if=is_none, description="ISO 3166-1 alpha-2")
    contact: Contact | None = Field(
        default=None,
        exclude_if=is_none,
        description="how this person is reached, where not the party",
    )

    @computed_field(description="as in the passport, given names first")  # type: ignore[prop-decorator] # pydantic's own form
    @property
    def name(self) -> str:
        """The whole name, made of its parts."""
        return f"{self.given_name} {self.family_name}".strip() or self.called

    @model_validator(mode="before")
    @classmethod
    def _whole(cls, given: object) -> object:
        """Keep a name that comes without its parts, as in a document from elsewhere."""
        if not isinstance(given, Mapping) or given.get("given_name") or given.get("family_name"):
            return given
        return {"called": given.get("name") or "", **given}


class Party(Frozen):
    """Head counts, profiles, contact and named guests."""

    travelers: Travelers = Travelers()
    traveler_profile_ids: tuple[str, ...] = ()
    contact: Contact = Contact()
    guests: tuple[Guest, ...] = ()

    def heads(self) -> tuple[int, int, int]:
        """Return (adults, children, infants) for pricing.

        A bare total counts as adults where no split was said: the reading is recorded as an assumption by the graph.
        """
        t = self.travelers
        children, infants = t.children or 0, t.infants or 0
        adults = t.adults if t.adults is not None else (t.total or 0) - children - infants
        return max(adults, 0), children, infants

    def members(self, ids: Collection[str] = ()) -> tuple["Member", ...]:
        """Return who travels: adults, children, infants, "t1" to "tN" in this order; those of ``ids`` where any of these is one.

        The guests of each kind take the places of their kind, in their order.
        """
        kinds: list[PassengerType] = []
        for kind, count in zip(("adult", "child", "infant"), self.heads(), strict=True):
            kinds.extend(cast("PassengerType", kind) for _ in range(count))
        named = {kind: iter([g for g in self.guests if g.passenger_type == kind]) for kind in set(kinds)}
        ages = iter(age for age in self.travelers.child_ages if age >= INFANT_UNDER)
        every = tuple(
            Member(f"t{n}", kind, next(ages, None) if kind == "child" else None, next(named[kind], None))
            for n, kind in enumerate(kinds, 1)
        )
        return tuple(one for one in every if one.id in ids) or every


class Member(NamedTuple):
    """One of those who travel: the id of the place in the party, and the guest who has it, once there is a name."""

    id: str
    kind: PassengerType
    age: int | None
    guest: Guest | None


INFANT_UNDER = 2
"""Airlines' limit: under two years an infant may sit on a lap."""


def heads_of(members: Iterable[Member]) -> tuple[int, int, int]:
    """Return (adults, children, infants) of some members."""
    kinds = [one.kind for one in members]
    return kinds.count("adult"), kinds.count("child"), kinds.count("infant")


NeedName = Literal["name", "date_of_birth", "title", "gender", "passport", "email", "phone", "payment_method"]


class Need(Frozen):
    """A detail that a supplier requires, and by which step it must be there."""

    what: NeedName
    when: Literal["hold", "purchase"]
    of: Literal["each_traveller", "each_adult", "lead_traveller", "buyer"] = "each_traveller"


OfAirline = Literal[
    "window seat", "aisle seat", "extra legroom", "seats together", "own seat for a child", "vegetarian meal", "vegan meal",
    "gluten-free meal", "halal food", "kosher food", "allergy", "wheelchair assistance", "pet on board", "bassinet", "baby buggy",
    "sports equipment", "unaccompanied minor", "frequent flyer number", "upgrade", "lounge",
]  # fmt: skip
OfHotel = Literal[
    "baby cot", "extra bed", "sea view", "quiet room", "high floor", "ground floor", "connecting rooms", "balcony", "bath tub",
    "single beds", "late check-in", "late check-out", "early check-in", "special occasion",
]  # fmt: skip
Other = Literal["checked bag", "other"]
OF_AIRLINE: frozenset[str] = frozenset(get_args(OfAirline))
OF_HOTEL: frozenset[str] = frozenset(get_args(OfHotel))


def _known(kind: object) -> object:
    """Take a kind that no one knows, which a model may name, for another wish: no supplier takes it."""
    return kind if kind in OF_AIRLINE | OF_HOTEL | {"checked bag"} else "other"


KnownKind = OfAirline | OfHotel | Other
RequestKind = Annotated[KnownKind, BeforeValidator(_known)]
RequestState = Literal["sent", "offered", "yourself"]
"""``sent`` with the order; ``offered`` at a price, and not taken; ``yourself``: nothing here passes it on."""


class TravellerRequest(Frozen):
    """One wish, as it goes with an order. ``pays`` is the most that the traveller agreed to pay for it.

    ``keys`` are the questions whose items it is for: the desk sends it with these alone, and tells no supplier of them.
    """

    kind: RequestKind
    to: Literal["airline", "hotel"]
    said: Line = Field(default="", description="the traveller's own words")
    pays: Money | None = None
    who: tuple[Line, ...] = Field(default=(), description="full names; empty: everyone who can use it")
    keys: tuple[str, ...] = Field(default=(), description="fingerprints of questions; empty: all of the seller")
    rooms: int | None = Field(default=None, description="for so many of a hotel's rooms; None: all")

    def sent(self) -> dict[str, JsonValue]:
        """Return what goes to a supplier. Whom it is for is only in it where it is said: older orders' hashes stay true."""
        plain: dict[str, JsonValue] = self.model_dump(mode="json", exclude={"keys"})
        return {name: value for name, value in plain.items() if value or name not in ("who", "rooms")}

    def marked(self) -> dict[str, JsonValue]:
        """Return what tells it from any other, also from one for another item."""
        keys: dict[str, JsonValue] = {"keys": [*self.keys]} if self.keys else {}
        return self.sent() | keys

    @property
    def worded(self) -> str:
        """The traveller's words, and for whom where it is not for all: for a supplier whose people read it."""
        rooms = [f"({self.in_rooms})"] if self.rooms else []
        return " ".join([self.said or self.kind, *rooms, *([f"({', '.join(self.who)})"] if self.who else [])])

    @property
    def in_rooms(self) -> str:
        """For how many of the rooms it is, as outcomes and cards say it; empty for all."""
        return f"{self.rooms} ×" if self.rooms else ""

    def is_for(self, person: Traveller) -> bool:
        """Tell whether somebody is among those whom it is for."""
        name = f"{person.given_name} {person.family_name}".strip().casefold()
        return not self.who or name in {one.casefold() for one in self.who}


class RequestOutcome(Frozen):
    """The outcome of a wish. ``price`` is in the order's total when it was sent, and comes on top when it is offered."""

    kind: RequestKind
    state: RequestState
    price: Money | None = None
    said: Line = Field(default="", description="the traveller's own words")
    detail: Line = Field(default="", description="what it is exactly: a seat's number, a bag's weight")
    who: tuple[Line, ...] = Field(default=(), description="whom it is for; empty: everyone who can use it")
