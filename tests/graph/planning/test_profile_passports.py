"""Papers by the passport of the traveller's stored profile; a passport that is named later outranks it."""

from tests.acts import do, documents, people, person, plan

from tripintent.app.opening import open_session
from tripintent.app.settings import Settings
from tripintent.tools.ports.profiles import Profile


async def checklist(session, thread):
    made = await do(session, thread, documents("checklist"))
    return {item["id"]: item["text"] for one in made.documents["checklist"]["categories"] for item in one["items"]}


async def test_a_profile_knows_the_passport(tmp_path):
    """An Indian passport of the profile needs a visa for Spain; nobody is asked. A British one, once named, needs none."""
    settings = Settings(data_dir=tmp_path, now="2026-11-22T09:00:00+00:00", language="offline", traveller="ann")
    async with open_session(settings) as session:
        await session.ports.profiles.save(Profile(profile_id="ann", given_name="Ann", nationality="IN"))
        await session.ports.profiles.save(Profile(profile_id="eve", given_name="Eve", nationality="US"))
        await do(session, "t", plan("London", "Madrid", "2027-06-03", "2027-06-10"))
        found = await checklist(session, "t")
        assert "India" in found["item-visa_required-ES-IN"]
        assert not [one for one in found if one.startswith("item-visa_ask") or "-US" in one]
        await do(session, "t", people(person("Ann Rao", nationality="GB")))
        again = await checklist(session, "t")
        assert "item-visa_free-ES-GB" in again
        assert "item-visa_required-ES-IN" not in again
