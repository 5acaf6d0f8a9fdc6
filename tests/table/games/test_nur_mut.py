"""The rules of Nur Mut as properties: what holds in every state that play can reach, in one world."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table import games
from table.cards import catalogue
from table.complaints import BadInput
from table.facts import SECOND, ButtonDown, CardArrived, GameStarted, TimePassed, micros
from table.games.game import Setup, prepare
from table.games.kit.actions import Action, GiveTurn
from table.games.nur_mut import actions, rounds, rules
from table.games.nur_mut.cards import JOKER, NurMutCard
from table.games.nur_mut.rounds import ROUNDS
from table.games.nur_mut.state import PILES, Phase, State
from table.games.nur_mut.telling import view
from table.judging.session import Session
from table.values import fields as names
from table.values import to_json
from tests.replayed import SCRIPTS, facts_of
from tests.table.games.trying import assert_refused_well, tried

NUR_MUT = games.find("nur_mut")
CODES = [card["code"] for card in NUR_MUT.deck(None)]
SEATS = (1, 2, 3)
FACES = st.sampled_from([*range(1, 10), JOKER])


def setup(**options: object) -> Setup:
    return prepare(NUR_MUT, GameStarted(0, "nur_mut", ["Ana", "Ben", "Cleo"], options))


def conceivable() -> st.SearchStrategy[Action]:
    fields = {
        "seat": st.sampled_from(SEATS), "card": st.sampled_from(CODES), "zone": st.sampled_from(PILES), "face": FACES,
        "taken": st.one_of(st.none(), st.sampled_from(PILES)), "cards": st.integers(0, 12),
    }  # fmt: skip
    return st.one_of(
        *(
            st.builds(kind, **{name: fields[name] for name in names(kind) if name in fields})
            for kind in rules.BOOK.rules
        )
    )


AGREED = st.sampled_from(
    [
        {},
        {"hand_size": 2},
        {"wrap": True, "misfit_is_pass": True, "reward_turn": False},
        {"hand_size": 3, "refill_always": False, "joker_courage_reward": True},
        {"refill_costs_turn": False, "after_joker_fit": True, "joker_last_card": False, "hand_size": 4},
    ]
)


@st.composite
def states(draw: st.DrawFn) -> State:
    """Draw a state that lawful and refused actions have led to."""
    state, _ = rounds.start(setup(rounds=2, **draw(AGREED)))
    for choice in draw(st.lists(st.integers(0, 10**6), max_size=40)):
        seat = state.turn if state.turn and choice % 4 else SEATS[choice % len(SEATS)]
        hand = [code for code in CODES if not any(code in pile.cards for pile in state.piles.values())][choice % 40 :][
            :9
        ]
        lawful = rules.actions(state, seat, hand)
        if choice % 7 == 0 or not lawful:
            card = CODES[choice % len(CODES)]
            lay = actions.Lay(seat, PILES[choice // 7 % 3], card, state.card(card).sides[0])
            state = tried(rules, state, lay)
        else:
            kinds = sorted({type(action).__name__ for action in lawful})  # as likely as there are kinds, not cards
            kind = kinds[choice // 7 % len(kinds)]
            fitting = [action for action in lawful if type(action).__name__ == kind]
            state, _ = rules.apply(state, fitting[choice // 50 % len(fitting)])
    return state


@given(states(), conceivable())
def test_a_forbidden_action_has_a_reason_a_sentence_and_no_effect(state: State, action: Action) -> None:
    assert_refused_well(rules, state, action, may_change={"wrong", "refused"})


@given(states())
def test_a_pile_names_the_faces_that_may_be_laid_on_it(state: State) -> None:
    lying = {card for pile in state.piles.values() for card in pile.cards}
    spare = next(code for code in CODES if code not in lying)
    for zone, pile in view(state).piles.items():
        for face in (*range(1, 10), JOKER):
            lay = actions.Lay(state.turn or 1, zone, spare, face)
            assert (face in pile.fits) == (rules.why_not(state, lay) is None), (zone, face)


@given(states())
def test_cards_are_conserved(state: State) -> None:
    """A card is laid once and taken with its pile (NUR-07, NUR-10, NUR-31): none comes, and none is lost."""
    dealt = state.setup.options.hand_size * len(SEATS)
    lying = sum(len(pile.cards) for pile in state.piles.values())
    assert all(cards >= 0 for cards in state.hands.values())
    assert dealt <= lying + sum(state.hands.values()) <= dealt + len(PILES)
    assert len(frozenset[str]().union(*(pile.cards for pile in state.piles.values()))) == lying


@given(states())
def test_every_state_has_a_way_forward_that_its_prompt_names(state: State) -> None:
    prompt = " ".join(map(str, view(state).sentences)).strip()
    assert prompt
    if state.phase is Phase.OVER:
        return
    mover = {Phase.SET_UP: state.starter, Phase.BETWEEN: ROUNDS.next_starter(state)}.get(state.phase, state.turn or 1)
    ways = [action for action in rules.actions(state, mover, CODES) if not isinstance(action, GiveTurn)]
    assert ways
    named = state.mislaid_by if state.phase is Phase.PLAYING and state.wrong else mover
    if state.phase is not Phase.TAKING and named is not None:
        assert state.setup.name(named) in prompt


@given(states(), st.sampled_from(CODES), st.sampled_from(PILES))
def test_what_the_host_rules_is_carried_out_whatever_the_state(state: State, card: str, zone: str) -> None:
    state = tried(rules, state, actions.Lay(state.turn or 1, zone, card, state.card(card).sides[0]))
    for lay in rules.standing(state, None):
        after, delivered = rules.apply(state, lay, ruled=True)

        assert lay.card not in after.wrong
        assert any(event.name in ("card_played", "pile_refilled") for event in delivered)
        view(after)


def test_the_box_has_the_cards_that_are_assumed() -> None:
    """NUR-01, NUR-02: 81 cards; numbers evenly, nine jokers, no card with two."""
    faces = [face for card in NUR_MUT.deck(None) for face in card["faces"]]

    assert len(CODES) == len(set(CODES)) == 81
    assert {number: faces.count(number) for number in range(1, 10)} == dict.fromkeys(range(1, 10), 17)
    assert faces.count(JOKER) == 9
    assert all(card["faces"].count(JOKER) < 2 for card in NUR_MUT.deck(None))


@pytest.mark.parametrize("face", ["Joker", 1.5])
def test_what_is_no_face_is_told_with_all_that_a_face_can_be(face: object) -> None:
    with pytest.raises(BadInput) as wrong:
        catalogue([{"code": "nm01", "faces": [3, face]}], NurMutCard)

    assert str(wrong.value) == f"catalogue: card 1, faces.1: expected a valid integer or 'joker', not {face!r}"


def test_as_long_as_people_may_tell_by_what_they_do_the_table_says_how_they_could() -> None:
    """NUR-T-01: what is in doubt stands in the picture, and is asked when patience is over."""
    session = Session(GameStarted(0, "nur_mut", ["Ana", "Ben", "Cleo"]))
    codes = {tuple(card["faces"]): card["code"] for card in NUR_MUT.deck(None)}
    for at, zone, card in ((1, "pile.1", codes[4, 5]), (2, "pile.2", codes[5, 6]), (3, "pile.3", codes[1, 2])):
        session.take(CardArrived(micros(at), zone, card))
    session.take(CardArrived(micros(5), "pile.1", codes[3, JOKER]))
    before = to_json(session.view("public"))
    session.take(TimePassed(micros(11)))
    after = to_json(session.view("public"))

    assert (before["doubt"]["choice"], before["question"]) == (f"face {codes[3, JOKER]}", None)
    assert (before["headline"], before["turn"]) == ("What did Ana lay?", None)
    assert before["prompt"] == "Ana: press twice if it was the joker. If not, play on."
    assert before["piles"]["pile.1"]["face"] is None
    assert (after["doubt"], after["question"]["seats"]) == (None, [1])
    assert [option["cards"] for option in after["question"]["options"]] == [[codes[3, JOKER]]] * 2


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"first_player": 4}, "options.first_player: nobody sits at seat 4"),
        ({"hand_size": 27}, "options.hand_size: 3 players need 84 cards, of 81"),
    ],
)
def test_what_cannot_be_played_is_said_in_one_sentence(options: dict[str, int], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        rounds.start(setup(**options))


def test_between_rounds_a_hold_begins_the_next_one_for_its_starter_and_means_nothing_for_others() -> None:
    session, _ = Session.replay(facts_of(SCRIPTS / "nur_mut/two-rounds.jsonl")[:5])
    public = []
    for at_s, seat in ((7, 3), (9, 1), (11, 2)):
        for fact in (ButtonDown(at_s * SECOND, seat), TimePassed((at_s + 1) * SECOND)):
            public += [(seat, line.event.name) for line in session.take(fact) if line.audience == "public"]

    assert public == [(2, "round_started")]
