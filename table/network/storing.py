"""Where the Wi-Fi profile is stored so that it survives a reboot: netplan if it is in use, else a keyfile.

At every boot netplan generates NetworkManager's files in /run from those in /etc/netplan, including ours.
"""

import os
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path

from table.complaints import BadInput
from table.files import write_atomically
from table.network import profile
from table.network.wifi_name import WifiName
from table.values import Value

KEYFILE = Path("etc/NetworkManager/system-connections/cardtable.nmconnection")
NETPLAN = Path("etc/netplan/75-cardtable.yaml")
NAMES = Path("etc/NetworkManager/dnsmasq-shared.d/cardtable.conf")
_NETPLANS = ("etc/netplan", "run/netplan", "lib/netplan", "usr/lib/netplan")
_GENERATE_S = 60.0
# Nothing is asked of other name servers: a phone that is told a real address would try to reach it, and wait.
_ALL_NAMES = f"""\
# Every name leads to the table, so that its page opens by itself on phones.
address=/#/{profile.ADDRESS}
no-resolv
"""


class Storage(Value):
    """The files below a root, which is / but in tests."""

    root: Path = Path("/")

    @property
    def by_netplan(self) -> bool:
        """Return whether netplan manages the networks here."""
        told = (any((self.root / folder).glob("*.yaml")) for folder in _NETPLANS)
        return self._netplan() is not None and any(told)

    def write(self, wifi: WifiName) -> bool:
        """Write the profile; return whether it differs from what was there. Raise BadInput if it cannot be written."""
        ours, other = (NETPLAN, KEYFILE) if self.by_netplan else (KEYFILE, NETPLAN)
        sections = profile.sections(wifi)
        text = profile.as_netplan(sections) if ours == NETPLAN else profile.as_keyfile(sections)
        changed = [self._wrote(ours, text), self._wrote(NAMES, _ALL_NAMES), self._removed(other)]
        if any(changed):
            self._generate()
        return any(changed)

    def remove(self) -> None:
        """Remove what `write` wrote, wherever that was. Raise BadInput if it cannot be removed."""
        removed = [self._removed(path) for path in (NETPLAN, KEYFILE, NAMES)]
        if any(removed):
            self._generate()

    def _wrote(self, path: Path, text: str) -> bool:
        path = self.root / path
        with suppress(OSError):
            if path.read_text() == text:
                return False
        write_atomically(path, text.encode(), folder=True)
        return True

    def _removed(self, path: Path) -> bool:
        try:
            (self.root / path).unlink()
        except FileNotFoundError:
            return False
        except OSError as error:
            raise BadInput(f"{self.root / path}: this cannot be removed: {error.strerror or error}") from None
        return True

    def _netplan(self) -> str | None:
        if self.root == Path("/"):
            return shutil.which("netplan")
        return shutil.which("netplan", path=os.pathsep.join(str(self.root / folder) for folder in ("usr/sbin", "sbin")))

    def _generate(self) -> None:
        """Make netplan write NetworkManager's files, where it manages the networks."""
        netplan = self._netplan()
        if netplan is None:
            return
        try:
            subprocess.run([netplan, "generate"], capture_output=True, text=True, timeout=_GENERATE_S, check=True)  # noqa: S603
        except (OSError, subprocess.SubprocessError) as error:
            said = str(getattr(error, "stderr", "") or error).strip().splitlines()[-1]
            raise BadInput(f"netplan generate: {said}") from None
