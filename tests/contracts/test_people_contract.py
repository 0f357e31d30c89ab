"""The contracts of profiles, policies and payment methods, on SQLite and on Postgres."""

from tripintent.state.money import Money
from tripintent.state.wishes import Policy, PolicyRules
from tripintent.tools.clock import FixedClock
from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.profiles import SIMULATED, SqlPaymentMethods, SqlPolicies, SqlProfiles, of_sellers
from tripintent.tools.ports.profiles import PaymentMethod, Profile
from tripintent.tools.ports.suppliers import Capabilities

ANN = Profile(
    profile_id="p1", org="acme", given_name="Ann", family_name="Smith", date_of_birth="1985-03-04", home_airport="JFK"
)
BOB = Profile(profile_id="p2", org="acme", given_name="Bob", family_name="Smithers")


async def test_a_profile_comes_back_equal_and_can_be_replaced(ledger: Database, clock: FixedClock) -> None:
    """A profile is stored whole, and a second save replaces it."""
    profiles = SqlProfiles(ledger, clock)
    await profiles.save(ANN)
    assert await profiles.get("p1") == ANN
    moved = ANN.model_copy(update={"home_airport": "BOS"})
    await profiles.save(moved)
    assert await profiles.get("p1") == moved
    assert await profiles.get("nobody") is None


async def test_names_are_found_loosely_and_within_the_organisation(ledger: Database, clock: FixedClock) -> None:
    """Order and case of a name do not matter; another organisation's people are never found."""
    profiles = SqlProfiles(ledger, clock)
    for profile in (ANN, BOB, ANN.model_copy(update={"profile_id": "p3", "org": "other"})):
        await profiles.save(profile)
    assert [found.profile_id for found in await profiles.find("acme", "smith, ann")] == ["p1"]
    assert [found.profile_id for found in await profiles.find("acme", "ann")] == ["p1"]
    assert await profiles.find("acme", "Zoe") == []


async def test_several_that_fit_are_all_returned(ledger: Database, clock: FixedClock) -> None:
    """An ambiguous name is not decided here."""
    profiles = SqlProfiles(ledger, clock)
    for number in ("p1", "p2"):
        await profiles.save(ANN.model_copy(update={"profile_id": number}))
    assert len(await profiles.find("acme", "Ann Smith")) == 2


async def test_without_a_row_the_default_rules_are_in_force(ledger: Database, clock: FixedClock) -> None:
    """An unknown organisation has the defaults: a purchase needs the user's approval."""
    policy = await SqlPolicies(ledger, clock).rules("nobody")
    assert policy == Policy()
    assert policy.rules.require_user_approval_to_purchase


async def test_a_travellers_own_rules_outrank_the_organisations(ledger: Database, clock: FixedClock) -> None:
    """The narrower row counts, for that traveller only, and says whose it is."""
    policies = SqlPolicies(ledger, clock)
    strict = PolicyRules(approver="boss", max_budget_total=Money(amount="900", currency="EUR"))
    await policies.set("acme", PolicyRules(max_stops=1))
    await policies.set("acme", strict, "ann")
    assert await policies.rules("acme", "ann") == Policy(rules=strict, source="acme/ann")
    assert await policies.rules("acme", "bob") == Policy(rules=PolicyRules(max_stops=1), source="acme")
    assert await policies.rules("acme") == Policy(rules=PolicyRules(max_stops=1), source="acme")


async def test_a_fresh_machine_can_pay_with_a_simulated_card(ledger: Database) -> None:
    """Without any stored method there is one token, which says that it is simulated."""
    methods = SqlPaymentMethods(ledger)
    assert list(await methods.list("ann")) == [SIMULATED]
    assert await methods.list() == [SIMULATED]
    assert SIMULATED.simulated


def test_real_sellers_are_paid_from_the_account_with_them():
    """Without a method of one's own the card names whose account pays; who only shows offers is paid nothing."""
    duffel, acme = Capabilities(supplier="duffel", account="Duffel"), Capabilities(supplier="acme", account="Acme")
    shows, simulated = acme.model_copy(update={"sells": False}), Capabilities(supplier="embedded", simulated=True)
    assert of_sellers([duffel, duffel, acme]).label == "Account with Duffel and Acme"
    assert of_sellers([simulated, duffel, shows]).accounts == ("Duffel",)
    assert of_sellers([simulated, shows]) == SIMULATED
    assert of_sellers([simulated, duffel, Capabilities(supplier="own")]).not_for == ("own",)
    # which charges a card on file, and no invented one
    assert of_sellers([simulated, Capabilities(supplier="own")]) is None


async def test_there_is_at_most_one_default_method(ledger: Database) -> None:
    """A new default takes the old one's place and comes first; other travellers see none of it."""
    methods = SqlPaymentMethods(ledger, fallback=None)
    visa = PaymentMethod(payment_method_id="pm_v", label="Visa", last4="1111", default=True)
    amex = PaymentMethod(payment_method_id="pm_a", label="Amex", last4="0005", default=True)
    await methods.save("ann", visa)
    await methods.save("ann", amex)
    assert [one.payment_method_id for one in await methods.list("ann")] == ["pm_a", "pm_v"]
    assert not await methods.list("bob")
