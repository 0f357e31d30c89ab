"""Which airports a traveller can plausibly use, and which of two is the more useful: a documented heuristic.

Traffic is in three tiers, where the open data has no passenger numbers.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType

_TIER_3 = """
ATL ORD DFW DEN LAX JFK EWR SFO IAH MIA SEA IAD YYZ MEX PTY BOG GRU SCL LHR CDG AMS FRA MUC MAD IST ZRH VIE FCO CPH
HEL LIS DOH DXB AUH JED ADD NBO JNB CMN CAI DEL BOM SIN BKK KUL CGK HKG TPE PVG PEK CAN ICN NRT HND SYD MEL AKL
"""
_TIER_2 = """
BOS PHL CLT PHX LAS MCO MSP DTW SLC LGA DCA BWI FLL TPA SAN PDX HNL AUS BNA STL MDW RDU YVR YUL YYC ANC SJU CUN GDL
MTY HAV PUJ SDQ SJO LIM EZE AEP GIG BSB CGH VCP REC SSA MDE UIO GYE MVD LGW STN MAN EDI DUB BRU LUX ORY NCE LYS MRS
TLS GVA BER HAM DUS STR CGN BCN PMI AGP ALC OPO MXP LIN BGY VCE NAP BLQ CTA ATH SKG ARN OSL BGO GOT KEF WAW KRK PRG
BUD OTP SOF BEG ZAG RIX TLL VNO KBP SAW AYT ESB ADB TLV LCA AMM BEY SVO DME VKO LED TAS ALA GYD TBS EVN RUH DMM KWI
BAH MCT SHJ IKA ISB LHE KHI BLR MAA HYD CCU CMB DAC KTM MLE TUN ALG RAK LOS ABV ACC DSS ABJ CPT DUR LUN HRE DAR ZNZ
EBB KGL MRU TNR WDH SEZ MNL CEB SGN HAN DAD HKT CNX DMK DPS SUB PEN RGN KTI SAI CTU TFU CKG SZX XIY KMG WUH HGH NKG
XMN TAO PKX SHA KIX ITM NGO FUK CTS OKA GMP PUS CJU BNE PER ADL OOL CNS CHC WLG ZQN NAN PPT GUM
"""
_TIER_1 = """
ABQ ALB BDL BHM BOI BUF BUR BZN CHS CLE CMH CVG DAL ELP GEG GSP HOU HSV IND JAX JAN LGB LIT MCI MEM MKE MSN MSY OAK
OGG OKC OMA ONT ORF PBI PIT PSP PVD RIC RNO ROC RSW SAT SAV SBA SDF SJC SMF SNA SRQ SYR TUL TUS TYS VPS KOA LIH ITO
FAI JNU YOW YHZ YEG YWG YQB YYT YYJ YXE YQR YLW YTZ TQO NLU PVR SJD MID OAX BJX QRO TIJ LIR GUA SAL BZE MGA TGU SAP
NAS MBJ KIN BGI POS AUA CUR UVF ANU STT GCM PLS CLO CTG BAQ CCS LPB VVI ASU COR MDZ BRC IGR USH FOR NAT MCZ BEL MAO
CWB POA FLN CNF SDU CUZ AQP BHX BRS GLA NCL LBA LPL BFS BHD LCY LTN SEN CWL ABZ INV EXT SOU EMA NWI ORK SNN CRL BOD
NTE BIQ BVA BSL LIL RNS SXB MPL HHN NUE LEJ DRS BRE HAJ FMO DTM SCN RTM EIN GRQ BRN LUG SZG INN GRZ KLU LNZ VLC SVQ
BIO GRX IBZ MAH SCQ OVD SDR VGO ZAZ REU GRO TFS TFN LPA ACE FUE FAO FNC PDL TRN GOA PSA FLR BRI BDS CAG OLB PMO VRN
TSF CIA RMI AOI TRS MLA HER CHQ RHO CFU JTR JMK KGS ZTH BLL AAL AAR TRD SVG TOS BOO KRS TRF MMX BMA NYO LLA UME TMP
TKU OUL RVN GDN WRO POZ KTW RZE WMI BRQ OSR BTS KSC DEB CLJ IAS TSR SBZ VAR BOJ SKP TIA PRN TGD TIV DBV SPU ZAD PUY
LJU SJJ RMO KUN ODS LWO IEV DNK HRK MSQ BJV DLM GZT TZX ERZ KYA VAN ECN PFO HFA ETM AQJ BGW EBL NJF MHD SYZ TBZ THR
MED AHB TIF AJF DWC RKT BSZ NQZ SKD BHK UGC DYU ASB AER KRR ROV KZN SVX OVB UFA KUF IKT VVO KHV PEW MUX SKT AMD COK
GOI GOX TRV PNQ JAI LKO VNS ATQ IXC GAU BBI PAT IXB NAG IDR SXR CJB IXE IXM PBH CXB CGP DJE MIR SFA ORN AGA FEZ TNG
OUD RBA HRG SSH LXR ASW HBE KRT JUB MBA KIS JRO MWZ EBB BJM LLW BLZ LVI VFA BUQ MPM WVB GBE MUB PLZ GRJ ELS BFN HLA
KMS LFW COO OUA BKO NIM ROB FNA CKY BJL RAI SID DLA NSI LBV LAD FIH BZV RUN DZA KNO UPG LOP YIA JOG BPN PLM BTH PDG
LBJ BKI KCH LGK JHB SZB USM KBV UTH HDY CEI URT PQC CXR HPH VCA HUI VTE LPQ BWN DVO CRK ILO PPS KLO MPH TSA KHH RMQ
MFM HRB SHE DLC TSN TYN CGO JJN FOC NGB WNZ HFE KHN CSX NNG KWL HAK SYX KWE LJG JHG URC LHW INC HET CGQ LXA ZUH UKB
KMJ KOJ NGS HIJ OKJ TAK MYJ KCZ SDJ HKD AKJ KMQ ISG MMY TAE KWJ ULN CBR HBA DRW TSV MKY ROK MCY NTL LST BME ASP AYQ
AVV DUD ROT NPE NSN NPL PMR APW TBU VLI NOU RAR POM HIR SUV MAJ ROR SPN
"""


def _tiers() -> dict[str, int]:
    found: dict[str, int] = {}
    for tier, codes in ((3, _TIER_3), (2, _TIER_2), (1, _TIER_1)):
        for code in codes.split():
            found.setdefault(code, tier)
    return found


TIERS: Mapping[str, int] = MappingProxyType(_tiers())
"""Airport code -> 3, 2 or 1; an airport that is not listed has no tier."""


def tier(code: str) -> int:
    """Return 3 for an intercontinental hub, 2 for a large airport, 1 for a well-known one, else 0."""
    return TIERS.get(code, 0)


REMOTE_KM = 110.0
"""An airport farther than this from every tiered one is taken to have service of its own."""

SHADOW_KM = 45.0
"""Within this distance of a tiered airport, an untiered one is taken to have no scheduled service."""

_MILITARY = re.compile(
    r"\b(air base|afb|army|naval|nas|air force|air station|raf|raaf|military|heliport|helipad|seaplane|proving ground)"
    r"\b",
    re.IGNORECASE,
)
_SHARED_USE = re.compile(r"\b(international|regional|municipal)\b", re.IGNORECASE)
_SERVED_BY_NAME = re.compile(r"\b(international|intl|regional)\b", re.IGNORECASE)
_GENERAL_AVIATION = re.compile(
    r"\b(executive|county|municipal|airpark|airstrip|field|aerodrome|mine|station|downs|ranch|private)\b", re.IGNORECASE
)


def is_civil(code: str, name: str) -> bool:
    """Tell whether the airport is open to the public at all, by its name; a tiered one always is."""
    return tier(code) > 0 or not _MILITARY.search(name) or bool(_SHARED_USE.search(name))


def has_service(code: str, name: str, nearest_tiered_km: float) -> bool:
    """Tell whether scheduled flights are plausible, given the distance to the nearest tiered airport."""
    if tier(code):
        return True
    if nearest_tiered_km < SHADOW_KM:
        return False
    if _SERVED_BY_NAME.search(name):
        return True
    return nearest_tiered_km > REMOTE_KM and not _GENERAL_AVIATION.search(name)


def importance(code: str, name: str) -> float:
    """Return how useful the airport is to a traveller, from 0.75 (untiered) to 4 (an intercontinental hub)."""
    named = 0.5 if _SERVED_BY_NAME.search(name) else 0.0
    return named + (tier(code) + 0.5 if tier(code) else 0.75)
