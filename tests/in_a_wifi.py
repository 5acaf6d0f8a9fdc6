"""`python -m tests.in_a_wifi FOLDER serve ...`: the command on a machine with a simulated Wi-Fi and NetworkManager.

FOLDER/seen.json is what NetworkManager reports, as `home_wifi.Seen`; it is read each time. FOLDER/door is the socket
where the service asks to join a Wi-Fi. If the command restarts itself, it no longer has the simulated Wi-Fi.
"""

import sys
from functools import partial
from pathlib import Path

from msgspec.json import decode

from table.cli.playing import serve
from table.network.home_wifi import HomeWifi, Seen
from tests.playing import COMMAND


def main() -> None:
    """Run the command line with the simulated Wi-Fi."""
    folder = Path(sys.argv.pop(1))
    seen = folder / "seen.json"
    home_wifi = partial(HomeWifi, folder / "door", lambda: decode(seen.read_bytes(), type=Seen), folder)
    vars(serve)["HomeWifi"] = home_wifi
    from web.server.main import main as command

    sys.argv[0] = COMMAND
    command()


if __name__ == "__main__":
    main()
