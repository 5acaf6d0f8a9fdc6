"""Finds PC/SC readers: those listed by pcscd."""

from contextlib import suppress

from hardware import pcsc
from hardware.clock import Clock
from hardware.finding.usb import Library, Where, place
from hardware.finding.workbench import OnUsbReader

_CLASS = "bInterfaceClass"
_CARD_READER = "0b"  # the USB class for smart card devices (CCID)


def found(_clock: Clock, library: Library, _where: Where) -> list[OnUsbReader]:
    """Return the readers listed by pcscd; readers that share a name are given their full names."""
    try:
        scard = library(pcsc.LIBRARY)
    except ImportError:
        return []
    there = pcsc.plugged_in(scard)
    short = [pcsc.named(name) for name in there]
    wanted = [name if short.count(part) > 1 else part for name, part in zip(there, short, strict=True)]
    return [
        OnUsbReader(place(part, {"backend": "pcsc", "reader": part}), pcsc.PcscReader(scard, part)) for part in wanted
    ]


def is_there(where: Where) -> bool:
    """Return whether a reader of this kind is plugged in, whether or not pcscd is running."""
    for path in where.devices.glob(f"*/{_CLASS}"):
        with suppress(OSError):
            if path.read_text().strip() == _CARD_READER:
                return True
    return False
