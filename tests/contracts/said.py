"""A known trip and messages for it: what the contracts of language and reader are held against."""

from tripintent.state.frame import Frame, Place, Visit, When

KNOWN = Frame(
    origin=Place(said="New York", name="New York", kind="metro", code="NYC", country="US"),
    visits=(Visit(place=Place(said="Paris", name="Paris", kind="metro", code="PAR", country="FR")),),
    depart=When(said="May 5", day="2026-05-05"),
    adults=2,
)
NOTHING = ["", "   ", "hmm", "ok", "thanks!", "👍", "\x00", "asdf qwer"]
SAID = [
    "I want to fly from New York to Lisbon on May 5th with my wife",
    "actually make it three adults",
    "forget the budget",
    "2",
    "yes",
    "¿Puedo viajar a Madrid el 3 de junio?",
    "is the hotel near the beach?",
    *NOTHING,
]
