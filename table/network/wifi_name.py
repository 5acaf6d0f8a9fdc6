"""The name and password of the table's own Wi-Fi: made once, easy to type, readable for root alone."""

import json
import secrets
from pathlib import Path

from segno.helpers import make_wifi_data

from table.complaints import BadInput
from table.files import opened, write_atomically
from table.values import Value, asdict

KEPT = Path("etc/cardtable/hotspot.json")
# Small letters only, so that a phone's keyboard shows them all at once; without l and o, which look like 1 and 0, and
# without i, which looks like l.
_LETTERS = "abcdefghjkmnpqrstuvwxyz"
_PASSWORD_LETTERS = 12  # 54 bits: a recorded join can be attacked offline without limit
_MARK_LETTERS = 3  # tells two tables in one house apart


class WifiName(Value):
    """The name and the password of a Wi-Fi."""

    ssid: str
    password: str

    def as_qr_text(self) -> str:
        """Return what a QR code has to say so that a phone offers to join."""
        text: str = make_wifi_data(self.ssid, self.password, "WPA")
        return text


def kept_or_made(root: Path) -> WifiName:
    """Return the name and password that are kept below a root; make and keep them the first time.

    Raise BadInput if the file is damaged, or cannot be written.
    """
    path = root / KEPT
    try:
        with opened(path) as file:
            return WifiName(**json.load(file))
    except FileNotFoundError:
        made = WifiName(f"cardtable-{_random(_MARK_LETTERS)}", _random(_PASSWORD_LETTERS))
        write_atomically(path, f"{json.dumps(asdict(made), indent=2)}\n".encode(), folder=True)
        return made
    except (OSError, ValueError, TypeError) as error:
        raise BadInput(f"{path}: this cannot be read ({error}); remove it, and a new password is made") from None


def _random(letters: int) -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(letters))
