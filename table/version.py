"""The version of the program, and its commit."""

import re
import subprocess
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).parent.parent
COMMIT = Path(__file__).with_name("commit.txt")  # written by a build; an editable checkout has none


def version() -> str:
    """Return the version, and in brackets the commit if it is known: `1.0.0 (c3c53e781e90)`."""
    commit = _commit()
    return release() + (f" ({commit})" if commit else "")


def release() -> str:
    """Return only the version: `1.0.0`."""
    return metadata.version("cardtable")


def number(version: str) -> tuple[int, ...]:
    """Return a version as comparable numbers, without a suffix such as `rc1`.

    >>> number("1.10.0") > number("1.9.3"), number("1.0") == number("1.0.0"), number("1.0rc1")
    (True, True, (1,))
    """
    found = re.match(r"[0-9]+(?:\.[0-9]+)*", version)
    numbers = [int(part) for part in found[0].split(".")] if found else []
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


def _commit() -> str | None:
    """Return the commit's first 12 digits, with a `+` if files have changed since; None if unknown."""
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
