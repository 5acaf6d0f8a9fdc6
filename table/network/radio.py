"""Whether the Wi-Fi radio may send. On Raspberry Pi OS it may not until a country is set."""

from contextlib import suppress
from pathlib import Path

NO_COUNTRY = (
    "the Wi-Fi is blocked until the Pi knows in which country it is: `sudo raspi-config nonint do_wifi_country XX`,"
    " with the two letters of yours (DE, FR, GB, ...), tells it"
)
SWITCHED_OFF = "the Wi-Fi is switched off: `sudo nmcli radio wifi on` switches it on"
HARD_BLOCKED = "the Wi-Fi is switched off by a switch or a key of this machine"
_UNKNOWN_COUNTRY = "00"


def what_forbids(root: Path, *, wireless_on: bool) -> str | None:
    """Return why the radio may not send, with the cure; None if it may. `wireless_on` is what NetworkManager says."""
    radios = [path for path in (root / "sys/class/rfkill").glob("rfkill*") if _said(path / "type") == "wlan"]
    if any(_said(radio / "hard") == "1" for radio in radios):
        return HARD_BLOCKED
    if wireless_on and not any(_said(radio / "soft") == "1" for radio in radios):
        return None
    country = _said(root / "sys/module/cfg80211/parameters/ieee80211_regdom")
    return NO_COUNTRY if country in ("", _UNKNOWN_COUNTRY) and _is_pi(root) else SWITCHED_OFF


def _is_pi(root: Path) -> bool:
    return "Raspberry Pi" in _said(root / "proc/device-tree/model")


def _said(path: Path) -> str:
    with suppress(OSError, ValueError):
        return path.read_text().strip().strip("\0")
    return ""
