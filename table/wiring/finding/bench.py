"""The workbench protocol that a set-up needs, and this computer's real workbench."""

from collections.abc import Sequence
from typing import Protocol

from firmware_bridge import serial_port
from firmware_bridge.serial_port import PICO, opener
from hardware.clock import SystemClock
from hardware.finding import usb
from hardware.finding.lines import has_header
from hardware.finding.measuring import Minute
from hardware.finding.readers import buses
from hardware.finding.workbench import OnUsb, Place, Workbench
from table.complaints import BadInput
from table.saying import say
from table.wiring.choosing import names_of_picos

_MOST_PICOS = 4


class Bench(Protocol):
    """The wired parts, as seen by a workbench."""

    picos: Sequence[OnUsb]
    readers: dict[str, Place]
    lost: dict[str, str]

    @property
    def busy(self) -> list[str]:
        """The pins that another program holds."""
        ...

    @property
    def free(self) -> tuple[int, ...]:
        """The pins on which nothing was found."""
        ...

    @property
    def stuck(self) -> list[str]:
        """The pins that are low although no button is pressed."""
        ...

    @property
    def spare(self) -> list[Place]:
        """The pins that may have a light."""
        ...

    def silent(self) -> list[str]:
        """Return what may be wrong with readers that do not answer."""
        ...

    def give_free(self, pins: Sequence[int]) -> list[Place]:
        """Drive pins that the user has approved; return the readers found on them."""
        ...

    def begin(self) -> None: ...

    def poll(self) -> tuple[list[str], list[Place]]: ...

    def shine(self, place: Place, *, on: bool) -> None:
        """Switch a light on or off."""
        ...

    def darken(self, place: Place, *, is_a_light: bool) -> None:
        """Switch a light off, and release its pin."""
        ...

    def chatter_ns(self, place: Place) -> int:
        """Return how long a button has chattered, if longer than usual; else 0."""
        ...

    def measured(self) -> None:
        """Stop measuring, even if the measurement is incomplete."""
        ...

    def measure(self, reader: str) -> Minute: ...


def plugged_in() -> list[OnUsb]:
    """Return the Picos on this computer's USB ports, sorted by port; at most four."""
    ports = serial_port.plugged_in()
    there = sorted((info for info in ports if (info.vid, info.pid) == PICO), key=lambda info: info.device)
    return [
        OnUsb(name, opener(port=info.device, serial_number=None), info.serial_number, info.device)
        for name, info in zip(names_of_picos(len(there)), there[:_MOST_PICOS], strict=True)
    ]


def may_be_wired() -> bool:
    """Return whether this computer can have readers or buttons: on its header, or through a reader or Pico on USB."""
    return has_header() or bool(usb.plugged_in() or plugged_in())


def workbench() -> Workbench:
    """Open everything that may be wired to this computer. Raise BadInput if nothing can be opened."""
    picos, clock = plugged_in(), SystemClock()
    on_usb = usb.readers(clock)
    try:
        try:
            devices = buses()
        except ImportError:
            if not (picos or any(one.is_known for one in on_usb)):
                raise
            devices = ()
        return Workbench(clock, devices, picos, on_usb)
    except FileNotFoundError:
        if usb.plugged_in():
            raise BadInput(
                say("a card reader is plugged in, but cannot be used: docs/usb.md says what to install")
            ) from None
        raise BadInput(
            say("nothing can be wired to this machine: it has no GPIO chip, and no Pico or reader is plugged in")
        ) from None
    except (OSError, ImportError) as error:
        raise BadInput(
            say("what is wired cannot be looked at: {error}; `cardtable doctor` says more", error=error)
        ) from None
