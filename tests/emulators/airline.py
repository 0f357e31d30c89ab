"""A small database in the form of tau2-bench's airline domain, with rows of our own."""

from examples.airline.tables import CABINS

ROWS = (
    ("HAT001", "JFK", "SFO", "08:00:00", "14:00:00", (60, 120, 400), 9),
    ("HAT002", "JFK", "ORD", "07:00:00", "09:30:00", (30, 50, 200), 9),
    ("HAT003", "ORD", "SFO", "10:30:00", "15:00:00", (25, 60, 210), 9),
    ("HAT004", "JFK", "SFO", "21:00:00", "03:00:00+1", (55, 110, 380), 2),
    ("HAT005", "SFO", "JFK", "09:00:00", "15:00:00", (70, 130, 410), 9),
)
NAMES = ("flight_number", "origin", "destination", "scheduled_departure_time_est", "scheduled_arrival_time_est")
PURSES = {"credit_card_1": None, "gift_card_1": 39.0, "gift_card_2": 203.0, "gift_card_3": 1.0, "certificate_1": 100.0}


def database(*days):
    """Return the flights of these days, and ann, who is silver."""

    def day(prices, seats):
        fares = {"prices": dict(zip(CABINS, prices, strict=True)), "available_seats": dict.fromkeys(CABINS, seats)}
        return {"status": "available", **fares}

    purses = {
        name: {"id": name, "source": name.rpartition("_")[0]} | ({"amount": amount} if amount else {})
        for name, amount in PURSES.items()
    }
    return {
        "flights": {
            number: {
                **dict(zip(NAMES, (number, *times), strict=True)),
                "dates": {one: day(prices, seats) for one in days},
            }
            for number, *times, prices, seats in ROWS
        },
        "users": {"ann": {"user_id": "ann", "membership": "silver", "payment_methods": purses, "reservations": []}},
    }
