"""Fares that go together: the flights of a trip are all refundable, or none is, where every leg is sold both ways.

Half a refund is not a refund: who misses the outbound flight does not fly back. A mix is the traveller's to make.
"""

from tripintent.tools.ranking.nights import Way


def matched(way: Way) -> list[Way]:
    """Return the way parted into one of refundable flights and one of the others; whole where a leg is sold one way only."""
    legs, stays = way
    kinds = [{c.criteria.non_refundable for c in leg} for leg in legs]
    if len(legs) < 2 or any(len(kind) < 2 for kind in kinds):
        return [way]
    return [([[c for c in leg if c.criteria.non_refundable == kind] for leg in legs], stays) for kind in (0, 1)]
