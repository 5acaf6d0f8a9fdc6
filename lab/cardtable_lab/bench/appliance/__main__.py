"""`python -m cardtable_lab.bench.appliance bookworm trixie bookworm-arm64`: installs the table in bare Debian roots.

It needs root, debootstrap and systemd-nspawn; for other architectures, qemu-user must be registered as well. The
commands and their output are written to docs/transcripts, with a line for each check. The exit status is 1 if a check
failed.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import mkdtemp

from cardtable_lab.bench.appliance import image
from cardtable_lab.bench.appliance.box import Box
from cardtable_lab.bench.appliance.by_phone import is_set_up
from cardtable_lab.bench.appliance.by_update import is_updated_by_signature
from cardtable_lab.bench.appliance.story import (
    ROOT,
    Story,
    Transcript,
    goes,
    has_a_read_only_root,
    installs,
    is_followed,
    is_watched,
    updates,
)
from cardtable_lab.roots import Image, built, remove

TRANSCRIPTS = ROOT / "docs/transcripts"
SUITES = ["bookworm", "trixie"]
CHAPTERS: dict[str, Callable[[Story], None]] = {
    "Install": installs, "The path of docs/hardware.md": is_followed, "Set up from a phone": is_set_up,
    "Watched": is_watched, "A read-only root": has_a_read_only_root, "Update": updates,
    "Signed updates": is_updated_by_signature, "Uninstall and purge": goes,
}  # fmt: skip


def main() -> None:
    """Run all chapters in each suite and write the transcripts."""
    folder = Path(os.environ.get("ROOTS") or mkdtemp(prefix="roots-"))
    wrong = 0
    for name in sys.argv[1:] or _usual():
        suite, _, architecture = name.partition("-")
        fresh = folder / f"{name}-in-use"
        remove(fresh)
        subprocess.run(["cp", "-a", built(suite, folder, architecture or None), fresh], check=True)  # noqa: S603, S607
        story = _in_an_image(fresh) if architecture else _in_a_box(fresh)
        wrong += story.wrong
        TRANSCRIPTS.mkdir(exist_ok=True)
        release = (fresh / "etc/debian_version").read_text().strip()
        kind = f"{suite}, {architecture} by qemu-user, not running" if architecture else suite
        text = "\n".join([f"A bare Debian {release} ({kind}), as debootstrap makes it.", *story.lines, ""])
        (TRANSCRIPTS / f"appliance-{name}.txt").write_text(text)
        print(text)
    sys.exit(1 if wrong else 0)


def _usual() -> list[str]:
    """Return both suites for this machine, and for every other architecture that it can run."""
    others = [architecture for architecture, runs_it in image.CAN_RUN.items() if runs_it.exists()]
    return SUITES + [f"{suite}-{architecture}" for architecture in others for suite in SUITES]


def _in_a_box(root: Path) -> Transcript:
    with Box(root, ROOT) as box:
        story = Story(box)
        for title, tell in CHAPTERS.items():
            story.lines += ["", f"== {title}"]
            tell(story)
    return story


def _in_an_image(root: Path) -> Transcript:
    with Image(root) as there:
        return image.tell(there)


if __name__ == "__main__":
    main()
