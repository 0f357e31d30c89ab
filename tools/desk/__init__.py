"""The booking desk and what it is made of."""

from tripintent.tools.desk.desk import BookingDesk
from tripintent.tools.desk.masking import mask_cards
from tripintent.tools.desk.suppliers import DeskSupplier

__all__ = ["BookingDesk", "DeskSupplier", "mask_cards"]
