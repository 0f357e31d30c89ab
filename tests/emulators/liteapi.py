"""An emulator of LiteAPI's hotels that keeps state: the published shapes, the documented quirks, faults on demand.

Quirks kept on purpose: one prebook can be booked several times; a client reference is accepted once (4005 after that); cancelling
is one step; a list of bookings shows less than a booking; deadlines are in GMT, said or not.
"""

import hashlib
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from tests.emulators import serving

running = serving.running

HOTELS = 10
NAMES = ("Harbour", "Garden", "Station", "Palace", "Corner", "Bridge", "Market", "Park", "Tower", "Mill")
FACILITIES = {1: "Free WiFi", 2: "Swimming pool", 3: "Fitness facilities", 4: "Parking", 5: "Pet friendly"}
KINDS = (  # board, its name, factor, days before arrival until which cancelling is free
    ("RO", "Room Only", Decimal(1), None),
    ("RO", "Room Only", Decimal("1.12"), 2),
    ("BB", "Bed & Breakfast", Decimal("1.3"), 3),
)
TTL = timedelta(hours=2)


class Emulator:
    """The state of one emulated LiteAPI. ``clock`` is the time that it lives in."""

    def __init__(self, clock: Callable[[], datetime], discount: int = 1) -> None:
        self.clock, self.discount = clock, discount
        self.offers: dict[str, dict[str, Any]] = {}
        self.prebooks: dict[str, dict[str, Any]] = {}
        self.bookings: dict[str, dict[str, Any]] = {}
        self.kinds = KINDS
        self.dearer, self.declines = Decimal(1), 0
        self.paid_by: list[str] = []
        self.app = FastAPI()
        self.faults = serving.FaultPlan(lambda status: refused(status, status, "Something went wrong"))
        self._routes()

    def fault(self, path: str, what: str) -> None:
        """Play a fault on the next call of a path: 429, 500_before, 500_after, 503, 202, junk, lost_before, lost_after."""
        self.faults.add(path, what)

    def refuse_next_booking(self) -> None:
        """The payment of the next booking is refused, and nothing is booked."""
        self.declines += 1

    def lose_reply(self, operation: str) -> None:
        """The next booking is made, and its answer never comes."""
        self.fault({"book": "/rates/book"}[operation], "lost_after")

    def _routes(self) -> None:
        app = self.app

        @app.middleware("http")
        async def guard(request: Request, call_next: Any) -> Any:
            if not request.headers.get("x-api-key", "").startswith("sand_"):
                return refused(401, 401, "Unauthorized")
            return await self.faults(request, call_next)

        app.post("/hotels/rates")(self.rates)
        app.get("/data/hotels")(self.hotels)
        app.get("/data/facilities")(self.facilities)
        app.get("/data/places")(self.places)
        app.post("/rates/prebook")(self.prebook)
        app.post("/rates/book")(self.book)
        app.get("/bookings")(self.listed)
        app.get("/bookings/{booking_id}")(self.read)
        app.put("/bookings/{booking_id}")(self.cancel)

    async def rates(self, request: Request) -> Any:
        asked = await request.json()
        where = asked.get("cityName") or asked.get("placeId") or ",".join(asked.get("hotelIds", ()))
        if not where:
            return refused(400, 4002, "one of hotelIds, cityName, placeId is needed")
        found = [self._hotel(where, number) for number in range(HOTELS)]
        if asked.get("starRating"):
            found = [hotel for hotel in found if hotel["stars"] in asked["starRating"]]
        if asked.get("hotelName"):
            found = [hotel for hotel in found if asked["hotelName"].casefold() in hotel["name"].casefold()]
        rows = [row for hotel in found if (row := self._rates_of(asked, hotel))["roomTypes"]]
        if not rows:
            return JSONResponse({"error": {"code": 2001, "message": "no availability found"}}, 200)
        short = [{k: hotel[k] for k in ("id", "name", "address", "main_photo", "thumbnail")} for hotel in found]
        return {"data": rows, "hotels": short, "guestLevel": 0, "sandbox": True}

    def _rates_of(self, asked: dict[str, Any], hotel: dict[str, Any]) -> dict[str, Any]:
        offers = []
        for board, name, factor, free in self.kinds:
            first = date.fromisoformat(asked["checkin"])
            if asked.get("boardType") and board not in asked["boardType"].split(","):
                continue
            deadline = datetime(first.year, first.month, first.day, 18, tzinfo=UTC) - timedelta(days=free or 0)
            flexible = free is not None and deadline > self.clock()
            if asked.get("refundableRatesOnly") and not flexible:
                continue
            offers.append(self._offer(asked, hotel, (board, name), factor, deadline if flexible else None))
        return {"hotelId": hotel["id"], "roomTypes": offers}

    def _offer(
        self,
        asked: dict[str, Any],
        hotel: dict[str, Any],
        board: tuple[str, str],
        factor: Decimal,
        free: datetime | None,
    ) -> dict[str, Any]:
        nights = (date.fromisoformat(asked["checkout"]) - date.fromisoformat(asked["checkin"])).days
        currency = asked["currency"]
        rates = []
        for number, room in enumerate(asked["occupancies"]):
            heads = room["adults"] + Decimal("0.5") * len(room.get("children", ()))
            price = (hotel["night"] * factor * (1 + heads / 10) * nights / self.discount).quantize(Decimal("0.01"))
            rates.append(self._rate(number, room, board, price, currency, free))
        total = sum(Decimal(str(rate["retailRate"]["total"][0]["amount"])) for rate in rates)
        mark = hashlib.sha256(repr((asked, hotel["id"], board, factor)).encode()).hexdigest().upper()
        offer = {
            "roomTypeId": f"RT{mark[:20]}", "offerId": f"OF{mark}", "supplier": "nuitee", "supplierId": 2,
            "rates": rates, "offerRetailRate": {"amount": float(total), "currency": currency},
            "priceType": "commission", "rateType": "standard",
        }  # fmt: skip
        self.offers[offer["offerId"]] = {**offer, "hotel": hotel, "asked": asked, "made": self.clock(), "total": total}
        return offer

    @staticmethod
    def _rate(
        number: int, room: dict[str, Any], board: tuple[str, str], price: Decimal, currency: str, free: datetime | None
    ) -> dict[str, Any]:
        infos = [{
            "cancelTime": f"{free:%Y-%m-%d %H:%M:%S}", "amount": float(price), "currency": currency,
            "type": "amount", "timezone": "GMT" if number == 0 else "",
        }] if free else []  # fmt: skip
        tax = {"included": False, "description": "City tax", "amount": 3.5, "currency": currency}
        fee = {"included": True, "description": "Service fee", "amount": 1.62, "currency": currency}
        return {
            "rateId": f"RATE{number}", "occupancyNumber": number + 1, "name": "Standard King Room", "maxOccupancy": 4,
            "adultCount": room["adults"], "childCount": len(room.get("children", ())), "childrenAges": room.get("children", []),
            "boardType": board[0], "boardName": board[1], "remarks": "", "priceType": "commission",
            "commission": [{"amount": 6.28, "currency": currency}],
            "retailRate": {"total": [{"amount": float(price), "currency": currency}], "taxesAndFees": [tax, fee]},
            "cancellationPolicies": {
                "cancelPolicyInfos": infos, "hotelRemarks": [], "refundableTag": "RFN" if free else "NRFN",
            },
            "paymentTypes": ["NUITEE_PAY"],
        }  # fmt: skip

    @staticmethod
    def _hotel(where: str, number: int) -> dict[str, Any]:
        mark = hashlib.sha256(f"{where}{number}".encode()).hexdigest()
        stars = 2 + number % 4
        return {
            "id": f"lp{mark[:6]}", "name": f"{NAMES[number]} Hotel {where}", "stars": stars,
            "address": f"{number + 1} Example Street", "city": where, "country": "US", "currency": "USD",
            "latitude": 37.7 + number / 100, "longitude": -122.4, "facilityIds": [1, *range(2, 2 + number % 4)],
            "main_photo": "", "thumbnail": "", "night": Decimal(40 * stars + 7 * number),
        }  # fmt: skip

    async def hotels(self, hotelIds: str = "") -> Any:  # noqa: N803 - LiteAPI's name
        known = {offer["hotel"]["id"]: offer["hotel"] for offer in self.offers.values()}
        found = [known[one] for one in hotelIds.split(",") if one in known]
        plain = [{k: v for k, v in hotel.items() if k != "night"} for hotel in found]
        return {"data": plain, "hotelIds": [hotel["id"] for hotel in plain], "total": len(plain)}

    async def facilities(self) -> Any:
        return {"data": [{"facility_id": number, "facility": name, "sort": 0} for number, name in FACILITIES.items()]}

    async def places(self, textQuery: str = "") -> Any:  # noqa: N803 - LiteAPI's name
        place = {"placeId": textQuery, "displayName": textQuery, "formattedAddress": textQuery, "types": ["political"]}
        return {"data": [place] if "nowhere" not in textQuery else []}

    async def prebook(self, request: Request) -> Any:
        asked = await request.json()
        offer = self.offers.get(asked["offerId"])
        if offer is None:
            return refused(400, 4002, "invalid offerId")
        if self.clock() - offer["made"] > TTL:
            return refused(408, 4040, "outdated offerId")
        price = (offer["total"] * self.dearer).quantize(Decimal("0.01"))
        made = {
            "prebookId": f"PB{len(self.prebooks):06d}", "offerId": offer["offerId"], "hotelId": offer["hotel"]["id"],
            "checkin": offer["asked"]["checkin"], "checkout": offer["asked"]["checkout"],
            "currency": offer["asked"]["currency"], "termsAndConditions": "", "roomTypes": [{"rates": offer["rates"]}],
            "commission": 6.28, "price": float(price), "priceType": "commission",
            "priceDifferencePercent": float((self.dearer - 1) * 100), "cancellationChanged": False, "boardChanged": False,
            "supplier": "nuitee", "supplierId": 2,
        }  # fmt: skip
        self.prebooks[made["prebookId"]] = {**made, "offer": offer, "total": price}
        return {"data": made, "guestLevel": 0}

    async def book(self, request: Request) -> Any:
        asked = await request.json()
        prebook = self.prebooks.get(asked["prebookId"])
        if prebook is None:
            return refused(400, 4002, "invalid prebookId, rate not found")
        reference = asked.get("clientReference")
        if reference and any(b["clientReference"] == reference for b in self.bookings.values()):
            error = {"code": 4005, "message": "duplicate booking attempt with existing client reference"}
            return JSONResponse({"error": error}, 400)
        self.declines, refuses = max(self.declines - 1, 0), self.declines
        if refuses or asked["payment"]["method"] == "CREDIT":
            return refused(400, 5000, "payment failed please check your provided payment information")
        made = self._booked(asked, prebook)
        self.bookings[made["bookingId"]] = made
        self.paid_by.append(asked["payment"]["method"])
        return {"data": made, "guestLevel": 0, "sandbox": True}

    def _booked(self, asked: dict[str, Any], prebook: dict[str, Any]) -> dict[str, Any]:
        offer, number, now = prebook["offer"], len(self.bookings), self.clock()
        policies = [rate["cancellationPolicies"] for rate in offer["rates"]]
        infos = [info for policy in policies for info in policy["cancelPolicyInfos"]]
        whole = {**policies[0], "cancelPolicyInfos": [{**infos[0], "amount": float(prebook["total"])}] if infos else []}
        return {
            "bookingId": f"bk{number:06d}", "clientReference": asked.get("clientReference", ""),
            "supplierBookingId": f"SUP{number}", "supplierBookingName": "nuitee", "supplier": "nuitee", "supplierId": 2,
            "status": "CONFIRMED", "hotelConfirmationCode": f"HTL{number:04d}", "checkin": prebook["checkin"],
            "checkout": prebook["checkout"], "hotel": {"hotelId": prebook["hotelId"], "name": offer["hotel"]["name"]},
            "bookedRooms": [], "holder": asked["holder"], "guests": asked["guests"],
            "createdAt": f"{now.astimezone(UTC):%Y-%m-%dT%H:%M:%S}", "updatedAt": f"{now.astimezone(UTC):%Y-%m-%dT%H:%M:%S}",
            "cancellationPolicies": whole, "price": float(prebook["total"]), "commission": 6.28,
            "currency": prebook["currency"], "prebookId": prebook["prebookId"], "sellingPrice": str(prebook["total"]),
            "cancelledAt": None, "remarks": "",
        }  # fmt: skip

    async def listed(self, clientReference: str = "") -> Any:  # noqa: N803 - LiteAPI's name
        found = [b for b in self.bookings.values() if b["clientReference"] == clientReference]
        left_out = {"bookedRooms", "guests", "price", "cancellationPolicies"}
        return {"data": [{k: v for k, v in one.items() if k not in left_out} for one in found]}

    async def read(self, booking_id: str) -> Any:
        found = self.bookings.get(booking_id)
        return {"data": _shown(found)} if found else refused(200, 204, "Booking Id not found")

    async def cancel(self, booking_id: str) -> Any:
        found = self.bookings.get(booking_id)
        if found is None:
            return refused(200, 204, "booking id not found")
        if found["status"] != "CONFIRMED":
            return refused(400, 304, "unable to process request")
        fee, total = _fee(found, self.clock()), Decimal(str(found["price"]))
        found["status"] = "CANCELLED_WITH_CHARGES" if fee == total else "CANCELLED"
        found["cancelledAt"] = self.clock().isoformat()
        return {
            "data": {
                "bookingId": booking_id, "status": found["status"], "cancellation_fee": float(fee),
                "refund_amount": float(total - fee), "currency": found["currency"],
            }
        }  # fmt: skip


def _shown(booking: dict[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in booking.items() if k != "guests"}


def _fee(booking: dict[str, Any], now: datetime) -> Decimal:
    policy = booking["cancellationPolicies"]
    if policy["refundableTag"] != "RFN":
        return Decimal(str(booking["price"]))
    begun = [
        i for i in policy["cancelPolicyInfos"] if datetime.fromisoformat(i["cancelTime"]).replace(tzinfo=UTC) <= now
    ]
    return Decimal(str(begun[-1]["amount"])) if begun else Decimal(0)


def refused(status: int, code: int, description: str) -> JSONResponse:
    return JSONResponse({"error": {"code": code, "message": description, "description": description}}, status)
