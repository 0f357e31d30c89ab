"""Dependencies between segments: explicit dependencies, and followers that start within half an hour after another thing ends."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import timedelta

from tripintent.state.designer.moments import between, has_time
from tripintent.state.designer.ordering import effective_end
from tripintent.state.designer.outcomes import EditRefusal
from tripintent.state.designer.segments import HotelSegment, Segment

FOLLOWS_WITHIN = timedelta(minutes=30)


def cycle_in(segments: Sequence[Segment]) -> tuple[str, ...]:
    """Return a cycle of explicit dependencies as ids, the first repeated at the end; empty without one."""
    needed_by = _needed_by(segments)
    done: set[str] = set()
    for segment in segments:
        found = _walk(segment.id, needed_by, [], done)
        if found:
            return found
    return ()


def _needed_by(segments: Sequence[Segment]) -> Mapping[str, Sequence[str]]:
    known = {s.id for s in segments}
    found: dict[str, list[str]] = defaultdict(list)
    for segment in segments:
        for other in segment.depends_on:
            if other in known:
                found[other].append(segment.id)
    return found


def _walk(start: str, needed_by: Mapping[str, Sequence[str]], path: list[str], done: set[str]) -> tuple[str, ...]:
    """Search depth first, without recursion: 500 segments may hang on one another in a row."""
    stack: list[tuple[str, int]] = [(start, 0)]
    on_path = [*path]
    while stack:
        node, at = stack.pop()
        if at == 0:
            if node in on_path:
                return (*on_path[on_path.index(node) :], node)
            if node in done:
                continue
            on_path.append(node)
        followers = needed_by.get(node, ())
        if at < len(followers):
            stack.append((node, at + 1))
            stack.append((followers[at], 0))
            continue
        done.add(node)
        on_path.remove(node)
    return ()


def circular(segments: Sequence[Segment]) -> EditRefusal | None:
    """Return the refusal of a plan whose dependencies go round in a circle."""
    cycle = cycle_in(segments)
    if not cycle:
        return None
    message = f"these depend on one another in a circle: {' → '.join(cycle)}"
    return EditRefusal(code="CIRCULAR_DEPENDENCY", message=message, affected=cycle, field="dependsOn")


def dependents_of(segments: Sequence[Segment], segment_id: str) -> tuple[str, ...]:
    """Return what explicitly hangs on a segment, directly or through others, nearest first."""
    needed_by = _needed_by(segments)
    found: dict[str, None] = {}
    frontier = [segment_id]
    while frontier:
        frontier = [f for node in frontier for f in needed_by.get(node, ()) if f not in found and f != segment_id]
        found.update(dict.fromkeys(frontier))
    return tuple(found)


def inferred_dependencies(segments: Sequence[Segment]) -> Mapping[str, tuple[str, ...]]:
    """Return, for each follower, what it follows: it starts 0 to 30 minutes after the end of something other than a hotel.

    Hotels are the background of a trip: nothing is inferred from them, and they follow nothing.
    """
    timed = [s for s in segments if not isinstance(s, HotelSegment) and s.start_datetime and has_time(s.start_datetime)]
    found: dict[str, tuple[str, ...]] = {}
    for follower in timed:
        before = tuple(s.id for s in timed if s.id != follower.id and _follows(s, follower))
        if before:
            found[follower.id] = before
    return found


def _follows(first: Segment, second: Segment) -> bool:
    end = effective_end(first)
    if not end or not has_time(end) or not second.start_datetime or first.start_datetime == second.start_datetime:
        return False
    wait = between(end, second.start_datetime, first.end_timezone or first.start_timezone, second.start_timezone)
    return timedelta() <= wait <= FOLLOWS_WITHIN
