"""What the host wants to keep: every game, unless keeping is switched off or a game is exempt."""

from table.history.archive import Archive

_OFF, _WITHOUT = "off", "without"
_MOST = 1_000  # how many exempt games are remembered; older ones left the journal long ago


def keeps(archive: Archive) -> bool:
    """Return whether games are kept at all."""
    return not archive.wish(_OFF)


def keep(archive: Archive, *, on: bool) -> None:
    """Switch the keeping of games on or off."""
    archive.note(_OFF, not on)


def is_wanted(archive: Archive, game_id: int) -> bool:
    """Return whether to keep a game."""
    return keeps(archive) and game_id not in (archive.wish(_WITHOUT) or ())


def leave_out(archive: Archive, game_id: int, *, out: bool) -> None:
    """Exempt a game and remove it from the archive or, if `out` is False, lift the exemption."""
    without = [other for other in archive.wish(_WITHOUT) or () if other != game_id]
    archive.note(_WITHOUT, [*without, *([game_id] if out else ())][-_MOST:])
    if out and archive.has([game_id]):
        archive.remove(game_id)
