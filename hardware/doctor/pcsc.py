"""Examines PC/SC readers: whether pcscd is running and accessible, and which program holds the reader."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from hardware.assembly import Assembly
from hardware.clock import Clock
from hardware.doctor.cures import explained
from hardware.doctor.findings import Asks, Finding
from hardware.pcsc import SEVERAL, PcscError
from hardware.plan import ReaderPlan

MODULES = Path("/proc/modules")
_NOT_THERE = ("SCARD_E_NO_READERS_AVAILABLE", "SCARD_E_UNKNOWN_READER")  # the second one if another reader is connected
_GRAB = ("pn533_usb", "pn533", "nfc")  # kernel drivers for the chip in many such readers (nfcpy #35)
_POLICY = (
    'polkit.addRule(function(action, subject) { if (/^org.debian.pcsc-lite/.test(action.id) && subject.user == "USER") '
    'return "yes"; });'
)
_CURES: Mapping[str, str] = {
    "SCARD_E_NO_SERVICE": "sudo apt install pcscd, then sudo systemctl enable --now pcscd.socket",
    "SCARD_E_SERVICE_STOPPED": "sudo systemctl restart pcscd.socket",
    "SCARD_W_SECURITY_VIOLATION": (
        f"write {_POLICY} with this user’s name (the service’s is cardtable) to "
        "/etc/polkit-1/rules.d/50-cardtable.rules, then sudo systemctl restart polkit"
    ),
    "SCARD_E_SHARING_VIOLATION": "stop that program: gpg’s scdaemon, an eID application or a browser may hold it",
    SEVERAL: "write a part of its name as reader in table.toml",
    "SCARD_E_UNKNOWN_READER": "check its cable, or write a part of another one’s name as reader in table.toml",
    "SCARD_E_NO_READERS_AVAILABLE": "check its cable and `lsusb`; `pcsc_scan -r` (of pcsc-tools) lists readers",
}
_ELSE = "pull its plug, put it in again, then sudo systemctl restart pcscd.socket"


def examine(
    assembly: Assembly, _clock: Clock, readers: Sequence[ReaderPlan], _watch_ns: int, _asks: Asks | None
) -> Iterator[Finding]:
    """Examine each reader without prompting the user."""
    for reader in readers:
        try:
            opened = assembly.reader(reader)
            opened.start()
            opened.poll()
        except PcscError as error:
            yield Finding(reader.name, "", *_explained(error))
        except OSError as error:
            yield Finding(reader.name, "", *explained(error, reader))
        else:
            yield Finding(reader.name, opened.chip)


def _explained(error: PcscError) -> tuple[str, str]:
    grabs = [name for name in _GRAB if name in _modules()] if error.code in _NOT_THERE else []
    if grabs:
        lines = "".join(f"blacklist {name}\\n" for name in _GRAB)
        return f"{error}, but the kernel’s module {grabs[0]} may hold one", (
            f"printf '{lines}' | sudo tee /etc/modprobe.d/cardtable.conf, then sudo modprobe -r {' '.join(grabs)}, "
            "then pull its plug and put it in again"
        )
    return str(error), _CURES.get(error.code, _ELSE)


def _modules() -> set[str]:
    """Return the names of the loaded kernel modules."""
    try:
        return {line.split(" ", 1)[0] for line in MODULES.read_text().splitlines()}
    except OSError:  # a kernel without modules
        return set()
