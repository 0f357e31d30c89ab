"""What every document has: blocks that merge, one reducer, and types that a checkpoint may hold."""

from typing import ClassVar

import pytest
from pydantic import BaseModel, ConfigDict

from tripintent.app.checkpoints import STORED_TYPES
from tripintent.state.document import Document, Stamped, block_hashes, blocks, merge_concurrent, stored_types
from tripintent.state.patch import Patch, PatchError, apply_patch
from tripintent.state.trip import TripIntent

STAMPED_IN_A_TRIP = {
    "schema_", "trip_id", "version", "org", "created_at", "updated_at", "request", "status", "policy", "audit",
}  # fmt: skip


class Item(BaseModel):
    """A line of the test's own document."""

    model_config = ConfigDict(frozen=True)
    text: str = ""


class Notes(Document):
    """A document of the test's own."""

    kind: ClassVar[str] = "notes"

    items: tuple[Item, ...] = ()
    title: str = ""
    seen_at: Stamped[int] = 0


def test_a_field_is_a_block_unless_it_is_marked():
    """A field that somebody adds merges without being listed anywhere; only what a writer stamps is left out."""
    assert blocks(Notes) == ("items", "title")
    assert set(TripIntent.model_fields) - set(blocks(TripIntent)) == STAMPED_IN_A_TRIP


def test_two_edits_of_different_blocks_are_both_kept():
    """Our title and their items, on top of their version."""
    start = Notes(trip_id="t", version=3)
    ours = apply_patch(start, {"title": "Lisbon"}).model_copy(update={"seen_at": 7})
    theirs = apply_patch(start, {"items": [{"text": "tickets"}]}).model_copy(update={"version": 4})
    merged = merge_concurrent(block_hashes(start), ours, theirs)
    assert (merged.title, merged.items, merged.version, merged.seen_at) == ("Lisbon", (Item(text="tickets"),), 4, 7)


def test_a_block_that_both_changed_is_ours():
    """The last writer's own words count for the block that both changed."""
    start = Notes(trip_id="t")
    ours, theirs = apply_patch(start, {"title": "ours"}), apply_patch(start, {"title": "theirs"})
    assert merge_concurrent(block_hashes(start), ours, theirs).title == "ours"


def test_any_document_takes_patches():
    """The reducer is one for all kinds; a note goes where the document keeps notes, or nowhere."""
    notes = apply_patch(Notes(), [Patch(merge={"title": "a"}), Patch(merge={"title": "b"}, note="why")])
    assert (notes.title, apply_patch(notes, {"title": {"$delete": True}}).title) == ("b", "")


def test_a_whole_document_of_another_kind_is_refused():
    """A channel never changes the kind of its document."""
    with pytest.raises(PatchError, match="cannot become"):
        apply_patch(TripIntent(), Notes())


def test_every_model_of_a_channel_is_a_stored_type():
    """What is inside of optional fields, mappings, tuples and unions is found, too."""
    reached = {one.__name__ for one in stored_types(TripIntent)}
    assert {"TripIntent", "Money", "Hold", "QuoteSet", "Failure", "Approval"} <= reached
    assert reached <= {one.__name__ for one in STORED_TYPES}
