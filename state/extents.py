"""Requests for some flights, stays and people of a trip: said for more, for less, and taken back in parts.

``plain``: one goes there and back, so that the two flights together are all.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

from tripintent.state.frame import Extent, SpecialRequest

Requests = tuple[SpecialRequest, ...]
Ways = tuple[Literal["outbound", "return"] | int, ...]


def asked_too(known: Sequence[SpecialRequest], said: SpecialRequest, *, plain: bool) -> Requests:
    """Return the requests with one more, beside those of its kind for other legs and people.

    One that is said again for more, or for a part of what it was said for, is meant as it is said now.
    """
    new = said.model_copy(update={"legs": _ways(said.legs, plain=plain)})
    return (*(one for one in known if not (_alike(one, new) and _replaces(new, one))), new)


def taken_off(known: Sequence[SpecialRequest], said: SpecialRequest, *, plain: bool) -> Requests:
    """Return the requests without one of a kind, for its own legs and people; the rest stays."""
    gone = said.model_copy(update={"legs": _ways(said.legs, plain=plain)})
    left = (_less(one, gone, plain=plain) if _alike(one, gone) else one for one in known)
    return tuple(one for one in left if one)


def asked_alone(known: Sequence[SpecialRequest], kind: str, said: Extent, *, plain: bool) -> Requests:
    """Return the requests, those of a kind for the people of an extent alone on its legs; an empty kind is all of them."""
    extent = Extent(legs=_ways(said.legs, plain=plain), who=said.who)
    rows = (_alone(one, extent, plain=plain) if kind in ("", one.kind) and extent.who else [one] for one in known)
    return tuple(one for row in rows for one in row)


def _alone(one: SpecialRequest, extent: Extent, *, plain: bool) -> Iterator[SpecialRequest]:
    theirs = Extent(legs=extent.legs or one.legs, who=extent.who)
    if not one.covers(theirs) or theirs.covers(one):
        yield one
        return
    if others := _less(one, Extent(legs=theirs.legs), plain=plain):
        yield others
    yield one.model_copy(update={"legs": theirs.legs, "who": theirs.who})


def _alike(one: SpecialRequest, new: SpecialRequest) -> bool:
    return one.kind == new.kind and (one.kind != "note" or one.said == new.said)


def _replaces(new: SpecialRequest, one: SpecialRequest) -> bool:
    """Tell whether an earlier request is what is said now; what had been taken off that one only joins it."""
    returns = any(gone.covers(new) or new.covers(gone) for gone in one.without)
    return new.covers(one) or (one.covers(new) and not returns)


def _less(one: SpecialRequest, gone: Extent, *, plain: bool) -> SpecialRequest | None:
    """Return a request without a part of it; None where nothing is left."""
    if gone.covers(one):
        return None
    if one.legs and gone.legs and not set(one.legs) & set(gone.legs):
        return one
    if one.legs and not gone.who:
        return one.model_copy(update={"legs": tuple(leg for leg in one.legs if leg not in gone.legs)})
    off = {name.casefold() for name in gone.who}
    if Extent(legs=gone.legs).covers(Extent(legs=one.legs)) and off & {name.casefold() for name in one.who}:
        return one.model_copy(update={"who": tuple(name for name in one.who if name.casefold() not in off)})
    without = (*one.without, Extent(legs=gone.legs, who=gone.who))
    whole = [part for part in without if not part.who]
    gone_legs: Ways = tuple(leg for part in whole for leg in part.legs)
    return None if whole and not _ways(gone_legs, plain=plain) else one.model_copy(update={"without": without})


def _ways(legs: Ways, *, plain: bool) -> Ways:
    """Return legs as they are called; those of a whole trip there and back are all."""
    names: dict[object, Literal["outbound", "return"]] = {1: "outbound", **({2: "return"} if plain else {})}
    called: list[Literal["outbound", "return"] | int] = [names.get(leg) or leg for leg in legs]
    named: Ways = tuple(dict.fromkeys(called))
    return () if plain and {"outbound", "return"} <= set(named) else named
