"""The rules of Mito as properties: what holds in every state that play can reach."""

from collections import Counter
from collections.abc import Sequence
from enum import Enum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table import cards, games
from table.facts import GameStarted
from table.games.game import IllegalAction, Setup, prepare
from table.games.kit.actions import Action, NextRound, PutRight, TurnUp
from table.games.mito import actions, rounds, rules, score
from table.games.mito.events import RaceClosed
from table.games.mito.options import MitoOptions
from table.games.mito.state import Phase, State
from table.games.mito.telling.view import view
from table.values import fields as names
from tests.table.games.trying import assert_refused_well, tried

DECK = {card["code"]: card for card in cards.shipped_deck("mito")}
CODES = list(DECK)
SEATS = (1, 2, 3)
EVERY_ACTION = [kind for kind in rules.BOOK.rules if kind is not actions.Lay]


def setup(**options: object) -> Setup:
    return prepare(games.find("mito"), GameStarted(0, "mito", ["Ana", "Ben", "Cleo"], options))


def conceivable() -> st.SearchStrategy[Action]:
    code, seat = st.sampled_from(CODES), st.sampled_from(SEATS)
    fields = {"seat": seat, "card": code, "guilty": st.booleans(), "winner": st.one_of(st.none(), seat)}
    kinds = [st.builds(kind, **{name: fields[name] for name in names(kind) if name in fields}) for kind in EVERY_ACTION]
    return st.one_of(*kinds, st.builds(lambda seat, card: actions.Lay(seat, card, (card,)), seat, code))


AGREED = st.sampled_from(
    [
        {},
        {"preset": "french"},
        {"preset": "published"},
        {"start_action": True, "cockroach_response_action": True, "last_card_action": "works"},
        {"draw_then_play": True, "mosquito_penalty": "draw", "guard_moth_follows_value": False},
        {"empty_draw": "none", "guard_rotation": "guard", "table_adjudicates": True, "cockroach_next_turn": "left"},
    ]
)


@st.composite
def states(draw: st.DrawFn) -> State:
    """Draw a state that lawful and refused actions have led to."""
    state, _ = rounds.start(setup(rounds=2, **draw(AGREED)))
    for choice in draw(st.lists(st.integers(0, 10**6), max_size=30)):
        seat = state.turn if state.turn and choice % 3 else SEATS[choice % len(SEATS)]
        lawful = actable(state, seat)
        if choice % 7 == 0 or not lawful:
            drop = (CODES[choice % len(CODES)], *([CODES[choice // 80 % len(CODES)]] if choice % 2 else []))
            state = tried(rules, state, actions.Lay(seat, drop[0], drop))
        else:
            kinds = sorted({type(action).__name__ for action in lawful})  # as likely as there are kinds, not cards
            kind = kinds[choice // 7 % len(kinds)]
            fitting = [action for action in lawful if type(action).__name__ == kind]
            state, _ = rules.apply(state, fitting[choice // 50 % len(fitting)])
    return state


def actable(state: State, seat: int) -> Sequence[Action]:
    return rules.actions(state, seat, CODES)


@given(states(), conceivable())
def test_apply_accepts_exactly_what_actions_lists(state: State, action: Action) -> None:
    seat = getattr(action, "seat", None)
    seats = (seat,) if seat in SEATS else SEATS
    card = getattr(action, "card", None)
    listed = any(action in rules.actions(state, seat, [card] if card else []) for seat in seats)

    try:
        rules.apply(state, action)
    except IllegalAction:
        assert not listed
    else:
        assert listed


@given(states(), conceivable())
def test_a_forbidden_action_has_a_reason_a_sentence_and_no_effect(state: State, action: Action) -> None:
    assert_refused_well(rules, state, action, may_change={"wrong", "beside", "refused"})


@given(states())
def test_every_state_has_a_way_forward_that_its_prompt_names(state: State) -> None:
    picture = view(state)
    prompt = " ".join(map(str, picture.sentences)).strip()
    assert prompt
    if state.phase is Phase.OVER:
        return
    ways: dict[Enum, list[tuple[int, type]]] = {
        Phase.SET_UP: [(state.starter, PutRight if state.wrong else TurnUp)],
        Phase.PLAYING: [(state.turn or 0, PutRight if state.wrong else actions.Draw)],
        Phase.RACING: [(seat, PutRight if state.wrong else _race_way(state)) for seat in picture.awaited],
        Phase.CALLED: [(state.guard, actions.WithdrawCall)],
        Phase.COUNTING: [(seat, actions.FinishCount) for seat in state.due_hands],
        Phase.BETWEEN: [(rounds.ROUNDS.next_starter(state), NextRound)],
    }
    assert ways[state.phase]
    for seat, kind in ways[state.phase]:
        assert any(isinstance(action, kind) for action in actable(state, seat)), (state.phase, seat, kind)
        named = state.setup.name(seat) in prompt or (state.phase is Phase.RACING and not state.slap_is_on)
        assert named or state.wrong, prompt


def _race_way(state: State) -> type:
    return actions.Slap if state.slap_is_on else actions.CloseMatch


@given(states())
def test_cards_are_conserved(state: State) -> None:
    """Every card is in the draw pile, in hands or on the discard, as far as was told, and nowhere twice."""
    assert state.pile + state.held + len(state.played) == len(DECK) - 1
    hands = Counter(card for hand in state.hands.values() for card in hand)
    assert all(times == 1 for times in hands.values())
    assert not (state.played - state.loose) & hands.keys()
    assert not state.wrong & state.beside or state.refused


@given(states())
def test_points_are_never_negative_and_who_is_out_has_none(state: State) -> None:
    assert all(points >= 0 for points in state.totals.values())
    assert state.out not in state.counted


@given(states(), st.sampled_from(CODES), st.sampled_from(CODES))
def test_what_the_host_rules_is_carried_out_whatever_the_state(state: State, card: str, other: str) -> None:
    state = tried(rules, state, actions.Lay(state.turn, card, (card, other) if card != other else (card,)))
    for lay in rules.standing(state, None):
        after, delivered = rules.apply(state, lay, ruled=True)

        assert lay.drop[0] not in after.wrong
        assert any(event.name == "card_played" for event in delivered)
        assert after.phase is Phase.PLAYING
        assert after.pile + after.held + len(after.played) == len(DECK) - 1


@given(st.integers(0, 10**9), st.sets(st.sampled_from(SEATS)))
def test_the_lot_falls_on_one_of_those_who_are_missing(lot: int, there: set[int]) -> None:
    state, _ = rounds.start(setup())
    for action in (TurnUp("number2.1"), actions.Lay(1, "mosquito3.1", ("mosquito3.1",))):
        state, _ = rules.apply(state, action)
    for seat in there:
        state, _ = rules.apply(state, actions.Slap(seat, at=seat))
    after, (closed, *_) = rules.apply(state, actions.CloseSlap(lot))
    assert isinstance(closed, RaceClosed)

    missing = set(SEATS) - there
    assert closed.last in (missing or {max(there)})
    assert closed.lot == (len(missing) > 1)
    assert after.lots == state.lots + closed.lot


@pytest.mark.parametrize("top", range(1, 6))
def test_what_fits_on_what(top: int) -> None:
    with_wrap = {number for number in range(1, 6) if rules.fits(number, top, wrap=True)}
    without = {number for number in range(1, 6) if rules.fits(number, top, wrap=False)}

    assert with_wrap == {top % 5 + 1, (top - 2) % 5 + 1}
    assert without == {top - 1, top + 1} & set(range(1, 6))


def test_the_deck_has_the_cards_of_the_box() -> None:
    """MITO-E-04: 72 cards."""
    kinds = Counter(card["kind"] for card in DECK.values())

    assert len(DECK) == 72
    assert kinds == {"number": 43, "spider": 5, "mosquito": 5, "cockroach": 5, "ant": 5, "moth": 8, "guard": 1}


def test_presets_differ_only_where_the_documents_say_so() -> None:
    default = MitoOptions()
    changed = {
        preset: {
            name
            for name, value in MitoOptions.model_validate({"preset": preset}).model_dump().items()
            if value != getattr(default, name) and name != "preset"
        }
        for preset in ("default", "french", "english", "english_rounds", "published")
    }

    assert changed == {
        "default": set(),
        "french": {"wrap"},
        "english": {"rounds"},
        "english_rounds": set(),
        "published": {"mosquito_includes_player"},
    }


def test_hands_are_scored_without_a_game() -> None:
    board = {"hands": {"Ana": ["number3.1", "ant4.1"], "Ben": ["moth2.1", "guard"], "Cleo": []}}

    assert score.score(board).hands == {"Ana": 6, "Ben": 10, "Cleo": 0}
