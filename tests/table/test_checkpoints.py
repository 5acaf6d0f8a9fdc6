"""Checkpoints: a game goes on from one as it does from all its facts, and from none that may say anything else."""

import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

from table.facts import SECOND, ButtonDown, ButtonUp, CardArrived, ChoiceMade, GameStarted
from table.judging import referee
from table.judging.session import Session
from table.keeping import checkpoints
from table.keeping.journal import Journal
from table.keeping.records import Recorded
from table.running import live_game
from table.running.replaying import difference, replayed
from tests.emulated import TableInTime
from tests.table import damaged

SCRIPT = "mito/a-game.jsonl"
SAVED = 20


@pytest.fixture
def left(tmp_path: Path) -> Iterator[Journal]:
    """A journal with a game that was saved after fact 20."""
    with Journal(tmp_path / "table.db") as journal:
        game_id = damaged.play(journal, SCRIPT)
        with journal._writing():
            journal._end(game_id, ended=False)
        journal.save(game_id, SAVED, Session.replay(journal.facts(game_id)[: SAVED + 1])[0])
    with Journal(tmp_path / "table.db") as left:
        yield left


def running(journal: Journal) -> Recorded:
    found = journal.running()
    assert found is not None
    return found


def judged_from(journal: Journal) -> int:
    """Resume the game; return the first fact that was judged anew."""
    game = running(journal)
    session, since, brought = replayed(journal, game, journal.bodies(game.game_id))
    assert difference(journal, game, session, brought, since) is None
    assert session.view("host") == Session.replay(journal.facts(game.game_id))[0].view("host")
    return since


def test_only_the_facts_since_a_checkpoint_are_judged_again(left: Journal) -> None:
    assert judged_from(left) == SAVED + 1


def test_a_checkpoint_does_not_grow_with_a_long_game() -> None:
    session, t = Session(GameStarted(0, "mito", ["Ana", "Ben", "Cleo"])), SECOND
    session.take(CardArrived(t, "discard", "number2.1"))
    sizes = []
    for draws in (referee.MOST_UNDOS, referee.MOST_UNDOS):
        for draw in range(draws):
            t += SECOND
            session.take(ButtonDown(t, 1 + draw % 3))
            session.take(ButtonUp(t + SECOND // 10, 1 + draw % 3))
        sizes.append(len(pickle.dumps(session)))

    assert sizes[1] < 1.1 * sizes[0]
    session.take(ChoiceMade(t + SECOND, 0, "undo"))
    assert session.view("host").undo_to is not None


@pytest.mark.long
@pytest.mark.parametrize("harm", ["none", "cut", "open", "other program", "other rules", "other fact", "other game"])
def test_what_is_not_certain_is_judged_from_the_facts(
    left: Journal, harm: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = left._checkpoints.path
    match harm:
        case "none":
            path.unlink()
        case "cut":
            path.write_bytes(path.read_bytes()[:-1])
        case "open":
            path.chmod(0o620)
        case "other program":
            monkeypatch.setattr(checkpoints, "_program", lambda _: "another one")
        case "other rules":
            said = path.read_bytes()
            path.write_bytes(said.replace(b'"rules_version": "', b'"rules_version": "x'))
        case "other fact":
            left._connection.execute("UPDATE sums SET sum = sum + 1 WHERE number = ?", (SAVED,))
            assert left.saved(running(left)) is None
            left._connection.rollback()
            return
        case "other game":
            path.write_bytes(path.read_bytes().replace(b'{"game_id": 1,', b'{"game_id": 2,'))

    assert judged_from(left) == 0


def test_a_checkpoint_that_cannot_be_read_is_logged(left: Journal, capsys: pytest.CaptureFixture[str]) -> None:
    left._checkpoints.path.write_bytes(b"no JSON\nno pickle")

    assert judged_from(left) == 0
    assert "all of it is judged again" in capsys.readouterr().out


def test_a_table_saves_where_its_game_stands_while_it_plays(
    table: TableInTime, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_game, "EVERY", 3)
    for card in ("number2.1", "number3.1", "number4.1"):
        table.card(card).touches("discard")
    saved = journal.saved(running(journal))

    assert saved is not None
    assert judged_from(journal) == saved[0] + 1
