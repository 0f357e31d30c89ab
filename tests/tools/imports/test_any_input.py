"""Whatever stands in a file there are two outcomes: it is read, or it is refused in words; and the plan can then be shown."""

import json
import os
import zlib
from datetime import date
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.tools.imports import samples
from tests.tools.imports.samples import FLIGHT, PIECES, PLAN, pdf
from tests.tools.imports.samples import SAMPLES as FILES

from tripintent.app.exports.document_pages import days_page
from tripintent.app.exports.documents import written
from tripintent.app.exports.plan import plan_calendar, plan_json_ld
from tripintent.state.designer.checks import check
from tripintent.state.designer.importing import match_score, taken_in
from tripintent.state.designer.itinerary import ItineraryDocument, published
from tripintent.tools.errors import ImportRefused
from tripintent.tools.imports.apart import read_answer
from tripintent.tools.imports.jobs import ReadText
from tripintent.tools.imports.reader import read_content
from tripintent.tools.imports.worker import told
from tripintent.tools.places.atlas import GazetteerAtlas
from tripintent.tools.places.gazetteer import Gazetteer

TODAY = date(2026, 11, 25)
ATLAS = GazetteerAtlas(Gazetteer())
MANY = int(os.environ.get("TRIPINTENT_IMPORT_EXAMPLES", "60"))
"""Examples a format; thousands where a reader was changed."""
VALUES = (
    None, 5, -1.5, True, "", "x", "9999-12-31", "9999-12-31T23:59", "0001-01-01T00:00", [], {}, [[]], ["x"],
    [{"name": 5}], {"name": []}, {"@type": "Event"}, {"amount": "1e999999", "currency": "EUR"}, {"@value": 5},
    {"@value": "2027-01-01T10:00", "timezone": "Europe"}, "Z" * 5000, 10**18, "\ud800", "²", "-07:00", "1799-01-01",
    "2199-12-31", "2199-12-31T23:59:59+14:00", "1800-01-01T00:00-23:59", "latitude", 1e308,
)  # fmt: skip


def shown(content: bytes | str) -> ReadText | None:
    """Read a file as the server does, take it into a plan, and show that plan in every form; None where it is refused."""
    try:
        read = read_content(content, TODAY)
    except ImportRefused as refusal:
        _in_words(str(refusal))
        return None
    assert read_answer(json.dumps(told(read)).encode()) == read
    names = (f"s{number}" for number in count())
    before = ItineraryDocument(trip_id="t", start_date="2027-04-01", end_date="2027-04-20")
    match_score(before, read.segments, ATLAS)
    taken = taken_in(taken_in(before, read.segments, names.__next__).document, read.segments, names.__next__)
    stored = taken.document.model_dump_json(by_alias=True)
    stored.encode()
    document = ItineraryDocument.model_validate_json(stored)
    assert document == taken.document
    json.dumps(published(document), allow_nan=False).encode()
    check(document, ATLAS)
    plan_calendar(document)
    plan_json_ld(document)
    page = days_page(document, "en")
    for form in ("md", "csv", "html"):
        written(page, "itinerary", form)
    return read


def _in_words(text: str) -> None:
    assert len(text.split()) > 4, "a refusal is in words"


def spoilt(sample: bytes) -> st.SearchStrategy[bytes]:
    """Return the sample with up to six cuts, doublings and insertions."""
    place = st.integers(0, len(sample))
    change = st.tuples(st.sampled_from(["put", "cut", "double"]), place, st.integers(0, 60), st.sampled_from(PIECES))

    def changed(changes: list[tuple[str, int, int, bytes]]) -> bytes:
        out = sample
        for what, at, size, piece in changes:
            middle = {"put": piece, "cut": b"", "double": out[at : at + size] * 2}[what]
            out = out[:at] + middle + out[at + (0 if what == "put" and size % 2 else size) :]
        return out

    return st.lists(change, min_size=1, max_size=6).map(changed)


def _places(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(one for key, child in inner for one in _places(child, (*path, key)))]


def _with(value: object, path: tuple[str | int, ...], new: object) -> object:
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = _with(copy[path[0]], path[1:], new)
    return copy


def retyped(sample: object) -> st.SearchStrategy[str]:
    """Return JSON in which one or two values are of another kind than they should be."""
    one = st.tuples(st.sampled_from(_places(sample)), st.sampled_from(VALUES))

    def changed(changes: list[tuple[tuple[str | int, ...], object]]) -> str:
        out = sample
        for path, new in changes:
            if path in _places(out):
                out = _with(out, path, new)
        return json.dumps(out)

    return st.lists(one, min_size=1, max_size=2).map(changed)


TRIED = settings(max_examples=MANY, deadline=None, suppress_health_check=list(HealthCheck))
JSONS = {"plan": PLAN, "flight": FLIGHT, "stay": samples.STAY, "event": samples.EVENT}


@pytest.mark.parametrize("name", FILES)
def test_every_sample_is_read(name):
    """The files that the other tests spoil hold something as they are."""
    read = shown(FILES[name])
    assert read
    assert read.segments


@pytest.mark.parametrize("name", FILES)
@given(data=st.data())
@TRIED
def test_a_spoilt_file_is_read_or_refused(name, data):
    """No cut, doubling or insertion is an error of ours."""
    shown(data.draw(spoilt(FILES[name])))


@pytest.mark.parametrize("name", JSONS)
@given(data=st.data())
@TRIED
def test_a_value_of_another_kind_is_read_or_refused(name, data):
    """Text, numbers and lists where objects are expected, and the other way round."""
    shown(data.draw(retyped(JSONS[name])))


EVENT = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Dinner\n{}\nEND:VEVENT\nEND:VCALENDAR\n"
HEADED = (
    "From: a@example.com\nMIME-Version: 1.0\nContent-Type: text/plain; charset={}\n\nFlight LH 1234 on 8 April 2027"
)


@pytest.mark.parametrize(
    ("content", "count"),
    [
        (EVENT.format("DTSTART;TZID=Europe:20270604T190000"), 1),
        (EVENT.format(f"DTSTART;TZID={'A' * 5000}:20270604T190000"), 1),
        (EVENT.format("DTSTART:20270604T190000\nLOCATION:x (a, )"), 1),
        (EVENT.format("DTSTART:20270604T190000\nLOCATION:x (,)"), 1),
        (EVENT.format("DTSTART;VALUE=DATE:99991231"), 0),
        ('{"segments": 5}', 0),
        ('{"segments": [' + "[" * 2000 + "]" * 2000 + "]}", 0),
        (
            '{"segments": [{"type": "ACTIVITY", "name": "Walk", "totalPrice": {"amount": 1e999999, "currency": "EUR"}}]}',
            0,
        ),
        (
            '{"segments": [{"type": "ACTIVITY", "name": "Walk", "totalPrice": {"amount": "1e999999", "currency": "EUR"}}]}',
            0,
        ),
        ('{"segments": [{"type": "ACTIVITY", "name": "Walk", "startDatetime": "9999-12-31T23:50"}]}', 0),
        (HEADED.format("zip_codec"), 1),
        (HEADED.format("idna"), 1),
        (HEADED.format("punycode"), 1),
        (json.dumps(FLIGHT | {"reservedTicket": "none", "underName": ["x"], "reservationStatus": {}}), 1),
        (json.dumps(FLIGHT | {"reservationFor": "a flight"}), 0),
        ("M1MUSTER/ANNA         EQT4ZZK MUCLISLH 1234 098Y012A0045 1ZZ>1181", 1),
        ("M²MUSTER/ANNA         EQT4ZZK MUCLISLH 1234 098Y012A0045 100", 0),
        ("<html><p>&#" + "9" * 5000 + ";</p></html>", 0),
    ],
    ids=range(18),
)
def test_what_was_an_error_is_read_or_left_out(content, count):
    """The known ones, with what is read of them."""
    read = shown(content)
    assert read is not None
    assert len(read.segments) == count


def test_a_pdf_with_a_circle_of_pages_or_a_bomb_is_refused():
    """Pages that hold themselves, and a stream that unpacks to far more than it is."""
    bomb = zlib.compress(b"(x) Tj " * 10_000_000)
    for content in (pdf(b"", kids=b"2 0 R 2 0 R"), pdf(bomb, extra=b"/Filter/FlateDecode")):
        with pytest.raises(ImportRefused):
            read_content(content, TODAY)
