"""A reply that a desk's model writes grows on the page before it is done."""

import json
from importlib.resources import files
from pathlib import Path

from playwright.sync_api import expect
from tests.servers import openai_wire

HOUSE = Path(str(files("tripintent.tools.services.demonstration"))) / "accommodations.yaml"
QUESTION = "What does breakfast cost?"
ANSWER = "Breakfast is £14 for adults. It is a buffet. Shall I ask for a table?"
ASKED = {"func": "FAQ_AGENT", "params": {}, "confidence": 0.95, "said": "", "query": QUESTION, "takes": None}
SAYS = {
    "You are the front desk of": "/faq",
    "Find the functions": json.dumps({"functions": [ASKED]}),
    "You answer guests of": ANSWER,
}
WATCH = """
window.seen = [];
new MutationObserver(() => {
  const place = document.querySelector("[data-kind=writing]");
  if (place) { window.seen.push(place.textContent); }
}).observe(document, { subtree: true, childList: true, characterData: true });
"""


def _reply(request):
    system = request["messages"][0]["content"]
    return openai_wire.completion(next(said for begins, said in SAYS.items() if system.startswith(begins)))


def test_a_models_reply_grows_in_its_place(serving, profile, talk):
    """Sentence by sentence, each time more, where the message will stand; in the end the words are there once."""
    with openai_wire.running() as model:
        model.next_reply = _reply
        server = serving(SERVICE=str(HOUSE), LANGUAGE="openai", BASE_URL=model.base_url)
        tab = profile().new_page()
        tab.goto(server.url)
        tab.evaluate(WATCH)
        talk.say(tab, QUESTION)
        expect(tab.locator("#talk")).to_contain_text("Shall I ask for a table?")
        seen = tab.evaluate("window.seen")
        assert seen[0].endswith("Breakfast is £14 for adults.")
        assert seen == sorted(seen, key=len)
        expect(tab.locator("#talk").get_by_text("Breakfast is £14 for adults.")).to_have_count(1)
