"""The computer's country, as two letters. It determines which channels Wi-Fi may use."""

import re
import subprocess
from contextlib import suppress
from pathlib import Path

from table.files import MOST_BYTES, text_of, write_atomically

KEPT = Path("etc/modprobe.d/cardtable-country.conf")
_IN_FORCE = Path("sys/module/cfg80211/parameters/ieee80211_regdom")
_UNKNOWN = "00"
_SET_S = 10.0
_EVERYBODY_READS = 0o644


def country_code(value: str) -> str | None:
    """Return a two-letter country code in capitals, or None if `value` is not two letters."""
    return value.upper() if re.fullmatch("[A-Za-z]{2}", value) else None


def text(country: str) -> str:
    """Return the text of the file that sets the kernel module's country at each boot."""
    return f"options cfg80211 ieee80211_regdom={country}\n"


def known(root: Path) -> str | None:
    """Return the country currently in effect in the system below `root`, or None if it is unknown."""
    with suppress(OSError, ValueError):
        said = (root / _IN_FORCE).read_text().strip()
        return None if said == _UNKNOWN else country_code(said)
    return None


def choose(country: str, root: Path) -> None:
    """Save the country so that it is set at every boot, and apply it now. Raise BadInput if it cannot be saved."""
    path = root / KEPT
    if not path.exists() or text_of(path, MOST_BYTES) != text(country):
        write_atomically(path, text(country).encode(), folder=True, mode=_EVERYBODY_READS)
    with suppress(OSError, subprocess.SubprocessError):  # without iw it takes effect at the next boot
        subprocess.run(["iw", "reg", "set", country], capture_output=True, timeout=_SET_S, check=True)  # noqa: S603, S607
