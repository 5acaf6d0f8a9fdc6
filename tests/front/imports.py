"""What modules of the pages import, for `web/pages/imports.json`, and that of the club.

`make modules` writes it anew; a test says when that is due.
"""

import json
import subprocess
from collections.abc import Mapping
from pathlib import Path

from tests.front.api_types import NODE, ROOT
from web.pages.assets import IMPORTS

_CLUBS = ROOT / "club/cardtable_club/web/imports.json"
_SAYS = Path(__file__).parent / "imports.mjs"
_NODE = (NODE, "--experimental-vm-modules", "--no-warnings")


def written() -> Mapping[Path, str]:
    """Write down the imports of all modules, a line each, by file: a hub's stand in a file of their own."""
    said = subprocess.run([*_NODE, _SAYS], capture_output=True, text=True, check=True)
    lines: dict[Path, list[str]] = {IMPORTS: [], _CLUBS: []}
    for path, needs in json.loads(said.stdout).items():
        file = _CLUBS if path.startswith("/static/club/") else IMPORTS
        lines[file].append(f"  {json.dumps(path)}: {json.dumps(needs)}")
    return {file: "{\n" + ",\n".join(of) + "\n}\n" for file, of in lines.items()}


if __name__ == "__main__":
    for file, text in written().items():
        file.write_text(text)
