"""Which tag each card of a deck carries: one small TOML file for each game, beside the owner's corrections.

A line is `"04a1b2c3d4e5f6" = "number4.1"`: the UID in full, lower-case hex, and the card's code.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path

from table.complaints import BadInput

Tags = Mapping[bytes, str]

_UID = re.compile(r"([0-9a-f]{8}|[0-9a-f]{14}|[0-9a-f]{20})")


def path_of(database: Path, game: str) -> Path:
    """Tell where the tags of a game's deck are kept."""
    return database.parent / "decks" / f"{game}.tags.toml"


def read(path: Path) -> dict[bytes, str]:
    """Read the tags of a deck; none, if no deck was tagged yet. Raise BadInput, which names file and key.

    A card may carry several tags (one on each side, or a spare), a tag belongs to one card.
    """
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadInput(f"{path}: {error}") from None
    return {_uid(path, uid): _card(path, uid, card) for uid, card in raw.items()}


def untagged(path: Path, tags: Tags, codes: Sequence[str]) -> int:
    """Count the cards of a deck that carry no tag. Raise BadInput if a tag is for a card that is not in it."""
    for uid, card in tags.items():
        if card not in codes:
            close = get_close_matches(card, codes, n=1)
            guess = f"; did you mean {close[0]}?" if close else ""
            raise BadInput(f"{path}: {uid.hex()}: the deck has no card {card!r}{guess}")
    return len(set(codes) - set(tags.values()))


def _uid(path: Path, uid: str) -> bytes:
    if not _UID.fullmatch(uid):
        raise BadInput(f"{path}: {uid!r}: expected a UID in full, 4, 7 or 10 bytes of lower-case hex")
    return bytes.fromhex(uid)


def _card(path: Path, uid: str, card: object) -> str:
    if not isinstance(card, str):
        raise BadInput(f"{path}: {uid}: expected the code of a card, not {card!r}")
    return card
