"""What pages are told in whole games: everybody's pictures in the playthroughs, and what the table answers after them.

`python -m tests.front.recorded <folder>` writes a file for each game: tests of the front end draw with nothing else.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from table import games
from table.board import Board, GameSnapshot, HostSnapshot, Snapshot
from table.event import Delivered
from table.games.game import HOST, SEALED
from table.judging.session import Session
from table.tagging.tagged_decks import Deck
from tests.replayed import PLAYTHROUGHS, facts_of
from tests.web.test_why import StubTable
from web.delivery.shown import shown
from web.server.app import create_app

PLAYED = ("mito-on-a-pile", "mytho-on-piles", "nur_mut-on-piles", "mythology_go-four-players")
_US = 1_000_000


def main(folder: Path) -> None:
    """Write down a game of each."""
    for name in PLAYED:
        recorded = game(PLAYTHROUGHS / f"{name}.jsonl")
        (folder / f"{recorded['game']}.json").write_text(json.dumps(recorded, ensure_ascii=False))


def game(path: Path) -> Mapping[str, Any]:
    """Play a game again. `seen`: what everybody sees, moment by moment, and each seat that sees more; `answers`."""
    pictures = list(played(path))
    seen = [json.dumps(_by_audience(snapshot), ensure_ascii=False) for snapshot in pictures]
    return {
        "game": pictures[0].game.view().game,
        "seen": [json.loads(text) for before, text in zip(["", *seen], seen, strict=False) if text != before],
        "answers": answers(pictures[-1]),
    }


def played(path: Path) -> Iterator[Snapshot]:
    """Play a game again, a snapshot for each fact."""
    started, *facts = facts_of(path)
    session = Session(started)
    deck = games.find(started.game).deck(None)
    decks = {started.game: Deck(started.game, started.game, {}, printed=deck, shipped=deck)}
    labels = {code: card.label for code, card in session.setup.cards.items()}
    delivered: dict[str, tuple[Delivered, ...]] = dict.fromkeys(session.audiences, ())
    for number, fact in enumerate([None, *facts]):
        for line in session.opening if fact is None else session.take(fact):
            delivered[line.audience] = (*delivered[line.audience], line)
        views = {audience: session.view(audience) for audience in session.audiences if audience not in (HOST, SEALED)}
        game = GameSnapshot(1, views, dict(delivered), labels, session.started, t=session.now / _US)
        yield Snapshot(number, game, host=HostSnapshot(decks=decks))


def answers(snapshot: Snapshot) -> Mapping[str, Any]:
    """Ask a table that shows a snapshot what pages ask of it; by path."""
    client = create_app(StubTable(Board(snapshot))).test_client()
    deck = f"/api/v1/decks/{snapshot.game.view().game}/cards"
    whys = [f"/api/v1/events/{event['seq']}/why" for event in shown(snapshot, "public")["news"]]
    return {path: _answer(client, path) for path in ["/api/v1/games", deck, *whys]}


def _answer(client: FlaskClient, path: str) -> Any:
    with client.get(path) as answer:
        assert answer.status_code == 200, path
        return answer.get_json()


def _by_audience(snapshot: Snapshot) -> Mapping[str, Any]:
    pictures = {audience: shown(snapshot, audience) for audience in snapshot.game.views}
    return {audience: seen for audience, seen in pictures.items() if audience == "public" or seen != pictures["public"]}


if __name__ == "__main__":
    main(Path(sys.argv[1]))
