"""Currencies that the ECB does not quote but that are fixed by law to one it does.

Units of the currency per one unit of its anchor, the official parities: the CFA, CFP and Comorian francs (agreements
with the French Treasury), the convertible mark and the lev (currency boards), the Gulf and Caribbean dollar pegs, the
rand's Common Monetary Area, and the satellites of pound, rupee, Hong Kong and Singapore dollar. A parity can be changed
by its central bank: check this table when a currency joins or leaves one.
"""

from collections.abc import Mapping
from decimal import Decimal
from types import MappingProxyType

_PEGS = """
XOF EUR 655.957
XAF EUR 655.957
XPF EUR 119.331742
KMF EUR 491.96775
CVE EUR 110.265
BAM EUR 1.95583
BGN EUR 1.95583
AED USD 3.6725
SAR USD 3.75
QAR USD 3.64
OMR USD 0.384497
BHD USD 0.376
JOD USD 0.709
XCD USD 2.70
BBD USD 2
BZD USD 2
BSD USD 1
BMD USD 1
PAB USD 1
AWG USD 1.79
DJF USD 177.721
NAD ZAR 1
LSL ZAR 1
SZL ZAR 1
NPR INR 1.6
BTN INR 1
MOP HKD 1.03
BND SGD 1
GIP GBP 1
FKP GBP 1
SHP GBP 1
"""

PEGS: Mapping[str, tuple[str, Decimal]] = MappingProxyType(
    {code: (anchor, Decimal(rate)) for code, anchor, rate in (line.split() for line in _PEGS.strip().splitlines())}
)
"""Currency -> (anchor, units per anchor)."""
