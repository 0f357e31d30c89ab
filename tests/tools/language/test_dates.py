"""Dates relative to Friday, 20 November 2026."""

import pytest

from tripintent.state.frame import Frame

DAYS = [
    ("on 3 May 2027", "2027-05-03"),
    ("on May 3rd, 2027", "2027-05-03"),
    ("on the third of May", "2027-05-03"),
    ("on 2027-05-03", "2027-05-03"),
    ("on 25/12", "2026-12-25"),
    ("on 20 November", "2026-11-20"),
    ("today", "2026-11-20"),
    ("tomorrow", "2026-11-21"),
    ("the day after tomorrow", "2026-11-22"),
    ("in three weeks", "2026-12-11"),
    ("10 days from now", "2026-11-30"),
    ("this Saturday", "2026-11-21"),
    ("on Monday", "2026-11-23"),
    ("Tuesday next week", "2026-11-24"),
    ("the following Monday", "2026-11-23"),
    ("a week from Tuesday", "2026-12-01"),
    ("next Friday", "2026-11-27"),
    ("on the 14th", "2026-12-14"),
    ("on the 30th of this month", "2026-11-30"),
    ("on the 3rd of next month", "2026-12-03"),
    ("on New Year's Eve", "2026-12-31"),
    ("on Christmas Day", "2026-12-25"),
    ("on the twenty seventh of august", "2027-08-27"),
]


@pytest.mark.parametrize(("words", "day"), DAYS)
def test_days(hear, words, day):
    """One day, in any common form; a yearless day is the next one."""
    assert hear(f"I want to fly to Lisbon {words}").depart.day == day


WINDOWS = [
    ("in mid June", "2027-06-11", "2027-06-20"),
    ("at the end of March", "2027-03-21", "2027-03-31"),
    ("in early May", "2027-05-01", "2027-05-10"),
    ("in May", "2027-05-01", "2027-05-31"),
    ("any weekend in May", "2027-05-01", "2027-05-31"),
    ("the first week of June", "2027-06-01", "2027-06-07"),
    ("over Easter", "2027-03-26", "2027-03-29"),
    ("over Thanksgiving", "2026-11-25", "2026-11-29"),
    ("next month", "2026-12-01", "2026-12-31"),
    ("next week", "2026-11-23", "2026-11-29"),
    ("this weekend", "2026-11-21", "2026-11-22"),
    ("sometime between June 5 and June 10", "2027-06-05", "2027-06-10"),
]


@pytest.mark.parametrize(("words", "earliest", "latest"), WINDOWS)
def test_open_dates_stay_open(hear, words, earliest, latest):
    """Flexible words bound a window and invent no day."""
    depart = hear(f"I want to fly to Lisbon {words}").depart
    assert (depart.day, depart.earliest, depart.latest) == (None, earliest, latest)


def test_bounds(hear):
    """The word "by" is a last day, "any time after" a first one, "around" a day with room."""
    assert hear("fly to Oslo, leaving by June 3").depart.latest == "2027-06-03"
    assert hear("we can leave any time after June 3").depart.earliest == "2027-06-03"
    around = hear("fly to Oslo around the 5th of May").depart
    assert (around.day, around.around) == ("2027-05-05", True)


RANGES = [
    ("March 1st to 13th", "2027-03-01", "2027-03-13"),
    ("June 14–21", "2027-06-14", "2027-06-21"),
    ("from the 3rd to the 10th of June", "2027-06-03", "2027-06-10"),
    ("between 5 and 12 May", "2027-05-05", "2027-05-12"),
    ("Dec 28 to Jan 4", "2026-12-28", "2027-01-04"),
    ("28 March - 4 April", "2027-03-28", "2027-04-04"),
    ("March 24th to March 30th, 2028", "2028-03-24", "2028-03-30"),
    ("leaving Wednesday and returning Saturday", "2026-11-25", "2026-11-28"),
    ("leave on the 28th of December and return on 3 January", "2026-12-28", "2027-01-03"),
    ("dec 5 back dec 9", "2026-12-05", "2026-12-09"),
    ("return on March 12th, leaving March 4th", "2027-03-04", "2027-03-12"),
]


@pytest.mark.parametrize(("words", "first", "last"), RANGES)
def test_ranges_of_a_trip(hear, words, first, last):
    """Two days are the way out and the way back; what is said once holds for both."""
    frame = hear(f"Flight to Lisbon, {words}")
    assert (frame.depart.day, frame.return_.day) == (first, last)


@pytest.mark.parametrize(
    ("words", "first", "last"),
    [
        ("from 12 to 15 April", "2027-04-12", "2027-04-15"),
        ("checking in on the 3rd and checking out on the 7th", "2026-12-03", "2026-12-07"),
        ("my check in and check out are March 11th and March 13th", "2027-03-11", "2027-03-13"),
        ("arriving Tuesday, leaving Friday", "2026-11-24", "2026-11-27"),
        ("until the 9th, from the 4th", "2026-12-04", "2026-12-09"),
    ],
)
def test_ranges_of_a_stay(hear, words, first, last):
    """With a hotel on the table the same words are check-in and check-out."""
    frame = hear(f"I need a hotel room in Kyoto, {words}")
    assert (frame.check_in.day, frame.check_out.day) == (first, last)
    assert frame.depart is None


LENGTHS = [
    ("for 5 nights", "nights", 5),
    ("for a week", "duration_days", 7),
    ("a four-day trip", "duration_days", 4),
    ("for a fortnight", "duration_days", 14),
    ("ten days", "duration_days", 10),
]


@pytest.mark.parametrize(("words", "slot", "size"), LENGTHS)
def test_lengths(hear, words, slot, size):
    """Lengths are nights where nights are said, else days."""
    assert getattr(hear(f"a flight to Malta, {words}"), slot) == size


def test_days_of_a_stay_are_nights(hear):
    """Days in a hotel are its nights."""
    assert hear("book the hotel room for four days").nights == 4


def test_unclear_dates_raise_a_doubt(hear):
    """A date with two readings offers both."""
    doubt = hear.reading("fly to Rome on 5/3").doubts[0]
    assert (doubt.slot, doubt.reason, doubt.options) == ("depart", "ambiguous_date", ("2027-05-03", "2027-03-05"))


@pytest.mark.parametrize(
    ("language", "text", "nights"),
    [
        ("en", "from Manchester to Rome, a weekend in February", 2),
        ("en", "from Manchester to Rome, long weekend in February", 3),
        ("de", "von Berlin nach Rom, ein Wochenende im Februar", 2),
        ("de", "von Berlin nach Rom, langes Wochenende im Februar", 3),
        ("es", "de Madrid a Roma, un fin de semana de febrero", 2),
        ("fr", "de Paris à Rome, un week-end en février", 2),
        ("it", "da Milano a Parigi, un weekend di febbraio", 2),
        ("pt", "de Lisboa para Roma, um fim de semana em fevereiro", 2),
    ],
)
def test_a_weekend_in_a_month_is_a_length_and_its_fridays(hear, language, text, nights):
    """Any weekend of the month will do; how long it is goes without saying."""
    frame = hear(text, language=language)
    assert (frame.depart.earliest, frame.depart.latest, frame.depart.weekends) == ("2027-02-01", "2027-02-28", True)
    assert frame.nights == nights
    assert hear.reading(text, language=language).doubts == ()


def test_a_weekend_is_two_nights(hear):
    """Nobody needs to be asked how long a weekend is."""
    reading = hear.reading("a weekend in Paris")
    assert (reading.frame.nights, reading.doubts) == (2, ())


def test_choice_of_a_date(hear):
    """The month named chooses among the days offered."""
    asked = 'Which day do you mean by "5/3": 2027-05-03, 2027-03-05?'
    assert hear.talk("Oslo to Rome on 5/3", (asked, "March")).depart.day == "2027-03-05"


def test_impossible_days_are_kept_as_said(hear):
    """30 February is no date: it is kept and asked about."""
    reading = hear.reading("leave on 2027-02-30")
    assert reading.frame.depart.day == "2027-02-30"
    assert reading.doubts[0].slot == "depart"


def test_days_after_days(hear):
    """Days count from what was said before."""
    start = ("Oslo to Rome on May 5", ("On which day do you come back?", "a week later"))
    assert hear.talk(*start).return_.day == "2027-05-12"
    window = ("Oslo to Rome in May", ("Which day shall I search for?", "the 5th"))
    assert hear.talk(*window).depart.day == "2027-05-05"
    assert hear.talk("from Oslo, May 5 to May 9", "change the return to the 12th").return_.day == "2027-05-12"
    assert hear.talk("from Oslo, May 5 to May 9", "leave a day earlier").depart.day == "2027-05-04"
    assert hear.talk("from Oslo, May 5 to May 9", "could we return two days later?").return_.day == "2027-05-11"
    stay = ("hotel in Oslo, May 5 to May 9", "one more night")
    assert hear.talk(*stay).check_out.day == "2027-05-10"


def test_small_talk_is_no_date(hear):
    """Today in a goodbye is no day of travel."""
    assert hear("thanks, that will be all for today").depart is None
    assert hear("hello, how are you today?").depart is None


@pytest.mark.parametrize(
    "text", ["June, not July", "in June, not July", "June instead of July", "June rather than July"]
)
def test_a_month_instead_of_another(hear, text):
    """The month that is wanted replaces the one that is not."""
    when = hear(text, frame=hear("to Paris in July")).depart
    assert (when.earliest, when.latest) == ("2027-06-01", "2027-06-30")


@pytest.mark.parametrize(
    ("turns", "depart", "back"),
    [
        (("Boston to Rome, June 21 to June 14",), "2027-06-21", "2027-06-14"),
        (("Boston to Rome June 21-14",), "2027-06-21", "2027-06-14"),
        (("Boston to Rome on June 21", ("On which day do you come back?", "June 14")), "2027-06-21", "2027-06-14"),
        (("Boston to Rome, June 21 to June 14", "oops, the other way round"), "2027-06-14", "2027-06-21"),
        (("Boston to Rome, December 28 to January 3",), "2026-12-28", "2027-01-03"),
    ],
)
def test_reversed_days_are_kept_to_be_asked_about(hear, turns, depart, back):
    """Days without a year that are reversed by some days are a slip, and no trip of a year."""
    frame = hear.talk(*turns)
    assert (frame.depart.day, frame.return_.day) == (depart, back)


SAME_DAY = [
    ("to Paris and back the same evening on May 4", {"start": "18:00", "end": "23:00"}),
    ("fly to Paris on May 4 and return the same day", None),
    ("a day trip to Paris on May 4 from London", None),
    ("un vuelo de Madrid a París el 4 de mayo y vuelta el mismo día", None),
    ("ein Flug von Berlin nach Wien am 4. Mai, zurück am selben Abend", {"start": "18:00", "end": "23:00"}),
    ("un vol de Paris à Nice le 4 mai, retour le soir même ou retour le même jour", None),
]


@pytest.mark.parametrize(("text", "window"), SAME_DAY)
def test_back_the_same_day(hear, text, window):
    """A return on the same day is the day of departure, and a part of it where one is said."""
    frame = hear(text)
    assert (frame.depart.day, frame.return_.day) == ("2027-05-04", "2027-05-04")
    assert window is None or frame.return_window.model_dump() == window


def test_a_day_trip_before_its_day(hear):
    """A day trip whose day is not known yet lasts one day; a four-day trip is none."""
    assert hear("a day trip to Paris").duration_days == 1
    assert hear("a four-day trip to Paris").duration_days == 4


@pytest.mark.parametrize(
    ("text", "earliest", "latest"),
    [
        ("to Paris the week after next", "2026-11-30", "2026-12-06"),
        ("Thanksgiving week in Miami", "2026-11-23", "2026-11-29"),
        ("to Miami the week of Thanksgiving", "2026-11-23", "2026-11-29"),
    ],
)
def test_weeks_and_weekends_further_off(hear, text, earliest, latest):
    """A week or weekend after next, and the week of a feast, are counted from today."""
    when = hear(text).depart
    assert (when.earliest, when.latest) == (earliest, latest)


WEEKENDS = [
    ("to Paris the weekend after next", "2026-12-04", "2026-12-06"),
    ("Rome next weekend from London, 2 people", "2026-11-27", "2026-11-29"),
    ("on va de Lyon à Barcelone le week-end prochain", "2026-11-27", "2026-11-29"),
    ("a Parigi da Milano il weekend prossimo", "2026-11-27", "2026-11-29"),
    ("Oslo next weekend from Paris, Friday evening to Sunday", "2026-11-27", "2026-11-29"),
    ("Rome next weekend from London, Sat to Mon", "2026-11-28", "2026-11-30"),
]


@pytest.mark.parametrize(("text", "first", "last"), WEEKENDS)
def test_a_weekend_is_a_trip_from_friday_to_sunday_unless_its_days_are_said(hear, text, first, last):
    frame = hear(text)
    assert (frame.depart.day, frame.return_.day) == (first, last)


def test_a_weekend_of_one_way_is_an_open_day(hear):
    assert hear("we come back next weekend").return_.latest == "2026-11-29"
    assert hear("we come back next weekend").depart is None
    stay = hear("hotel in Vienna next weekend")
    assert (stay.check_in.day, stay.check_out.day) == ("2026-11-27", "2026-11-29")


def test_a_weekday_of_a_window_said_before(hear):
    """A weekday belongs to the window said before: the Friday of "over Easter", or the one before a weekend."""
    easter = hear.talk("Boston to Paris over Easter", "leaving Friday, back Monday")
    assert (easter.depart.day, easter.return_.day) == ("2027-03-26", "2027-03-29")
    assert hear.talk("Boston to Paris the weekend after next", "leaving Friday").depart.day == "2026-12-04"


def test_no_hotel_makes_no_stay(hear):
    """Words that want no hotel leave the dates to the journey, without any punctuation."""
    frame = hear("chicago from denver on may 3rd coming back may 7th just me no hotel cheap")
    assert (frame.depart.day, frame.return_.day, frame.lodging_needed) == ("2027-05-03", "2027-05-07", False)


PARTS = [
    ("un vuelo por la mañana de Madrid a Roma", "depart_window", "06:00", "12:00"),
    ("ein Flug am Abend von Berlin nach Rom", "depart_window", "18:00", "23:00"),
    ("vol de Paris à Rome le matin", "depart_window", "06:00", "12:00"),
    ("um voo de Lisboa para Roma de manhã", "depart_window", "06:00", "12:00"),
    ("un volo da Roma a Londra di sera", "depart_window", "18:00", "23:00"),
    ("von Berlin nach Rom am 4. Mai, zurück am 8. Mai vor 20 Uhr", "return_window", None, "20:00"),
]


@pytest.mark.parametrize(("text", "slot", "start", "end"), PARTS)
def test_times_of_day_in_other_languages(hear, text, slot, start, end):
    """Parts of the day and hours are read in each language; "por la mañana" is no tomorrow."""
    frame = hear(text)
    assert (getattr(frame, slot).start, getattr(frame, slot).end) == (start, end)
    assert frame.depart is None or frame.depart.day == "2027-05-04"


def test_a_birthday_is_no_day_of_travel(hear):
    """A date of years ago beside a name is no departure."""
    assert hear("John Doe 1 January 1980 john@example.org").depart is None
    assert hear("leave on 2025-06-01").depart.day == "2025-06-01"


ROLES = [
    (("Honeymoon from London to Bali with a hotel", "april 10 we LEAVE, not check out"), "2027-04-10", None),
    (("Honeymoon from London to Bali with a hotel", "depart 10 april, return 20 april, hotel the whole time"), "2027-04-10", "2027-04-20"),
    (("Berlin to Barcelona, any weekend in january", "fri 15 jan evening there, sun 17 jan evening back"), "2027-01-15", "2027-01-17"),
    (("Boston to Lisbon June 14–21 2027, two adults",), "2027-06-14", "2027-06-21"),
    (("Vienna to Dublin, 12.-16. april",), "2027-04-12", "2027-04-16"),
    (("Vienna to Dublin", "12 april out, 16 april back!"), "2027-04-12", "2027-04-16"),
    (("Zurich to Frankfurt 7 dec to 8 dec", "wait, 21 nov is TOMORROW. i said 7 dec. monday 7 december"), "2026-12-07", "2026-12-08"),
    (("Stuttgart nach Split, 22. bis 29. mai", "pfingsten ist aber 16.5., ich meinte 22. bis 29. das passt"), "2027-05-22", "2027-05-29"),
    (("Seattle to London on jan 11, return jan 15", "leave the 11th obviously, land 12th before noon"), "2027-01-11", "2027-01-15"),
    (("London to Marrakesh, thursday 11 feb - sunday 14 feb, valentines surprise",), "2027-02-11", "2027-02-14"),
    (("Zurich to Frankfurt 7 dec to 8 dec", "other times then, monday evening whatever"), "2026-12-07", "2026-12-08"),
]  # fmt: skip


@pytest.mark.parametrize(("turns", "depart", "back"), ROLES)
def test_the_days_of_a_journey_agree(hear, turns, depart, back):
    """Way out and way back are read so that one follows the other; what is put right or only spoken of moves nothing."""
    frame = hear.talk(*turns)
    assert (frame.depart.day, frame.return_.day if frame.return_ else None) == (depart, back)
    assert frame.check_out is None


NO_DAYS = [
    ("fr", "ok on prend la 1, garde la, je te donne les noms demain"),
    ("en", "ok, I'll send you the names tomorrow"),
    ("es", "te mando los nombres mañana"),
    ("de", "die Namen schicke ich dir morgen"),
    ("pt", "te mando os nomes amanhã"),
    ("it", "ti mando i nomi domani"),
    ("en", "dobs tom 3/4/1980 lucy 12 june 82 priya 1990-11-02 sam 7.7.1979"),
    ("en", "2nd thought premium eco is fine"),
    ("es", "vale la 1. reservala. soy Javier Ruiz Ortega nacido el 5 de mayo de 1991"),
    ("pt", "a 2. reserva para Rui Costa 3/4/1985 e Inês Lopes nascida a 12 de julho de 1987"),
    ("it", "la 1 ma con bagaglio, la prendo"),
]


@pytest.mark.parametrize(("language", "said"), NO_DAYS)
def test_what_is_no_day_of_travel_moves_nothing(hear, language, said):
    """Births, the number of an option and days of something else leave the days of the journey alone."""
    before = hear("Paris to Rome, 1 to 5 May 2027, with a hotel")
    after = hear.reading(said, None, before, language=language).frame
    assert (after.depart, after.return_, after.check_in, after.check_out) == (
        before.depart,
        before.return_,
        before.check_in,
        before.check_out,
    )


@pytest.mark.parametrize(
    ("said", "first", "last"),
    [("over carnival", "2027-02-05", "2027-02-10"), ("an Pfingsten", "2027-05-15", "2027-05-17")],
)
def test_feasts_counted_from_easter(hear, said, first, last):
    """Carnival and Pentecost follow Easter (28 March 2027)."""
    depart = hear(f"Lisbon to Rome {said}").depart
    assert (depart.earliest or depart.day) in {first, "2027-05-16"}
    assert depart.latest in {last, None}


def test_a_christmas_market_is_not_christmas_day(hear):
    """A market opens weeks before the feast that it is named after."""
    assert hear("christmas markets! 3 nights in Nuremberg from Edinburgh").depart is None


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "thanks, nice weather today"),
        ("en", "it is so cold outside tonight"),
        ("de", "danke, schönes Wetter heute"),
        ("es", "hace mucho frío hoy"),
        ("fr", "il fait très froid aujourd'hui"),
        ("it", "fa molto freddo oggi"),
        ("pt", "está muito frio hoje"),
    ],
)
def test_a_remark_on_today_moves_no_trip(hear, language, words):
    """A phrase of today without a word of travel is small talk once the days are known: it released what was held."""
    planned = hear("Munich to Lisbon on 4 March 2027, back on 8 March")
    assert hear(words, frame=planned, language=language).depart == planned.depart


@pytest.mark.parametrize("words", ["today", "today please", "let's leave today", "actually we fly today"])
def test_today_moves_a_trip_where_it_is_meant(hear, words):
    """Today alone, with a word of travel, or as a correction is a day of travel."""
    planned = hear("Munich to Lisbon on 4 March 2027, back on 8 March")
    assert hear(words, frame=planned).depart.day == "2026-11-20"


PUT_BACK = [
    ("Chicago to Miami Fri 15 Jan, back Sun 17 Jan", "come back monday instead", "no wait, keep sunday", "15", "17"),
    ("Chicago to Miami Fri 15 Jan, back Sun 17 Jan", "come back monday instead", "tuesday is better", "15", "19"),
    ("Chicago to Miami Fri 15 Jan, back Sun 17 Jan", "leave on thursday instead", "no, friday", "15", "17"),
    ("de Madrid a Roma del viernes 15 al domingo 17 de enero", "volver el lunes", "no, mejor el domingo", "15", "17"),
    ("de Paris à Rome du 15 au 17 janvier", "retour lundi", "non, plutôt dimanche", "15", "17"),
    ("von Berlin nach Rom vom 15. bis 17. Januar", "Rückflug am Montag", "nein, doch Sonntag", "15", "17"),
    ("da Milano a Parigi dal 15 al 17 gennaio", "ritorno lunedì", "no, meglio domenica", "15", "17"),
    ("de Lisboa para Paris de 15 a 17 de janeiro", "volta na segunda-feira", "não, melhor domingo", "15", "17"),
]


@pytest.mark.parametrize(("first", "change", "back", "depart", "end"), PUT_BACK)
def test_a_day_alone_corrects_the_end_that_was_changed_last(hear, first, change, back, depart, end):
    """The words "keep Sunday" behind a change of the return is about the return, though Sunday is no day of departure either."""
    start = hear(first)
    changed = hear(change, frame=start)
    frame = hear(back, frame=changed, earlier=(Frame(), start))
    assert (frame.depart.day, frame.return_.day) == (f"2027-01-{depart}", f"2027-01-{end}")


def test_two_days_end_the_nights_of_a_weekend(hear):
    """The nights of "a weekend" are no nights of a hotel once the trip has days of its own."""
    frame = hear.talk("cheap weekend in december from london to vienna for 2", "fly out 11 dec, back 14 dec")
    assert (frame.depart.day, frame.return_.day, frame.nights) == ("2026-12-11", "2026-12-14", None)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("Easter in Prague from London", "2027-03-26", "2027-03-29"),
        ("Semana Santa en Roma desde Madrid", "2027-03-20", "2027-03-28"),
        ("Pâques à Rome depuis Paris", "2027-03-26", "2027-03-29"),
        ("Ostern in Rom ab Berlin", "2027-03-26", "2027-03-29"),
        ("über Ostern von Köln nach Mallorca", "2027-03-26", "2027-03-29"),
        ("Pasqua a Praga da Roma", "2027-03-26", "2027-03-29"),
        ("Páscoa em Roma saindo de Lisboa", "2027-03-26", "2027-03-29"),
        ("christmas in New York from London", "2026-12-24", "2026-12-26"),
    ],
)
def test_a_feast_spent_at_a_place_is_more_than_its_day(hear, text, first, last):
    """Nobody leaves on Easter Sunday for Easter in Prague; a day said as one stays one."""
    frame = hear(text)
    assert (frame.origin is not None, frame.depart.day) == (True, None)
    assert (frame.depart.earliest, frame.depart.latest) == (first, last)
    assert hear("fly from London to Prague on Christmas Eve").depart.day == "2026-12-24"


def test_a_known_day_said_again_changes_nothing(hear):
    """The words "by 11 on Friday" name the Friday of the trip."""
    frame = hear("chicago to miami fri 15 jan back sun 17 jan, 1 adult, no hotel")
    again = hear.reading("need to be there by 11am on friday", frame=frame)
    assert again.changed == ("arrive_window",)


@pytest.mark.parametrize(
    "text", ["prefiro outra data, de 8 a 15", "melhor de 8 a 15", "mejor del 8 al 15", "lieber vom 8. bis 15."]
)
def test_two_days_of_the_known_month(hear, text):
    """A range without its month is one of the month that is known; "another date" beside it is no note."""
    frame = hear(text, frame=hear("de Lisboa para Paris, 3 a 10 de maio"), language="pt" if "de 8" in text else None)
    assert (frame.depart.day, frame.return_.day, frame.requests) == ("2027-05-08", "2027-05-15", ())


def test_a_range_of_ages_is_no_range_of_days(hear):
    """What is counted stands in front."""
    frame = hear("crianças de 8 a 15", frame=hear("de Lisboa para Paris, 3 a 10 de maio"), language="pt")
    assert frame.depart.day == "2027-05-03"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "we can only do weekends"),
        ("es", "solo podemos fines de semana"),
        ("fr", "seulement les week-ends"),
        ("de", "nur an Wochenenden bitte"),
        ("it", "solo nel fine settimana"),
        ("pt", "só aos fins de semana"),
    ],
)
def test_weekends_of_the_month_that_is_known(hear, language, text):
    """They are Fridays of that month, for two nights."""
    frame = hear(text, frame=hear("london to rome in may, 2 adults"), language=language)
    assert (frame.depart.weekends, frame.depart.earliest, frame.nights) == (True, "2027-05-01", 2)


@pytest.mark.parametrize(
    ("text", "latest"),
    [
        ("munich to lisbon between 3 and 12 March for 4 nights", "2027-03-08"),
        ("munich to lisbon between 3 and 6 March for 4 nights", "2027-03-06"),
        ("von München nach Lissabon zwischen dem 3. und 12. März, 4 Nächte", "2027-03-08"),
        ("tra il 3 e il 12 marzo da Milano a Parigi per 4 notti", "2027-03-08"),
    ],
)
def test_nights_between_two_days_leave_the_first_day_open(hear, text, latest):
    """Nights that are fewer, or more, than the days between: several first days, and never a shorter stay in silence."""
    frame = hear(text)
    assert (frame.depart.earliest, frame.depart.latest, frame.depart.day) == ("2027-03-03", latest, None)
    assert (frame.nights, frame.return_) == (4, None)


@pytest.mark.parametrize(
    ("text", "language"),
    [("28 Jan. - 2 Feb. 2027", "en"), ("28. Jan. bis 2. Feb. 2027", "de"), ("28 janv. – 2 févr. 2027", "fr")],
)
def test_the_dot_of_a_short_month_ends_no_date(hear, text, language):
    """The year behind "Feb." belongs to the day; a dot at the start of a message is no part of one either."""
    frame = hear(text, language=language)
    assert (frame.depart.day, frame.return_.day) == ("2027-01-28", "2027-02-02")
    assert hear(".août").depart is not None


NO_DAYS = [
    ("en", "we want sun and beach in Spain"),
    ("en", "Lisbon, we sat together last time"),
    ("es", "un hotel en Málaga cerca del mar"),
    ("es", "Málaga, con vista al mar"),
    ("fr", "un hôtel à Nice en bord de mer"),
    ("pt", "um hotel em Faro perto do mar"),
]


@pytest.mark.parametrize(("language", "words"), NO_DAYS)
def test_sun_and_sea_are_no_days(hear, language, words):
    """A short name of a weekday that is a word as well is a day only beside words of a day."""
    frame = hear(words, language)
    assert (frame.depart, frame.check_in) == (None, None)


@pytest.mark.parametrize("words", ["on sun", "sat to tue", "fri - sun", "sun evening"])
def test_sun_beside_words_of_a_day_is_one(hear, words):
    assert hear(f"I want to fly to Lisbon {words}").depart


CHOICES = [
    ("en", "Boston to Lisbon on March 3 or 4 for a week", "depart", ("2027-03-03", "2027-03-04"), 7),
    ("en", "London to Rome June 14-21 or June 21-28, whichever is cheaper", "depart", ("2027-06-14", "2027-06-21"), 7),
    ("en", "Boston to Lisbon on 3 March, back the 14th or the 15th", "return_", ("2027-03-14", "2027-03-15"), None),
    ("fr", "vol Paris Dakar aller simple le 19 ou le 21 janvier", "depart", ("2027-01-19", "2027-01-21"), None),
    ("es", "Madrid a Roma del 16-20 o 18-22 de marzo", "depart", ("2027-03-16", "2027-03-18"), 4),
    (
        "de",
        "Berlin nach Palma 22.5.-29.5. oder 15.5.-22.5. was billiger ist",
        "depart",
        ("2027-05-15", "2027-05-22"),
        7,
    ),
    ("it", "Milano Catania il 3 o il 4 marzo, solo andata", "depart", ("2027-03-03", "2027-03-04"), None),
    ("pt", "Lisboa para Madrid dia 5 ou 6 de março", "depart", ("2027-03-05", "2027-03-06"), None),
]


@pytest.mark.parametrize(("language", "words", "end", "among", "nights"), CHOICES)
def test_either_day_will_do(hear, language, words, end, among, nights):
    """Days or ranges parted by "or" stay open to be compared; nothing of them is another end, and nothing is kept as a note."""
    reading = hear.reading(words, language=language)
    when = getattr(reading.frame, end)
    assert (when.day, when.among, reading.frame.nights) == (None, among, nights)
    assert end == "return_" or reading.frame.return_ is None
    assert not reading.frame.requests


DAYS_OFF = [
    ("es", "Madrid a Cancún toda la semana santa", "2027-03-20", "2027-03-28"),
    ("es", "hotel en Sevilla para el puente de diciembre", "2026-12-05", "2026-12-08"),
    ("es", "Buenos Aires a Florianópolis el finde largo del 8 de diciembre", "2026-12-05", "2026-12-08"),
    ("it", "hotel a Firenze per il ponte dell'Immacolata", "2026-12-05", "2026-12-08"),
    ("fr", "Genève Barcelone, un week-end prolongé à l'Ascension", "2027-05-06", "2027-05-09"),
    ("en", "Boston to Miami for the Memorial Day weekend", "2027-05-28", "2027-05-31"),
]


@pytest.mark.parametrize(("language", "words", "first", "last"), DAYS_OFF)
def test_a_long_weekend_of_a_feast_is_first_and_last_day(hear, language, words, first, last):
    frame = hear(words, language=language)
    start, end = (frame.depart, frame.return_) if frame.depart else (frame.check_in, frame.check_out)
    assert (start.day, end.day) == (first, last)


def test_weekdays_beside_a_weekend_of_a_month_are_its_days(hear):
    """Every Friday of the month may be the first day; the nights are those to Sunday."""
    frame = hear("un week end à Porto en janvier, départ Lyon, vendredi soir retour dimanche soir", language="fr")
    assert (len(frame.depart.among), frame.depart.earliest, frame.nights) == (5, "2027-01-01", 2)
    assert frame.return_ is None


def test_retour_is_the_way_back_in_german(hear):
    frame = hear.talk("Berlin nach Rom am 3. März, retour am 10. März", "retour lieber am 11.")
    assert (frame.depart.day, frame.return_.day) == ("2027-03-03", "2027-03-11")
