"""The money of a country, where none was said: ISO 3166 to ISO 4217, for the currencies that the European Central Bank rates."""

from tripintent.state.frame import Frame

_EURO = "AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA XK"
_OTHERS = (
    "AU AUD, BR BRL, CA CAD, CH CHF, LI CHF, CN CNY, CZ CZK, DK DKK, GB GBP, GG GBP, IM GBP, JE GBP, HK HKD, HU HUF, ID IDR, "
    "IL ILS, IN INR, JP JPY, KR KRW, MX MXN, MY MYR, NO NOK, NZ NZD, PH PHP, PL PLN, RO RON, SE SEK, SG SGD, TH THB, TR TRY, "
    "US USD, ZA ZAR"
)
_MONEY: dict[str, str] = dict.fromkeys(_EURO.split(), "EUR") | {pair[:2]: pair[3:] for pair in _OTHERS.split(", ")}
ELSEWHERE = "USD"


def home_money(frame: Frame) -> str:
    """Return the ISO code of the money of where the trip starts; US dollars where that is not known or not rated."""
    origin = frame.origin or next((leg.origin for leg in frame.legs if leg.origin), None)
    return _MONEY.get((origin and origin.country) or "", ELSEWHERE)


def money_of(frame: Frame) -> str:
    """Return the ISO code in which amounts are meant: what was said, else the money of where the trip starts."""
    return frame.currency or home_money(frame)
