"""Papers by the passport of the traveller's stored profile; a passport that is named in the conversation outranks it."""

from tripintent.app.opening import open_session
from tripintent.app.settings import Settings
from tripintent.tools.ports.profiles import Profile


async def checklist(session, thread):
    made = await session.say(thread, "create the checklist")
    return {item["id"]: item["text"] for one in made.documents["checklist"]["categories"] for item in one["items"]}


async def test_a_profile_knows_the_passport(tmp_path):
    """An Indian passport of the profile needs a visa for Spain; nobody is asked. A British one, once named, needs none."""
    settings = Settings(
        data_dir=tmp_path, now="2026-11-22T09:00:00+00:00", graph="planning", language="offline", traveller="ann"
    )
    async with open_session(settings) as session:
        await session.ports.profiles.save(Profile(profile_id="ann", given_name="Ann", nationality="IN"))
        await session.ports.profiles.save(Profile(profile_id="eve", given_name="Eve", nationality="US"))
        await session.say("t", "From London to Madrid, 3 to 10 June, just me")
        found = await checklist(session, "t")
        assert "India" in found["item-visa_required-ES-IN"]
        assert not [one for one in found if one.startswith("item-visa_ask") or "-US" in one]
        await session.say("t", "I hold a British passport")
        again = await checklist(session, "t")
        assert "item-visa_free-ES-GB" in again
        assert "item-visa_required-ES-IN" not in again


async def test_a_place_that_facts_were_told_of_is_remembered(tmp_path):
    """Without any trip "and the currency?" is about the country that was asked about before, and nobody is asked for a start."""
    settings = Settings(data_dir=tmp_path, now="2026-11-22T09:00:00+00:00", language="offline")
    async with open_session(settings) as session:
        visa = await session.say("t", "brauch ich als Deutscher ein Visum für Südafrika?")
        money = await session.say("t", "und welche Währung haben die?")
    assert "Mit einem Pass aus Deutschland" in visa.said[0].text
    assert [one.text for one in money.said] == ["In Südafrika zahlt man mit Südafrikanischer Rand (ZAR)."]
