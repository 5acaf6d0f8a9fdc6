"""People at an emulated table: what they lay goes through the drivers, and they do what the table tells them."""

import json
import stat
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from table.cards import shipped_deck
from table.complaints import BadInput
from table.emulated import handling, sight
from table.emulated.people import People, Stack
from table.event import Delivered
from table.games.game import PUBLIC, prepare
from table.games.nur_mut.events import PileRefilled, PileTaken
from table.keeping.journal import Journal
from table.running.messages import Choose
from table.tagging.desk import NameTag
from table.values import replace, to_json
from table.wiring.emulated import emulated_hardware
from tests.emulated import TableInTime, UntaggedTable
from tests.robots.counted import differences

DECK = [str(card["code"]) for card in shipped_deck("mito")]


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "table.db.people"


@pytest.fixture
def people(table: TableInTime, kept: Path) -> People:
    tabletop = table.hardware.tabletop
    assert tabletop is not None
    people = People(tabletop, keep=kept)
    people.follow(table.controller.board.snapshot)
    return people


@pytest.fixture
def hidden(journal: Journal) -> Iterator[TableInTime]:
    """A table at which a card was laid face down, which is a lie: Ana’s 3 of clubs on the 7 of hearts."""
    with TableInTime(journal, game="mytho") as table:
        table.starts("mytho", "Ana", "Ben", "Cleo")
        people = people_of(table)
        people.follow(table.controller.board.snapshot)
        people.deal(Stack(1, ("3c", "kd", "10d", "5c", "7s"), ("7h",)))
        see(table, people)
        people.lay(1, ["3c"], "hidden")
        see(table, people)
        assert table.view["race"]["race"] == "contest"
        yield table


@pytest.fixture
def terrains(journal: Journal) -> Iterator[tuple[TableInTime, People]]:
    """A game of Mythology GO, dealt; Ana has the turn and has drawn."""
    with TableInTime(journal, game="mythology_go") as table:
        table.starts("mythology_go", "Ana", "Ben")
        people = people_of(table)
        people.follow(table.controller.board.snapshot)
        people.deal()
        people.draw(1, 9)
        yield table, people


def creature(people: People) -> str:
    """Return the name of a card in Ana's hand that may be the first on a terrain, open or closed."""
    cards = {str(card["code"]): card for card in shipped_deck("mythology_go")}
    fits = (card for card in people.held.hand(1) if cards[card]["kind"] == "creature" and not card.startswith("satyr"))
    return next(fits)


def plays_one(table: TableInTime, people: People) -> str:
    """Let Ana lay a card openly and end her turn; return the card."""
    card = creature(people)
    people.lay(1, [card], "seat.1")
    see(table, people)
    table.seat(1).taps()
    see(table, people)
    return card


def people_of(table: TableInTime) -> People:
    people = table.people
    assert people is not None
    return people


def contested(table: TableInTime) -> People:
    """Let Ben contest it."""
    people = people_of(table)
    table.seat(2).taps()
    see(table, people)
    assert table.view["correction"] == {"zone": "hidden", "cards": [], "to": "visible"}
    return people


def see(table: TableInTime, people: People, ms: float = 800) -> None:
    table.runs(ms)
    people.follow(table.controller.board.snapshot)


def stacked(*hand: str, up: str) -> Stack:
    """Stack a deck so that seat 1 gets these cards, and some that matter to nobody."""
    others = [str(card["code"]) for card in shipped_deck("mito") if card["kind"] == "moth"]
    return Stack(1, (*hand, *others[: 8 - len(hand)]), (up,))


def test_cards_are_dealt_and_the_first_one_is_turned_up_on_its_pad(table: TableInTime, people: People) -> None:
    people.deal()
    see(table, people)

    assert {seat: len(hand) for seat, hand in people.held.hands.items()} == {1: 8, 2: 8, 3: 8}
    assert table.view["piles"]["discard"]["top"] == people.held.pile("discard")[-1]
    assert "guard" not in [card for hand in people.held.hands.values() for card in hand]


def test_a_round_is_dealt_once(table: TableInTime, people: People) -> None:
    assert people.is_to_deal(table.controller.board.snapshot.game)
    people.deal()

    assert not people.is_to_deal(table.controller.board.snapshot.game)
    with pytest.raises(BadInput, match="nothing to deal"):
        people.deal()


def test_two_who_deal_at_once_deal_once(table: TableInTime, people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    refused: list[BadInput] = []

    def deals() -> None:
        try:
            people.deal()
        except BadInput as error:
            refused.append(error)

    second = threading.Thread(target=deals)

    def slowly(*given: Any) -> Any:
        monkeypatch.setattr(sight, "prepare", prepare)
        second.start()
        second.join(0.3)  # the other one deals while this one is at it, unless it has to wait
        return prepare(*given)

    monkeypatch.setattr(sight, "prepare", slowly)
    people.deal()
    second.join()

    assert [str(error) for error in refused] == ["there is nothing to deal now"]


def test_a_picture_that_comes_late_changes_nothing(table: TableInTime, people: People) -> None:
    late = table.controller.board.snapshot
    table.starts("mito", "Ana", "Ben", "Cleo")
    see(table, people)
    people.deal()
    before = people.held

    people.follow(late)

    assert people.held == before
    assert late.game.game_id != table.controller.board.snapshot.game.game_id


def test_a_card_of_a_hand_is_played_and_refused_and_taken_back(table: TableInTime, people: People) -> None:
    people.deal(stacked("number3.1", "number5.1", up="number2.1"))
    see(table, people)
    people.lay(1, ["number5.1"], "discard")
    see(table, people)
    assert table.view["correction"] == {"zone": "discard", "cards": ["number5.1"]}

    people.take(1, "number5.1")
    see(table, people)
    assert table.view["correction"] is None
    people.lay(1, ["number3.1"], "discard")
    see(table, people)

    assert table.view["turn"] == 2
    assert "number5.1" in people.held.hand(1)
    assert "number3.1" not in people.held.hand(1)


def test_two_cards_dropped_as_one_leave_the_hand_and_the_table_tells_of_one(table: TableInTime, people: People) -> None:
    people.deal(stacked("number3.1", "number5.1", up="number2.1"))
    see(table, people)

    people.lay(1, ["number3.1", "number5.1"], "discard")
    see(table, people)

    assert len(people.held.hand(1)) == 6
    assert table.view["piles"]["discard"]["count"] == 2


def test_a_card_that_lies_under_another_is_pulled_out_without_touching_the_pad(
    table: TableInTime, people: People
) -> None:
    people.deal(stacked("number3.1", "number5.1", up="number2.1"))
    see(table, people)
    people.lay(1, ["number5.1", "number3.1"], "discard")
    see(table, people)
    names, seen = table.event_names(), []
    table.hardware.tabletop.watched.append(seen.append)

    people.take(1, "number5.1")
    see(table, people)

    assert "number5.1" in people.held.hand(1)
    assert (seen, table.event_names()) == ([], names)


def test_a_card_that_the_table_has_not_read_yet_is_not_the_last_play(table: TableInTime) -> None:
    """Whoever touched the pad with it again before it was read would take it back, and the table take it for a play."""
    people = people_of(table)
    people.follow(table.controller.board.snapshot)
    people.deal(stacked("number3.1", "number5.1", up="number2.1"))
    see(table, people)
    people.lay(1, ["number3.1"], "discard")
    see(table, people)
    people.lay(1, ["number5.1"], "discard")

    with pytest.raises(BadInput, match="only a card in the wrong place, or your last play, can be taken back"):
        people.take(1, "number5.1")
    see(table, people)
    assert [*differences(table)] == []
    assert table.view["correction"] == {"zone": "discard", "cards": ["number5.1"]}


def test_who_drew_for_a_last_card_puts_it_back_and_draws_it_again_if_it_was_none(table: TableInTime) -> None:
    """MITO-T-06, MITO-T-08: the table counts the hands like that; an undo takes both back, too."""
    people = people_of(table)
    people.follow(table.controller.board.snapshot)
    people.deal(stacked("ant3.1", up="number2.1"))
    see(table, people)
    dealt = people.held
    people.lay(1, ["ant3.1"], "discard")
    see(table, people)
    drawn = people.held
    assert [len(drawn.hand(seat)) for seat in (2, 3)] == [9, 9]
    assert [*differences(table)] == []

    for hands in (dealt, drawn, dealt):
        table.seat(1).holds()
        see(table, people)
        assert [people.held.hand(seat) for seat in (2, 3)] == [hands.hand(seat) for seat in (2, 3)]
        assert people.held.draw == hands.draw
        assert [*differences(table)] == []

    table.controller.take(Choose(0, "undo"))
    see(table, people)
    assert [len(people.held.hand(seat)) for seat in (2, 3)] == [9, 9]
    assert [*differences(table)] == []


def test_who_taps_to_draw_has_drawn(table: TableInTime, people: People) -> None:
    people.deal(stacked("number3.1", up="number2.1"))
    see(table, people)

    table.seat(1).taps()
    see(table, people)

    assert len(people.held.hand(1)) == 9


def test_a_card_that_was_turned_over_is_brought_to_the_visible_pile(hidden: TableInTime) -> None:
    people = contested(hidden)

    people.move("3c", "visible")
    see(hidden, people)

    assert hidden.view["correction"] is None, "its pad was touched"
    assert people.held.pile("visible") == ("7h", "3c")
    assert people.held.pile("hidden") == ()


def test_of_several_hidden_cards_that_lie_wrong_each_comes_off_with_its_own_touch(hidden: TableInTime) -> None:
    people, table = people_of(hidden), hidden.controller.board

    for card, zone in (("kd", "hidden"), ("10d", "hidden"), ("5c", "visible")):
        people.lay(1, [card], zone)
        see(hidden, people)
    assert (hidden.view["piles"]["hidden"]["wrong"], hidden.view["correction"]["zone"]) == (2, "visible")
    assert people.mislaid(1, table.snapshot.game) == "5c"

    people.take(1, "kd")  # it lies under the other
    see(hidden, people)
    assert (people.held.pile("hidden"), hidden.view["piles"]["hidden"]["wrong"]) == (("3c", "10d"), 1)

    people.take(1, "5c")
    see(hidden, people)
    assert people.mislaid(1, table.snapshot.game) == "10d"

    people.take(1, "10d")
    assert people.mislaid(1, table.snapshot.game) is None, "it is on its way"
    see(hidden, people)
    assert (people.held.pile("hidden"), set(people.held.hand(1))) == (("3c",), {"kd", "10d", "7s", "5c"})
    assert hidden.view["correction"] is None


def test_a_card_that_touches_its_pad_only_later_is_not_taken_for_the_last_play(hidden: TableInTime) -> None:
    people = people_of(hidden)

    people.lay(1, ["kd"], "hidden")
    with pytest.raises(BadInput, match="can be taken back"):
        people.take(1, "kd")


def test_what_a_robot_has_played_is_not_mislaid_when_a_card_of_somebody_else_is(hidden: TableInTime) -> None:
    people = people_of(hidden)

    people.lay(3, [people.held.hand(3)[0]], "hidden")  # out of turn
    see(hidden, people)

    assert hidden.view["correction"] == {"zone": "hidden", "cards": []}
    assert people.mislaid(1, hidden.controller.board.snapshot.game) is None
    with pytest.raises(BadInput, match="can be taken back"):
        people.take(1, "3c")


def test_only_what_lies_open_is_moved(hidden: TableInTime) -> None:
    people = people_of(hidden)
    mine = people.held.hand(1)[0]

    for card in ("3c", mine, people.held.draw[-1], "joker"):
        with pytest.raises(BadInput, match="card: only what lies open on another pile can be moved"):
            people.move(card, "visible")
    see(hidden, people)

    assert people.held.pile("hidden") == ("3c",)
    assert hidden.view["race"] is not None, "no pad was touched"


@pytest.mark.parametrize("zone", ["discard", "seat.1", "deck.scan"])
def test_cards_are_moved_to_piles_of_the_game_that_is_on(hidden: TableInTime, zone: str) -> None:
    with pytest.raises(BadInput, match=f"zone: this game has no pile called '{zone}'"):
        people_of(hidden).move("7h", zone)


def test_cards_are_moved_between_piles_not_to_pads_of_seats(table: TableInTime, people: People) -> None:
    people.deal(stacked("number3.1", up="number2.1"))
    see(table, people)

    with pytest.raises(BadInput, match=r"no pile called 'seat\.1'"):
        people.move("number2.1", "seat.1")


def test_a_liar_draws_out_of_the_challengers_hand(hidden: TableInTime) -> None:
    before = people_of(hidden).held

    people = contested(hidden)

    lost = set(before.hand(2)) - set(people.held.hand(2))
    assert len(lost) == 1
    assert lost <= set(people.held.hand(1))
    assert (len(people.held.hand(1)), people.held.owed) == (len(before.hand(1)) + 2, ()), "and one of the draw pile"
    assert [seat["hand"] for seat in hidden.view["seats"]] == [len(people.held.hand(seat)) for seat in (1, 2, 3)]


def test_a_contest_that_was_none_sends_every_card_back(hidden: TableInTime) -> None:
    before = people_of(hidden).held
    people = contested(hidden)
    people.move("3c", "visible")
    see(hidden, people)

    hidden.controller.take(Choose(0, "undo"))
    see(hidden, people)

    assert {seat: set(people.held.hand(seat)) for seat in (1, 2, 3)} == {s: set(before.hand(s)) for s in (1, 2, 3)}
    assert (people.held.piles, people.held.draw) == ({**before.piles, "visible": ("7h",)}, before.draw)


def test_a_card_that_was_laid_face_down_goes_back_to_its_hand(hidden: TableInTime) -> None:
    people = people_of(hidden)

    hidden.controller.take(Choose(0, "undo"))
    see(hidden, people)

    assert "3c" in people.held.hand(1)
    assert people.held.pile("hidden") == ()


def test_of_the_hidden_pile_all_cards_are_shuffled(hidden: TableInTime) -> None:
    people = people_of(hidden)
    see(hidden, people, 6_000)

    hidden.controller.take(Choose(0, "reshuffled"))
    see(hidden, people)

    assert people.held.pile("hidden") == ()
    assert people.held.pile("visible") == ("7h",)
    assert "3c" in people.held.draw


def test_a_first_card_is_turned_up_where_the_game_wants_it(journal: Journal) -> None:
    with TableInTime(journal, game="mytho") as table:
        people = people_of(table)
        assert people.turns_up(table.controller.board.snapshot.game) == (), "no game is on"
        table.starts("mytho", "Ana", "Ben", "Cleo")
        people.follow(table.controller.board.snapshot)
        assert people.turns_up(table.controller.board.snapshot.game) == (), "no card has been dealt"

        people.deal()
        assert people.turns_up(table.controller.board.snapshot.game) == ("visible",)
        see(table, people)

        assert people.turns_up(table.controller.board.snapshot.game) == (), "it lies there"


def test_what_the_host_takes_back_goes_back_to_the_hands(table: TableInTime, people: People) -> None:
    people.deal(stacked("number3.1", up="number2.1"))
    see(table, people)
    people.lay(1, ["number3.1"], "discard")
    see(table, people)

    table.controller.take(Choose(0, "undo"))
    see(table, people)

    assert "number3.1" in people.held.hand(1)
    assert people.held.pile("discard") == ("number2.1",)


def test_a_hand_is_counted_by_touching_it_to_its_pad(table: TableInTime, people: People) -> None:
    people.deal(stacked("number3.1", up="number2.1"))
    see(table, people)
    table.seat(1).holds()

    people.show(2)
    see(table, people, 3500)

    assert [seat["counting"] for seat in table.view["seats"]] == [None, 8, 0]
    assert len(people.held.hand(2)) == 8, "they stay in the hand"


def test_only_a_first_card_is_turned_up(table: TableInTime, people: People) -> None:
    with pytest.raises(BadInput, match="have not been dealt"):
        people.turn_up()
    people.deal(stacked("number3.1", up="number2.1"))
    see(table, people)
    before = people.held

    with pytest.raises(BadInput, match="lies there already"):
        people.turn_up()

    assert people.held == before


def test_what_people_hold_outlasts_the_table(table: TableInTime, people: People, kept: Path) -> None:
    people.deal(stacked("number3.1", up="number2.1"))
    see(table, people)
    people.lay(1, ["number3.1"], "discard")
    see(table, people)
    assert table.hardware.tabletop is not None

    others = People(table.hardware.tabletop, keep=kept)
    others.follow(table.controller.board.snapshot)

    assert others.held == people.held
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


def test_hands_of_another_databases_game_of_the_same_number_are_not_believed(
    table: TableInTime, people: People, kept: Path, tmp_path: Path
) -> None:
    people.deal()
    see(table, people)
    assert table.hardware.tabletop is not None
    others = People(table.hardware.tabletop, keep=kept)
    snapshot = table.controller.board.snapshot
    started = snapshot.game.started
    assert started is not None

    game = replace(snapshot.game, started=replace(started, seed=started.seed + 1))
    others.follow(replace(snapshot, game=game))

    assert others.held.hands == {}


def test_hands_that_were_put_into_the_file_are_believed(table: TableInTime, kept: Path) -> None:
    game_id = table.controller.board.snapshot.game.game_id
    kept.write_text(json.dumps({"held": {"dealt_for": [game_id, 1], "hands": {1: ["number3.1"]}}, "game_id": game_id}))
    assert table.hardware.tabletop is not None

    people = People(table.hardware.tabletop, keep=kept)
    people.follow(table.controller.board.snapshot)

    assert people.held.hand(1) == ("number3.1",)
    assert json.loads(kept.read_text())["seed"] is not None, "once"


def test_hands_are_dealt_anew_where_their_file_is_damaged(table: TableInTime, kept: Path) -> None:
    kept.write_text("{")
    assert table.hardware.tabletop is not None

    people = People(table.hardware.tabletop, keep=kept)
    people.follow(table.controller.board.snapshot)

    assert people.is_to_deal(table.controller.board.snapshot.game)


def test_a_new_game_collects_all_cards(table: TableInTime, people: People) -> None:
    people.deal()
    see(table, people)

    table.starts("mito", "Ana", "Ben", "Cleo")
    see(table, people)

    assert people.held.hands == {}
    assert people.is_to_deal(table.controller.board.snapshot.game)


@pytest.mark.parametrize("cards", [[], ["number3.1", "number3.1"], ["number3.1", "number5.1", "number1.1"]])
def test_one_or_two_cards_are_laid_at_once(people: People, cards: list[str]) -> None:
    with pytest.raises(BadInput, match="expected 1 to 2 different cards"):
        people.lay(1, cards, "discard")


def test_a_card_that_was_moved_to_the_wrong_pile_goes_back_to_where_it_was_played(
    terrains: tuple[TableInTime, People],
) -> None:
    table, people = terrains
    card = plays_one(table, people)
    people.move(card, "discard", by=1)
    see(table, people)
    assert table.view["correction"] == {"zone": "discard", "cards": [card]}

    people.take(1, card)
    see(table, people)

    assert table.view["correction"] is None
    assert (people.held.pile("discard"), people.held.pile("seat.1")) == ((), (card,))


@pytest.mark.parametrize("zone", ["deck.scan", "visible", "hidden", "attic"])
def test_cards_are_laid_on_the_pads_of_the_game_that_is_on(journal: Journal, zone: str) -> None:
    with TableInTime(journal) as table:
        pads = [["discard", "visible", "deck.scan"], ["hidden"]]
        table.hardware = emulated_hardware(pads=pads, seats=3, cards=DECK, clock=table.clock)
        assert table.hardware.tabletop is not None
        people = People(table.hardware.tabletop)
        table.starts("mito", "Ana", "Ben", "Cleo")
        people.follow(table.controller.board.snapshot)
        people.deal()
        before = people.held

        with pytest.raises(BadInput, match=f"zone: this game has none called '{zone}'"):
            people.lay(1, people.held.hand(1)[:1], zone)

        assert people.held == before


def test_nothing_is_dealt_without_a_game(journal: Journal) -> None:
    with TableInTime(journal) as table:
        assert table.hardware.tabletop is not None
        people = People(table.hardware.tabletop)
        people.follow(table.controller.board.snapshot)

        for act in (people.deal, people.turn_up):
            with pytest.raises(BadInput):
                act()


def test_a_card_that_the_table_takes_for_another_of_its_kind_is_taken_back(journal: Journal, tmp_path: Path) -> None:
    with UntaggedTable(journal, tmp_path / "table.db") as table:
        assert table.hardware.tabletop is not None
        people = People(table.hardware.tabletop, tags=table.hardware.emulated_tags)
        table.starts("mito", "Ana", "Ben", "Cleo")
        people.follow(table.snapshot)
        people.deal(stacked("number5.4", up="number2.4"))
        for label in ("2", "5"):
            see(table, people)
            table.controller.take(NameTag(table.unknown[-1], label))
            see(table, people)
            if label == "2":
                people.lay(1, ["number5.4"], "discard")
        assert table.view["correction"] == {"zone": "discard", "cards": ["number5.1"]}

        people.take(1, "number5.1")
        see(table, people, 1200)

        assert table.view["correction"] is None
        assert "number5.4" in people.held.hand(1)


# Each seat's pile from its top on, with side 0 up; then a 1, a 5 and a 9 that are turned up.
PILED = [
    "nm01", "nm02", "nm03", "nm04", "nm05", "nm06", "nm07", "nm08", "nm11", "nm12",
    "nm13", "nm14", "nm15", "nm16", "nm17", "nm19", "nm21", "nm22", "nm23", "nm24",
    "nm25", "nm26", "nm28", "nm29", "nm30", "nm31", "nm32", "nm33", "nm34", "nm35",
    "nm09", "nm45", "nm81",
]  # fmt: skip
FIRST, SECOND, THIRD = (tuple(PILED[n : n + 10]) for n in (0, 10, 20))


@pytest.fixture
def piled(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> Iterator[TableInTime]:
    """A table of a game whose hands lie as piles, at which Ana begins with a 1, Ben with a 3, Cleo with a 5."""
    order = {card: place for place, card in enumerate(PILED)}
    monkeypatch.setattr(handling, "shuffled", lambda cards: sorted(cards, key=lambda card: order.get(card, 99)))
    monkeypatch.setattr(handling, "sides", lambda cards: dict.fromkeys(cards, 0))
    with TableInTime(journal, game="nur_mut") as table:
        table.starts("nur_mut", "Ana", "Ben", "Cleo")
        people = people_of(table)
        people.follow(table.controller.board.snapshot)
        people.deal()
        see(table, people)
        yield table


def presses_twice(table: TableInTime, seat: int) -> None:
    tabletop = table.hardware.tabletop
    assert tabletop is not None
    for _ in range(2):
        tabletop.press(seat)
        table.runs(80)
        tabletop.release(seat)
        table.runs(80)


def test_piles_are_dealt_and_three_cards_turned_up(piled: TableInTime) -> None:
    held = people_of(piled).held

    assert held.hands == {1: FIRST, 2: SECOND, 3: THIRD}
    assert {zone: (pile["top"], pile["face"]) for zone, pile in piled.view["piles"].items()} == {
        "pile.1": ("nm09", 1), "pile.2": ("nm45", 5), "pile.3": ("nm81", 9)
    }  # fmt: skip
    assert set(held.up.values()) == {0}


def test_who_is_brave_turns_the_top_over_and_lays_it(piled: TableInTime) -> None:
    people = people_of(piled)
    piled.seat(1).taps()
    see(piled, people)
    assert piled.view["courage"]
    assert [card for card, side in people.held.up.items() if side] == ["nm01"], "its 2 is up"

    with pytest.raises(BadInput, match="only the top of your pile"):
        people.lay(1, ["nm02"], "pile.1")
    people.lay(1, ["nm01"], "pile.1")
    see(piled, people)

    assert piled.view["piles"]["pile.1"]["top"] == "nm01"
    assert people.held.hand(1) == FIRST[1:]


def test_who_is_not_brave_enough_takes_the_pile_with_the_highest_number(piled: TableInTime) -> None:
    people = people_of(piled)
    piled.seat(1).taps()
    people.lay(1, ["nm01"], "pile.3")
    see(piled, people)
    assert piled.view["correction"] == {"zone": "pile.3", "cards": ["nm01"], "faces": {"nm01": 1}}

    piled.seat(1).holds()
    see(piled, people)

    assert people.held.hand(1) == (*FIRST, "nm81")
    assert people.held.pile("pile.3") == ()
    assert piled.view["seats"][0]["hand"] == 11
    people.lay(2, [SECOND[0]], "pile.3")
    see(piled, people)
    assert people.held.pile("pile.3") == (SECOND[0],)

    piled.controller.take(Choose(0, "undo"))
    piled.controller.take(Choose(0, "undo"))
    see(piled, people)
    assert (people.held.hand(1), people.held.hand(2)) == (FIRST, SECOND)
    assert people.held.pile("pile.3") == ("nm81",)


def test_a_pile_that_nobody_can_name_is_known_when_it_is_begun_anew(piled: TableInTime) -> None:
    people = people_of(piled)
    followed = (
        Delivered(900, 0, PileTaken(1, None)),
        Delivered(901, 0, PileRefilled(2, "pile.2", "nm13", None)),
    )
    people.lay(2, ["nm13"], "pile.2")

    snapshot = piled.controller.board.snapshot
    delivered = (*snapshot.game.events[PUBLIC], *followed)
    game = replace(snapshot.game, events={**snapshot.game.events, PUBLIC: delivered})
    people.follow(replace(snapshot, number=snapshot.number + 1, game=game))

    assert people.held.hand(1) == (*FIRST, "nm45")
    assert people.held.pile("pile.2") == ("nm13",)


def test_what_does_not_fit_goes_under_the_pile(piled: TableInTime) -> None:
    people = people_of(piled)
    people.lay(1, ["nm01"], "pile.3")
    see(piled, people)

    presses_twice(piled, 1)
    see(piled, people)

    assert piled.view["turn"] == 2
    assert people.held.hand(1) == (*FIRST[1:], "nm01")


def test_a_refused_card_that_is_taken_back_lies_on_top_again(piled: TableInTime) -> None:
    people = people_of(piled)
    people.lay(1, ["nm01"], "pile.3")
    see(piled, people)

    people.take(1, "nm01")
    see(piled, people)

    assert piled.view["correction"] is None
    assert people.held.hand(1) == FIRST


def test_hands_of_a_file_from_before_there_were_piles_are_read(table: TableInTime, kept: Path) -> None:
    tabletop = table.hardware.tabletop
    assert tabletop is not None
    kept.write_text('{"held": {"dealt_for": [1, 1], "hands": {"1": ["number1.1"]}}, "game_id": 1, "told": 0}')

    held = People(tabletop, keep=kept).held

    assert (held.hand(1), held.in_piles) == (("number1.1",), False)


def test_sides_are_drawn_by_lot() -> None:
    assert set(handling.sides(PILED * 10).values()) == {0, 1}


def test_an_open_card_stays_before_its_player_when_only_the_end_of_the_turn_is_undone(
    terrains: tuple[TableInTime, People],
) -> None:
    table, people = terrains
    card = plays_one(table, people)
    assert table.view["turn"] == 2

    table.controller.take(Choose(0, "undo"))
    see(table, people)
    assert (table.view["turn"], people.held.pile("seat.1")) == (1, (card,))
    assert card not in people.held.hand(1)

    table.controller.take(Choose(0, "undo"))
    see(table, people)
    assert (people.held.pile("seat.1"), card in people.held.hand(1)) == ((), True)


def test_a_refused_card_lies_there_until_it_is_taken_back_whatever_is_undone(
    terrains: tuple[TableInTime, People],
) -> None:
    table, people = terrains
    plays_one(table, people)
    late = creature(people)
    people.lay(1, [late], "seat.1")
    see(table, people)
    assert table.view["correction"] == {"zone": "seat.1", "cards": [late]}

    table.controller.take(Choose(0, "undo"))
    see(table, people)
    assert late in people.held.pile("seat.1")

    people.take(1, late)
    see(table, people)
    assert table.view["correction"] is None
    assert late in people.held.hand(1)


def test_a_card_that_lies_before_its_player_touches_the_pad_once_more(terrains: tuple[TableInTime, People]) -> None:
    table, people = terrains
    card = creature(people)
    people.lay(1, [card], "seat.1")
    see(table, people)

    people.touch(1, [card])
    see(table, people)

    assert to_json(table.controller.board.snapshot.game.views["seat:1"])["own"]["laid"] == []


@pytest.mark.parametrize("which", [0, 1])  # either may be read first
def test_two_copies_that_touch_the_pad_together_become_one(terrains: tuple[TableInTime, People], which: int) -> None:
    table, people = terrains
    while len(trolls := [card for card in people.held.hand(1) if card.startswith("troll")]) < 2:
        people.draw(1, 9)
    trolls = sorted(trolls)
    first, second = trolls[which], trolls[1 - which]
    people.lay(1, [first], "seat.1")
    see(table, people, 3_000)

    people.touch(1, [second, first])
    see(table, people)
    table.seat(1).taps()
    see(table, people)

    assert people.held.pile("seat.1") == (first, second)
    assert {one["pair"] for one in table.view["seats"][0]["terrain"]} == {first, second}
    with pytest.raises(BadInput, match="this hand does not hold it"):
        people.touch(2, [first])


def test_who_has_named_a_card_finds_it_in_the_draw_pile(terrains: tuple[TableInTime, People]) -> None:
    table, people = terrains
    with pytest.raises(BadInput, match="named no card"):
        people.search(1)
    djinn = next(card for card in people.held.draw if card.startswith("djinn"))
    table.hardware.tabletop.drop([djinn], "seat.1")
    see(table, people)
    table.controller.take(Choose(1, "djinn", "harpy"))
    see(table, people)
    before = Counter(card.partition(".")[0] for card in people.held.hand(1))

    people.search(1)

    assert Counter(card.partition(".")[0] for card in people.held.hand(1)) == before + Counter(["harpy"])
    for _ in range(sum(card.startswith("harpy") for card in people.held.draw)):
        people.search(1)
    with pytest.raises(BadInput, match="the draw pile has no such card"):
        people.search(1)


def terrain(table: TableInTime, *cards: str) -> People:
    """Begin a game of Mythology GO; Ana draws these cards, besides her Deity and her Belief."""
    table.starts("mythology_go", "Ana", "Ben")
    people = people_of(table)
    people.follow(table.controller.board.snapshot)
    people.deal(Stack(1, cards, ()))
    if cards:
        people.draw(1, len(cards))
    return people


def lays(table: TableInTime, people: People, card: str, zone: str = "seat.1", *, closed: bool = False) -> None:
    """Let Ana lay a card, with her button down if it is closed."""
    if closed:
        table.hardware.tabletop.press(1)
        table.runs(100)
    people.lay(1, [card], zone)
    see(table, people)
    if closed:
        table.hardware.tabletop.release(1)
        table.runs(300)


@pytest.fixture
def mgo(journal: Journal) -> Iterator[TableInTime]:
    with TableInTime(journal, game="mythology_go") as table:
        yield table


def test_a_card_is_not_taken_back_if_the_button_ends_the_turn_first(mgo: TableInTime) -> None:
    people = terrain(mgo, "storm.1")
    lays(mgo, people, "storm.1", "discard")

    people.take(1, "storm.1")
    mgo.seat(1).taps()
    see(mgo, people)

    assert (mgo.view["turn"], mgo.view["piles"]["discard"]["top"]) == (2, "storm.1")
    assert (people.held.pile("discard"), people.held.hand(1)[2:]) == (("storm.1",), ())
    assert [*differences(mgo)] == []


def test_of_two_closed_cards_the_one_comes_back_that_was_touched(mgo: TableInTime) -> None:
    people = terrain(mgo, "minotaur.1", "harpy.1", "goblin.1", "dwarf.1")
    lays(mgo, people, "minotaur.1")
    lays(mgo, people, "harpy.1")
    lays(mgo, people, "goblin.1", closed=True)
    mgo.seat(1).taps()
    see(mgo, people)
    plays_for(mgo, people, 2)
    lays(mgo, people, "dwarf.1", closed=True)

    people.take(1, "dwarf.1")
    see(mgo, people, 3000)

    assert people.held.hand(1)[2:] == ("dwarf.1",)
    assert set(people.held.pile("seat.1")) == {"minotaur.1", "harpy.1", "goblin.1"}
    assert [*differences(mgo)] == []


def plays_for(table: TableInTime, people: People, seat: int) -> None:
    """Let a seat lay the first card that it draws, and end its turn."""
    plain = ("minotaur", "harpy", "goblin", "dwarf", "sphinx", "troll", "cerberus", "dragon")
    people.draw(seat, 9)
    while not (fit := [card for card in people.held.hand(seat) if card.startswith(plain)]):
        people.draw(seat, 9)  # the pile is shuffled by chance, and rarely the first nine have none
    people.lay(seat, fit[:1], f"seat.{seat}")
    see(table, people)
    table.seat(seat).taps()
    see(table, people)


def test_what_a_double_press_takes_back_returns_to_the_hand(mgo: TableInTime) -> None:
    people = terrain(mgo, "minotaur.1", "goblin.1")
    lays(mgo, people, "minotaur.1")
    lays(mgo, people, "goblin.1")

    mgo.hardware.tabletop.gesture(1, "double")
    see(mgo, people, 3000)

    assert (people.held.pile("seat.1"), people.held.hand(1)[2:]) == (("minotaur.1",), ("goblin.1",))
    assert [*differences(mgo)] == []


def test_a_spell_under_another_is_taken_back(mgo: TableInTime) -> None:
    people = terrain(mgo, "storm.1", "storm.2")
    lays(mgo, people, "storm.1", "discard")
    lays(mgo, people, "storm.2", "discard")

    people.take(1, "storm.1")
    see(mgo, people, 3000)

    assert (people.held.pile("discard"), people.held.hand(1)[2:]) == (("storm.2",), ("storm.1",))
    assert [*differences(mgo)] == []


def test_a_card_that_another_needs_is_not_offered_to_be_taken_back(mgo: TableInTime) -> None:
    people = terrain(mgo, "minotaur.1", "satyr.1")
    lays(mgo, people, "minotaur.1")
    lays(mgo, people, "satyr.1")

    with pytest.raises(BadInput, match="can be taken back"):
        people.take(1, "minotaur.1")

    assert to_json(mgo.controller.board.snapshot.game.view("seat:1"))["own"]["laid"] == ["satyr.1"]


def test_what_resurrection_keeps_goes_back_to_its_terrain(mgo: TableInTime) -> None:
    people = terrain(mgo, "phoenix.1", "curse.1")
    lays(mgo, people, "phoenix.1")
    lays(mgo, people, "curse.1", "discard")

    people.move("phoenix.1", "discard", by=1)
    see(mgo, people, 3000)

    assert mgo.event_names()[-1] == "card_resurrected"
    assert (people.held.pile("discard"), people.held.pile("seat.1")) == (("curse.1",), ("phoenix.1",))
    assert [*differences(mgo)] == []


def test_a_deity_on_the_discard_is_taken_back_though_nobody_is_told_which_it_is(mgo: TableInTime) -> None:
    people = terrain(mgo)
    deity = people.held.hand(1)[0]
    lays(mgo, people, deity, "discard")
    assert mgo.view["correction"] == {"zone": "discard", "cards": []}
    assert people.to_take_back(1, mgo.controller.board.snapshot.game) == deity

    people.take(1, deity)
    see(mgo, people)

    assert (mgo.view["correction"], people.held.pile("discard")) == (None, ())
    assert deity in people.held.hand(1)
