"""What modules of the pages import, for `web/pages/imports.json`.

`make modules` writes it anew; a test says when that is due.
"""

import json
import subprocess
from pathlib import Path

from tests.front.api_types import NODE
from web.pages.assets import IMPORTS

_SAYS = Path(__file__).parent / "imports.mjs"
_NODE = (NODE, "--experimental-vm-modules", "--no-warnings")


def written() -> str:
    """Write down the imports of all modules, a line each."""
    said = subprocess.run([*_NODE, _SAYS], capture_output=True, text=True, check=True)
    lines = (f"  {json.dumps(path)}: {json.dumps(needs)}" for path, needs in json.loads(said.stdout).items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    IMPORTS.write_text(written())
