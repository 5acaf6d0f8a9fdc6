"""The devices of a simulated Pi: a GPIO header, and SPI devices that come and go."""

import socket
import struct
import time
from collections.abc import Callable
from pathlib import Path

PATIENCE_S = 10.0
CONFIGFS = Path("/sys/kernel/config")
SPIDEV = Path("/sys/bus/spi/drivers/spidev")
CONTROLLER = Path("/sys/module/spi_user/parameters")
HEADER = "pinctrl-bcm2711"  # the label of a Pi 4's chip
_LINES = 54
_SIOCSIFFLAGS, _IFF_UP = 0x8914, 1
_STEP_S = 0.01


def waits(right: Callable[[], object], patience_s: float = PATIENCE_S) -> bool:
    """Wait until a condition holds, and return whether it did in time."""
    until_s = time.monotonic() + patience_s
    while not right():
        if time.monotonic() > until_s:
            return False
        time.sleep(_STEP_S)
    return True


def loopback() -> None:
    """Bring up the machine's loopback interface."""
    import fcntl

    with socket.socket() as any_socket:
        fcntl.ioctl(any_socket, _SIOCSIFFLAGS, struct.pack("16sH14x", b"lo", _IFF_UP))


class Header:
    """A GPIO chip with the lines of a Pi's header, created by gpio-sim unless it already exists."""

    def __init__(self) -> None:
        self._config = CONFIGFS / "gpio-sim" / "pi"
        bank = self._config / "bank"
        if not bank.exists():
            bank.mkdir(parents=True)
            (bank / "num_lines").write_text(str(_LINES))
            (bank / "label").write_text(HEADER)
            (self._config / "live").write_text("1")
        chip = (bank / "chip_name").read_text().strip()
        self.path = f"/dev/{chip}"
        self._lines = Path("/sys/devices/platform") / (self._config / "dev_name").read_text().strip() / chip

    def pulls(self, pin: int, *, up: bool) -> None:
        """Pull a line up, or down as a contact to ground does."""
        (self._lines / f"sim_gpio{pin}" / "pull").write_text("pull-up" if up else "pull-down")

    def pulled_up(self, pin: int) -> bool:
        """Return whether a line is pulled up, by us or by a process that has requested it."""
        return (self._lines / f"sim_gpio{pin}" / "pull").read_text().strip() == "pull-up"

    def high(self, pin: int) -> bool:
        """Return the level of a line, whatever drives it."""
        return self.value(pin).read_text().strip() == "1"

    def value(self, pin: int) -> Path:
        """Return the file that holds a line's level."""
        return self._lines / f"sim_gpio{pin}" / "value"

    def press(self, pin: int) -> None:
        """Close the contact between a line and ground."""
        self.pulls(pin, up=False)

    def release(self, pin: int) -> None:
        """Open the contact, so that the line's own pull-up raises it."""
        self.pulls(pin, up=True)

    def goes(self) -> None:
        """Remove the chip."""
        (self._config / "live").write_text("0")


def unbinds(device: int) -> None:
    """Unbind spidev from a device on bus 0, as happens when a hub is reset."""
    (SPIDEV / "unbind").write_text(f"spi0.{device}")


def binds(device: int) -> None:
    """Bind spidev to a device on bus 0 again."""
    (SPIDEV / "bind").write_text(f"spi0.{device}")
    waits(Path(f"/dev/spidev0.{device}").exists)


def refuses_no_cs(refuses: bool) -> None:
    """Make the controller refuse SPI_NO_CS, or accept it."""
    (CONTROLLER / "no_cs").write_text("0" if refuses else "1")


def gives_up_after(ms: int) -> None:
    """Set how long the controller waits for a response on the bus."""
    (CONTROLLER / "timeout_ms").write_text(str(ms))
