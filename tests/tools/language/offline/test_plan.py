"""What clauses say of the plan of days, in six languages: words, and the operations that they make."""

from dataclasses import replace
from datetime import date

import pytest

from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.parts import Company, Location
from tripintent.state.designer.segments import ActivitySegment, HotelSegment, MeetingSegment
from tripintent.state.designer.talk import Idea, Talk
from tripintent.state.trip import TripIntent
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.message import Message
from tripintent.tools.language.offline.plan import PLAN
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.ports.reader import View

GAZETTEER = Gazetteer()


def thing(ident, name, start, end=None, **more):
    return ActivitySegment(id=ident, name=name, start_datetime=start, end_datetime=end, **more)


DAYS = ItineraryDocument(
    start_date="2026-06-14",  # a Sunday
    end_date="2026-06-20",
    segments=(
        HotelSegment(id="inn", property=Company(name="Inn"), location=Location(name="Lisbon"), source="booking",
                     start_datetime="2026-06-14T15:00", end_datetime="2026-06-20T11:00"),
        thing("fado", "Fado evening", "2026-06-15T21:00", "2026-06-15T23:00"),
        thing("tile", "National Tile Museum", "2026-06-16T10:00", "2026-06-16T12:00"),
        thing("dinner", "Dinner at Ramiro", "2026-06-16T19:00", "2026-06-16T21:00"),
        thing("zoo", "Lisbon Zoo", "2026-06-17T14:00", "2026-06-17T17:00"),
        thing("castle", "Castelo de São Jorge", "2026-06-18T09:00", "2026-06-18T11:00"),
        MeetingSegment(id="call", title="Call with Eva", start_datetime="2026-06-18T15:00", end_datetime="2026-06-18T16:00"),
    ),
)  # fmt: skip
VIEW = View(trip=TripIntent(), today=date(2026, 3, 2), language="en", plan=DAYS)


def read(kind, text, language="en", view=VIEW, **marks):
    message = Message(text, language, view.today, GAZETTEER, after=date(2026, 6, 14))
    return PLAN[kind](Clause(message, 0, len(text), **marks), view)


def brief(made):
    """Return operations as short texts: what is done, with what, and when."""
    return [_line(one) for one in made or []]


def _line(one):
    data = one.model_dump(exclude_defaults=True, exclude={"said", "text", "start", "end", "op"})
    when = data.pop("when", {})
    data.pop("asked", None)
    target = data.pop("target", {})
    when = {k: v[5:] if k in ("day", "until") else v for k, v in when.items()}
    parts = [one.op, *target.get("ids", ()), *(f"{k}={v}" for k, v in when.items())]
    return " ".join([*parts, *(f"{k}={_plain(v)}" for k, v in data.items())])


def _plain(value):
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else value


ADDED = [
    ("en", "add a boat trip on the Thursday", "add_thing day=06-18 name=Boat trip"),
    ("en", "put the Oceanarium in on day one", "add_thing day=06-14 name=Oceanarium"),
    ("en", "dinner with Sandeep at 8 on Friday, pop that in", "add_thing day=06-19 start=20:00 name=dinner with Sandeep"),
    ("en", "a call with Ann Friday from 10 to 12", "add_thing day=06-19 start=10:00 end=12:00 name=call with Ann meeting=True"),
    ("en", "could we have the Uffizi in the morning of day 2", "add_thing day=06-15 part=morning name=Uffizi"),
    ("en", "put the 9/11 Memorial on Tuesday", "add_thing day=06-16 name=9/11 Memorial"),
    ("en", "cooking class wednesday", "add_thing day=06-17 name=Cooking class"),
    ("de", "pack noch den Eiffelturm am Freitag rein", "add_thing day=06-19 name=Eiffelturm"),
    ("de", "am Mittwoch um 19 Uhr Abendessen im Trattoria Da Enzo", "add_thing day=06-17 start=19:00 name=Abendessen im Trattoria Da Enzo"),
    ("de", "Samstagabend bitte ein Musical", "add_thing day=06-20 part=evening name=Musical"),
    ("fr", "ajoute une visite du Louvre vendredi à 15h", "add_thing day=06-19 start=15:00 name=visite du Louvre"),
    ("es", "añade el Museo del Prado el martes", "add_thing day=06-16 name=Museo del Prado"),
    ("es", "agrega clase de tango el jueves a las 20:00", "add_thing day=06-18 start=20:00 name=Clase de tango"),
    ("it", "metti una cena di pesce sabato alle 20:30", "add_thing day=06-20 start=20:30 name=Cena di pesce"),
    ("pt", "acrescenta um jantar no Belcanto na sexta às 20h30", "add_thing day=06-19 start=20:30 name=jantar no Belcanto"),
    ("fr", "insère une pause café après le musée", "add_thing day=06-16 start=12:00 name=Pause café"),
    ("pt", "põe o Maracanã no dia 2", "add_thing day=06-15 name=Maracanã"),
]  # fmt: skip
MOVED = [
    ("en", "move the museum to Thursday", "change tile day=06-18"),
    ("en", "shift dinner to 8:30pm", "change dinner start=20:30"),
    ("en", "push the zoo back by an hour", "change zoo by_minutes=60"),
    ("en", "do the zoo a day earlier", "change zoo by_days=-1"),
    ("en", "have the musem in the afternoon instead", "change tile part=afternoon"),
    ("en", "the zoo from 10 to 12", "change zoo start=10:00 end=12:00"),
    ("en", "put the castle after dinner at Ramiro", "change castle day=06-16 start=21:00"),
    ("de", "schieb das Museum auf Donnerstag", "change tile day=06-18"),
    ("de", "Zoo eine Stunde später", "change zoo by_minutes=60"),
    ("fr", "déplace le musée à jeudi", "change tile day=06-18"),
    ("es", "pasa el museo al jueves", "change tile day=06-18"),
    ("it", "sposta il museo a giovedì", "change tile day=06-18"),
    ("pt", "passa o museu para quinta", "change tile day=06-18"),
]
REMOVED = [
    ("en", "take the museum out", ["remove tile"]),
    ("en", "drop the zoo and the castle", ["remove zoo", "remove castle"]),
    ("en", "clear Thursday", ["remove castle", "remove call"]),
    ("en", "delete the 3 o'clock", ["remove call"]),
    ("de", "streich den Zoo", ["remove zoo"]),
    ("fr", "enlève le musée", ["remove tile"]),
    ("es", "quita el museo", ["remove tile"]),
    ("it", "togli il museo", ["remove tile"]),
    ("pt", "tira o museu", ["remove tile"]),
]
SWAPPED = [
    ("en", "switch Tuesday and Wednesday around", ["swap days=2026-06-16,2026-06-17"]),
    ("en", "swap the zoo for the aquarium", ["remove zoo", "add_thing day=06-17 start=14:00 end=17:00 name=aquarium"]),
    ("en", "change the zoo and the castle about", ["swap targets=zoo,castle"]),
    ("de", "tausch Dienstag und Mittwoch", ["swap days=2026-06-16,2026-06-17"]),
    ("fr", "échange mardi et mercredi", ["swap days=2026-06-16,2026-06-17"]),
    ("es", "en vez del zoo, el acuario", ["remove zoo", "add_thing day=06-17 start=14:00 end=17:00 name=acuario"]),
    ("it", "scambia martedì con mercoledì", ["swap days=2026-06-16,2026-06-17"]),
    ("pt", "troca o zoo pelo aquário", ["remove zoo", "add_thing day=06-17 start=14:00 end=17:00 name=aquário"]),
]
OTHER = [
    ("days.plan", "en", "redo Wednesday from scratch", "plan_days days=2026-06-17 again=True now=True"),
    ("days.plan", "en", "plan days 4 to 6 only", "plan_days days=2026-06-17,2026-06-18,2026-06-19 now=True"),
    ("days.plan", "de", "plan bitte unsere Tage", "plan_days now=True"),
    ("days.wish", "en", "we love food", "want slot=interests value=food"),
    ("days.wish", "en", "no churches, honestly", "want slot=interests value=religion polarity=avoid"),
    ("days.wish", "en", "less walking please", "plan_days less_walking=True again=True now=True"),
    ("days.wish", "es", "nos gusta la comida", "want slot=interests value=food"),
    ("ideas", "en", "any ideas for a rainy afternoon", "suggest rainy=True"),
    ("where", "en", "somewhere warm in February", "where_to climate=warm rest="),
    ("where", "de", "irgendwo am Strand, aber nicht Spanien", "where_to likes=beach not_in=ES rest="),
    ("where", "en", "which is better, Bali or Mauritius", "where_to towns=Bali,Mauritius rest="),
    ("ask.plan", "en", "what are we doing on Tuesday?", "ask about=day day=2026-06-16"),
    ("ask.plan", "en", "when is the zoo?", "ask zoo about=segment"),
]  # fmt: skip
NOTHING = [
    ("entry.add", "en", "lunch with Ann on the 28th"),
    ("entry.remove", "en", "ditch the railway museum"),
    ("entry.swap", "en", "trade the hike for a zoo"),
    ("entry.add", "en", "add it on Friday"),
    ("entry.move", "en", "move the opera to Friday"),
    ("entry.move", "en", "move the hotel to Friday"),
    ("entry.remove", "en", "don't remove the museum"),
    ("entry.remove", "en", "take the opera out"),
    ("entry.swap", "en", "swap the opera for a film"),
    ("where", "en", "Lisbon would be nice"),
]


@pytest.mark.parametrize(("language", "text", "line"), ADDED)
def test_additions_keep_name_day_and_hours(language, text, line):
    assert brief(read("entry.add", text, language)) == [line]


@pytest.mark.parametrize(("language", "text", "line"), MOVED)
def test_moves_find_the_entry(language, text, line):
    assert brief(read("entry.move", text, language)) == [line]


@pytest.mark.parametrize(("language", "text", "lines"), REMOVED)
def test_removals(language, text, lines):
    assert brief(read("entry.remove", text, language)) == lines


@pytest.mark.parametrize(("language", "text", "lines"), SWAPPED)
def test_swaps(language, text, lines):
    assert brief(read("entry.swap", text, language)) == lines


@pytest.mark.parametrize(("kind", "language", "text", "line"), OTHER)
def test_wishes_ideas_and_questions(kind, language, text, line):
    assert brief(read(kind, text, language)) == [line]


@pytest.mark.parametrize(("kind", "language", "text"), NOTHING)
def test_nothing_where_the_words_do_not_fit(kind, language, text):
    assert read(kind, text, language) is None


def test_what_was_spoken_of_and_what_was_proposed():
    talk = Talk(spoken_of=("zoo",), ideas=(Idea(name="Tram 28"), Idea(name="Belém Tower")))
    view = replace(VIEW, talk=talk)
    assert brief(read("entry.move", "put that on Friday instead", view=view)) == ["change zoo day=06-19"]
    assert read("entry.move", "put it after the zoo", view=view) is None
    assert brief(read("entry.remove", "quítalo", "es", view)) == ["remove zoo"]
    assert brief(read("entry.add", "add the second one on Friday", view=view)) == ["take_idea day=06-19 number=2"]
