"""What the server says in the traveller's language besides the replies."""

from urllib.parse import urlsplit

import pytest
from tests.acts import change, choose, hold, people, person, plan

from tripintent.app.words import LANGUAGES

WISH = plan("Madrid", "Lisbon", "2027-03-04", "2027-03-08")
NO_PARTY = change(stops=[{"place": "Lisbon"}], depart="2027-03-04", one_way=True, lodging={"needed": False})
ANA = person("Ana García", "1985-03-04", email="ana@example.org", phone="+34 612345678")


@pytest.fixture
async def thread(client):
    """A conversation that is held in Spanish."""
    begun = await client.begin()
    await client.do(begun, change(origin="Madrid"))
    session = client.app.state.web.session
    trip = await session.trip(begun)
    spoken = trip.model_copy(update={"request": trip.request.model_copy(update={"language": "es"})})
    await session.ports.documents.save(session.principal(begun), spoken, trip.version)
    return begun


async def test_a_new_thread_leaves_the_language_to_the_client(client):
    """Nobody has spoken yet."""
    assert (await client.view(await client.begin()))["locale"] == ""


async def test_options_suggestions_and_pictures_speak_the_conversations_language(client, thread):
    """Reasons, what to press and text alternatives are Spanish, in the answer as in the view."""
    asked = (await client.do(thread, NO_PARTY)).json()
    view = await client.view(thread)
    assert (asked["messages"][-1]["kind"], view["locale"]) == ("question", "es")
    assert "Solo yo, un adulto" in [chip["label"] for chip in view["chips"]]
    messages = (await client.do(thread, change(party={"adults": 1}))).json()["messages"]
    options = next(one["facts"]["options"] for one in messages if "options" in one["facts"])
    ranked = (await client.http.get(f"/api/threads/{thread}/options")).json()
    run = {"threadId": thread, "runId": "1", "messages": [], "tools": [], "context": [], "state": {}}
    shared = (await client.http.post("/agui", json={**run, "forwardedProps": {}})).text
    assert all("de viaje" in one["why"] for one in (*options, *ranked))
    assert all(one["flights"][0]["title"].startswith("Vuelo Madrid") for one in (*options, *ranked))
    assert ("de viaje" in shared, "on the way" in shared) == (True, False)
    assert [one["why"] for one in (await client.do(thread, choose(99))).json()["rejected"]] == ["no existe esa opción"]
    for name, title in {"route": "Mapa de la ruta", "price-time": "Precio y duración del viaje"}.items():
        picture = (await client.http.get(f"/api/threads/{thread}/pictures/{name}.svg")).text
        assert title in picture
        assert "option" not in picture


async def test_the_card_is_worded_and_its_ids_stay(client, thread):
    """Titles and what must be confirmed are Spanish in the view; ids and amounts are those of the interrupt."""
    answer = (await client.do(thread, WISH, choose(1), hold(), people(ANA))).json()
    args = answer["pending"]["card"]["action_requests"][0]["args"]
    raw = (await client.app.state.web.session.waiting(thread)).args
    assert (await client.view(thread))["pending"] == answer["pending"]
    assert args["cart"][0]["title"].startswith("Vuelo Madrid – Lisboa")
    assert raw["cart"][0]["title"].startswith("Flight MAD–LIS")
    assert "Compruebe pasaportes" in " ".join(one["text"] for one in args["confirmations"])
    same = ("approval_id", "cart_hash", "total", "expires_at")
    assert [args[name] for name in same] == [raw[name] for name in same]
    assert [one["id"] for one in args["confirmations"]] == [one["id"] for one in raw["confirmations"]]
    [line] = (await client.http.get("/api/approvals", headers={"accept-language": "it"})).json()
    assert line["approval"]["lines"][0]["title"].startswith("Volo Madrid – Lisbona")


async def test_the_words_of_every_language_are_served_to_the_page(client):
    """They come from this server, can be kept by their mark, and there are no others."""
    for language in LANGUAGES:
        words = await client.http.get(f"/page/words.{language}.json")
        assert words.json()["language"] == language
        assert words.headers["etag"]
    assert (await client.http.get("/page/words.xx.json")).status_code == 404


async def test_new_terms_are_confirmed_in_the_readers_language(running):
    """After a rise the chat's card and the approver's page ask for the new total by name, each in its own language."""
    rise = '[{"on": "read", "fault": "price_change", "times": 1}]'
    async with running(session={"supplier_faults": rise}) as client:
        _, before = await client.waiting()
        answer = await client.decide(before["approval_id"], "approve", confirmations=client.confirmations(before))
        args = answer.json()["pending"]["card"]["action_requests"][0]["args"]
        asked = {one["id"]: one["text"] for one in args["confirmations"]}
        [line] = (await client.http.get("/api/approvals")).json()
        page = await client.http.get(urlsplit(line["link"]).path, headers={"accept-language": "de"})
    assert "the total is now" in asked[f"new_terms:{args['cart_hash'][:12]}"]
    assert "Der Preis oder eine Bedingung hat sich seit der Freigabe geändert" in page.text
