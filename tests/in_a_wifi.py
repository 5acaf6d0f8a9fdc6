"""`python -m tests.in_a_wifi FOLDER serve ...`: the command on a machine whose Wi-Fi and NetworkManager are played.

FOLDER/seen.json is what NetworkManager tells everybody, as `home_wifi.Seen`; it is read anew each time. FOLDER/door is
the socket at which the service asks to join. Started again by itself, the command has no Wi-Fi any more.
"""

import sys
from functools import partial
from pathlib import Path

from msgspec.json import decode

from table.cli.playing import serve
from table.network.home_wifi import HomeWifi, Seen
from tests.playing import COMMAND


def main() -> None:
    """Run the command line in that Wi-Fi."""
    folder = Path(sys.argv.pop(1))
    seen = folder / "seen.json"
    home_wifi = partial(HomeWifi, folder / "door", lambda: decode(seen.read_bytes(), type=Seen), folder)
    vars(serve)["HomeWifi"] = home_wifi
    from web.server.main import main as command

    sys.argv[0] = COMMAND
    command()


if __name__ == "__main__":
    main()
