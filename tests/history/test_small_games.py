"""Small games, counted by hand: every number of every player is written out here."""

from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from table.complaints import BadInput
from table.games.mythology_go.events import AccusationSettled
from table.history.archive import Archive
from table.history.counting import Count
from table.history.importing import import_scripts
from tests.history.library import Facts, as_script


def seen(t: float, fact: str, **fields: Any) -> dict[str, Any]:
    return {"t": t, "fact": fact, **fields}


def lies(t: float, card: str, zone: str = "discard") -> dict[str, Any]:
    return seen(t, "card_arrived", zone=zone, card=card)


def presses(t: float, seat: int, *, s: float = 0.1) -> list[dict[str, Any]]:
    return [seen(t, "button_down", seat=seat), seen(round(t + s, 3), "button_up", seat=seat)]


def host(t: float, choice: str) -> dict[str, Any]:
    return seen(t, "choice_made", seat=0, choice=choice)


def mito(slaps: float = 2.7, *, out: int = 1) -> Facts:
    """Return a round of Mito.

    Ana lays a mosquito at 2 s; Ana `slaps`, Ben after 0.9 s, Cleo after 1.1 s. Ben lays a 4 and a moth as one at 6 s;
    Ana calls, and he is guilty. Cleo lays a 5 and a 2 as one, and nobody sees it. One is `out`, the other counts a 5,
    and Cleo three cards.
    """
    other = 3 - out
    return [
        seen(0, "game_started", game="mito", players=["Ana", "Ben", "Cleo"], options={"rounds": 1}, seed=5),
        lies(1, "number2.1"),
        lies(2, "mosquito3.1"),
        *presses(slaps, 1),
        *presses(2.9, 2),
        *presses(3.1, 3),
        *(lies(6, "number4.1"), lies(6.1, "moth4.1")),
        *presses(8, 1),
        *presses(10, 2, s=0.8),
        *(lies(13, "number5.1"), lies(13.1, "number2.2")),
        lies(15, "number4.2"),
        *presses(17, out, s=0.8),
        *(lies(20, "number5.2", f"seat.{other}"), *presses(21, other)),
        *(lies(22, "number3.1", "seat.3"), lies(23, "number3.2", "seat.3"), lies(24, "number3.3", "seat.3")),
        *presses(25, 3),
        seen(40, "time_passed"),
    ]


# Seat 2 is empty. Ana lays a king face down that does not fit: Cleo doubts it, and is right. Then Cleo lays one that
# fits: Dan doubts it, and is wrong. The host takes his doubt back, and later ends the game.
MYTHO = [
    seen(0, "game_started", game="mytho", players=["Ana", None, "Cleo", "Dan"], options={}, seed=5),
    lies(1, "5c", "visible"),
    lies(4, "kd", "hidden"),
    *presses(5.5, 3),
    seen(8, "card_left", zone="hidden", card="kd"), lies(9, "kd", "visible"),
    lies(20, "kh", "hidden"),
    *presses(21.5, 4),
    host(26, "undo"),
    host(60, "abort"),
]  # fmt: skip


def kept(game: Facts, folder: Path) -> Archive:
    import_scripts([as_script(game, folder)], folder / "table.db")
    return Archive(folder / "table.db")


def test_a_round_of_mito_with_a_race_a_call_and_two_cards_dropped_as_one(tmp_path: Path) -> None:
    with kept(mito(), tmp_path) as archive:
        game = archive.find(1).summary
        assert (game.rounds, game.termination, game.winners) == (1, "completed", (1,))
        assert game.totals == {1: 0, 2: 1, 3: 3}
        assert archive.tallies.counts(1) == {
            1: Count(won=True, points=0, times_ms=(700.0,), calls_right=1),
            2: Count(won=False, points=1, times_ms=(900.0,), bluffs_told=1, bluffs_doubted=1, bluffs_found_out=1),
            3: Count(won=False, points=3, times_ms=(1100.0,), last=1, bluffs_told=1),
        }
        (cleo,) = archive.tallies.person("Cleo")
        assert (cleo.games, cleo.wins, cleo.points) == (1, 0, 3)
        assert (cleo.races, cleo.median_ms, cleo.best_ms, cleo.last) == (1, 1100.0, 1100.0, 1)
        assert (cleo.bluffs_told, cleo.bluffs_doubted, cleo.bluffs_found_out) == (1, 0, 0)
        (ana,) = archive.tallies.person("Ana")
        assert (ana.wins, ana.streak, ana.longest_streak, ana.calls_right, ana.calls_wrong) == (1, 1, 1, 1, 0)


def test_doubts_of_mytho_of_which_one_is_taken_back(tmp_path: Path) -> None:
    with kept(MYTHO, tmp_path) as archive:
        game = archive.find(1).summary
        assert game.players == {1: "Ana", 3: "Cleo", 4: "Dan"}
        assert (game.rounds, game.termination, game.winners) == (0, "aborted", ())
        assert archive.tallies.counts(1) == {
            1: Count(won=False, points=0, bluffs_told=1, bluffs_doubted=1, bluffs_found_out=1),
            3: Count(won=False, points=0, calls_right=1),
            4: Count(won=False, points=0),
        }
        (dan,) = archive.tallies.person("Dan")
        assert (dan.games, dan.wins, dan.points, dan.calls_right, dan.calls_wrong) == (0, 0, 0, 0, 0)
        assert (dan.mu, dan.sigma) == pytest.approx((25.0, 8.333333333))


def test_three_games_make_a_standing(tmp_path: Path) -> None:
    """Ana slaps after 700 ms, 500 ms, and 600 ms; she wins, wins, and loses."""
    for number, game in enumerate([mito(), mito(2.5), mito(2.6, out=2)]):
        import_scripts([as_script(game, tmp_path, f"{number}")], tmp_path / "table.db")
    with Archive(tmp_path / "table.db") as archive:
        assert [archive.find(game_id).summary.winners for game_id in (1, 2, 3)] == [(1,), (1,), (2,)]
        (ana,) = archive.tallies.person("Ana")
        assert (ana.games, ana.wins, ana.points) == (3, 2, 1)
        assert (ana.races, ana.median_ms, ana.best_ms, ana.last) == (3, 600.0, 500.0, 0)
        assert (ana.streak, ana.longest_streak) == (0, 2)
        (ben,) = archive.tallies.person("Ben")
        assert (ben.games, ben.wins, ben.points, ben.median_ms, ben.streak) == (3, 1, 2, 900.0, 1)
        assert (ben.bluffs_told, ben.bluffs_doubted, ben.bluffs_found_out) == (3, 3, 3)
        assert ana.mu > 25 > archive.tallies.person("Cleo")[0].mu


def test_who_had_to_accuse_and_did_not_has_called_nothing() -> None:
    fields = {"seat": 2, "accused": None, "deity": None, "right": False, "text": ""}
    assert AccusationSettled.from_json(fields).statistics(()) == ()
    assert [statistic.kind for statistic in AccusationSettled.from_json({**fields, "accused": 1}).statistics(())] == [
        "call_wrong"
    ]


@pytest.mark.parametrize(
    ("robots", "seated", "kept"),
    [
        ({"2": "easy", "3": "easy"}, {"seat": 1, "kind": "easy"}, True),  # from the last person
        ({"1": "easy", "2": "easy", "3": "easy"}, {"seat": 1}, True),  # by a person
        ({"1": "easy", "2": "easy", "3": "easy"}, {"seat": 1, "kind": "keen"}, False),
    ],
)
def test_a_game_that_a_person_played_in_part_is_kept(
    tmp_path: Path, robots: dict[str, str], seated: dict[str, object], kept: bool
) -> None:
    started, *others = mito()
    facts = sorted([*others, seen(5, "robot_seated", **seated)], key=lambda fact: fact["t"])
    script = as_script([started | {"robots": robots}, *facts], tmp_path)

    with nullcontext() if kept else pytest.raises(BadInput, match="robots only"):
        import_scripts([script], tmp_path / "table.db")
