"""The tags of a deck: one small TOML file per deck, next to the owner's corrections.

A line is `"04a1b2c3d4e5f6" = "number4.1"`: the full UID in lower-case hex, and the card's code. Changes are written
atomically and keep all other lines, including an owner's comments.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path

from table import files
from table.complaints import BadInput
from table.files import tighten, write_atomically
from table.saying import say

Tags = Mapping[bytes, str]

_UID = re.compile(r"([0-9a-f]{8}|[0-9a-f]{14}|[0-9a-f]{20})")
_LINE = re.compile(r"""[ \t]*(["']?)([0-9a-f]+)\1[ \t]*=""")


def path_of(database: Path, deck: str) -> Path:
    """Return the path of a deck's tags."""
    return database.parent / "decks" / f"{deck}.tags.toml"


def read(path: Path) -> dict[bytes, str]:
    """Return a deck's tags; empty if it has not been tagged. Raise BadInput, naming file and key, if a tag is invalid.

    A card may carry several tags (one on each side, or a spare); a tag belongs to one card.
    """
    tighten(path)
    return parsed(path, files.read(path))


def change(path: Path, *, forget: Collection[bytes] = (), add: Mapping[bytes, str] | None = None) -> None:
    """Remove tags, then add some; create the file if necessary. Raise BadInput, and change nothing, if that fails."""
    add, text = add or {}, files.read(path)
    before = parsed(path, text)
    gone = {uid.hex() for uid in (*forget, *add)}
    kept = "".join(line for line in text.splitlines(keepends=True) if _key(line) not in gone)
    if kept and not kept.endswith("\n"):
        kept += "\n"
    after = kept + "".join(f'"{uid.hex()}" = "{card}"\n' for uid, card in add.items())
    wanted = {uid: card for uid, card in before.items() if uid.hex() not in gone} | dict(add)
    if parsed(path, after) != wanted:
        raise BadInput(f"{path}: this cannot be changed line by line: write each tag on a line of its own")
    write_atomically(path, after.encode(), folder=True)


def parsed(path: Path, text: str) -> dict[bytes, str]:
    """Return the tags in a text. Raise BadInput, naming the file and the key, if a tag is invalid."""
    try:
        raw = files.parsed(text)
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None
    return {_uid(path, uid): _card(path, uid, card) for uid, card in raw.items()}


def shared_out(path: Path, home: Callable[[str], str]) -> dict[str, str]:
    """Split a file among the decks that have its cards; comments are copied to each. Raise BadInput as `read` does."""
    tighten(path)
    text = files.read(path)
    homes = {uid.hex(): home(card) for uid, card in parsed(path, text).items()}
    return {
        deck: "".join(line for line in text.splitlines(keepends=True) if homes.get(_key(line) or "", deck) == deck)
        for deck in homes.values()
    }


def uid_of(text: str) -> bytes:
    """Return the bytes of a UID in hex digits. Raise BadInput if the text is not hex, or not a full UID."""
    if not _UID.fullmatch(text):
        raise BadInput(say("{uid}: expected a UID in full, 4, 7 or 10 bytes of lower-case hex", uid=repr(text)))
    return bytes.fromhex(text)


def untagged(path: Path, tags: Tags, codes: Sequence[str]) -> int:
    """Return how many cards of a deck carry no tag. Raise BadInput if a tag is for a card that the deck lacks."""
    for uid, card in tags.items():
        if card not in codes:
            close = get_close_matches(card, codes, n=1)
            guess = f"; did you mean {close[0]}?" if close else ""
            raise BadInput(f"{path}: {uid.hex()}: the deck has no card {card!r}{guess}")
    return len(set(codes) - set(tags.values()))


def _key(line: str) -> str | None:
    found = _LINE.match(line)
    return None if found is None else found[2]


def _uid(path: Path, uid: str) -> bytes:
    try:
        return uid_of(uid)
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None


def _card(path: Path, uid: str, card: object) -> str:
    if not isinstance(card, str):
        raise BadInput(f"{path}: {uid}: expected the code of a card, not {card!r}")
    return card
