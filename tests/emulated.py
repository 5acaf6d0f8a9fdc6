"""The emulated table in virtual time, as the package ships it."""

from table.testing import MS, Finger, Hand
from table.testing import EmulatedTable as TableInTime

__all__ = ["MS", "Finger", "Hand", "TableInTime"]
