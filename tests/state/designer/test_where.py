"""Which towns fit a wish: weather first, then likes, then the way."""

from tripintent.state.designer.where import NEAR_KM, PROBED, SHORT_KM, Town, Wish, fitting


def _town(name, *, band="warm", km=1500.0, likes=("beach",), country=None, rain="dry"):
    return Town(name, country or name[:2].upper(), name[:3].upper(), likes, band, rain, km)


def test_weather_comes_before_the_way():
    """A warm town far away fits "warm" better than a mild one near by; two bands off does not fit at all."""
    towns = [_town("Near", band="mild", km=900), _town("Far", km=3500), _town("Cold", band="cold")]
    assert [t.name for t in fitting(towns, Wish(climate=("warm",)))] == ["Far", "Near"]


def test_near_and_short_stays_bound_the_way():
    """Nearness and a weekend each have a limit; home itself is no idea."""
    towns = [
        _town("Home", km=20),
        _town("Edge", km=NEAR_KM),
        _town("Beyond", km=NEAR_KM + 1),
        _town("Close", km=SHORT_KM),
    ]
    assert {t.name for t in fitting(towns, Wish(near=True))} == {"Edge", "Close"}
    assert {t.name for t in fitting(towns, Wish(nights=2))} == {"Close"}


def test_likes_and_countries_are_musts():
    """A wish for diving shows only towns for diving, those first that are best known for it."""
    towns = [_town("Alpha"), _town("Beta", likes=("beach", "diving")), _town("Gamma", likes=("diving",))]
    assert [t.name for t in fitting(towns, Wish(likes=("diving",)))] == ["Gamma", "Beta"]
    assert [t.name for t in fitting(towns, Wish(countries=("BE",)))] == ["Beta"]
    assert [t.name for t in fitting(towns, Wish(not_again=("Alpha", "Beta")))] == ["Gamma"]


def test_one_country_does_not_fill_the_list():
    """At most two towns of a country are asked for prices, and never more than the bound."""
    towns = [_town(f"T{n:02d}", country="ES") for n in range(9)] + [
        _town(f"U{n:02d}", country=f"C{n}") for n in range(20)
    ]
    found = fitting(towns, Wish())
    assert len(found) == PROBED
    assert sum(t.country == "ES" for t in found) == 2
    assert len(fitting(towns, Wish(countries=("ES",)))) == PROBED
