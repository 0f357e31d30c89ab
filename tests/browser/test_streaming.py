"""A reply that a model writes grows on the page before it is done."""

import json
import runpy
from pathlib import Path

from playwright.sync_api import expect

WIRE = runpy.run_path(str(Path(__file__).parents[1] / "servers" / "openai_wire.py"))
TRIP = [
    {"op": "place", "slot": "origin", "said": "JFK", "name": "JFK"},
    {"op": "stops", "said": "SFO", "stops": [{"name": "SFO", "said": "SFO"}]},
    {"op": "day", "slot": "depart", "said": "March 11 2027", "day": "2027-03-11"},
    {"op": "choice", "slot": "trip_type", "said": "one way", "value": "one_way"},
    {"op": "number", "slot": "adults", "said": "1 adult", "value": 1},
    {"op": "choice", "slot": "lodging_needed", "said": "no hotel", "value": "no"},
]
ASKED = [{"op": "question", "said": "is it refundable?", "about": "option", "number": 2}]
ANSWER = "No, it is not. A change costs money too. Shall I look for another one?"
WATCH = """
window.seen = [];
new MutationObserver(() => {
  const place = document.querySelector("[data-kind=writing]");
  if (place) { window.seen.push(place.textContent); }
}).observe(document, { subtree: true, childList: true, characterData: true });
"""


def test_a_models_reply_grows_in_its_place(serving, profile, talk):
    """Sentence by sentence, each time more, where the message will stand; in the end the words are there once."""
    with WIRE["running"]() as model:
        read, asked = (WIRE["completion"](json.dumps({"operations": some})) for some in (TRIP, ASKED))
        model.answers(read, asked, WIRE["completion"](ANSWER))
        server = serving(LANGUAGE="openai", BASE_URL=model.base_url, NOW="2026-11-20T10:00:00+00:00")
        tab = profile().new_page()
        tab.goto(server.url)
        talk.say(tab, "JFK to SFO on March 11 2027, one way, 1 adult, no hotel")
        tab.get_by_role("button", name="Choose option 1").wait_for()
        tab.evaluate(WATCH)
        talk.say(tab, "the second one, is it refundable?")
        expect(tab.locator("[data-kind=answer]")).to_contain_text("Shall I look for another one?")
        seen = tab.evaluate("window.seen")
        assert seen[0].endswith("No, it is not.")
        assert seen == sorted(seen, key=len)
        expect(tab.locator("#talk").get_by_text("No, it is not.")).to_have_count(1)
