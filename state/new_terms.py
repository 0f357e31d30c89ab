"""New terms: what must be confirmed by name when an approved cart got dearer or worse before it was bought.

The desk puts it on the new approval; cards, pages and forms word it. It is no risk of the trip, but it is worded like one.
"""

from tripintent.state.bundles import Issue
from tripintent.state.money import Money

NEW_TERMS = "new_terms"
HASH_SHOWN = 12
"""Characters of the cart's hash in the confirmation's id: an answer to an earlier cart confirms nothing of this one."""


def new_terms(cart_hash: str, total: Money) -> Issue:
    """Return what is to be confirmed of the cart with this hash and total."""
    text = f"The price or a condition changed since it was approved: the total is now {total}."
    facts = {"total": str(total)}
    return Issue(code=NEW_TERMS, path=cart_hash[:HASH_SHOWN], text=text, confirm=True, facts=facts)
