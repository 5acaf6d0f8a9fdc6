"""Explains in plain words why a device could not be opened, with the cure. Only this module reads /dev.

Commands are for Raspberry Pi OS Lite, which ships without git, pip or Python's headers.
"""

import sys
from pathlib import Path

from hardware.assembly import Device, DeviceError
from hardware.drivers import READERS, is_on_spi
from hardware.plan import ReaderPlan

Wrong = tuple[str, str] | None  # what is wrong, and its cure
DEV = Path("/dev")
OF_DEBIAN = Path("/etc/default/raspi-firmware")  # on Debian, each new kernel rewrites config.txt
PIP = f"{sys.executable} -m pip"


def explained(error: Exception, device: Device) -> tuple[str, str]:
    """Return a plain-language reason why a device could not be opened, and the cure."""
    cause = error.cause if isinstance(error, DeviceError) else error
    for explain in (_no_library, _no_rights, _pi_5, _busy, _not_enabled):
        reported = explain(cause, device)
        if reported is not None:
            return reported
    return f"it cannot be opened: {cause}", "check its wiring and its keys in table.toml"


def _no_library(cause: Exception, device: Device) -> Wrong:
    if not isinstance(cause, ImportError):
        return None
    extra, built_with = "mfrc522" if device.backend == "rpi_gpio" else "pi", "python3-dev"
    if isinstance(device, ReaderPlan):
        extra, built_with = READERS[device.backend].extra, READERS[device.backend].built_with
    cure = f"sudo apt install {built_with}, then {PIP} install -e '.[{extra}]' where cardtable was fetched to"
    return f"library missing: {cause}", cure


def _no_rights(cause: Exception, device: Device) -> Wrong:
    if not isinstance(cause, PermissionError) and "/dev/mem" not in str(cause):
        return None
    group = "spi" if isinstance(device, ReaderPlan) and "/dev/mem" not in str(cause) else "gpio"
    cure = f"sudo usermod -aG spi,gpio $USER, then log in again (this user is not in group {group})"
    return f"permission missing: {cause}", cure


def _pi_5(cause: Exception, _device: Device) -> Wrong:
    text = str(cause)
    if "peripheral base address" in text:
        cure = (
            f"{PIP} uninstall RPi.GPIO, sudo apt install swig python3-dev, PYPI=1 {PIP} install rpi-lgpio in its "
            "place; or use backend gpiod and spidev"
        )
        return f"RPi.GPIO on a Pi 5: it cannot drive this model’s pins ({text})", cure
    if "can only be run on a Raspberry Pi" in text:
        return f"not a Raspberry Pi: {text}", "run this on the Pi, or try the table with backend emulated"
    return None


def _busy(cause: Exception, _device: Device) -> Wrong:
    if "busy" not in str(cause).lower():
        return None
    return f"pin in use: {cause}", (
        "stop the program that holds it: an installed table by sudo systemctl stop cardtable, any other as `gpioinfo` "
        "names it (sudo apt install gpiod); or take another pin"
    )


def _not_enabled(cause: Exception, device: Device) -> Wrong:
    if not isinstance(cause, FileNotFoundError):
        return None
    if isinstance(device, ReaderPlan) and not is_on_spi(device.backend):
        return None
    if not isinstance(device, ReaderPlan) or "gpiochip" in str(cause.filename):
        cure = "name it: gpio_chip in [table]; sudo apt install gpiod, then `gpiodetect` lists them"
        return f"no GPIO chip {cause.filename or ''}".strip(), cure
    path = f"/dev/spidev{device.bus}.{device.device}"
    others = [str(other) for other in _on_the_header()]
    if others:
        there = ", ".join(others)
        return f"no SPI device {path}: there is {there}", "name one of these by bus and device, or add a dtoverlay"
    if device.bus == 0 and device.device > 1:
        return f"there is no {path}: SPI bus 0 has devices 0 and 1", "name one of these, or use a select_pin"
    if OF_DEBIAN.exists():
        overlay = "cardtable-spi" if device.bus == 0 else f"cardtable-spi{device.bus}"
        file = f"{OF_DEBIAN}-custom"
        return f"SPI is not enabled: there is no {path}", f"add dtoverlay={overlay} to {file}, as docs/image.md says"
    overlay = "dtparam=spi=on" if device.bus == 0 else f"dtoverlay=spi{device.bus}-3cs"
    does = " (sudo raspi-config nonint do_spi 0 does it)" if device.bus == 0 else ""
    return (
        f"SPI is not enabled: there is no {path}",
        f"add {overlay} to /boot/firmware/config.txt{does} and restart the Pi",
    )


def _on_the_header() -> list[Path]:
    """Return the header's SPI devices; on a Pi 5, spidev10.0 is the bootloader's flash, not a reader."""
    return sorted(device for device in DEV.glob("spidev*") if not device.name.startswith("spidev10."))
