"""The health of the table's computer: power supply, Wi-Fi, SPI, clock.

It reads files below /sys, /proc, /run and /etc, and only on a Raspberry Pi.
"""

import os
import socket
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from table import systems
from table.network import profile
from table.saying import Text, capital, joined, say
from table.values import Value

_ROOT = Path("/")
_UNDERVOLTAGE = "Undervoltage detected"  # as the kernel logs it (drivers/hwmon/raspberrypi-hwmon.c)
_LOG_RECORD = 8192  # bytes
_SIOCGIWPOWER = 0x8B2D  # linux/wireless.h
_IWREQ = struct.Struct("=16siBBH8x")  # name of the interface, value, fixed, disabled, flags
# The Wi-Fi chip of a Pi 3B+, 4 and 5 has two firmware builds. The numbers of phones that their access points accept
# are from reports: raspberrypi/linux #3010, iiab #3935, RaspAP #462, moodlebox #235.
_FIRMWARE = Path("etc/alternatives/cyfmac43455-sdio.bin")
_FEW, _MANY = "7", "19"
# Debian rewrites config.txt with each kernel, and its device trees have no parameters for dtparam.
_OF_DEBIAN, _CUSTOM = Path("etc/default/raspi-firmware"), Path("etc/default/raspi-firmware-custom")
_ROOMY = "/lib/firmware/cypress/cyfmac43455-sdio-minimal.bin"


class Check(Value):
    """The result of one check; `fault` and `cure` are sentences, or None if nothing is wrong."""

    what: str
    found: str
    fault: Text | None = None
    cure: Text | None = None


def saves_power(interface: str) -> bool | None:
    """Return whether a Wi-Fi device has power saving enabled, according to its driver, or None if unknown."""
    import fcntl

    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
            answer = fcntl.ioctl(asked, _SIOCGIWPOWER, _IWREQ.pack(interface.encode(), 0, 0, 0, 0))
    except OSError:
        return None
    return not _IWREQ.unpack(answer)[3]


class Computer:
    """Checks the computer repeatedly, and remembers any undervoltage. Tests pass their own `saves_power`."""

    def __init__(
        self,
        root: Path = _ROOT,
        *,
        saves_power: Callable[[str], bool | None] = saves_power,
        now_s: Callable[[], float] = time.time,
    ) -> None:
        self._root = root
        self._saves_power = saves_power
        self._now_s = now_s
        self._dropped = self._was_logged()

    def checks(self, *, needs_spi: bool = False) -> tuple[Check, ...]:
        """Run all checks; only a Pi has any. `needs_spi` means that readers use the SPI bus on the header."""
        if "Raspberry Pi" not in _read(self._root / "proc/device-tree/model"):
            return ()
        looked = (self._supply(), *self._wifi(), self._own_wifi(), self._spi() if needs_spi else None, self._clock())
        return tuple(check for check in looked if check is not None)

    def sentence(self) -> Text | None:
        """Return a message saying what the host should do, one line per fault, or None if there is no fault."""
        wrong = [check for check in self.checks() if check.fault is not None and check.cure is not None]
        if not wrong:
            return None
        lines = [capital(say("{fault}. What helps: {cure}.", fault=one.fault, cure=one.cure)) for one in wrong]
        return joined(lines, "\n")

    # -- supply

    def _supply(self) -> Check:
        sensor = next((at for at in self._of("sys/class/hwmon/*/name") if _read(at) == "rpi_volt"), None)
        what = "supply"
        if sensor is None:  # Debian's own kernel is built without the driver
            return Check(what, "this kernel cannot say whether there is undervoltage")
        now = _read(sensor.with_name("in0_lcrit_alarm")) == "1"
        self._dropped = self._dropped or now
        if not self._dropped:
            return Check(what, "no undervoltage since this computer was switched on")
        fault = say("undervoltage now") if now else say("undervoltage since this computer was switched on")
        cure = say("take the Pi's own power supply and a short, thick cable, and plug nothing hungry into its USB")
        return Check(what, "measured by the Pi itself", fault, cure)

    def _was_logged(self) -> bool:
        """Return whether the kernel log reports an undervoltage; False if the log is unreadable."""
        with suppress(OSError):
            log = os.open(self._root / "dev/kmsg", os.O_RDONLY | systems.NONBLOCK)
            try:
                while record := os.read(log, _LOG_RECORD):
                    if _UNDERVOLTAGE.encode() in record:
                        return True
            finally:
                os.close(log)
        return False

    # -- Wi-Fi

    def _wifi(self) -> Iterator[Check]:
        for device in self._of("sys/class/net/*/wireless"):
            interface = device.parent.name
            saves = self._saves_power(interface)
            what = f"Wi-Fi {interface}"
            if saves is False:
                yield Check(what, "does not save power")
            elif saves:
                cure = say(
                    "sudo iw dev {interface} set power_save off; install.sh does it for good", interface=interface
                )
                yield Check(what, "saves power", say("the Wi-Fi saves power, so phones wait for the table"), cure)

    def _own_wifi(self) -> Check | None:
        """Check how many phones the table's own Wi-Fi accepts. A low limit is a fault only if that Wi-Fi is on."""
        firmware = self._root / _FIRMWARE
        if not firmware.is_symlink():
            return None
        what = "own Wi-Fi"
        if "minimal" in firmware.readlink().name:
            return Check(what, f"takes {_MANY} phones or more")
        found = f"takes {_FEW} phones"
        if not (self._root / profile.NAMES).exists():
            return Check(what, found)
        fault = say("the table's own Wi-Fi takes {few} phones, and could take {many}", few=_FEW, many=_MANY)
        cure = say(
            "sudo update-alternatives --set cyfmac43455-sdio.bin {firmware}, then restart the Pi", firmware=_ROOMY
        )
        return Check(what, found, fault, cure)

    # -- header and clock

    def _spi(self) -> Check:
        there = sorted(path.name for path in self._of("dev/spidev*") if not path.name.startswith("spidev10."))
        if there:
            return Check("SPI", ", ".join(there))
        cure = say("add dtparam=spi=on to /boot/firmware/config.txt and restart the Pi")
        if (self._root / _OF_DEBIAN).exists():
            cure = say(
                "add dtoverlay=cardtable-spi to {file}, as docs/image.md says, and restart the Pi", file=f"/{_CUSTOM}"
            )
        return Check("SPI", "none on the header", say("SPI is switched off"), cure)

    def _clock(self) -> Check:
        what = "clock"
        built_s = Path(__file__).stat().st_mtime
        synced, watched = self._root / "run/systemd/timesync/synchronized", self._root / "run/systemd/timesync"
        unsure = watched.exists() and not synced.exists() and not self._of("sys/class/rtc/rtc*")
        if self._now_s() >= built_s and not unsure:
            return Check(what, "set")
        cure = say("connect the table to a network once, or set it: sudo date -s 'YYYY-MM-DD HH:MM'")
        return Check(what, "runs from where it stopped", say("the clock was never set: dates will be wrong"), cure)

    def _of(self, pattern: str) -> list[Path]:
        return sorted(self._root.glob(pattern))


def _read(path: Path) -> str:
    with suppress(OSError, ValueError):
        return path.read_text().strip().strip("\0")
    return ""
