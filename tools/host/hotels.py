"""The hotel supplier port over a host's ``hotel_quote_search``."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from functools import reduce
from operator import add

from tripintent.state.money import Money
from tripintent.state.offers import HotelOffer, Terms
from tripintent.state.queries import HotelQuery
from tripintent.tools.host.calling import SUPPLIER, FromShelf, checked
from tripintent.tools.host.shapes import MARK, HostHotel, Options
from tripintent.tools.ports.suppliers import amenities_needed, amenity_meant
from tripintent.tools.registry.arguments import Heads, HotelLimits, HotelSearchArguments, StayDates

TOOL = "hotel_quote_search"
_CENT = Decimal("0.01")


class HostHotelSupplier(FromShelf[HotelOffer]):
    """Hotels from the host."""

    async def search(self, query: HotelQuery) -> Sequence[HotelOffer]:
        """Return the host's options, cheapest first, priced for all rooms; none that lacks a wished amenity. Raises SupplierError."""
        found = await self._shelf.caller.call(TOOL, _arguments(query), Options)
        rooms = len(query.occupancies)
        if found.options_by_room:
            stays = _together([checked(room, _hotel) for room in found.options_by_room])
        else:
            stays = [(hotel,) * rooms for hotel in checked(found.options, _hotel)]
        offers = [self._offer(stay, query, n) for n, stay in enumerate(stays) if len(stay) == rooms]
        wished = amenities_needed(query.amenities)
        offers = [one for one in offers if not one.amenities or wished <= set(one.amenities)]
        return sorted(offers, key=lambda offer: offer.total_price.amount)

    def _offer(self, rooms: tuple[HostHotel, ...], query: HotelQuery, number: int) -> HotelOffer:
        """Return one offer for all rooms of a stay."""
        first = rooms[0]
        check_in, check_out = date.fromisoformat(query.check_in), date.fromisoformat(query.check_out)
        total = reduce(add, (room.total_price for room in rooms))
        refundable = all(room.refundable for room in rooms)
        due = [room.due_at_property for room in rooms if room.due_at_property]
        return HotelOffer(
            option_id=_ids(rooms) or f"htl_{query.location}_{query.check_in}_{number}",
            supplier=SUPPLIER,
            hotel_id=first.hotel_name.casefold().replace(" ", "-"),
            hotel_name=first.hotel_name,
            star_rating=first.star_rating,
            address=first.address or "",
            area=first.area or "",
            board=first.board if len({room.board for room in rooms}) == 1 else None,
            amenities=tuple(map(amenity_meant, first.amenities)),
            due_at_property=reduce(add, due) if len(due) == len(rooms) else None,
            check_in=check_in,
            check_out=check_out,
            rooms=len(rooms),
            room_description=first.room_description or "",
            nightly_price=_nightly(rooms, total, max((check_out - check_in).days, 1)),
            total_price=total,
            refundable=refundable,
            terms=Terms(refundable=refundable),
            expires_at=self._shelf.expiry(*(room.expires_at for room in rooms)),
        )


def _arguments(query: HotelQuery) -> HotelSearchArguments:
    rooms = query.occupancies
    ages = tuple(age for room in rooms for age in room.child_ages)
    return HotelSearchArguments(
        destination=query.location,
        dates=StayDates(start_date=query.check_in, end_date=query.check_out),
        constraints=HotelLimits(
            hotel_star_min=query.star_min, refundable_only=query.refundable_only, location_hint=query.area
        ),
        party=Heads(adults=sum(room.adults for room in rooms), children=len(ages), child_ages=ages),
        rooms=len(rooms),
        guests_per_room=tuple(room.adults + len(room.child_ages) for room in rooms),
    )


def _together(by_room: Sequence[Sequence[HostHotel]]) -> list[tuple[HostHotel, ...]]:
    """Return, for each hotel that has a room of every kind, the cheapest of each; one currency only."""
    dearest_first = [sorted(room, key=lambda hotel: -hotel.total_price.amount) for room in by_room]
    cheapest = [{hotel.hotel_name: hotel for hotel in room} for room in dearest_first]
    names = [name for name in cheapest[0] if all(name in room for room in cheapest)]
    stays = [tuple(room[name] for room in cheapest) for name in names]
    return [stay for stay in stays if len({hotel.total_price.currency for hotel in stay}) == 1]


def _hotel(option: object, _: int) -> HostHotel:
    return HostHotel.model_validate(option)


def _ids(rooms: Sequence[HostHotel]) -> str:
    """Return the option ids of the rooms, "" when one has none."""
    ids = [room.option_id for room in rooms]
    return MARK.join(ids) if all(ids) else ""


def _nightly(rooms: Sequence[HostHotel], total: Money, nights: int) -> Money:
    """Return one night for all rooms: as the host says it, or the total over the nights."""
    said = [room.nightly_price for room in rooms if room.nightly_price]
    if len(said) == len(rooms) and {price.currency for price in said} == {total.currency}:
        return reduce(add, said)
    return Money(amount=(total.amount / nights).quantize(_CENT), currency=total.currency)
