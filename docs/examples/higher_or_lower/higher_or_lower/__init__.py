"""Higher or lower, a game for the card table: the verbs that the table asks for. The rules stand in rules.py."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from higher_or_lower import events as own
from higher_or_lower import rules, view, why
from higher_or_lower.box import Agreed, NumberCard
from higher_or_lower.rules import PILE, Action, Lay, PutRight, Say, State, Step
from table import events
from table.cards import Deck, shipped_deck
from table.events import Event, kinds
from table.facts import CardArrived, CardLeft, Fact, Held, Tapped
from table.games.game import Ask, Audience, Choice, Dealing, IllegalAction, Options, Outcome, Reading, Setup, Why
from table.games.hands import Hands


class HigherOrLower:
    """Higher or lower to the rest of the table."""

    name = "higher_or_lower"
    title = "Higher or lower"
    rules_version = "2"
    shares_pads = False
    fewest_seats, most_seats = 2, 6
    options = Agreed
    card = NumberCard
    choices: Sequence[Choice] = ()
    events = kinds(own)
    hands = Hands()
    reasons: Sequence[str] = ()  # what all games refuse for is enough here

    # -- what is on the table

    def deck(self, options: Options | None) -> Deck:
        """Read the cards: the same, whatever is agreed on."""
        return shipped_deck("numbers", "higher_or_lower")

    def zones(self, seats: int) -> tuple[str, ...]:
        """Name the only pile."""
        return (PILE,)

    def face_up(self, seats: int) -> tuple[str, ...]:
        """Name it again: everybody sees what lies on top."""
        return (PILE,)

    def counting(self, state: State) -> tuple[int, ...]:
        """Tell that nobody holds cards to be counted."""
        return ()

    def dealing(self, setup: Setup) -> Dealing:
        """Tell that nobody is dealt a card, and that one is turned up (HL-02)."""
        return Dealing(0, turn_up=(PILE,))

    # -- the game

    def start(self, setup: Setup) -> Step:
        """Begin. Raise BadInput if there are too few cards for what was agreed on."""
        return rules.start(setup)

    def readings(self, state: State, fact: Fact) -> tuple[Reading[State, Action], ...]:
        """Say how a fact can be read: here there is one way at most, and nothing to remember."""
        match fact:
            case Tapped(press=press):  # HL-04
                return (Reading(state, (Say(press.seat, "higher"),)),)
            case Held(press=press):
                return (Reading(state, (Say(press.seat, "lower"),)),)
            case CardArrived(card=card) if card not in (*state.laid, *state.wrong):
                return (Reading(state, (Lay(card),)),)
            case CardLeft(card=card) if card in state.wrong:
                return (Reading(state, (PutRight(card),)),)
        return ()

    def apply(self, state: State, action: Action, *, ruled: bool = False) -> Step:
        """Carry an action out, or raise IllegalAction."""
        return rules.apply(state, action)

    def refuse(self, state: State, action: Action, why: IllegalAction) -> Step:
        """Tell people that an action was refused; a card that stays on the pile has to come off (HL-09)."""
        if not isinstance(action, Lay):
            seat = action.seat if isinstance(action, Say) else state.turn
            return state, (events.PressRefused(seat, why.reason, why.text),)
        told = (events.PlayRefused(state.turn, PILE, action.card, why.reason, why.text),)
        if state.over or state.setup.placement[PILE] == "tap":  # a card that only touches a pad lies nowhere
            return state, told
        opened = () if state.wrong else (events.CorrectionOpened(PILE),)
        return replace(state, wrong=(*state.wrong, action.card)), (*told, *opened)

    def standing(self, state: State, action: Action | None, now: int) -> tuple[Reading[State, Action], ...]:
        """Give nothing: a card of which nobody has said anything cannot be let lie."""
        return ()

    def actions(self, state: State, seat: int, hand: Sequence[str]) -> tuple[Action, ...]:
        """List what a seat may do with these cards."""
        lays = [Lay(card) for card in hand if seat == state.turn]
        known: tuple[Action, ...] = (Say(seat, "higher"), Say(seat, "lower"), *lays)
        return tuple(action for action in known if rules.forbidden(state, action) is None)

    def outcome(self, state: State) -> Outcome | None:
        """Tell how the game ended; None while it runs."""
        return Outcome("all cards played", state.winners) if state.over else None

    # -- the host

    def marks(self, action: Action) -> bool:
        """Tell whether `undo` goes back to before this action: each card, with its guess kept, and each guess."""
        return isinstance(action, (Lay, Say))

    def restored(self, marked: State, now: State, lying: Mapping[str, frozenset[str]] | None) -> Step:
        """Make an earlier state the state again; what lies on the pile besides has to come off (HL-09)."""
        wrong = tuple(sorted((lying or {}).get(PILE, frozenset()) - {*marked.laid}))
        return replace(marked, wrong=wrong), (events.CorrectionOpened(PILE),) if wrong else ()

    def can_pause(self, state: State) -> bool:
        """Tell that nothing runs against the clock."""
        return True

    def held_up(self, action: Action) -> bool:
        """Tell whether an action has to wait while the host has paused: all but putting things right."""
        return not isinstance(action, PutRight)

    # -- what this game has no use for

    def asks(self, state: State) -> Mapping[str, Ask]:
        """Ask nothing: everything that counts is seen."""
        return {}

    def due(self, state: State) -> int | None:
        """Tell that there is no deadline."""
        return None

    # -- who may know what

    def show(self, event: Event, audience: Audience) -> Event | None:
        """Give an audience what it may know of an event."""
        return view.show(event, audience)

    def view(self, state: State, audience: Audience) -> Mapping[str, Any]:
        """Draw the picture, which is the same for all."""
        return view.view(state)

    def why(self, event: Mapping[str, Any], setup: Setup, told: Sequence[Mapping[str, Any]]) -> Why:
        """Say why an audience was told an event."""
        return why.why(event, setup, told)


HIGHER_OR_LOWER = HigherOrLower()
