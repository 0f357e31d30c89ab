"""Side questions answered from facts, without a model."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tripintent.state.languages import LANGUAGES
from tripintent.tools.language.replies.answering.answers import FactAnswers
from tripintent.tools.language.replies.answering.ledger_values import FACT_VALUES
from tripintent.tools.language.replies.answering.phrasebook import phrasebook
from tripintent.tools.language.replies.answering.values import VALUES

FLIGHT = {
    "kind": "flight",
    "option_id": "f1",
    "total": {"amount": "300.00", "currency": "USD"},
    "simulated": True,
    "terms": {"refundable": True, "refund_penalty": {"amount": "50", "currency": "USD"}, "free_until": None},
    "route": ["JFK", "ORD", "SFO"],
    "depart_at": "2026-03-11T08:00:00-04:00",
    "arrive_at": "2026-03-11T13:00:00-07:00",
    "stops": 1,
    "minutes": 480,
    "airlines": ["Acme Air"],
    "cabin": "economy",
    "checked_bags": 1,
    "carry_on": 1,
}
HOTEL = {
    "kind": "hotel",
    "name": "Riva",
    "stars": 4.0,
    "area": "Old Town",
    "distance_km": 1.2,
    "board": "breakfast",
    "check_in": "2026-03-12",
    "check_out": "2026-03-16",
    "nightly": {"amount": "120", "currency": "USD"},
    "terms": {"refundable": False},
    "amenities": ["pool", "wifi"],
    "simulated": True,
}


def option(number, amount, stops):
    return {
        "number": number,
        "bundle_id": f"bndl_{number}",
        "total": {"amount": amount, "currency": "USD"},
        "refundable": False,
        "stops": stops,
        "minutes": 480,
        "stars": 4.0,
        "flights": [{**FLIGHT, "stops": stops}],
        "hotels": [HOTEL],
    }


OPTIONS = {"options": [option(1, "660.00", 1), option(2, "1200.50", 0)]}
CHOSEN = {**OPTIONS, "selected": {"total": {"amount": "660.00", "currency": "USD"}, "offers": [FLIGHT, HOTEL]}}
BOOKED = {
    "holds": [{"title": "JFK to SFO", "expires_at": "2026-03-02T18:00:00+00:00"}],
    "approval": {"expires_at": "2026-03-02T19:00:00+00:00"},
    "bookings": [{"title": "Riva", "locator": "ABC123"}, {"title": "later", "locator": None}],
    "budget": {"amount": "1500", "currency": "EUR"},
}
NOTE = "(Simulated: these airlines, hotels and prices are invented.)"


@pytest.fixture
def ask():
    async def _ask(question, facts, language="en"):
        return await FactAnswers().answer(question, facts, {}, language)

    return _ask


SAID = {
    "what's the total?": f"Your choice: $660.00 in total. {NOTE}",
    "how much is it per night?": f"Your choice: Riva $120.00 a night. {NOTE}",
    "is it refundable?": f"Your choice: JFK–ORD–SFO refundable for a fee of $50.00; Riva not refundable. {NOTE}",
    "which airline?": "Your choice: JFK–ORD–SFO with Acme Air.",
    "how many stops?": "Your choice: JFK–ORD–SFO with 1 stop.",
    "is breakfast included?": "Your choice: Riva with breakfast.",
    "How long is the flight?": "Your choice: JFK–ORD–SFO takes 8 h 00 min.",
    "is a bag included?": "Your choice: JFK–ORD–SFO includes 1 checked and 1 carry-on per person.",
    "what class is it?": "Your choice: JFK–ORD–SFO in economy.",
    "how far is it from the centre?": "Your choice: Riva is 1.2 km from the centre (Old Town).",
    "does it have a pool?": "Your choice: yes, Riva lists: pool.",
    "is there a sauna?": "Your choice: Riva does not list: spa.",
    "which amenities are there?": "Your choice: Riva lists pool, wifi.",
    "how many stars?": "Your choice: Riva ★★★★, Old Town.",
    "what time do we land?": (
        "Your choice: JFK–ORD–SFO leaves Wed 11 Mar 2026 08:00 UTC-04:00, arrives Wed 11 Mar 2026 13:00 UTC-07:00."
    ),
}


@pytest.mark.parametrize(("question", "answer"), SAID.items())
async def test_about_the_choice(ask, question, answer):
    """A question is about the chosen trip; where prices stand, the simulation is said."""
    assert await ask(question, CHOSEN) == answer


async def test_about_every_option(ask):
    """Before a choice a question is about every option shown."""
    assert await ask("how many stops?", OPTIONS) == (
        "Option 1: JFK–ORD–SFO with 1 stop. Option 2: JFK–ORD–SFO non-stop."
    )


@pytest.mark.parametrize(
    "named", ["the second one", "option 2", "bndl_2", "the most expensive one", "the non-stop one"]
)
async def test_about_a_named_option(ask, named):
    """A question may name the option by number, id or quality, also when another one is chosen."""
    assert await ask(f"what does {named} cost?", CHOSEN) == f"Option 2: $1,200.50 in total. {NOTE}"


async def test_about_the_ledger(ask):
    """Holds, approval, confirmation numbers and the budget are told as they stand."""
    assert await ask("when does the hold expire?", BOOKED) == (
        "JFK to SFO is held until Mon 2 Mar 2026 18:00 UTC. The approval waits until Mon 2 Mar 2026 19:00 UTC."
    )
    assert await ask("what is my confirmation number?", BOOKED) == "Riva: ABC123."
    assert await ask("what was my budget?", BOOKED) == "Your budget is €1,500.00."


PAYMENTS = {
    "en": ("did the payment work?", "Yes, it is bought and paid.", "How the purchase stands: lost."),
    "de": ("Hat die Zahlung geklappt?", "Ja, es ist gekauft", "So steht es um den Kauf: eine Antwort ging verloren"),
    "es": ("¿ha funcionado el pago?", "Sí, está comprado", "Así está la compra: "),
    "fr": ("le paiement a-t-il fonctionné ?", "Oui, c'est acheté", "Où en est l'achat : "),
    "pt": ("o pagamento funcionou?", "Sim, está comprado", "Como está a compra: "),
    "it": ("il pagamento ha funzionato?", "Sì, è acquistato", "A che punto è l'acquisto: "),
}


@pytest.mark.parametrize("language", PAYMENTS)
async def test_whether_the_payment_worked(ask, language):
    """What the ledger says of the purchase is the answer: bought with its numbers, the state in words, or nothing yet."""
    question, paid, stands = PAYMENTS[language]
    bought = await ask(question, {**BOOKED, "purchase_state": "PURCHASED", "purchase_note": ""}, language)
    doubt = await ask(question, {"purchase_state": "PAYMENT_REVIEW", "purchase_note": "lost"}, language)
    assert bought.startswith(paid)
    assert "ABC123" in bought
    assert (doubt.startswith(stands), "lost" in doubt) == (True, True)
    assert await ask(question, {"purchase_state": None}, language) == phrasebook(language).say("none_paid")


@pytest.mark.parametrize(
    ("question", "language", "answer"),
    [
        ("was kostet die zweite?", "de", "Option 2: 1.200,50 $ insgesamt."),
        ("¿cuánto cuesta la segunda?", "es", "Opción 2: 1.200,50 US$ en total."),
        ("combien coûte la deuxième ?", "fr", "Option 2 : 1\u202f200,50 $US au total."),
        ("quanto custa a segunda?", "pt", "Opção 2: US$ 1.200,50 no total."),
        ("quanto costa la seconda?", "it", "Opzione 2: 1.200,50 USD in totale."),
        ("how much is the second one?", "de", "Option 2: 1.200,50 $ insgesamt."),
    ],
)
async def test_languages(ask, question, language, answer):
    """Questions are understood and answered in six languages, amounts as each writes them."""
    said = await ask(question, OPTIONS, language)
    assert said.replace("\xa0", " ").startswith(answer)


@pytest.mark.parametrize(
    ("question", "language", "answer"),
    [
        ("when do I check in?", "en", "Riva from Thu 12 Mar 2026 to Mon 16 Mar 2026"),
        ("Wann checken wir ein?", "de", "Riva von Do. 12. März 2026 bis Mo. 16. März 2026"),
        ("¿cuándo hacemos el check-in?", "es", "Riva del jue 12 mar 2026 al lun 16 mar 2026"),
        ("quand est le check-in ?", "fr", "Riva du jeu. 12 mars 2026 au lun. 16 mars 2026"),
        ("quando fazemos o check-in?", "pt", "Riva de qui. 12 de mar. de 2026 a seg. 16 de mar. de 2026"),
        ("quando facciamo il check-in?", "it", "Riva dal gio 12 mar 2026 al lun 16 mar 2026"),
    ],
)
async def test_the_nights_of_the_hotel(ask, question, language, answer):
    """From when to when one sleeps there: the chosen hotel's own days, which may follow the flight's landing."""
    assert answer in await ask(question, CHOSEN, language)


@pytest.mark.parametrize(
    ("question", "facts"),
    [
        ("what's the meaning of life?", CHOSEN),
        ("what's the total?", {}),
        ("what's the total?", {"options": [], "selected": None}),
        ("which airline?", {"selected": {"total": None, "offers": [HOTEL]}}),
        ("what's the total? " + "x" * 600, CHOSEN),
        ("", CHOSEN),
    ],
)
async def test_what_facts_do_not_say(ask, question, facts):
    """Another topic, or facts that are silent on it, are no answer."""
    assert await ask(question, facts) is None


@given(st.text(max_size=200), st.sampled_from([*LANGUAGES, "xx"]))
async def test_any_question(question, language):
    """No question raises."""
    await FactAnswers().answer(question, {**CHOSEN, **BOOKED}, {}, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_everything(language):
    """Each language has the keys of English, and every topic a value."""
    english, book = phrasebook("en"), phrasebook(language)
    assert book._say.keys() == english._say.keys()
    assert set(book._topics) == set(english._topics) == {*VALUES, *FACT_VALUES, "details"}


SHOWN = {
    "options": [
        {**option(1, "660.00", 1), "minutes": 300},
        {**option(2, "1200.50", 0), "minutes": 480, "refundable": True, "stars": 5.0},
    ]
}


@pytest.mark.parametrize(
    ("question", "start"),
    [
        ("which one is refundable?", "Refundable as a whole: option 2."),
        ("which ones are non-stop?", "All flights non-stop: option 2."),
        ("which one includes breakfast?", "With breakfast or more: option 1, 2."),
        ("what is the fastest?", "Option 1 is the fastest: JFK–ORD–SFO takes 8 h 00 min; $660.00 in total."),
        ("which is the cheapest?", "Option 1 is the cheapest: $660.00 in total."),
        ("which one has the best hotel?", "Option 2 has the best hotel: Riva ★★★★, Old Town;"),
    ],
)
async def test_which_option(ask, question, start):
    """A question for the option that has something names it, also when another one is chosen."""
    assert (await ask(question, SHOWN)).startswith(start)
    assert (await ask(question, {**SHOWN, "selected": CHOSEN["selected"]})).startswith(start)


async def test_which_option_when_none_has_it(ask):
    """Where no option has it, that is said, and how each one stands."""
    said = await ask("which one is refundable?", OPTIONS)
    assert said.startswith(
        "None of the options shown is refundable as a whole. Option 1: JFK–ORD–SFO refundable for a fee"
    )
    assert said.endswith(NOTE)


async def test_a_quality_alone_names_no_option(ask):
    """A question whether something is refundable is about every option; "the refundable one" names one."""
    assert "Option 1" in await ask("is it refundable?", SHOWN)
    assert (await ask("how many stops has the refundable one?", SHOWN)).startswith("Option 2: ")


async def test_more_about_an_option(ask):
    """All that is known of an option is told, a line for each topic."""
    said = await ask("tell me more about option 2", OPTIONS)
    lines = said.splitlines()
    assert (lines[0], lines[-1]) == ("Option 2: $1,200.50 in total.", NOTE)
    assert {"- JFK–ORD–SFO non-stop", "- Riva with breakfast", "- Riva $120.00 a night"} <= set(lines)


async def test_the_difference_between_options(ask):
    """Several options named by bare numbers are told beside each other, and no other one."""
    facts = {"options": [*OPTIONS["options"], option(3, "900.00", 2)]}
    said = await ask("what is the difference between 1 and 3?", facts)
    assert said.splitlines() == [
        "What differs:",
        "- 1: $660.00 in total · 3: $900.00 in total",
        "- 1: JFK–ORD–SFO with 1 stop · 3: JFK–ORD–SFO with 2 stops",
        NOTE,
    ]


STANDING = {
    "included": (
        "what is included?", "was ist alles inbegriffen?", "¿qué está incluido?", "qu'est-ce qui est compris ?",
        "cosa è incluso?", "o que está incluído?",
    ),
    "pay_when": (
        "when do i have to pay?", "wann muss ich bezahlen?", "¿cuándo tengo que pagar?", "quand dois-je payer ?",
        "quando devo pagare?", "quando tenho que pagar?",
    ),
    "airports": (
        "which airport is that", "welcher Flughafen ist das?", "¿qué aeropuerto es?", "c'est quel aéroport ?",
        "che aeroporto è?", "qual aeroporto é?",
    ),
    "next": (
        "thanks! what do i do now", "wie geht es weiter?", "qué hago ahora", "que dois-je faire ?", "cosa faccio adesso",
        "o que faço agora?",
    ),
    "changed": (
        "what did you change?", "was haben Sie geändert?", "¿qué has cambiado?", "qu'avez-vous changé ?",
        "cosa hai cambiato?", "o que você mudou?",
    ),
    "infant_seat": (
        "is the baby counted as a full seat?", "bekommt das Baby einen eigenen Sitz?", "¿el bebé ocupa asiento?",
        "le bébé compte pour un siège ?", "il neonato ha un posto intero?", "o bebê conta como um lugar?",
    ),
    "refundable": (
        "which of them can be cancelled for free?", "welche kann ich kostenlos stornieren?", "¿cuáles se pueden cancelar gratis?",
        "lesquelles sont annulables ?", "quali si possono annullare gratis?", "quais posso cancelar grátis?",
    ),
    "times": (
        "what time do i get back", "wann sind wir wieder zurück?", "¿a qué hora volvemos?", "à quelle heure on rentre ?",
        "a che ora torno?", "a que horas volto?",
    ),
    "amenities": (
        "is the hotel pet friendly", "sind Haustiere erlaubt?", "¿admite perros el hotel?", "le chien est-il accepté ?",
        "accettate cani?", "aceita cachorro?",
    ),
    "board": (
        "and is breakfast included?", "ist Frühstück dabei?", "y el desayuno está incluido?", "et le petit-déjeuner ?",
        "e la colazione è inclusa?", "e o café da manhã está incluído?",
    ),
    "details": (
        "whats the difference between 1 and 2", "Unterschied zwischen 1 und 2?", "qué diferencia hay entre la 1 y la 2",
        "différence entre 1 et 2", "differenza tra 1 e 2", "diferença entre 1 e 2",
    ),
    "help": (
        "can you tell me what you can do?", "was kannst du?", "¿qué puedes hacer?", "que pouvez-vous faire ?",
        "cosa sai fare?", "o que você faz?",
    ),
}  # fmt: skip


@pytest.mark.parametrize("topic", STANDING)
@pytest.mark.parametrize(("place", "language"), list(enumerate(["en", "de", "es", "fr", "it", "pt"])))
async def test_plain_questions_are_answered_in_six_languages(ask, topic, place, language):
    """What people ask beside the list has its topic, and gets an answer about that."""
    question = STANDING[topic][place]
    book = phrasebook(language)
    named = book.topic(question) or ("amenities" if book.amenity(question) else None)
    assert named == topic
    facts = {
        **OPTIONS,
        "state": "presenting_options",
        "asked": True,
        "airports": {"JFK": "Kennedy", "SFO": "San Francisco"},
    }
    assert await ask(question, facts, language)


async def test_what_was_changed_last_is_told_again(ask):
    """The last change is worded as it was acknowledged; without one, that is said."""
    change = {
        "restored": False,
        "changes": [{"slot": "adults", "new": False, "kind": "text", "value": "3"}],
        "requests": [],
    }
    assert await ask("what did you change?", {"last_change": change}) == "Changed: 3 adults."
    assert await ask("what did you change?", {}) == "I changed nothing so far."


async def test_options_that_are_alike_are_told_once(ask):
    """What is the same of several options is said once, with their numbers."""
    assert await ask("is breakfast included?", OPTIONS) == "Option 1, 2: Riva with breakfast."


async def test_an_option_of_an_earlier_page(ask):
    """An option that is not on the page shown can be asked about by its number."""
    facts = {
        "options": [option(4, "900.00", 2)],
        "ranked": [*OPTIONS["options"], option(3, "1.00", 0), option(4, "900.00", 2)],
    }
    assert await ask("how many stops has option 1?", facts) == "Option 1: JFK–ORD–SFO with 1 stop."
    assert await ask("how many stops?", facts) == "Option 4: JFK–ORD–SFO with 2 stops."


PLAN = {
    "plan": {
        "segments": [
            {"from": "Rome", "to": "Florence", "date": "2027-05-03", "mode": "train"},
            {"from": "Florence", "to": None, "date": None, "mode": "flight"},
        ],
        "adults": 2,
        "children": 0,
        "infants": 1,
        "lodging": {"needed": True, "check_in": "2027-05-03", "check_out": "2027-05-06", "stays": []},
    }
}


async def test_the_trip_so_far(ask):
    """The plan is told as far as it stands, with what is chosen, held and booked."""
    assert await ask("show my trip", PLAN) == (
        "Your trip so far:\n- Rome – Florence, Mon 3 May 2027, by train\n- Florence – ?\n- adults: 2, infants: 1\n"
        "- hotel: Mon 3 May 2027 to Thu 6 May 2027\n- nothing is chosen yet"
    )
    assert await ask("show my trip", {}) == "You have not told me about your trip yet."
    standing = await ask("show my trip", {**PLAN, **CHOSEN, **BOOKED})
    assert standing.endswith(
        "- chosen: the trip for $660.00\n- JFK to SFO is held until Mon 2 Mar 2026 18:00 UTC.\n- Riva: ABC123\n- later: –"
    )


async def test_nothing_is_said_plainly(ask):
    """Nothing held, booked or budgeted is an answer, too."""
    assert await ask("when does the hold expire?", CHOSEN) == "Nothing is held at the moment."
    assert await ask("what is booked?", CHOSEN) == "Nothing is booked yet."
    assert await ask("what is my budget?", CHOSEN) == "You have not named a budget."


async def _convert(arguments):
    if arguments["to"] == "THB":
        return {"error": "no rate"}
    return {"amount": str(Decimal(arguments["amount"]) / 2), "currency": arguments["to"], "rates_of": "2026-03-02"}


async def test_another_currency():
    """A price in another currency is converted by the READ tool, with the day of its rates."""

    async def ask(question, tools):
        return await FactAnswers().answer(question, CHOSEN, tools, "en")

    tools = {"convert_money": _convert}
    assert await ask("how much is it in euros?", tools) == (
        "Your choice: $660.00 in total, about €330.00. (Converted with the ECB rates of Mon 2 Mar 2026; what is charged is "
        f"the original amount.) {NOTE}"
    )
    assert await ask("what does option 2 cost in pounds?", tools) == (
        "Option 2: $1,200.50 in total, about £600.25. (Converted with the ECB rates of Mon 2 Mar 2026; what is charged is "
        f"the original amount.) {NOTE}"
    )
    assert await ask("how much is that in baht?", tools) == "I have no exchange rate for THB."
    assert await ask("how much is it in dollars?", tools) == f"Your choice: $660.00 in total. {NOTE}"
    assert await ask("how much is it in euros?", {}) == f"Your choice: $660.00 in total. {NOTE}"


@pytest.mark.parametrize(
    ("question", "language", "start"),
    [
        ("¿cuál es reembolsable?", "es", "Reembolsable por completo: opción 2."),
        ("laquelle est la plus rapide ?", "fr", "L'option 1 est la plus rapide"),
        ("welche ist die schnellste?", "de", "Option 1 ist die schnellste"),
        ("qual é a mais barata?", "pt", "A opção 1 é a mais barata"),
        ("qual è la più veloce?", "it", "L'opzione 1 è la più veloce"),
        ("zeig mir meine Reise", "de", "Sie haben mir noch nichts"),
        ("wann läuft die Reservierung ab?", "de", "Im Moment ist nichts reserviert."),
        ("dimmi di più sull'opzione 2", "it", "Opzione 2: 1.200,50"),
    ],
)
async def test_more_questions_in_other_languages(ask, question, language, start):
    """Which option, more about one, and the trip so far are answered in each of the languages."""
    assert (await ask(question, SHOWN, language)).replace("\xa0", " ").startswith(start)


async def test_what_was_assumed_and_what_is_risky(ask):
    """Assumptions and risks are told from the facts; without any, that is said."""
    facts = {"assumptions": ["economy"], "risks": ["Bags are checked in again."]}
    assert await ask("what did you assume?", facts) == "I assumed: economy class."
    assert await ask("was haben Sie angenommen?", facts, "de") == "Ich habe angenommen: Economy Class."
    assert await ask("anything I should know before?", facts) == "- Bags are checked in again."
    assert await ask("what did you assume?", {}) == "I assumed nothing so far."
    assert (await ask("do I need a visa?", {})).startswith("Passports, visas and entry rules are for you to check")


async def test_how_it_works(ask):
    """Who asks what can be done here is told."""
    assert (await ask("how does this work?", {})).startswith("Tell me from where")


HOPS = [
    {"from": "JFK", "to": "ORD", "depart_at": "2026-03-11T08:00:00-04:00", "arrive_at": "2026-03-11T09:30:00-05:00"},
    {"from": "ORD", "to": "SFO", "depart_at": "2026-03-11T11:40:00-05:00", "arrive_at": "2026-03-11T13:00:00-07:00"},
]
OUT = {
    **FLIGHT,
    "hops": HOPS,
    "days_later": 0,
    "self_transfer": True,
    "terms": {"refundable": False, "changeable": False},
}
BACK = {
    **FLIGHT,
    "route": ["SFO", "JFK"],
    "depart_at": "2026-03-16T21:00:00-07:00",
    "arrive_at": "2026-03-17T05:30:00-04:00",
    "days_later": 1,
    "hops": [{"from": "SFO", "to": "JFK"}],
    "stops": 0,
    "terms": {"refundable": False},
}
BOTH_WAYS = {
    "selected": {
        "total": {"amount": "660.00", "currency": "USD"},
        "offers": [OUT, BACK, {**HOTEL, "room": "Twin", "rooms": 1}],
    },
    "plan": {
        "segments": [
            {"from": "New York", "to": "San Francisco", "date": "2026-03-11", "mode": "flight"},
            {"from": "San Francisco", "to": "New York", "date": "2026-03-16", "mode": "flight"},
        ],
        "adults": 2,
        "children": 1,
    },
    "options": [{**option(1, "100.00", 0), "refundable": True, "flights": [{**FLIGHT, "terms": {"refundable": True}}]}],
}
SIX = {
    "en": ("is that refundable if I get ill?", "when do we land in San Francisco?", "how much is it per person?"),
    "de": (
        "ist das erstattbar, wenn ich krank werde?",
        "wann landen wir in San Francisco?",
        "was kostet das pro Person?",
    ),
    "es": (
        "¿eso es reembolsable si me enfermo?",
        "¿cuándo aterrizamos en San Francisco?",
        "¿cuánto cuesta por persona?",
    ),
    "fr": (
        "c'est remboursable si je tombe malade ?",
        "quand atterrissons-nous à San Francisco ?",
        "combien ça coûte par personne ?",
    ),
    "it": ("è rimborsabile se mi ammalo?", "quando atterriamo a San Francisco?", "quanto costa a persona?"),
    "pt": ("isso é reembolsável se eu ficar doente?", "quando pousamos em San Francisco?", "quanto custa por pessoa?"),
}


@pytest.mark.parametrize("language", SIX)
async def test_the_thing_meant_in_six_languages(ask, language):
    """The choice is meant, not an option that fits a word of the question; one flight of it, and the share of each person."""
    refund, landing, share = [(await ask(q, BOTH_WAYS, language)).replace("\xa0", " ") for q in SIX[language]]
    book = phrasebook(language)
    assert book.say("refund_no", title="JFK–ORD–SFO") in refund
    assert ("13:00" in landing, "05:30" in landing) == (True, False)
    assert "220" in share


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("how long is the layover?", "Your choice: JFK–ORD–SFO: 2 h 10 min layover at ORD; SFO–JFK non-stop."),
        (
            "do I have to collect my bags on the way out?",
            "Your choice: JFK–ORD–SFO: separate tickets, so bags are collected and checked in again, no change of airport.",
        ),
        ("what time difference is there?", "Your choice: SFO is 3 hours behind JFK on that day."),
        (
            "is the flight home overnight?",
            (
                "Your choice: SFO–JFK lands on another day: it leaves Mon 16 Mar 2026 21:00 UTC-07:00 and arrives Tue 17 Mar "
                "2026 05:30 UTC-04:00."
            ),
        ),
        ("how many stops has the return flight?", "Your choice: SFO–JFK non-stop."),
        ("can the flight be changed later, is it changeable?", f"Your choice: JFK–ORD–SFO cannot be changed. {NOTE}"),
    ],
)
async def test_connections_and_parts(ask, question, answer):
    """Layovers, own transfers, nights on the way and clocks are told of the flight that is meant."""
    assert await ask(question, BOTH_WAYS) == answer


async def test_two_questions_in_one(ask):
    """Each part of a question is answered."""
    said = await ask("which airline is option 2 and do I have to change planes?", OPTIONS)
    assert said == "Option 2: JFK–ORD–SFO with Acme Air.\nOption 2: JFK–ORD–SFO non-stop."


async def test_what_is_booked_is_meant_after_the_purchase(ask):
    """Once a trip is bought and nothing else is chosen, questions are about what was bought."""
    facts = {**OPTIONS, "bought": [OUT, HOTEL], "bookings": BOOKED["bookings"]}
    assert (await ask("is it refundable?", facts)).startswith("Booked: JFK–ORD–SFO not refundable; Riva not refundable")
    assert (await ask("how many stops has option 2?", facts)).startswith("Option 2")


@pytest.mark.parametrize(
    ("question", "start"),
    [
        ("which one lands first?", "Option 2 lands first: "),
        ("which has the most central hotel?", "Option 1 has the most central hotel: "),
        ("which one has the cheapest hotel?", "Option 2 has the cheapest hotel: "),
    ],
)
async def test_superlatives_of_a_part(ask, question, start):
    """Which lands first, which is nearest, which part is cheapest: by the facts of that part."""
    early = {**FLIGHT, "arrive_at": "2026-03-11T12:00:00-07:00"}
    hotels = [
        {**HOTEL, "total": {"amount": a, "currency": "USD"}, "distance_km": km}
        for a, km in (("500", 0.4), ("300", 2.0))
    ]
    facts = {
        "options": [
            {**option(1, "660.00", 1), "hotels": hotels[:1]},
            {**option(2, "700.00", 1), "flights": [early], "hotels": hotels[1:]},
        ]
    }
    assert (await ask(question, facts)).startswith(start)


UNKNOWN = [
    "will it rain in Rome?",
    "is it safe at night?",
    "do I need a plug adapter?",
    "do I need a visa for Vietnam?",
]


@pytest.mark.parametrize("question", UNKNOWN)
async def test_what_cannot_be_known_here_is_said_with_who_knows(ask, question):
    """One honest sentence, and never an answer about something else."""
    said = await ask(question, CHOSEN)
    assert "know" in said or "cannot" in said
    assert "Riva" not in said


async def test_after_the_purchase(ask):
    """Receipt, refund, a second charge: from the ledger's rows, and plainly when there are none."""
    cancelled = {"title": "Riva", "status": "cancelled", "refund": {"amount": "80", "currency": "USD"}}
    facts = {**BOOKED, "bookings": [*BOOKED["bookings"], cancelled], "purchase_state": "PURCHASED"}
    assert await ask("what do we get back?", facts) == "Riva: $80.00 comes back."
    assert "ABC123" in await ask("can you send me the receipt?", facts)
    assert "once" in await ask("was I charged twice?", facts)
    assert await ask("what do we get back?", BOOKED) == "Nothing was cancelled so far, so no refund is on its way."
    assert (await ask("did it work?", facts)).startswith("Yes, it is bought and paid.")


@pytest.mark.parametrize(
    "words", ["my mother is in hospital, we have to cancel everything", "we land in love every time"]
)
async def test_a_statement_is_no_question(ask, words):
    """Words that were not read as a question, and ask nothing, get no answer to something else."""
    assert await ask(words, {**CHOSEN, "asked": False}) is None
    assert await ask("tell me whether it is refundable", {**CHOSEN, "asked": False}) is not None
    assert await ask("more about option 2", {**OPTIONS, "asked": False}) is not None


async def test_the_rules_of_an_airline_that_flies_none_of_it(ask):
    """What easyJet charges is not told with another airline's bags; an airline of the flights is."""
    said = await ask("what does easyjet charge for a second suitcase?", CHOSEN)
    assert "easyJet" in said
    assert "do not know" in said
    assert "1 checked" in await ask("how many bags does Acme Air take?", CHOSEN)


async def test_which_lands_at_a_time_of_day(ask):
    """In the morning, in the afternoon: by the clock of the place."""
    late = {**FLIGHT, "arrive_at": "2026-03-11T20:00:00-07:00"}
    facts = {"options": [option(1, "660.00", 1), {**option(2, "700.00", 1), "flights": [late]}]}
    assert await ask("which one gets me there in the evening?", facts) == "Lands in the evening: option 2."
    assert await ask("which one leaves in the morning?", facts) == "Leaves in the morning: option 1, 2."
    assert await ask("which one arrives in the morning?", facts) == "None of the options shown lands in the morning."


async def test_other_times_are_looked_for_in_all_that_was_found(ask):
    """A later flight home than the chosen one: which options have it, or that none has."""
    evening = {**BACK, "depart_at": "2026-03-16T23:00:00-07:00"}
    ranked = [{**option(n, "1", 0), "flights": [OUT, back]} for n, back in ((1, BACK), (4, evening))]
    facts = {**BOTH_WAYS, "options": ranked[:1], "ranked": ranked}
    assert await ask("is there a later flight home?", facts) == "Leaving later: option 4 (23:00)."
    assert await ask("is there an earlier flight home?", facts) == "None of the trips I found leaves earlier."


async def test_an_option_further_down_that_has_it(ask):
    """No option shown flies non-stop, one further down does: that one is named."""
    facts = {"options": [option(1, "660.00", 1)], "ranked": [option(1, "660.00", 1), option(5, "900.00", 0)]}
    assert await ask("is any of them non-stop?", facts) == "All flights non-stop: option 5."
