"""An airline that is kept in two files: the database of tau2-bench's airline domain, which is only read, and books of what was sold.

The database is fetched (``fetch.py``). Rules are those of its policy page: who may have which bags, what pays, what can be cancelled.
One process at a time writes the books; each change is on disk before it is answered.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from examples.airline.tables import (
    EASTERN,
    Books,
    CabinClass,
    Database,
    Flight,
    Leg,
    Passenger,
    Payment,
    Reservation,
    Sale,
    User,
)

FREE_BAGS: Mapping[str, Mapping[CabinClass, int]] = {
    "regular": {"basic_economy": 0, "economy": 1, "business": 2},
    "silver": {"basic_economy": 1, "economy": 2, "business": 3},
    "gold": {"basic_economy": 2, "economy": 3, "business": 4},
}
"""Policy, "Checked bag allowance": pieces for each passenger."""
BAG_PRICE, MOST_PASSENGERS, FREE_TO_CANCEL = 50, 5, timedelta(hours=24)
AT_MOST = {"certificate": 1, "credit_card": 1, "gift_card": 3}
"""Policy, "Payment": means of payment of a reservation, by their kind."""
FIRST_NUMBER, LETTERS = "HATHAT", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The numbers of new reservations go on from here, as in the benchmark's own tools."""


class Refused(Exception):
    """What the airline refuses for certain: ``code`` says why, the words are for the traveller."""

    def __init__(self, code: str, words: str) -> None:
        super().__init__(words)
        self.code = code


class Hop(NamedTuple):
    """A flight on a day, with its times."""

    flight: Flight
    day: str

    @property
    def leaves(self) -> datetime:
        """Take-off."""
        return _moment(self.day, self.flight.scheduled_departure_time_est)

    @property
    def lands(self) -> datetime:
        """Landing."""
        return _moment(self.day, self.flight.scheduled_arrival_time_est)


def _moment(day: str, clock: str) -> datetime:
    """Return the moment of a clock time such as "01:30:00+1", the day after."""
    time, _, later = clock.partition("+")
    return datetime.fromisoformat(f"{day}T{time}").replace(tzinfo=EASTERN) + timedelta(days=int(later or 0))


class Order(NamedTuple):
    """What is bought: flights of one way, a cabin, people, and checked bags for each of them (None: as many as are free)."""

    hops: Sequence[Hop]
    cabin: CabinClass
    passengers: Sequence[Passenger]
    bags: int | None


class Airline:
    """The airline, as one customer of it sees it."""

    def __init__(self, database: Path, books: Path, user_id: str) -> None:
        self._base = Database.model_validate_json(database.read_bytes())
        self._file = books
        self._books = Books.model_validate_json(books.read_bytes()) if books.exists() else Books()
        self.user_id = user_id
        if user_id not in self._base.users:
            raise ValueError(f"{database} has no user {user_id}")

    @property
    def user(self) -> User:
        """The customer's profile as it is now."""
        return self._books.users.get(self.user_id) or self._base.users[self.user_id]

    def flights(self, origin: str, destination: str, day: str) -> Iterator[tuple[Hop, ...]]:
        """Yield direct flights of a day, and those with one stop whose second flight leaves on the day the first one lands."""
        for first in self._leaving(origin, day):
            if first.flight.destination == destination:
                yield (first,)
            else:
                onward = self._leaving(first.flight.destination, str(first.lands.date()))
                yield from (
                    (first, n) for n in onward if n.flight.destination == destination and n.leaves > first.lands
                )

    def hop(self, number: str, day: str) -> Hop:
        """Return a flight by its number. Raises Refused ``gone`` for one that cannot be booked on the day."""
        flight = self._base.flights.get(number)
        if flight is None or not flight.is_sold(day):
            raise Refused("gone", f"flight {number} cannot be booked on {day}")
        return Hop(flight, day)

    def seats_left(self, hops: Sequence[Hop], cabin: CabinClass) -> int:
        """Return how many can sit on all of these flights."""
        sold = self._books.seats
        free = ((hop, hop.flight.dates[hop.day].available_seats[cabin]) for hop in hops)
        return min(count - sold.get(_seats(hop, cabin), 0) for hop, count in free)

    def free_bags(self, cabin: CabinClass) -> int:
        """Return the checked bags that are free for each passenger of this customer's reservations."""
        return FREE_BAGS[self.user.membership][cabin]

    def price(self, hops: Sequence[Hop], cabin: CabinClass, people: int, bags: int | None) -> int:
        """Return the dollars for so many people with so many bags each."""
        each = sum(hop.flight.dates[hop.day].prices[cabin] for hop in hops)
        return people * (each + BAG_PRICE * max(0, (bags or 0) - self.free_bags(cabin)))

    def sale(self, client_ref: str) -> Sale | None:
        """Return the order of a reference."""
        return self._books.sales.get(client_ref)

    def reservation(self, number: str) -> Reservation:
        """Return a reservation that was made here."""
        return self._books.reservations[number]

    def book(self, client_ref: str, trip: str, order: Order, means: Sequence[str], now: datetime) -> Sale:
        """Sell an order and note it; the same reference is answered with the first sale. Raises Refused."""
        asked = " ".join(
            [*(f"{hop.flight.flight_number}@{hop.day}" for hop in order.hops), order.cabin, f"{order.bags}"]
        )
        asked = f"{asked}: {', '.join(f'{one.first_name} {one.last_name}' for one in order.passengers)}"
        known = self.sale(client_ref)
        if known:
            if known.asked != asked:
                raise Refused("another_order", f"{client_ref} is the reference of another order")
            return known
        books = self._books.model_copy(deep=True)
        people = len(order.passengers)
        if self.seats_left(order.hops, order.cabin) < people:
            raise Refused("gone", f"there are not {people} seats left")
        total = self.price(order.hops, order.cabin, people, order.bags)
        user = books.users.setdefault(self.user_id, self.user.model_copy(deep=True))
        paid = _paid(user, means, total)
        number = self._joined(books, trip, order, paid) or self._made(books, user, order, paid, now)
        for hop in order.hops:
            key = _seats(hop, order.cabin)
            books.seats[key] = books.seats.get(key, 0) + people
        sale = Sale(client_ref=client_ref, trip=trip, asked=asked, reservation_id=number, paid=total)
        books.sales[client_ref] = sale
        self._keep(books)
        return sale

    def may_cancel(self, sale: Sale, now: datetime) -> None:
        """Raise Refused where the policy lets no one cancel."""
        found = self.reservation(sale.reservation_id)
        if found.status == "cancelled":
            raise Refused("already_cancelled", f"reservation {found.reservation_id} is cancelled")
        if found.flight_type == "round_trip":
            raise Refused(
                "whole_only", f"reservation {found.reservation_id} has both ways, and is cancelled as a whole"
            )
        if now >= self._leaves(found):
            raise Refused("flown", "a part of it is flown")
        days = (self._base.flights[leg.flight_number].dates[leg.date].status for leg in found.flights)
        if not (now - found.made_at <= FREE_TO_CANCEL or found.cabin == "business" or "cancelled" in days):
            raise Refused("not_refundable", "it was made more than 24 hours ago, and is not in business class")

    def quoted(self, sale: Sale, quote: str) -> None:
        """Note the newest quote of a cancellation; only that one cancels."""
        books = self._books.model_copy(deep=True)
        books.sales[sale.client_ref].cancel_quote = quote
        self._keep(books)

    def cancel(self, sale: Sale, now: datetime) -> None:
        """Cancel the reservation of a sale; what was paid goes back to where it came from. Raises Refused."""
        self.may_cancel(sale, now)
        books = self._books.model_copy(deep=True)
        found = books.reservations[sale.reservation_id]
        found.payment_history += [Payment(payment_id=p.payment_id, amount=-p.amount) for p in found.payment_history]
        for leg in found.flights:
            books.seats[_seats(Hop(self._base.flights[leg.flight_number], leg.date), found.cabin)] -= len(
                found.passengers
            )
        found.status = "cancelled"
        self._keep(books)

    def _leaves(self, found: Reservation) -> datetime:
        first = found.flights[0]
        return Hop(self._base.flights[first.flight_number], first.date).leaves

    def _leaving(self, airport: str, day: str) -> Iterator[Hop]:
        for flight in self._base.flights.values():
            if flight.origin == airport and flight.is_sold(day):
                yield Hop(flight, day)

    def _made(self, books: Books, user: User, order: Order, paid: list[Payment], now: datetime) -> str:
        number = _next_number(books.reservations)
        people = len(order.passengers)
        books.reservations[number] = Reservation(
            reservation_id=number,
            user_id=user.user_id,
            origin=order.hops[0].flight.origin,
            destination=order.hops[-1].flight.destination,
            cabin=order.cabin,
            flights=_legs(order),
            passengers=list(order.passengers),
            payment_history=paid,
            created_at=f"{now.astimezone(EASTERN):%Y-%m-%dT%H:%M:%S}",
            total_baggages=people * (order.bags or 0),
            nonfree_baggages=people * max(0, (order.bags or 0) - self.free_bags(order.cabin)),
        )
        user.reservations.append(number)
        return number

    def _joined(self, books: Books, trip: str, order: Order, paid: list[Payment]) -> str | None:
        """Put the other way of a trip on its reservation, which is a round trip then; None where there is none to join."""
        ends = (order.hops[-1].flight.destination, order.hops[0].flight.origin)
        for sale in books.sales.values():
            found = books.reservations[sale.reservation_id]
            same = (found.cabin, found.passengers) == (order.cabin, list(order.passengers))
            open_ended = found.flight_type == "one_way" and found.status is None
            if sale.trip == trip and same and open_ended and (found.origin, found.destination) == ends:
                if order.hops[0].leaves < self._leaves(found):
                    found.origin, found.destination = found.destination, found.origin
                    found.flights = [*_legs(order), *found.flights]
                else:
                    found.flights += _legs(order)
                found.flight_type = "round_trip"
                found.payment_history = _merged([*found.payment_history, *paid])
                found.nonfree_baggages += len(order.passengers) * max(
                    0, (order.bags or 0) - self.free_bags(order.cabin)
                )
                return found.reservation_id
        return None

    def _keep(self, books: Books) -> None:
        fresh = self._file.with_suffix(".new")
        with fresh.open("w", encoding="utf-8") as out:
            out.write(books.model_dump_json())
            out.flush()
            os.fsync(out.fileno())
        fresh.replace(self._file)
        self._books = books


def _seats(hop: Hop, cabin: CabinClass) -> str:
    return f"{hop.flight.flight_number}@{hop.day}/{cabin}"


def _legs(order: Order) -> list[Leg]:
    return [
        Leg(
            flight_number=hop.flight.flight_number,
            origin=hop.flight.origin,
            destination=hop.flight.destination,
            date=hop.day,
            price=hop.flight.dates[hop.day].prices[order.cabin],
        )
        for hop in order.hops
    ]


def _merged(payments: Sequence[Payment]) -> list[Payment]:
    sums: dict[str, int] = {}
    for one in payments:
        sums[one.payment_id] = sums.get(one.payment_id, 0) + one.amount
    return [Payment(payment_id=key, amount=amount) for key, amount in sums.items()]


def _paid(user: User, means: Sequence[str], total: int) -> list[Payment]:
    """Take a price from the means in their order, and return what each paid. Raises Refused ``declined``."""
    purses = [user.payment_methods.get(one) for one in means]
    known = [one for one in purses if one is not None]
    if not means or len(known) < len(means):
        raise Refused("declined", "the profile has no such means of payment")
    for source, most in AT_MOST.items():
        if sum(one.source == source for one in known) > most:
            raise Refused("declined", f"one reservation takes at most {most} of the kind {source.replace('_', ' ')}")
    paid, left = [], total
    for one in known:
        part = left if one.amount is None else min(left, int(one.amount))
        if part:
            paid.append(Payment(payment_id=one.id, amount=part))
            left -= part
            if one.amount is not None:
                one.amount -= part
            if one.source == "certificate":  # what is left of it is not paid back
                del user.payment_methods[one.id]
    if left:
        raise Refused("declined", f"${left} of ${total} are not covered")
    return paid


def _next_number(taken: Mapping[str, Reservation]) -> str:
    """Return the first number from HATHAT on that is free, counted in letters."""
    value = 0
    for letter in FIRST_NUMBER:
        value = value * len(LETTERS) + LETTERS.index(letter)
    while True:
        rest, letters = value, ""
        for _ in FIRST_NUMBER:
            rest, at = divmod(rest, len(LETTERS))
            letters = LETTERS[at] + letters
        if letters not in taken:
            return letters
        value += 1
