"""The designer's example dialogue, without a model: a family's week, a kind of stay, three houses, one of them in the plan."""

from decimal import Decimal

import pytest

WEEK = "I'm planning a week in Paris for my family in June. We love food and history."
STAY = "We prefer a boutique hotel in a central location. Budget is $5,000 for accommodations."


def _stays(turn):
    event = next(
        e for said in turn["messages"] for e in (said.get("facts") or {}).get("events", ()) if e["kind"] == "stays"
    )
    return event["facts"]["stays"]


async def test_a_week_in_paris_is_planned_from_the_stay_on(running):
    """One question on the kind of stay; three houses with reasons; the one that is named is in the plan, and ideas follow."""
    async with running() as client:
        thread = await client.begin()
        first, second = [(await client.say(thread, words)).json() for words in (WEEK, STAY)]
        (asked,) = first["structuredQuestions"]
        assert (asked["type"], len(asked["options"])) == ("single_choice", 4)
        assert all(one.get("description") for one in asked["options"][:3])
        found = _stays(second)
        assert len(found) == 3
        assert all(Decimal(one["total"]["amount"]) <= 5000 and one["pros"] for one in found)
        name = found[0]["name"].removesuffix(" Paris")
        third = (await client.say(thread, f"{name} looks great! Let's book that one.")).json()
        plan = (await client.http.get(f"/api/threads/{thread}/itinerary")).json()
    assert [turn["profile"]["confidence"] for turn in (first, second, third)] == [0.5, 0.7, 0.9]
    assert (third["itineraryUpdated"], len(third["segmentsModified"])) == (True, 1)
    hotel = next(one for one in plan["segments"] if one["type"] == "HOTEL")
    assert (hotel["property"]["name"], hotel["checkInDate"]) == (found[0]["name"], found[0]["check_in"])
    assert hotel["status"] == "TENTATIVE"
    assert "Louvre" in "\n".join(said["text"] for said in third["messages"])
    assert second["profile"]["budget"] is None  # what the stay may cost is apart from the trip's budget


@pytest.mark.parametrize(
    ("week", "stay", "taken"),
    [
        (
            "Wir planen eine Woche in Paris im Juni mit der Familie. Wir mögen Essen und Geschichte.",
            "Am liebsten ein Boutique-Hotel im Zentrum, 5000 Euro für die Unterkunft.",
            "das zweite bitte",
        ),
        (
            "Nous préparons une semaine à Paris en juin en famille. Nous aimons la gastronomie et l'histoire.",
            "Plutôt un hôtel de charme dans le centre, 5000 euros pour l'hébergement.",
            "le deuxième s'il vous plaît",
        ),
        (
            "Planeamos una semana en París en junio en familia. Nos gusta la comida y la historia.",
            "Mejor un hotel boutique en el centro, 5000 euros para el alojamiento.",
            "el segundo por favor",
        ),
        (
            "Organizziamo una settimana a Parigi in giugno in famiglia. Amiamo il cibo e la storia.",
            "Meglio un boutique hotel in centro, 5000 euro per l'alloggio.",
            "il secondo per favore",
        ),
        (
            "Planeamos uma semana em Paris em junho em família. Gostamos de comida e história.",
            "De preferência um hotel boutique no centro, 5000 euros para o alojamento.",
            "o segundo por favor",
        ),
    ],
)
async def test_the_same_in_five_more_languages(running, week, stay, taken):
    """The same three turns lead to the same plan in every language of ours."""
    async with running() as client:
        thread = await client.begin()
        first, second, third = [(await client.say(thread, words)).json() for words in (week, stay, taken)]
        plan = (await client.http.get(f"/api/threads/{thread}/itinerary")).json()
    assert len(first["structuredQuestions"]) == 1
    found = _stays(second)
    assert all("kind" in one["pros"] or "kind" in one["cons"] for one in found)
    assert [one["property"]["name"] for one in plan["segments"] if one["type"] == "HOTEL"] == [found[1]["name"]]
    assert third["itineraryUpdated"]
