"""The page of a host's own that docs/hosts/front-ends.md shows, pasted and used: from words to the receipt."""

import re
from pathlib import Path

from playwright.sync_api import expect

DOC = Path(__file__).parents[2] / "docs/hosts/front-ends.md"
RUN = "\nimport os, uvicorn\nuvicorn.run(app, port=int(os.environ['TRIPINTENT_HTTP_PORT']))"


def test_the_pasted_page_leads_to_the_receipt(serving, profile, talk):
    """Words, an option's button, an answer's button, names, a reload, ticks and the yes."""
    program = re.search(
        r"```python\n(import contextlib\n.*?)^if __name__", DOC.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    server = serving(program=program[1] + RUN)
    tab = profile().new_page()
    tab.goto(f"{server.url}/my")

    def say(words):
        tab.locator("#words").fill(words)
        tab.get_by_role("button", name="Send").click()

    say(talk.WISH)
    tab.get_by_role("button", name="Choose Option 1").click()
    tab.get_by_role("button", name="Hold this trip").click()
    expect(tab.get_by_text("Who’s travelling?").last).to_be_visible()
    say(talk.PEOPLE)
    tab.get_by_role("button", name="Approve").wait_for()
    tab.reload()
    tab.get_by_role("button", name="Approve").wait_for()
    for box in tab.locator("input[type=checkbox]").all():
        box.check()
    tab.get_by_role("button", name="Approve").click()
    expect(tab.locator("h3").filter(has_text="Booked and paid")).to_be_visible()
    expect(tab.locator("h3")).to_have_count(1)
