"""Calendars: the last version of each event, rules with their exceptions, packed and folded titles, hours of the place."""

import base64

import pytest
from tests.tools.imports.samples import TODAY, only

from tripintent.tools.imports.reader import read_content


def calendar(*events, head=()):
    inner = [line for event in events for line in ("BEGIN:VEVENT", *event, "END:VEVENT")]
    return "\r\n".join(["BEGIN:VCALENDAR", *head, *inner, "END:VCALENDAR", ""])


def days_of(*events):
    return [s.start_datetime[:10] for s in read_content(calendar(*events), TODAY).segments if s.status != "CANCELLED"]


YOGA = ("UID:y", "SUMMARY:Yoga", "DTSTART;TZID=Europe/Madrid:20270610T080000")


@pytest.mark.parametrize(
    ("more", "days"),
    [
        (("RRULE:FREQ=DAILY;COUNT=3",), ["10", "11", "12"]),
        (("RRULE:FREQ=DAILY;UNTIL=20270611T060000Z",), ["10", "11"]),
        (("RRULE:FREQ=DAILY;COUNT=3", "EXDATE;TZID=Europe/Madrid:20270610T080000", "EXDATE:20270612T060000Z"), ["11"]),
        (("RDATE;TZID=Europe/Madrid:20270615T080000",), ["10", "15"]),
        (("RRULE:FREQ=DAILY", "EXDATE;TZID=Europe/Madrid:20270610T080000"), []),
    ],
)
def test_dates_of_a_rule(more, days):
    assert days_of((*YOGA, *more)) == [f"2027-06-{day}" for day in days]


def test_a_changed_date_takes_the_place_of_its_own():
    other = (
        "UID:y",
        "SUMMARY:Yoga",
        "RECURRENCE-ID;TZID=Europe/Madrid:20270611T080000",
        "DTSTART;TZID=Europe/Madrid:20270620T080000",
    )
    assert days_of(other, (*YOGA, "RRULE:FREQ=DAILY;COUNT=3")) == ["2027-06-10", "2027-06-12", "2027-06-20"]
    assert days_of((*other, "STATUS:CANCELLED"), (*YOGA, "RRULE:FREQ=DAILY;COUNT=2")) == ["2027-06-10"]


def test_the_last_version_counts_and_one_name_alone_makes_no_version():
    assert days_of(("UID:y", "SUMMARY:Yoga", "DTSTART:20270618T080000", "SEQUENCE:2"), YOGA) == ["2027-06-18"]
    assert days_of(YOGA, ("UID:y", "SUMMARY:Chess", "DTSTART:20270619T080000")) == ["2027-06-10", "2027-06-19"]


@pytest.mark.parametrize(
    "line",
    [
        "SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:=C3=87ay; evi, 2",
        "SUMMARY;CHARSET=ISO-8859-9;QUOTED-PRINTABLE:=C7ay; e=\r\nvi, 2",
        f"SUMMARY;ENCODING=BASE64;VALUE=BINARY:{base64.b64encode('Çay; evi, 2'.encode()).decode()}",
    ],
)
def test_packed_titles(line):
    assert only(calendar((line, "DTSTART:20270610T080000")))[0].name == "Çay; evi, 2"


def test_a_line_that_is_folded_inside_of_a_letter():
    folded = calendar(("SUMMARY:Çay ☕ evi", "DTSTART:20270610T080000")).encode()
    for letter in ("Ç", "☕"):
        half = letter.encode()
        broken = folded.replace(half, half[:1] + b"\r\n " + half[1:])
        assert only(broken)[0].name == "Çay ☕ evi"


@pytest.mark.parametrize(
    ("lines", "head", "meant"),
    [
        (("SUMMARY:Opera", "DTSTART:20270610T173000Z"), ("X-WR-TIMEZONE:Europe/Rome",), "2027-06-10T19:30"),
        (("SUMMARY:Opera", "DTSTART:20270610T233000Z", "LOCATION:New York"), ("X-WR-TIMEZONE:Europe/Rome",), "2027-06-10T19:30"),
        (("SUMMARY:Vuelo a Roma (SK 455)", "LOCATION:Oslo OSL", "DTSTART:20270610T173000Z"), (), "2027-06-10T19:30"),
        (("SUMMARY:SK455 Oslo (OSL) – Rome (FCO)", "DTSTART:20270610T173000Z"), (), "2027-06-10T19:30"),
    ],
)  # fmt: skip
def test_a_calendar_in_utc_is_of_its_place_or_of_the_zone_it_is_shown_in(lines, head, meant):
    assert only(calendar(lines, head=head))[0].start_datetime == meant


def test_arrival_and_departure_of_a_house_are_one_stay():
    arrive = ("SUMMARY:Check-in: Casa Nord", "DTSTART:20270610T140000Z", "LOCATION:Via Po 3\\, 00198 Roma\\, Italy")
    leave = ("SUMMARY:Check-out: Casa Nord", "DTSTART:20270614T090000Z", "LOCATION:Via Po 3\\, 00198 Roma\\, Italy")
    found, _ = only(calendar(arrive, leave))
    assert (found.type, found.check_in_date, found.check_out_date) == ("HOTEL", "2027-06-10", "2027-06-14")


def test_a_whole_day_of_an_office_program():
    fair = ("SUMMARY:Fair", "DTSTART:20270610T000000", "DTEND:20270612T000000", "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE")
    found, _ = only(calendar(fair))
    assert (found.start_datetime, found.end_datetime) == ("2027-06-10", "2027-06-11")
