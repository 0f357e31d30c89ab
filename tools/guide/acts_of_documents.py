"""What phrases about checklist, itinerary and budget do to a draft."""

from tripintent.tools.guide.acts import LATER, Got, act
from tripintent.tools.guide.draft import GuideDraft, MenuChoice, choice
from tripintent.tools.guide.words import table, words
from tripintent.tools.ports.attractions import INTERESTS


@act
def documents(draft: GuideDraft, got: Got, kinds: list[str]) -> None:
    """Checklist, itinerary, budget: ordered by name."""
    call = next((one for one in draft.calls if one.name == "create_documents"), None)
    if call:
        call.arguments["kinds"] = [*dict.fromkeys((*call.arguments["kinds"], *kinds))]
    else:
        draft.call("create_documents", kinds=list(kinds))


@act
def spent(draft: GuideDraft, got: Got) -> None:
    """What is spent so far: the budget tells it where there can be one, else what is booked and noted does."""
    limits = draft.known.plan.get("constraints") or {}
    if draft.known.booked and not (limits.get("budget_total") and draft.known.origin):
        draft.social = "spent"
        return
    documents(draft, got, ["budget"])


@act
def wants(draft: GuideDraft, got: Got, kinds: list[str]) -> None:
    """Documents that are spoken of and not ordered: what they lack is asked for."""
    draft.wanted += kinds
    if all(one.name != "requirements_status" for one in draft.calls):
        draft.call("requirements_status")


@act
def both(draft: GuideDraft, got: Got) -> bool | str:
    """The two that were spoken of last, else the two that were offered; beside a wish it is said of something else."""
    if not draft.again:
        return LATER
    if draft.update or draft.stops or draft.calls or draft.open:
        return False
    named = [*(draft.known.facts.get("spoken_of") or ())]
    offered = [*(draft.known.facts.get("offered") or ())]
    documents(draft, got, next((two for two in (named, offered) if len(two) == 2), ["checklist", "budget"]))
    return True


@act
def go_ahead(draft: GuideDraft, got: Got) -> bool | str:
    """A yes to the documents that were offered; beside a list of options it is asked what it is a yes to.

    Beside a wish it only leads it in: "make it three adults".
    """
    if not draft.again:
        return LATER
    if draft.update or draft.stops or draft.calls or draft.open:
        return True
    kinds, say = [*(draft.known.facts.get("offered") or ())], draft.known.say
    if draft.known.has("card"):
        draft.social = "card"
        return True
    if not kinds:
        return False
    if draft.known.options and not draft.known.has("chosen"):
        make = choice(say("the documents"), "create_documents", kinds=kinds)
        best = choice(say("option 1"), "choose", option=str(draft.known.options[0]["number"]))
        return draft.ask(say("Which one?"), make, best, MenuChoice(say("leave it")))
    documents(draft, got, kinds)
    return True


@act
def likes(draft: GuideDraft, got: Got, said: str = "") -> bool:
    """What one likes to see and do: more of it, beside what was said before; without a word of liking it replaces that."""
    if not words("liking") & set(said.split()) and len(draft.words) > _BARE:
        return False
    found = [
        name
        for word, name in (*zip(INTERESTS, INTERESTS, strict=True), *table("liked").items())
        if word in said.split()
    ]
    before = (draft.known.plan.get("preferences") or {}).get("interests") or ()
    now = draft.update.get("interests") or before
    draft.update["interests"] = [*dict.fromkeys((*now, *found))]
    return True


_BARE = 5
"""Words of a message that says what one likes without a word of liking."""
