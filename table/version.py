"""The version of the program, and its commit."""

import subprocess
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).parent.parent
COMMIT = Path(__file__).with_name("commit.txt")  # of what was built; an editable checkout has none


def version() -> str:
    """Return the version, and in brackets the commit if it is known: `1.0.0 (c3c53e781e90)`."""
    commit = _commit()
    return metadata.version("cardtable") + (f" ({commit})" if commit else "")


def _commit() -> str | None:
    """Return the first 12 digits of the commit, and a `+` if files differ from it; None if nothing tells."""
    if COMMIT.exists():
        return COMMIT.read_text(encoding="ascii").strip()
    if not (ROOT / ".git").exists():
        return None
    try:
        digits = _git("rev-parse", "--short=12", "HEAD")
        return digits + ("+" if _git("status", "--porcelain", "--untracked-files=no") else "")
    except (OSError, subprocess.CalledProcessError):  # no Git, or the folder is another user's
        return None


def _git(*arguments: str) -> str:
    said = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603, S607
    return said.stdout.strip()
