"""Hotel quality as one number: stars, board and distance from the place asked for."""

from tripintent.state.frame import Board
from tripintent.state.offers import HotelOffer

BOARDS: tuple[Board, ...] = ("room_only", "breakfast", "half_board", "full_board", "all_inclusive")
_UNKNOWN = 0.5
_STARS, _BOARD, _NEARNESS = 0.6, 0.15, 0.25


def hotel_quality(offer: HotelOffer) -> float:
    """Return 0..1: 60 % stars (of 5), 15 % board, 25 % nearness; an unknown part counts as the middle.

    Nearness halves at one kilometre from the centre of the place: 1 / (1 + km).
    """
    stars = _UNKNOWN if offer.star_rating is None else min(max(offer.star_rating, 0.0), 5.0) / 5
    board = _UNKNOWN if offer.board is None else BOARDS.index(offer.board) / (len(BOARDS) - 1)
    nearness = _UNKNOWN if offer.distance_km is None else 1 / (1 + max(offer.distance_km, 0.0))
    return _STARS * stars + _BOARD * board + _NEARNESS * nearness


def discomfort(offer: HotelOffer) -> float:
    """Return what a hotel lacks, as a loss of convenience: ``(2 * (1 - quality)) ** 3``.

    Each step down hurts more than the one before: at one kilometre and room only, five stars lose 0.2, four 0.5, three
    1.1, two 2.0 and one 3.4. A straight line would send everybody to the hostel.
    """
    return (2 * (1 - hotel_quality(offer))) ** 3
