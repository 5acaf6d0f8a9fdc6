"""Every phase of every game with the most seats and the longest names: what a phone and a big screen are told of it.

Pictures come from a session that is given facts, as a table is; the room, which holds the hands, is made up.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from table import facts, games
from table.board import GameSnapshot, HostSnapshot, Snapshot
from table.facts import RobotKind
from table.games.game import HOST, SEALED
from table.judging.session import Session
from table.tagging.tagged_decks import Deck
from table.values import Value, field
from web.delivery.shown import shown

NAMES = [
    "Konstantina Aurelian",
    "Bartholomew Ravenswo",
    "Wilhelmina Hawthorne",
    "Maximilian Featherst",
    "Cassiopeia Longfello",
    "Alexandrina Montgome",
    "Theodorakis Vandermm",
    "Gwendolyn Abernathyy",
]
SEATS = {"mito": 5, "mytho": 6, "nur_mut": 7, "mythology_go": 8}
ROBOTS: Mapping[int, RobotKind] = {2: "easy", 4: "keen", 6: "easy", 8: "keen"}
OWN = 1  # the seat whose phone is looked at
_US = 1_000_000
Fact = tuple[float, str, Mapping[str, Any]]


class Phase(Value):
    """What has happened by then, and what the own seat holds; `picks` are cards of the hand that are picked."""

    facts: Sequence[Fact]
    hand: Sequence[str] = ()
    room: Mapping[str, Any] = field(default_factory=dict)
    mine: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    catalogue: Sequence[Mapping[str, Any]] | None = None
    picks: bool = False


def card(t: float, code: str, zone: str = "discard") -> Fact:
    return (t, "card_arrived", {"zone": zone, "card": code})


def press(t: float, seat: int, long: float = 0.1) -> list[Fact]:
    return [(t, "button_down", {"seat": seat}), (t + long, "button_up", {"seat": seat})]


def says(t: float, choice: str, value: Any = None, seat: int = 0) -> Fact:
    return (t, "choice_made", {"seat": seat, "choice": choice, "value": value})


def passes(t: float) -> Fact:
    return (t, "time_passed", {})


MITO_HAND = ["number3.1", "spider5.1", "number4.2", "mosquito1.1", "number2.3", "moth4.1", "number1.2", "ant2.1"]
LARGE = [f"{kind}{number}.{copy}" for copy in (1, 2, 3) for kind in ("number", "moth") for number in (1, 2, 3, 4, 5)][
    :22
]
BEGUN = [card(1, "number2.1")]
SLAPPED = [
    card(3, "mosquito3.1"),
    *(one for seat in range(2, 6) for one in press(3.2 + seat / 9, seat)),
    *press(4.1, 1),
]

LAST = {"code": "mosquito3.1", "label": "mosquito 3", "zone": "discard"}
GONE = [{"code": "moth2.1", "label": "moth 2"}]
COUNTED_OUT = [
    *BEGUN,
    *press(3, 2, 0.8),
    *(
        one
        for n, seat in enumerate((1, 3, 4, 5))
        for one in (card(6 + n, f"number{seat}.2", f"seat.{seat}"), *press(6.4 + n, seat))
    ),
    passes(14),
]

MITO = {
    "dealing": Phase([], room={"deal": True}),
    "first card": Phase([], MITO_HAND, room={"up": ["discard"]}),
    "turn": Phase([*BEGUN, passes(3)], MITO_HAND),
    "card picked": Phase([*BEGUN, passes(3)], MITO_HAND, picks=True),
    "large hand": Phase([*BEGUN, passes(3)], LARGE, picks=True),
    "correction": Phase([*BEGUN, card(3, "number5.1"), passes(5)], MITO_HAND),
    "race": Phase([*BEGUN, card(3, "mosquito3.1"), passes(3.5)], MITO_HAND),
    "after a race": Phase(
        [*BEGUN, *SLAPPED, passes(6)],
        MITO_HAND,
        mine={"owed": [{"to": 5, "count": 1}], "last": LAST},
    ),
    "a gift": Phase([*BEGUN, *SLAPPED, passes(6)], MITO_HAND, mine={"owed": [{"to": 5, "count": 2}]}, picks=True),
    "match race": Phase([*BEGUN, card(3, "cockroach3.1"), passes(3.6)], MITO_HAND),
    "question": Phase([*BEGUN, card(3, "cockroach3.1"), card(4, "number3.1"), passes(12)], MITO_HAND),
    "call": Phase([*BEGUN, card(3, "number3.1"), *press(5, 1), passes(7)], MITO_HAND),
    "count": Phase([*BEGUN, *press(3, 2, 0.8), passes(6)], MITO_HAND, mine={"gone": GONE}),
    "round over": Phase(COUNTED_OUT, MITO_HAND),
    "game over": Phase(COUNTED_OUT, MITO_HAND, options={"rounds": 1}),
}

MYTHO_HAND = ["7s", "kd", "3c", "10d", "5c"]
MANY_SUITED = [f"{rank}{suit}" for suit in "sd" for rank in ("a", *range(2, 11), "j", "q")][:22]
OPEN = [card(1, "7h", "visible"), passes(2)]
MYTHO = {
    "dealing": Phase([], room={"deal": True}),
    "first card": Phase([], MYTHO_HAND, room={"up": ["visible"]}),
    "turn": Phase(OPEN, MYTHO_HAND),
    "card picked": Phase(OPEN, MYTHO_HAND, picks=True),
    "large hand": Phase(OPEN, MANY_SUITED),
    "drawn": Phase([*OPEN, *press(3, 1), passes(5)], MYTHO_HAND),
    "correction": Phase([*OPEN, card(3, "kd", "visible"), passes(5)], MYTHO_HAND),
    "race": Phase([*OPEN, card(3, "3c", "hidden"), passes(4)], MYTHO_HAND),
    "contest": Phase([*OPEN, *press(3, 1), *press(5, 1), card(7, "3c", "hidden"), passes(7.5)], MYTHO_HAND),
    "after a contest": Phase([*OPEN, card(3, "3c", "hidden"), *press(4, 3), passes(5)], MYTHO_HAND),
    "turned over": Phase([*OPEN, card(3, "7s", "hidden"), *press(4, 3), passes(5)], MYTHO_HAND),
    "game over": Phase([*OPEN, card(3, "7s", "visible"), passes(5)], [], options={"hand_size": 1}),
}
NUR_MUT_PILES = [card(1, "nm09", "pile.1"), card(1.5, "nm45", "pile.2"), card(2, "nm81", "pile.3"), passes(3)]
PILE = {"pile": {"count": 6, "top": {"code": "nm12", "label": "1/2", "up": 1}}}
DOUBTFUL = [
    {"code": f"nm{n:02}", "faces": faces}
    for n, faces in enumerate(
        [
            [2, 2],
            [5, 5],
            [8, 8],
            [3, 3],
            [4, 4],
            [9, 9],
            [6, 6],
            [4, "joker"],
            [3, "joker"],
            *([5, 5] for _ in range(40)),
        ],
        1,
    )
]
NUR_MUT = {
    "first card": Phase([], ["nm12"], mine=PILE, room={"up": ["pile.1", "pile.2", "pile.3"]}),
    "turn": Phase(NUR_MUT_PILES, ["nm12"], mine=PILE),
    "card picked": Phase(NUR_MUT_PILES, ["nm12"], mine=PILE, picks=True),
    "courage": Phase([*NUR_MUT_PILES, *press(4, 1), passes(6)], ["nm12"], mine=PILE),
    "correction": Phase([*NUR_MUT_PILES, card(4, "nm22", "pile.3"), passes(6)], ["nm12"], mine=PILE),
    "question": Phase(
        [
            card(1, "nm01", "pile.1"),
            card(2, "nm02", "pile.2"),
            card(3, "nm03", "pile.3"),
            card(4, "nm08", "pile.2"),
            card(5, "nm09", "pile.2"),
            passes(12),
        ],
        ["nm12"],
        mine=PILE,
        options={"hand_size": 3},
        catalogue=DOUBTFUL,
    ),
    "game over": Phase(
        [*NUR_MUT_PILES, card(4, "nm12", "pile.1"), passes(9)],
        [],
        mine={"pile": {"count": 0, "top": None}},
        options={"hand_size": 1},
    ),
    "failed": Phase([*NUR_MUT_PILES, *press(4, 1), *press(6, 1, 0.8), passes(8)], ["nm12"], mine=PILE),
}
HANDS = ["zeus.1", "pilgrimage.1", "harpy.3", "troll.2", "elf.1", "djinn.1", "storm.1"]
ROWS = [
    "harpy.1",
    "troll.1",
    "elf.2",
    "dragon.1",
    "minotaur.1",
    "sphinx.1",
    "goblin.1",
    "cerberus.1",
    "werewolf.1",
    "phoenix.1",
    "harpy.2",
    "goblin.2",
    "gorgon.1",
    "satyr.1",
    "dragon.2",
    "elf.3",
]
LAID = [
    one
    for turn in range(2)
    for seat in range(1, 9)
    for t in [1 + 8 * turn + seat]
    for one in (card(t, ROWS[8 * turn + seat - 1], f"seat.{seat}"), says(t + 0.5, "end_turn"))
]
COUNTED = [*LAID, *(one for seat in range(1, 9) for one in press(20 + seat, seat)), passes(40)]
MYTHOLOGY_GO = {
    "dealing": Phase([], room={"deal": True}),
    "set-up": Phase([passes(1)], HANDS[:2]),
    "turn": Phase([*LAID, passes(20)], HANDS),
    "card picked": Phase([*LAID, passes(20)], HANDS[2:], picks=True),
    "laid": Phase([*LAID, card(21, "djinn.1", "seat.1"), passes(22)], HANDS[2:]),
    "large hand": Phase(
        [*LAID, passes(20)], [f"{name}.{n}" for name in ("harpy", "troll", "goblin") for n in range(1, 8)]
    ),
    "correction": Phase([*LAID, card(21, "dragon.1", "seat.1"), passes(22)], HANDS[2:]),
    "count": Phase([*LAID, passes(20)], [], options={"terrain_max": 2, "final_turns": 1}),
    "round over": Phase(COUNTED, [], options={"terrain_max": 2, "final_turns": 1}),
    "game over": Phase(COUNTED, [], options={"terrain_max": 2, "final_turns": 1, "rounds": 1}),
}
PHASES = {"mito": MITO, "mytho": MYTHO, "nur_mut": NUR_MUT, "mythology_go": MYTHOLOGY_GO}


@cache
def payload(game: str, phase: str, audience: str = f"seat:{OWN}") -> Mapping[str, Any]:
    """Return `picture` and `room` as the phone of the own seat, or everybody, is given them."""
    snapshot = played(game, phase)
    return {"picture": shown(snapshot, audience), "room": _room(snapshot.game, PHASES[game][phase])}


@cache
def played(game: str, name: str) -> Snapshot:
    """Return the table's picture of a phase."""
    robots = {seat: kind for seat, kind in ROBOTS.items() if seat <= SEATS[game]}
    return picture(game, NAMES[: SEATS[game]], PHASES[game][name], robots)


def picture(game: str, players: Sequence[str], phase: Phase, robots: Mapping[int, RobotKind]) -> Snapshot:
    """Return the picture of a table at which a phase has come about among these players."""
    began = {"game": game, "players": [*players], "options": dict(phase.options), "seed": 5}
    if phase.catalogue:
        began["catalogue"] = [*phase.catalogue]
    lines = [
        {"t": 0, "fact": "game_started", **began},
        *({"t": t, "fact": kind, **more} for t, kind, more in phase.facts),
    ]
    started, *seen = [facts.parse(json.dumps(line)) for line in lines]
    session = Session(started)
    delivered: dict[str, tuple[Any, ...]] = dict.fromkeys(session.audiences, ())
    for fact in [None, *seen]:
        for line in session.opening if fact is None else session.take(fact):
            delivered[line.audience] = (*delivered[line.audience], line)
    views = {audience: session.view(audience) for audience in session.audiences if audience not in (HOST, SEALED)}
    labels = {code: one.label for code, one in session.setup.cards.items()}
    deck = games.find(game).deck(None)
    decks = {game: Deck(game, game, {}, printed=deck, shipped=deck)}
    now = GameSnapshot(1, views, delivered, labels, session.started, t=session.now / _US, robots=robots)
    return Snapshot(1, now, host=HostSnapshot(decks=decks))


def _room(now: GameSnapshot, phase: Phase) -> Mapping[str, Any]:
    def named(codes: Iterable[str]) -> list[dict[str, str]]:
        return [{"code": code, "label": now.labels.get(code, code)} for code in codes]

    in_piles = "pile" in phase.mine
    mine = {"seat": OWN, "hand": named(phase.hand), "pile": None, "gone": [], "owed": [], "last": None, **phase.mine}
    return {
        "taken": [1, 2, 3],
        "coming": {},
        "practice": False,
        "claim": None,
        "deal": False,
        "up": [],
        "draw": "aside" if in_piles else "many",
        "sides": {},
        "strange": {},
        "asking": {"unknown": [], "labels": []},
        **phase.room,
        "mine": mine,
    }
