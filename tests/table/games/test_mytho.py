"""The rules of Mytho as properties: what holds in every state that play can reach."""

from enum import Enum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table import games
from table.complaints import BadInput
from table.facts import GameStarted
from table.games.game import IllegalAction, Setup, prepare
from table.games.kit.actions import Action, NextRound, PutRight, TurnUp
from table.games.mytho import actions, rounds, rules
from table.games.mytho.actions import HIDDEN, VISIBLE
from table.games.mytho.cards import MythoCard
from table.games.mytho.piles import follower
from table.games.mytho.state import Phase, State
from table.games.mytho.telling import view
from table.values import fields as names
from tests.table.games.trying import assert_refused_well, tried

MYTHO: Any = games.find("mytho")
CODES = [card["code"] for card in MYTHO.deck(MYTHO.options())]
SEATS = (1, 2, 3)


def setup(**options: object) -> Setup:
    return prepare(MYTHO, GameStarted(0, "mytho", ["Ana", "Ben", "Cleo"], options))


def conceivable() -> st.SearchStrategy[Action]:
    seat, zone = st.sampled_from(SEATS), st.sampled_from([VISIBLE, HIDDEN])
    among = st.lists(seat, min_size=1, max_size=2, unique=True).map(tuple)
    fields = {"seat": seat, "card": st.sampled_from(CODES), "zone": zone, "among": among}
    kinds = [
        st.builds(kind, **{name: fields[name] for name in names(kind) if name in fields}) for kind in rules.BOOK.rules
    ]
    return st.one_of(*kinds)


AGREED = st.sampled_from(
    [
        {},
        {"hand_size": 2},
        {"hand_size": 1, "plays_per_turn": 2, "allow_pass": True},
        {"hand_size": 16, "draw_per_turn": 2},
        {"hand_size": 16, "draw_per_turn": 3, "empty_draw": "none"},
        {"turn_order": "either", "after_contest": "challenger", "direction": "counterclockwise"},
        {"draw_per_turn": 0, "colour_means": "red_black"},
    ]
)
NO_DRAW = st.sampled_from(
    [{"draw_per_turn": 0, "allow_pass": True}, {"draw_per_turn": 0, "plays_per_turn": 2, "turn_order": "either"}]
)


@st.composite
def states(draw: st.DrawFn, agreed: st.SearchStrategy[dict[str, object]] = AGREED) -> State:
    """Draw a state that lawful and refused actions have led to."""
    state, _ = rounds.start(setup(rounds=2, **draw(agreed)))
    for choice in draw(st.lists(st.integers(0, 10**6), max_size=40)):
        seat = state.turn if state.turn and choice % 3 else SEATS[choice % len(SEATS)]
        lawful = rules.actions(state, seat, CODES)
        if choice % 7 == 0 or not lawful:
            zone = (VISIBLE, HIDDEN)[choice // 7 % 2]
            state = tried(rules, state, actions.Lay(seat, CODES[choice % len(CODES)], zone))
        else:
            kinds = sorted({type(action).__name__ for action in lawful})  # as likely as there are kinds, not cards
            kind = kinds[choice // 7 % len(kinds)]
            fitting = [action for action in lawful if type(action).__name__ == kind]
            state, _ = rules.apply(state, fitting[choice // 50 % len(fitting)])
    return state


@given(states(), conceivable())
def test_apply_accepts_exactly_what_actions_lists(state: State, action: Action) -> None:
    """A tie in a contest, and two cards at once, are for time to find out: no seat can think of them."""
    seat = getattr(action, "seat", None)
    seats = (seat,) if seat in SEATS else SEATS
    card = getattr(action, "card", None)
    among = [actions.Contest((seat,)) for seat in action.among] if isinstance(action, actions.Contest) else [action]
    listed = all(any(one in rules.actions(state, seat, [card] if card else []) for seat in seats) for one in among)

    try:
        rules.apply(state, action)
    except IllegalAction:
        assert not listed
    else:
        assert listed


@given(states(), conceivable())
def test_a_forbidden_action_has_a_reason_a_sentence_and_no_effect(state: State, action: Action) -> None:
    assert_refused_well(rules, state, action, may_change={"wrong", "refused"})


@given(states())
def test_cards_are_conserved(state: State) -> None:
    """Every card is in the draw pile, in a hand or on one of the piles (MYTHO-03)."""
    assert state.pile + sum(state.hands.values()) + len(state.visible) + len(state.hidden) == len(CODES)
    assert not state.visible & state.hidden
    assert state.pile >= 0
    assert min(state.hands.values()) >= 0


@given(states())
def test_a_round_goes_on_as_long_as_everybody_has_cards(state: State) -> None:
    """MYTHO-08, MYTHO-25: an empty hand ends the round, but for a last card that can still be contested."""
    empty = [seat for seat, cards in state.hands.items() if cards == 0]
    if state.phase is Phase.PLAYING:
        assert empty == []
    if state.phase is Phase.CONTESTABLE:
        assert state.last is not None
        assert set(empty) <= {state.last.seat}
    if state.phase in (Phase.BETWEEN, Phase.OVER):
        assert len(empty) == 1


@given(states())
def test_every_state_has_a_way_forward_that_its_prompt_names(state: State) -> None:
    prompt = " ".join(map(str, view(state).sentences)).strip()
    assert prompt
    if state.phase is Phase.OVER:
        return
    ways: dict[Enum, tuple[type, ...]] = {
        Phase.SET_UP: (PutRight if state.wrong else TurnUp,),
        Phase.PLAYING: (actions.Lay, actions.EndTurn, PutRight, actions.ShowTurned),
        Phase.CONTESTABLE: (actions.LetPass,),
        Phase.BETWEEN: (NextRound,),
    }
    mover = {Phase.SET_UP: state.starter, Phase.BETWEEN: rounds.ROUNDS.next_starter(state)}.get(state.phase, state.turn)
    lawful = rules.actions(state, mover or 1, CODES)
    assert any(isinstance(action, ways[state.phase]) for action in lawful)
    named = state.mislaid_by if state.phase is Phase.PLAYING and state.wrong else mover
    if named is not None:
        assert state.setup.name(named) in prompt


@given(states() | states(NO_DRAW))
def test_whose_turn_it_is_is_told_of_drawing_and_of_ending_the_turn_wherever_he_may(state: State) -> None:
    if state.phase is not Phase.PLAYING or state.turn is None or state.corrections:
        return
    prompt, lawful = " ".join(map(str, view(state).sentences)), {*map(type, rules.actions(state, state.turn, []))}
    assert ("tap to draw" in prompt) == (actions.Draw in lawful)
    assert ("your turn is over" in prompt or "hold to pass" in prompt) == (actions.EndTurn in lawful)


@given(states(), st.integers(0, 51), st.sampled_from([VISIBLE, HIDDEN]))
def test_what_the_host_rules_is_carried_out_whatever_the_state(state: State, card: int, zone: str) -> None:
    state = tried(rules, state, actions.Lay(state.turn or 1, CODES[card], zone))
    for lay in rules.standing(state, None):
        after, delivered = rules.apply(state, lay, ruled=True)

        assert lay.card not in after.wrong
        assert any(event.name == "card_played" for event in delivered)
        view(after)


@pytest.mark.parametrize("direction", ["clockwise", "counterclockwise"])
def test_the_turn_goes_round_the_table(direction: str) -> None:
    """MYTHO-09: everybody in turn, either way round."""
    state, _ = rounds.start(setup(direction=direction))
    order = [1]
    for _ in range(3):
        order.append(follower(state, order[-1]))

    assert order == ([1, 2, 3, 1] if direction == "clockwise" else [1, 3, 2, 1])


@pytest.mark.parametrize(
    ("card", "reference", "means", "fits"),
    [
        (("7", 7, "hearts"), ("a", 7, "spades"), "suit", True),
        (("7", 7, "hearts"), ("a", 8, "hearts"), "suit", True),
        (("7", 7, "hearts"), ("a", 8, "diamonds"), "suit", False),
        (("7", 7, "hearts"), ("a", 8, "diamonds"), "red_black", True),
        (("7", 7, "hearts"), ("a", 8, "clubs"), "red_black", False),
        (("7", 7, "red"), ("a", 8, "green"), "red_black", False),
    ],
)
def test_number_or_colour(card: tuple[str, int, str], reference: tuple[str, int, str], means: str, fits: bool) -> None:
    """MYTHO-15: one of the two is enough."""
    one, other = (MythoCard(code=code, number=number, colour=colour) for code, number, colour in (card, reference))

    assert one.fits(other, means) == fits  # type: ignore[arg-type]
    assert other.fits(one, means) == fits  # type: ignore[arg-type]


def test_the_decks_have_the_cards_that_are_assumed() -> None:
    """MYTHO-29: the rules name no deck."""
    numbers = {deck: MYTHO.deck(MYTHO.options(deck=deck)) for deck in ("standard52", "colours")}

    assert {deck: len(cards) for deck, cards in numbers.items()} == {"standard52": 52, "colours": 80}
    assert len({card["code"] for card in MYTHO.deck(None)}) == 132
    assert len({(card["number"], card["colour"]) for card in numbers["standard52"]}) == 52


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"first_player": 4}, "options.first_player: nobody sits at seat 4"),
        ({"hand_size": 18}, "options.hand_size: 3 players need 55 cards, of 52"),
    ],
)
def test_what_cannot_be_played_is_said_in_one_sentence(options: dict[str, int], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        rounds.start(setup(**options))
