"""Replies that are broken on purpose: every part of one is dropped, or becomes something else."""

import copy

from hypothesis import strategies as st

JUNK = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats().map(repr), st.text(max_size=5), st.just([]), st.just({}),
    st.just([None]), st.just({"extra": [1]}),
)  # fmt: skip


def paths(value, here=()):
    """Yield the way to each part of a document."""
    rows = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in rows:
        yield (*here, key)
        yield from paths(inner, (*here, key))


def broken(document, where, value, drop):
    """Return a copy with one part dropped or replaced."""
    made = copy.deepcopy(document)
    inside = made
    for key in where[:-1]:
        inside = inside[key]
    if drop and isinstance(inside, dict):
        del inside[where[-1]]
    else:
        inside[where[-1]] = value
    return made


def breakings(document):
    """Return a strategy of broken copies."""
    ways = sorted(paths(document), key=str)
    return st.builds(broken, st.just(document), st.sampled_from(ways), JUNK, st.booleans())
