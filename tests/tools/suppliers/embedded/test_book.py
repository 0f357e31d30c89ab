"""The supplier's file: whose it is, what a broken one says, and ids that vouch for their offers."""

import sqlite3

import pytest

from tripintent.state.money import Money
from tripintent.tools.errors import OfferGone, StoreError
from tripintent.tools.suppliers.embedded.store import Store


async def test_another_programs_database_is_refused_and_untouched(make, tmp_path, flight_query):
    """A foreign SQLite file gets a sentence and no table of ours."""
    with sqlite3.connect(tmp_path / "supplier.db") as foreign:
        foreign.execute("CREATE TABLE diary (page)")
    foreign.close()
    with pytest.raises(StoreError, match="another program's database"):
        await make().flights.search(flight_query)
    after = sqlite3.connect(tmp_path / "supplier.db")
    assert after.execute("SELECT name FROM sqlite_schema").fetchall() == [("diary",)]
    after.close()


async def test_a_file_that_is_no_database_is_refused(make, tmp_path, flight_query):
    """Bytes of another kind get a sentence that names the file."""
    (tmp_path / "supplier.db").write_bytes(b"not a database at all, but long enough to look like one" * 40)
    with pytest.raises(StoreError, match=r"supplier\.db"):
        await make().flights.search(flight_query)


def test_a_book_is_made_where_it_is_wanted(tmp_path):
    """Missing folders are made; the file is in WAL mode."""
    path = tmp_path / "deep" / "er" / "book.db"
    assert Store(path).totals() == {"orders": 0, "payments": 0}
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()


def test_the_log_outlives_a_transaction(tmp_path):
    """What was written stays in the log, and another book reads it there: no transaction ends with a copy into the file."""
    path = tmp_path / "book.db"
    book = Store(path)
    with book.writing() as pages:
        pages.set_price("x", Money(amount="1"))
    assert path.with_name("book.db-wal").stat().st_size > 0
    with Store(path).reading() as pages:
        assert pages.price("x") == Money(amount="1")


def fail_after_writing(pages):
    pages.set_price("x", Money(amount="1"))
    raise ZeroDivisionError


def test_a_transaction_that_fails_leaves_nothing(tmp_path):
    """What was written before an exception is rolled back."""
    book = Store(tmp_path / "book.db")
    with pytest.raises(ZeroDivisionError), book.writing() as pages:
        fail_after_writing(pages)
    with book.reading() as pages:
        assert pages.price("x") is None


@pytest.mark.parametrize(
    "change",
    [
        {"total_price": Money(amount="1")},
        {"refundable": True},
        {"cabin": "first"},
        {"checked_bags": 9},
        {"option_id": "fl-1-1-10-1"},
        {"option_id": "bundle-7"},
    ],
    ids=["price", "refundable", "cabin", "bags", "made-up id", "foreign id"],
)
async def test_an_altered_offer_is_not_priced_as_altered(supplier, flight_query, change):
    """The supplier's own price and content stand: an altered amount is corrected, altered content is gone."""
    offer = (await supplier.flights.search(flight_query))[0]
    altered = offer.model_copy(update=change)
    if "total_price" in change:
        assert await supplier.flights.price(altered) == offer
        return
    with pytest.raises(OfferGone) as gone:
        await supplier.flights.price(altered)
    assert gone.value.code == "unknown_offer"


async def test_another_seeds_offers_are_not_ours(make, supplier, flight_query):
    """An offer of another world is refused."""
    offer = (await make(seed=8).flights.search(flight_query))[0]
    with pytest.raises(OfferGone):
        await supplier.flights.price(offer)


async def test_totals_count_what_was_done(supplier, flight_query, order):
    """A harness reads orders by status, orders per reference and payments per order."""
    offers = await supplier.flights.search(flight_query)
    await supplier.orders.hold(order(offers[0], "a"))
    paid = await supplier.orders.book(order(offers[1], "b"), "pm_x")
    assert supplier.book.totals() == {"orders": 2, "held": 1, "confirmed": 1, "payments": 1}
    assert supplier.book.orders_per_client_ref() == {"a": 1, "b": 1}
    assert supplier.book.payments_per_order() == {paid.order_id: 1}


async def test_everything_shown_says_that_it_is_simulated(supplier, flight_query, hotel_query):
    """Offers and capabilities carry the flag."""
    offers = (*await supplier.flights.search(flight_query), *await supplier.hotels.search(hotel_query))
    assert all(o.simulated and o.supplier == "embedded" for o in offers)
    assert all(s.capabilities.simulated for s in (supplier.flights, supplier.hotels, supplier.orders))
