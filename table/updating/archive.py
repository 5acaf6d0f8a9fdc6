"""The file format of signed updates, and checks whether this table may install one.

A file consists of the four lines of a minisign signature, followed by the signed payload: a tar archive of
`install.sh`, systemd units and wheels. The signed comment says what it is: `cardtable update 1.2.0 for arm64`.
"""

import base64
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import IO

from table.complaints import BadInput
from table.files import created
from table.saying import say
from table.values import Value
from table.version import number

KEY = Path("/etc/cardtable-update.pub")
MOST_BYTES = 200_000_000
PAYLOAD, SIGNATURE = "update.tar", "update.tar.minisig"
_LINES, _LONGEST_LINE = 4, 1_000
_COMMENT = b"untrusted comment:"
_ID = slice(2, 10)  # the bytes of a key's ID, after two letters for the algorithm
_CHUNK = 1 << 20
_LABEL = re.compile(r"cardtable update ([0-9]+(?:\.[0-9]+){0,5}) for ([a-z0-9]+)")
_PATIENCE_S = 600.0
NOT_SIGNED = say("This is not a signed update for a card table.")


class Label(Value):
    """The content of a signed comment: a version, and Debian's name for an architecture."""

    version: str
    architecture: str

    def __str__(self) -> str:
        return f"cardtable update {self.version} for {self.architecture}"


def label_of(comment: str) -> Label | None:
    """Return the label in a comment, or None if it is not the comment of an update.

    >>> label_of("cardtable update 1.2.0 for arm64")
    Label(version='1.2.0', architecture='arm64')
    """
    found = _LABEL.fullmatch(comment)
    return None if found is None else Label(found[1], found[2])


def part(file: IO[bytes], folder: Path) -> None:
    """Split an update into signature and payload in a folder, unverified. Raise BadInput if it has no signature.

    Raise OSError if the parts cannot be written.
    """
    lines = [file.readline(_LONGEST_LINE) for _ in range(_LINES)]
    if not lines[0].startswith(_COMMENT) or not all(line.endswith(b"\n") for line in lines):
        raise BadInput(NOT_SIGNED)
    with created(folder / SIGNATURE) as signature:
        signature.writelines(lines)
    left = MOST_BYTES
    with created(folder / PAYLOAD) as payload:
        while chunk := file.read(_CHUNK):
            left -= len(chunk)
            if left < 0:
                raise BadInput(say("An update has at most {count} MB.", count=MOST_BYTES // 1_000_000))
            payload.write(chunk)


def joined(signature: Path, payload: Path, update: Path) -> None:
    """Join a payload and its signature into an update."""
    with update.open("wb") as file:
        for each in (signature, payload):
            with each.open("rb") as body:
                shutil.copyfileobj(body, file)


def why_not(key: Path = KEY) -> BadInput | None:
    """Return the reason this table cannot verify updates at all, or None if it can."""
    if not key.exists():
        return BadInput(
            say(
                "This table takes no updates, because it has no key to check them with. Whoever built it adds one "
                "with {command}.",
                command="sudo ./install.sh --update-key FILE",
            )
        )
    if shutil.which("minisign") is None:
        return BadInput(
            say(
                "This table takes no updates, because minisign is missing: {command}",
                command="sudo apt install minisign",
            )
        )
    return None


def verified(folder: Path, key: Path = KEY) -> Label:
    """Return the label of a split update. Raise BadInput unless the owner of the key has signed every byte of it.

    Only minisign reads the payload.
    """
    if (missing := why_not(key)) is not None:
        raise missing
    theirs, ours = _key_id(folder / SIGNATURE), _key_id(key)
    if theirs is None:
        raise BadInput(NOT_SIGNED)
    if theirs != ours:
        raise BadInput(say("This update is signed with a key that this table does not trust."))
    asked = ["minisign", "-V", "-Q", "-p", str(key), "-x", str(folder / SIGNATURE), "-m", str(folder / PAYLOAD)]
    done = _run(asked)
    if done.returncode:
        raise BadInput(say("This update is damaged, or was changed after it was signed. Get it again."))
    label = label_of(done.stdout.strip())
    if label is None:
        raise BadInput(NOT_SIGNED)
    return label


def check(label: Label, version: str, *, again: bool = False, architecture: Callable[[], str] | None = None) -> None:
    """Raise BadInput unless an update is for this computer and, without `again`, newer than `version`."""
    ours = (architecture or architecture_here)()
    if label.architecture != ours:
        raise BadInput(
            say("This update is for {theirs}, and this table is {ours}.", theirs=label.architecture, ours=ours)
        )
    if again or number(label.version) > number(version):
        return
    if number(label.version) == number(version):
        raise BadInput(say("This table has version {version} already.", version=version))
    raise BadInput(say("This table has version {version}; {theirs} is older.", version=version, theirs=label.version))


def architecture_here() -> str:
    """Ask dpkg for Debian's name for this architecture, because a 64-bit kernel may run a 32-bit system."""
    return _run(["dpkg", "--print-architecture"]).stdout.strip()


def _run(command: list[str]) -> "subprocess.CompletedProcess[str]":
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=_PATIENCE_S, check=False)  # noqa: S603
    except (OSError, subprocess.SubprocessError) as error:
        raise BadInput(f"{command[0]}: {error}") from None


def _key_id(file: Path) -> bytes | None:
    """Return the ID of the key in a minisign file, or of the key that made a signature, or None if it has no ID."""
    lines = file.read_bytes().split(b"\n")
    try:
        return base64.b64decode(lines[1], validate=True)[_ID] or None
    except (IndexError, ValueError):
        return None
