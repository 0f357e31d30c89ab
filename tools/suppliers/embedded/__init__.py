"""The embedded supplier: invented airlines and hotels over real airports, distances and time zones.

It is the default supplier, needs no network and no account, and says on every offer that it is simulated.
``EmbeddedSupplier`` is the only public name; docs/suppliers.md says what it simulates.
"""

from tripintent.tools.suppliers.embedded.faults import Fault, FaultRule, Faults
from tripintent.tools.suppliers.embedded.supplier import EmbeddedSupplier

__all__ = ["EmbeddedSupplier", "Fault", "FaultRule", "Faults"]
