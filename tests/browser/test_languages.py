"""The page speaks the language of the conversation, and before its first message that of the browser."""

import pytest
from playwright.sync_api import expect

TRIP = {
    "type": "TOOL_CALL",
    "name": "update_trip",
    "arguments": {
        "origin": "Madrid",
        "stops": [{"place": "Lisbon"}],
        "depart": "2027-03-04",
        "return_day": "2027-03-08",
        "party": {"adults": 1},
        "lodging": {"needed": True},
    },
}
SPANISH = "Vuelos de Madrid a Lisboa el 4 de marzo de 2027, vuelta el 8 de marzo de 2027, un adulto, con hotel"


def _expect_language(tab, code):
    """The page's script sets the language after the page has loaded: waited for, not read once."""
    expect(tab.locator("html")).to_have_attribute("lang", code)


def test_a_spanish_conversation_has_spanish_buttons(page, server, talk):
    """From options to the approval nothing of the page stays English, prices and days are written the Spanish way.

    Without a model Spanish is not read, as is said in Spanish: the trip comes as an event, the traveller with the form.
    """
    _expect_language(page, "en-US")
    talk.say(page, SPANISH)
    expect(page.locator(".message.assistant").first).to_contain_text("solo entiendo inglés")
    thread = page.url.split("#")[1]
    assert page.request.post(f"{server.url}/api/threads/{thread}/events", data=TRIP).ok
    page.reload()
    page.get_by_role("button", name="Elegir la opción 1").wait_for()
    _expect_language(page, "es")
    expect(page.get_by_role("button", name="Comparar en una tabla")).to_be_visible()
    expect(page.get_by_label("Su mensaje")).to_be_visible()
    first = page.locator(".option").first
    expect(first.locator("h3")).to_contain_text("€")
    expect(first).to_contain_text("jue 4 mar")
    expect(first).to_contain_text("de viaje")
    expect(page.locator("#pictures svg title").first).to_have_text("Mapa de la ruta")
    page.get_by_role("button", name="Elegir la opción 1").click()
    page.get_by_label("Nombre como en el pasaporte").fill("Ana García")
    page.get_by_label("Fecha de nacimiento").fill("1985-03-04")
    page.locator("#asked-email").fill("ana@example.org")
    page.locator(".travellers button[type=submit]").click()
    page.get_by_role("button", name="Aprobar y comprar").wait_for()
    expect(page.locator(".cart")).to_contain_text("Vuelo Madrid – Lisboa")
    expect(page.locator(".bar .countdown")).to_contain_text("quedan")
    assert "Flight" not in page.locator("main").inner_text()
    page.get_by_role("button", name="Viaje nuevo").click()
    page.get_by_role("button", name="New trip").wait_for()
    _expect_language(page, "en-US")


@pytest.mark.parametrize(
    ("locale", "heading", "queue"),
    [("de-AT", "Wohin möchten Sie reisen?", "Freigaben"), ("pt-BR", "Para onde deseja viajar?", "Aprovações")],
)
def test_before_the_first_message_the_browser_decides(profile, server, locale, heading, queue):
    """A new trip and the queue of approvals are in the browser's language; one that we do not have is English."""
    tab = profile(locale=locale).new_page()
    tab.goto(server.url)
    expect(tab.get_by_text(heading)).to_be_visible()
    _expect_language(tab, locale)
    tab.goto(f"{server.url}/approvals")
    expect(tab.get_by_role("heading", name=queue)).to_be_visible()
    other = profile(locale="nl-NL").new_page()
    other.goto(server.url)
    expect(other.get_by_text("Where would you like to go?")).to_be_visible()
    expect(other.locator("html")).to_have_attribute("lang", "en-US")  # English words stand there before the page speaks


def test_a_refusal_is_in_the_readers_language(profile, server):
    """What the server refuses is said by its code in the language of the page."""
    tab = profile(locale="fr-FR").new_page()
    tab.goto(server.url)
    tab.route(
        "**/api/threads", lambda route: route.fulfill(status=503, json={"title": "closing", "detail": "going down"})
    )
    tab.get_by_label("Votre message").fill("Paris")
    tab.get_by_role("button", name="Envoyer").click()
    expect(tab.get_by_role("alert")).to_contain_text("Le serveur s’arrête")
