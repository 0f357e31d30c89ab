"""What phrases do to a trip whose way back begins in another town than the one where the way there ends."""

from datetime import timedelta

from tripintent.tools.guide.acts import iso, nights_in_jaw
from tripintent.tools.guide.draft import GuideDraft, Menu, MenuChoice

_MOST = 14
"""Lines of the question how the nights are shared out."""


def ask_nights(draft: GuideDraft) -> None:
    """Ask how the nights of two towns are shared out, where neither has any yet."""
    if not draft.jaw or draft.jaw_nights or not draft.depart or not draft.back or draft.known.booked or draft.open:
        return
    (first, last), total, say = draft.jaw, (draft.back - draft.depart).days, draft.known.say
    if not 1 < total <= _MOST:
        return
    lines: list[MenuChoice] = []
    for count in range(1, total):
        tried = GuideDraft(draft.known, draft.today, dict(draft.update), list(draft.stops), home=dict(draft.home))
        tried.jaw_nights = {first.casefold(): count}
        label = say("{count} in {first}, {rest} in {last}", count=count, first=first, rest=total - count, last=last)
        lines.append(MenuChoice(label, tried.done()))
    question = say(
        "How many nights in {first}? The rest of the {total} is in {last}.", first=first, total=total, last=last
    )
    draft.open.append(Menu(question, tuple(lines)))


def longer_in_jaw(draft: GuideDraft, place: str, count: int) -> bool:
    """Lengthen the stay in one of the two towns: the other keeps its nights, and the way back moves."""
    kept = draft.known.nights
    if not draft.jaw or not draft.known.back or not all(one.casefold() in kept for one in draft.jaw):
        return False
    if not nights_in_jaw(draft, place, kept.get(place.casefold(), 0) + count):
        return False
    draft.set(return_day=iso(draft.known.back + timedelta(days=count)))
    first, last = (one.casefold() for one in draft.jaw)
    draft.jaw_nights = {first: draft.jaw_nights.get(first, kept[first]), last: draft.jaw_nights.get(last, kept[last])}
    return True
