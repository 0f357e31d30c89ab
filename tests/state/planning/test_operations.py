"""The operations of one message become the command that the planning works on; none of several is lost."""

from tripintent.state.planning.operations import Documents, Traveller, command_of


def test_documents_ordered_one_after_the_other():
    """Both documents of "the checklist, and a budget, too" are made, and what is none is named."""
    said = [
        Documents(trigger=True, actions=("checklist",), mentioned=("checklist",)),
        Documents(trigger=True, actions=("budget",), mentioned=("budget",), unknown_actions=("poem",)),
    ]
    command = command_of(said)
    assert (command.trigger, command.actions) == (True, ("checklist", "budget"))
    assert (command.mentioned, command.unknown_actions) == (("checklist", "budget"), ("poem",))


def test_an_order_beside_what_is_put_off():
    """Of "the checklist, not the budget" one is made, and nothing refuses it."""
    said = [
        Documents(refused=True, mentioned=("budget",)),
        Documents(trigger=True, actions=("checklist",), mentioned=("checklist",)),
    ]
    command = command_of(said)
    assert (command.trigger, command.actions, command.refused) == (True, ("checklist",), False)


def test_an_order_without_names_is_for_what_waits():
    """The order "yes, create it, and the budget" names what waits, too: it is not narrowed to the one that has a name."""
    said = [Documents(trigger=True), Documents(trigger=True, actions=("budget",))]
    assert command_of(said).actions is None


def test_likes_said_in_several_places():
    """Interests and diets add up, once each; the last pace counts."""
    said = [
        Traveller(interests=("food",), likes=True, pace="packed"),
        Traveller(interests=("history", "food"), diet=("vegan",), pace="leisurely"),
    ]
    command = command_of(said)
    assert (command.interests, command.likes) == (("food", "history"), True)
    assert (command.diet, command.pace) == (("vegan",), "leisurely")


def test_nothing_said():
    """No operation is an empty command."""
    command = command_of([])
    assert (command.trigger, command.actions, command.interests) == (False, None, ())
