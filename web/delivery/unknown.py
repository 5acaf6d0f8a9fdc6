"""The unknown cards that people are asked about, without UIDs."""

from collections.abc import Mapping
from typing import Any

from table.board import Snapshot

NOTHING: Mapping[str, Any] = {"game": None, "unknown": [], "labels": []}  # when there is no such card


def asking(snapshot: Snapshot) -> dict[str, Any]:
    """Return the unknown cards and their possible names, for `claims.mjs`.

    `unknown` is a list of `alias` and `zone`, the newest last; `labels` a list of `label`, the `code` of a card that
    looks like it, and how many are `left` without a tag. No UID is in it.
    """
    unknown = [{"alias": one.alias, "zone": one.zone} for one in snapshot.host.unknown]
    started = snapshot.game.started
    if not unknown or started is None:
        return dict(NOTHING)
    tagged = {card for deck in snapshot.host.decks_for(started.game) for card in deck.tags.values()}
    labels: dict[str, dict[str, Any]] = {}
    for code, label in snapshot.game.labels.items():
        if code not in tagged:
            labels.setdefault(label, {"label": label, "code": code, "left": 0})["left"] += 1
    return {"game": started.game, "unknown": unknown, "labels": list(labels.values())}
