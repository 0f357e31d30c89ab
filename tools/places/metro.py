"""Metropolitan areas: one IATA city code, or one city, served by several airports.

Codes and members follow IATA's city codes as commonly used by reservation systems. Where the city's code is also the
code of one of its airports (HOU, SHA, DFW, DXB), the code means that airport, as travellers mean it; the city is then
found by its main airport through ``siblings``.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Metro(NamedTuple):
    """A metropolitan code with its airports, the main one first."""

    code: str
    name: str
    country: str
    airports: tuple[str, ...]


_PURE = """
NYC US New York: JFK EWR LGA
WAS US Washington: IAD DCA BWI
CHI US Chicago: ORD MDW
DTT US Detroit: DTW
YTO CA Toronto: YYZ YTZ
YMQ CA Montreal: YUL YHU
YEA CA Edmonton: YEG
LON GB London: LHR LGW STN LTN LCY SEN
PAR FR Paris: CDG ORY BVA
MIL IT Milan: MXP LIN BGY
ROM IT Rome: FCO CIA
STO SE Stockholm: ARN BMA NYO VST
REK IS Reykjavik: KEF RKV
BUH RO Bucharest: OTP BBU
MOW RU Moscow: SVO DME VKO
EAP CH Basel: BSL MLH
TCI ES Tenerife: TFS TFN
ANK TR Ankara: ESB
TYO JP Tokyo: HND NRT
OSA JP Osaka: KIX ITM UKB
SPK JP Sapporo: CTS OKD
SEL KR Seoul: ICN GMP
BJS CN Beijing: PEK PKX
JKT ID Jakarta: CGK HLP
SAO BR Sao Paulo: GRU CGH VCP
RIO BR Rio de Janeiro: GIG SDU
BHZ BR Belo Horizonte: CNF PLU
BUE AR Buenos Aires: EZE AEP
"""

_SHARED = """
IAH HOU
DFW DAL
MIA FLL
LAX BUR SNA ONT LGB
SFO OAK SJC
MCO SFB
BOS PVD MHT
MEX NLU
MDE EOH
DXB DWC
IST SAW
BKK DMK
KUL SZB
TPE TSA
PVG SHA
CTU TFU
NGO NKM
MEL AVV
JNB HLA
BRU CRL
OSL TRF
CPH MMX
FRA HHN
DUS NRN
VCE TSF
BCN GRO REU
WAW WMI
KBP IEV
BFS BHD
GLA PIK
IKA THR
JOG YIA
UVF SLU
DSS DKR
MNL CRK
CUN TQO
"""


def _metro(line: str) -> Metro:
    head, members = line.split(":")
    code, country, name = head.split(" ", 2)
    return Metro(code, name, country, tuple(members.split()))


METROS: Mapping[str, Metro] = MappingProxyType({m.code: m for m in map(_metro, _PURE.strip().splitlines())})
"""Metropolitan codes that name no airport: ``METROS["LON"].airports[0] == "LHR"``."""

_GROUPS = [m.airports for m in METROS.values()] + [tuple(line.split()) for line in _SHARED.strip().splitlines()]
_GROUP_OF: Mapping[str, tuple[str, ...]] = MappingProxyType({code: group for group in _GROUPS for code in group})
_METRO_OF: Mapping[str, Metro] = MappingProxyType({code: m for m in METROS.values() for code in m.airports})


def metro_of(airport: str) -> Metro | None:
    """Return the metropolitan area that an airport belongs to, when it has a code of its own."""
    return _METRO_OF.get(airport.upper())


def siblings(airport: str) -> tuple[str, ...]:
    """Return all airports of the airport's city, main one first; the airport alone when it has none beside it."""
    code = airport.upper()
    return _GROUP_OF.get(code, (code,))


def same_city(a: str, b: str) -> bool:
    """Tell whether two airport or metropolitan codes serve the same city (no flight makes sense between them)."""
    return bool(_members(a) & _members(b))


def _members(code: str) -> frozenset[str]:
    upper = code.upper()
    if upper in METROS:
        return frozenset(METROS[upper].airports)
    return frozenset(siblings(upper))
