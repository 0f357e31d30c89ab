"""What names and codes mean."""

import pytest

from tripintent.tools.places.gazetteer import Gazetteer

PLACES = Gazetteer()

RESOLVED = [
    # said, kind, code, country
    ("LIS", "airport", "LIS", "PT"),
    ("lhr", "airport", "LHR", "GB"),
    ("NYC", "metro", "NYC", "US"),
    ("New York", "city", "NYC", "US"),
    ("Boston", "city", "BOS", "US"),
    ("Philly", "city", "PHL", "US"),
    ("Vegas", "city", "LAS", "US"),
    ("Frisco", "city", "SFO", "US"),
    ("DC", "city", "WAS", "US"),
    ("Chi-town", "city", "CHI", "US"),
    ("KL", "city", "KUL", "MY"),
    ("Heathrow", "airport", "LHR", "GB"),
    ("JFK airport", "airport", "JFK", "US"),
    ("Chicago O'Hare", "airport", "ORD", "US"),
    ("São Paulo", "city", "SAO", "BR"),
    ("sao paolo", "city", "SAO", "BR"),
    ("München", "city", "MUC", "DE"),
    ("Wien", "city", "VIE", "AT"),
    ("Londres", "city", "LON", "GB"),
    ("Nueva York", "city", "NYC", "US"),
    ("Lissabon", "city", "LIS", "PT"),
    ("Firenze", "city", "FLR", "IT"),
    ("Portland", "city", "PDX", "US"),
    ("Portland, ME", "city", "PWM", "US"),
    ("Paris, TX", "city", "PRX", "US"),
    ("Paris, France", "city", "PAR", "FR"),
    ("Vancouver BC", "city", "YVR", "CA"),
    ("San Jose, California", "city", "SJC", "US"),
    ("San José, Costa Rica", "city", "SJO", "CR"),
    ("Birmingham, AL", "city", "BHM", "US"),
    ("St. Louis", "city", "STL", "US"),
    ("Saint Petersburg", "city", "LED", "RU"),
    ("Cincinnati", "city", "CVG", "US"),
    ("Fort Worth", "city", "DFW", "US"),
    ("Newark NJ", "city", "EWR", "US"),
    ("Mallorca", "city", "PMI", "ES"),
    ("Singapore", "city", "SIN", "SG"),
    ("Pittsborgh", "city", "PIT", "US"),
    ("Albuquerqe", "city", "ABQ", "US"),
    ("Cincinatti", "city", "CVG", "US"),
    ("Kyoto", "city", None, "JP"),
    ("Positano", "city", None, "IT"),
    ("Texas", "region", None, "US"),
    ("British Columbia", "region", None, "CA"),
    ("Tuscany", "region", None, "IT"),
    ("Spain", "country", None, "ES"),
    ("Alemania", "country", None, "DE"),
    ("the Netherlands", "country", None, "NL"),
    ("Mexico", "country", None, "MX"),
]


@pytest.mark.parametrize(("said", "kind", "code", "country"), RESOLVED)
def test_names(said, kind, code, country):
    """A name, nickname, code or slip means its place; a state or country has no code."""
    place = PLACES.resolve(said)
    assert (place.said, place.kind, place.code, place.country) == (said, kind, code, country)


@pytest.mark.parametrize(
    ("said", "codes"), [("Birmingham", {"BHX", "BHM"}), ("San Jose", {"SJO", "SJC"}), ("Córdoba", {"COR", "ODB"})]
)
def test_ambiguous_names(said, codes):
    """Where travellers mean several places by a name, all are offered and none is chosen."""
    place = PLACES.resolve(said)
    assert place.code is None
    assert codes <= {c.code for c in place.candidates}


@pytest.mark.parametrize("said", ["", "   ", "qqqqqq", "🙂", "?", "12345", "a" * 500, "hotel", "\x00"])
def test_unknown_names(said):
    """What nobody knows is unknown; nothing raises."""
    assert PLACES.resolve(said).kind == "unknown"


def test_the_clear_reading_wins():
    """A name with one dominant reading asks nothing."""
    for said, code in [
        ("London", "LON"),
        ("Paris", "PAR"),
        ("Barcelona", "BCN"),
        ("Melbourne", "MEL"),
        ("Rome", "ROM"),
    ]:
        assert PLACES.resolve(said).code == code
        assert PLACES.resolve(said).candidates == ()


def test_airports_of_codes():
    """A metropolitan code stands for its airports, main one first."""
    assert [a.code for a in PLACES.airports_for("LON")][:2] == ["LHR", "LGW"]
    assert [a.code for a in PLACES.airports_for("LIS")] == ["LIS"]
    assert list(PLACES.airports_for("QQQ")) == []
    assert PLACES.airport("LIS").city == "Lisbon"


def test_near():
    """A place without an airport has airports near it; those of a state or country are its main ones."""
    assert {"ITM", "KIX"} <= {a.code for a, _ in PLACES.near(PLACES.resolve("Kyoto"))}
    assert PLACES.near(PLACES.resolve("Positano"))[0][0].code == "NAP"
    assert PLACES.near(PLACES.resolve("Italy"))[0][0].code == "FCO"
    assert {"IAH", "DFW"} <= {a.code for a, _ in PLACES.near(PLACES.resolve("Texas"))}
    assert PLACES.near(PLACES.resolve("qqqqqq")) == []


def test_distance():
    """Distances are great circles between main airports."""
    assert PLACES.distance_km("LON", "NYC") == pytest.approx(5540, abs=30)
    assert PLACES.distance_km("LON", "QQQ") is None


SCANNED = [
    ("from Portland, OR to nice", ["Portland, OR", "nice"]),
    ("Rome, then Florence, back from Milan", ["Rome", "Florence", "Milan"]),
    ("flights san francisco to los angeles", ["san francisco", "los angeles"]),
    ("leaving Washington D.C. for Rio de Janeiro", ["Washington D.C", "Rio de Janeiro"]),
]


@pytest.mark.parametrize(("text", "names"), SCANNED)
def test_scan(text, names):
    """Names are found in running text, the longest one, with its state."""
    assert [text[s.start : s.end] for s in PLACES.scan(text) if s.sure or s.key == "nice"] == names


@pytest.mark.parametrize(
    ("code", "city"),
    [
        ("YYZ", "Toronto"),
        ("YTO", "Toronto"),
        ("YVR", "Vancouver"),
        ("YUL", "Montréal"),
        ("PPT", "Papeete"),
        ("TQO", "Tulum"),
    ],
)
def test_an_airport_is_of_the_town_that_it_serves(code: str, city: str) -> None:
    """Not of the municipality in which its runways lie: Mississauga, Richmond, Dorval."""
    assert PLACES.airports_for(code)[0].city == city
