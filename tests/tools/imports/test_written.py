"""Words and data of mails: what is written is taken as it is meant, what is in doubt is said, and nothing else is added."""

import io
import json
import re
import zipfile
from datetime import date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tools.imports.samples import TODAY, only

from tripintent.state.designer.importing import taken_in
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.tools.imports.reader import read_content


def mail(body, *, sent="", subject="Your booking"):
    head = ["From: a@b.example", f"Subject: {subject}", *([f"Date: {sent}"] if sent else []), "MIME-Version: 1.0"]
    return "\n".join([*head, "Content-Type: text/plain; charset=utf-8", "", body])


def flight(lines, **headers):
    return only(mail(f"Booking reference: ZZ9PLA\n\nFlight SK 455\n{lines}", **headers))


@pytest.mark.parametrize(
    ("hours", "meant"),
    [
        ("7:10 AM Oslo (OSL)\n1:20 PM Rome (FCO)", ("07:10", "13:20")),
        ("12:05 PM Oslo (OSL)\n3:20 p.m. Rome (FCO)", ("12:05", "15:20")),
        ("12:05 a.m. Oslo (OSL)\n3:20AM Rome (FCO)", ("00:05", "03:20")),
        ("21h15 Oslo (OSL)\n23h55 Rome (FCO)", ("21:15", "23:55")),
        ("um 7.10 Uhr Oslo (OSL)\num 10.20 Uhr Rome (FCO)", ("07:10", "10:20")),
        ("Boarding 06:30\nDuration 3h10\n07:10 Oslo (OSL)\n10:20 Rome (FCO)", ("07:10", "10:20")),
    ],
)
def test_hours_are_those_that_are_written(hours, meant):
    found, warnings = flight(f"2 May 2027\n{hours}")
    assert (found.start_datetime[11:16], found.end_datetime[11:16]) == meant
    assert (found.origin.code, found.destination.code, found.status, warnings) == ("OSL", "FCO", "CONFIRMED", ())


@pytest.mark.parametrize(
    "day",
    [
        "SUN 02 MAY 2027", "02MAY27", "2-May-2027", "May 2nd, 2027", "Sonntag, 2. Mai 2027", "dimanche 2 mai 2027", "2 de mayo de 2027",
        "domenica 2 maggio 2027", "2 de maio de 2027", "02.05.2027", "2027-05-02", "02/05/2027 (booked 25/01/2027)", "söndag 2 maj 2027",
    ],
)  # fmt: skip
def test_days_are_read_in_the_languages_of_mails(day):
    """Also in capitals, whose months are airports (MAY is one of the Bahamas)."""
    found, warnings = flight(f"{day}\n08:00 Oslo (OSL)\n09:10 Copenhagen (CPH)")
    assert (found.start_datetime, found.origin.code, warnings) == ("2027-05-02T08:00", "OSL", ())


@pytest.mark.parametrize("month", ["JAN", "MAR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"])
def test_a_month_in_capitals_is_no_airport(month):
    found, _ = flight(f"05 {month} 2027  08:00  OSL\n05 {month} 2027  09:10  CPH")
    assert (found.origin.code, found.destination.code) == ("OSL", "CPH")


@pytest.mark.parametrize(
    ("day", "sent", "year", "doubt"),
    [
        ("2 May", "Thu, 04 Mar 2027 10:00:00 +0000", "2027", ()),
        ("2 May", "Wed, 04 Mar 2026 10:00:00 +0000", "2026", ()),
        ("SUN 2 MAY", "", "2027", ()),
        ("2 May", "", "2027", ("year_unsaid",)),
        ("Monday 2 May 2027", "", "2027", ("weekday_differs",)),
    ],
)
def test_a_year_comes_from_the_weekday_or_the_mail_and_else_is_asked(day, sent, year, doubt):
    found, warnings = flight(f"{day}\n08:00 Oslo (OSL)\n09:10 Copenhagen (CPH)", sent=sent)
    assert (found.start_datetime[:4], warnings) == (year, doubt)
    assert found.status == ("TENTATIVE" if doubt else "CONFIRMED")


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ("05/06/2027\n08:00 Oslo (OSL)\n09:10 Copenhagen (CPH)", "day_order"),
        ("08:00 Oslo (OSL)\n09:10 Copenhagen (CPH)", "not_a_segment"),
    ],
)
def test_a_flight_without_a_certain_day_is_said_and_not_added(lines, code):
    read = read_content(mail(f"Booking reference: ZZ9PLA\n\nFlight SK 455\n{lines}"), TODAY)
    assert (read.segments, code in read.warnings) == ((), True)


def test_an_hour_beside_am_and_pm_without_either_is_in_doubt():
    found, warnings = flight("2 May 2027\n8:00 Oslo (OSL)\n10:10 PM Copenhagen (CPH)")
    assert (found.status, warnings) == ("TENTATIVE", ("half_unsaid",))


@pytest.mark.parametrize(("plus", "day"), [("+1", "03"), (" (+1)", "03"), ("+2", "04"), (" +1 day", "03")])
def test_an_arrival_on_a_later_day(plus, day):
    found, _ = flight(f"2 May 2027\n22:00 Oslo (OSL)\n23:10{plus} Singapore (SIN)")
    assert found.end_datetime == f"2027-05-{day}T23:10"


@pytest.mark.parametrize(
    "lines",
    [
        "Hotel Nyhavn\nCheck-in\nSunday, May 2, 2027 (from 3:00 PM)\nCheck-out\nWednesday, May 5, 2027 (until 11:00 AM)",
        "Hôtel Nyhavn\nArrivée : dimanche 2 mai 2027 (à partir de 15h00)\nDépart : mercredi 5 mai 2027 (jusqu'à 11h00)",
        "Unterkunft: Nyhavn\nAnreise: Sonntag, 2. Mai 2027 ab 15:00 Uhr\nAbreise: Mittwoch, 5. Mai 2027 bis 11:00 Uhr",
        "Alojamiento: Nyhavn\nEntrada: 2 de mayo de 2027, 15:00\nSalida: 5 de mayo de 2027, 11:00",
        "The Nyhavn Inn\nCheck-in\n02.05.2027\n15:00\nCheck-out\n05.05.2027\n11:00",
    ],
)
def test_stays(lines):
    found, warnings = only(mail(f"Confirmation number: 88421377\n\n{lines}\nTotal 512.00 EUR"))
    assert "Nyhavn" in found.property.name
    assert (found.check_in_date, found.check_out_date, found.confirmation_number) == (
        "2027-05-02",
        "2027-05-05",
        "88421377",
    )
    assert (found.check_in_time, found.check_out_time, warnings) == ("15:00", "11:00", ())


def test_hours_of_a_stay_that_are_not_written_are_not_said():
    found, _ = only(mail("Confirmation number: 88421377\nHotel Nyhavn\nCheck-in: 2 May 2027\nCheck-out: 5 May 2027"))
    assert not found.model_fields_set & {"check_in_time", "check_out_time"}


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        (" 1 SK0455Y 02MAY S OSLCPH*SS1   800A  910A /DCSK /E", ("2027-05-02T08:00", "2027-05-02T09:10")),
        (" 2  SK 455 M 02MAY 7 OSLCPH HK2  0800 0910  02MAY  E  SK/ZZ9PLA", ("2027-05-02T08:00", "2027-05-02T09:10")),
        (" 3  SK 455 M 02MAY27 7 OSLCPH HK2  2300 0010+1  E", ("2027-05-02T23:00", "2027-05-03T00:10")),
    ],
)  # fmt: skip
def test_lines_of_agencies(line, meant):
    found, _ = only(f" 1.BERG/LIV MS\n{line}\n")
    assert (found.start_datetime, found.end_datetime) == meant


PASS = "M1BERG/LIV            EZZ9PLA OSLCPHSK 0455 122Y012A0045 100"


@pytest.mark.parametrize("packed", [True, False])
def test_a_pass_of_a_wallet(packed):
    said = {"formatVersion": 1, "relevantDate": "2027-05-02T08:00+02:00", "barcodes": [{"message": PASS}]}
    content = json.dumps(said).encode()
    if packed:
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w") as archive:
            archive.writestr("pass.json", content)
        content = file.getvalue()
    found, _ = only(content)
    assert (found.flight_number, found.start_datetime, found.seat) == ("SK 455", "2027-05-02T08:00", "12A")


def node(kind, trip, **fields):
    return json.dumps({"@type": kind, "reservationNumber": "ZZ9PLA", "reservationFor": trip, **fields})


ROME = {"name": "Casa Nord", "address": {"addressLocality": "Rome", "addressCountry": "IT"}}
TRAIN = {"trainNumber": "IC 1", "departureStation": {"@type": "TrainStation", "name": "Hamburg Hbf"}}


@pytest.mark.parametrize(
    ("content", "start"),
    [
        (node("FoodEstablishmentReservation", ROME, startTime="2027-06-14T17:30:00Z"), "2027-06-14T19:30"),
        (node("TrainReservation", {**TRAIN, "departureTime": "2027-06-14T05:30:00Z"}), "2027-06-14T07:30"),
        (node("EventReservation", {"name": "Aida", "location": ROME, "startDate": "2027-06-14T22:30:00Z"}), "2027-06-15T00:30"),
        (node("RentalCarReservation", {}, pickupTime="2027-06-14T08:00:00Z", pickupLocation=ROME), "2027-06-14T10:00"),
    ],
)  # fmt: skip
def test_hours_in_utc_are_those_of_the_place(content, start):
    found, warnings = only(content)
    assert (found.start_datetime, found.status, warnings) == (start, "CONFIRMED", ())


def test_hours_in_utc_of_an_unknown_place_are_in_doubt():
    found, warnings = only(node("FoodEstablishmentReservation", {"name": "Nord"}, startTime="2027-06-14T17:30:00Z"))
    assert (found.status, warnings) == ("TENTATIVE", ("time_utc",))


@pytest.mark.parametrize(
    ("ends", "days"),
    [
        (("2027-06-13T22:00:00Z", "2027-06-16T22:00:00Z"), ("2027-06-14", "2027-06-17")),
        (("2027-06-14T00:00:00Z", "2027-06-17T00:00:00Z"), ("2027-06-14", "2027-06-17")),
        (("2027-06-14T00:00:00", "2027-06-17T00:00:00"), ("2027-06-14", "2027-06-17")),
    ],
)
def test_midnight_is_a_day_without_an_hour(ends, days):
    found, _ = only(node("LodgingReservation", ROME, checkinTime=ends[0], checkoutTime=ends[1]))
    assert (found.check_in_date, found.check_out_date) == days
    assert not found.model_fields_set & {"check_in_time", "check_out_time"}


def test_ferries_and_rides_across_a_zone():
    ferry = {"name": "Aurora", "departureTime": "2027-06-15T07:25:00+03:00"}
    ends = {
        f"{end}BoatTerminal": {"@type": "BoatTerminal", "name": name}
        for end, name in (("departure", "Rafina"), ("arrival", "Tinos"))
    }
    found, _ = only(node("BoatReservation", {**ferry, **ends}))
    assert (found.type, found.transfer_type, found.vehicle_details) == ("TRANSFER", "FERRY", "Aurora")
    ends = {
        f"{end}Station": {"@type": "TrainStation", "name": name}
        for end, name in (("departure", "Paris"), ("arrival", "London"))
    }
    train = {"trainNumber": "9", "departureTime": "2027-06-14T12:20:00", "arrivalTime": "2027-06-14T12:10:00"}
    found, _ = only(node("TrainReservation", {**train, **ends}))
    assert found.end_datetime == "2027-06-14T12:10"
    found, warnings = only(node("TrainReservation", {**train, "trainNumber": "8"}))
    assert (found.end_datetime, warnings) == (None, ("end_before_start",))


def test_a_flight_that_a_newer_mail_moves_stays_one():
    lines = "Flight SK 455\n{} May 2027\n08:00 Oslo (OSL)\n09:10 Copenhagen (CPH)"
    reads = [read_content(mail(f"Booking reference: ZZ9PLA\n\n{lines.format(day)}"), TODAY).segments for day in (2, 3)]
    names = iter("abcdef")
    first = taken_in(ItineraryDocument(trip_id="t"), reads[0], names.__next__)
    after = taken_in(first.document, reads[1], names.__next__)
    assert ([s.start_datetime for s in after.document.segments], after.odd) == (["2027-05-03T08:00"], ["moved"])
    both = taken_in(ItineraryDocument(trip_id="t"), (*reads[0], *reads[1]), names.__next__)
    assert (len(both.document.segments), both.odd) == (2, [])


MOMENTS = st.datetimes(datetime(2027, 1, 1), datetime(2027, 12, 1))  # noqa: DTZ001 - wall clocks
SHAPES = (
    "%d %b %Y", "%B %d, %Y", "%d%b%y", "%d.%m.%Y", "%Y-%m-%d", "%A, %d %B %Y", "%a %d %b", "%d/%m/%Y", "%d. %B",
)  # fmt: skip
HOURS = ("%H:%M", "%I:%M %p", "%Hh%M", "%I.%M %p", "%H.%M", "")


@given(
    MOMENTS,
    st.sampled_from(SHAPES),
    st.sampled_from(HOURS),
    st.lists(
        st.sampled_from(["Gate 12", "Seat 14C", "EUR 19.50", "Duration 2h15", "tel 0800 12", "PIN 4711"]), max_size=3
    ),
)
@settings(max_examples=100, deadline=None)
def test_an_import_adds_nothing_whose_value_does_not_stand_in_the_file(when, shape, hour, noise):
    """What is confirmed is the day and the hour of the file, its codes and its number; everything else is said or left out."""
    stamp = f"{when.strftime(shape)} {when.strftime(hour) if hour else ''}"
    text = mail("\n".join(["Booking reference: ZZ9PLA", "Flight SK 455", f"{stamp} Oslo (OSL)", "Rome (FCO)", *noise]))
    read = read_content(text, TODAY)
    assert read.segments or read.warnings
    for found in read.segments:
        assert {found.origin.code, found.destination.code} == {"OSL", "FCO"}
        assert found.confirmation_number == "ZZ9PLA"
        if found.status == "CONFIRMED":
            assert found.start_datetime[:10] == when.date().isoformat()
        assert found.start_datetime[11:16] in ("", when.strftime("%H:%M"))
        assert found.end_datetime is None
        assert found.flight_number in re.sub(r"\W+", " ", text)


TICKET = """Fahrkarte
Auftragsnummer:                    QX7P2L
Betrag     48,50€          Kontakt
Verbindung am 03.05.2027
Halt                     Datum    Zeit      Gleis   Produkte   Reservierung
Kiel Hbf                 03.05.   ab 21:10  4       RE 21014
Hamburg Hbf              03.05.   an 22:24  12A-C
Hamburg Hbf              03.05.   ab 22:51  14      NJ 40401   1 Platz, Wagen 263, Platz 45
Zürich HB                04.05.   an 07:05          Fenster"""


def test_a_tickets_table_of_stops_is_its_trains():
    """Place, day, hour, platform and seat of each row; the price of all of them stands at the first."""
    first, second = read_content(TICKET, TODAY).segments
    assert (first.train_number, first.start_datetime, first.end_datetime) == (
        "RE 21014", "2027-05-03T21:10", "2027-05-03T22:24",
    )  # fmt: skip
    assert (first.origin.name, first.origin_platform, first.destination_platform) == ("Kiel Hbf", "4", "12A-C")
    assert (second.destination.name, second.end_datetime) == ("Zürich HB", "2027-05-04T07:05")
    assert (first.coach, second.coach, second.seat) == (None, "263", "45")
    assert {first.confirmation_number, second.confirmation_number} == {"QX7P2L"}
    assert (str(first.total_price.amount), first.total_price.currency, second.total_price) == ("48.5", "EUR", None)


@pytest.mark.parametrize(
    "total",
    ["Total price: $310", "Total: EUR 310\nAmount paid: EUR 120", "Total nights: 3", "Totals of EUR 310 and more"],
)
def test_a_price_that_is_not_sure_is_none(total):
    """A sign of several currencies, two totals that differ, and numbers that are no price add nothing."""
    assert flight(f"14 June 2027, 09:50 Oslo (OSL)\n12:05 Rome (FCO)\n{total}")[0].total_price is None


def test_agency_lines_without_a_weekday():
    """The arrival behind ``#`` is on the next day; the year that nobody wrote is said."""
    read = read_content(" 1. AF  276 Y  12APR CDGNRT HK1  1330  #0925  O*\n", date(2027, 2, 1))
    assert (read.segments[0].start_datetime, read.segments[0].end_datetime) == ("2027-04-12T13:30", "2027-04-13T09:25")
    assert "year_unsaid" in read.warnings


def test_a_whole_journey_beside_its_legs_is_its_legs():
    """Its number and price go to them; without one of them the whole journey stays."""

    def ride(ends, times, **more):
        stations = {
            f"{n}Station": {"@type": "TrainStation", "name": name}
            for n, name in zip(("departure", "arrival"), ends, strict=True)
        }
        hours = {f"{n}Time": f"2027-05-03T{hour}:00" for n, hour in zip(("departure", "arrival"), times, strict=True)}
        number = more.pop("trainNumber", None)
        return {
            "@type": "TrainReservation",
            "reservationFor": {"@type": "TrainTrip", **stations, **hours, "trainNumber": number},
            **more,
        }

    whole = ride(("Kiel", "Ulm"), ("08:00", "16:00"), reservationNumber="QX7P2L", totalPrice=80, priceCurrency="EUR")
    legs = [
        ride(("Kiel", "Fulda"), ("08:00", "12:00"), trainNumber="ICE 9"),
        ride(("Fulda", "Ulm"), ("12:20", "16:00"), trainNumber="RE 5"),
    ]
    read = read_content(json.dumps([whole, *legs]), TODAY)
    assert [(s.train_number, s.confirmation_number) for s in read.segments] == [("ICE 9", "QX7P2L"), ("RE 5", "QX7P2L")]
    assert [s.total_price and str(s.total_price.amount) for s in read.segments] == ["80", None]
    assert read_content(json.dumps([whole, legs[1]]), TODAY).segments[0].destination.name == "Ulm"
