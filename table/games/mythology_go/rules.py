"""The rules of Mythology GO; `apply` is the only authority.

Every line that implements a rule names its ledger ID; see docs/rules/mythology_go.md. Playing cards is in plays.py,
turns and rounds in turns.py, declarations at the count in declaring.py, and the count itself in count.py.
"""

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations, product

from table import events
from table.event import Event
from table.games.game import IllegalAction, Setup
from table.games.kit import corrections
from table.games.kit.actions import Action, GiveTurn, NextRound, PutRight, Reshuffle
from table.games.kit.corrections import PUT_RIGHT, Lies, accepted
from table.games.kit.rulebook import ByKind, Rule, Rulebook, corrected, only_if, sure, telling
from table.games.mythology_go import actions as act
from table.games.mythology_go import declaring, destroying, due, plays, turns
from table.games.mythology_go.actions import DISCARD, Lay
from table.games.mythology_go.board import has
from table.games.mythology_go.events import CardNamed, ClosedRefused, EffectUsed, SearchEnded
from table.games.mythology_go.plays import Step
from table.games.mythology_go.state import Phase, State
from table.games.mythology_go.words import called, searched, whose
from table.games.words import refusal, say, unless
from table.values import replace

# -- cards with rules of their own


def _why_not_use(state: State, action: act.UseEffect) -> IllegalAction | None:
    if state.phase is not Phase.PLAYING or action.seat != state.turn:  # MGO-71
        return refusal("it is not your turn")
    placed = state.placed(action.card)
    own = placed is not None and not placed.closed and state.owner(action.card) == action.seat
    return unless(own and has(state.card(action.card), "chimera"), "none of your open cards can do that now")


def _use(state: State, action: act.UseEffect) -> Step:
    """Use a chimera, which does not count as a play (MGO-72). If laid this turn, it is reported and has to stay."""
    state, delivered = plays.tell(state, action.card)
    text = say("{card} is used.", card=whose(state, action.seat, action.card))
    return state, (*delivered, EffectUsed(action.seat, action.card, text))


def _why_not_name(state: State, action: act.NameCard) -> IllegalAction | None:
    mine = action.seat == state.turn and state.phase is Phase.PLAYING
    open_ones = [code for code in state.laid if (placed := state.placed(code)) is not None and not placed.closed]
    djinns = sum(has(state.card(code), "djinn") for code in open_ones)
    if not mine or not djinns:
        return refusal("only the player who has just played a Djinn face up may name a card")
    if not any(card.name == action.name and card.kind == "creature" for card in state.setup.cards.values()):
        return refusal(lambda: say("name a creature, not a spell such as {name}", name=repr(action.name)))  # MGO-73
    return unless(state.named is None and state.searches < djinns, "you have named a card already")


def _name(state: State, action: act.NameCard) -> Step:
    who, card = state.setup.name(action.seat), called(state, action.name)
    text = say("{who} searches the draw pile for {card:a}.", who=who, card=card)
    return replace(state, named=action.name, searches=state.searches + 1), (CardNamed(action.seat, action.name, text),)


def _why_not_end_search(state: State, action: act.EndSearch) -> IllegalAction | None:
    mine = action.seat == state.turn and state.phase is Phase.PLAYING
    return unless(mine and state.named is not None, "you have named no card to search for")


def _end_search(state: State, action: act.EndSearch) -> Step:
    """Take a seat's word for whether it found the card; the table does not reveal what it knows (MGO-74)."""
    named = sure(state.named)
    text = searched(state, action.seat, named, found=action.found)
    return replace(state, named=None), (SearchEnded(action.seat, named, action.found, text),)


# -- misplaced cards


def _put_right(state: State, action: PutRight) -> Step:
    after = accepted(state, action.card)
    after = replace(after, closed=state.closed - {action.card})
    return after, corrected(state, after)


def _reshuffle(state: State, action: Reshuffle) -> Step:
    """Shuffle the discard into the draw pile, except cards of this turn that can still be taken back."""
    kept = tuple(code for code in state.discard if code in plays.can_come_back(state))
    return replace(state, discard=kept), (events.PileReshuffled(DISCARD),)


def _why_not_misspoken(state: State, action: act.Misspoken) -> IllegalAction | None:
    return refusal(action.text)


def _misspoken(state: State, action: act.Misspoken) -> Step:
    return state, ()


def standing(state: State, action: Action | None) -> tuple[Action, ...]:
    """Return the last refused play whose card still lies on its pile; only the host may accept it.

    If that card cannot be a play, such as a card from a hand on the discard, the host may let it lie: it may have been
    mistaken for a similar-looking card (MGO-T-01). If no card is misplaced, but the turn is waiting for a card to be
    destroyed, the host may end the turn anyway.
    """
    if action is not None:
        return ()
    meant = (_meant(state, lay) for lay in state.refused if lay.card in state.wrong and lay.seat in state.rows)
    if last := tuple(play for play in meant if play is not None)[-1:]:
        return last
    if state.wrong:
        return (PutRight(state.wrong_top),)
    waits = state.turn is not None and due.owed(state) is not None
    return (act.EndTurn(sure(state.turn)),) if waits else ()


def _meant(state: State, lay: Lay) -> Action | None:
    """Return the action a refused card was meant for; on the discard, spells are played, terrain cards destroyed."""
    if lay.zone != DISCARD or state.card(lay.card).kind == "spell":
        return lay
    return act.Destroy(lay.card) if state.placed(lay.card) is not None else None


def restored(before: State, now: State, lying: Lies) -> Step:
    """Return to `before`; misplaced cards, and cards on a pile where they were not at that time, must be taken off."""
    after, delivered = corrections.restored(before, now, lying)
    deities = {card for card in after.wrong if now.card(card).kind == "deity"}
    faces_down = {one.card for row in now.rows.values() for one in row if one.closed}
    secret = deities | before.closed | now.closed | faces_down
    return replace(after, closed=frozenset(secret & after.wrong.keys())), delivered


# -- the authority


def _lay(state: State, action: Lay) -> Step:
    """Lay a card; one that was refused before and is now accepted by the host is no longer misplaced."""
    state, delivered = _put_right(state, PutRight(action.card)) if action.card in state.wrong else (state, ())
    return telling(delivered, plays.lay(state, action))


def _of(state: State, hand: Sequence[str], *kinds: str) -> list[str]:
    return [code for code in hand if state.card(code).kind in kinds]


def _own(state: State, seat: int, what: Callable[[Setup], AbstractSet[str]]) -> list[str]:
    """Return the cards on a seat's terrain that are listed by `what`."""
    able = state.setup.once(what)
    return [one.card for one in state.rows[seat] if one.card in able]


def _with(keyword: str) -> Callable[[Setup], AbstractSet[str]]:
    return lambda setup: {code for code, card in setup.cards.items() if has(card, keyword)}


_FUSING, _USABLE = _with("fusion"), _with("chimera")


def _lays(state: State, seat: int, code: str) -> tuple[tuple[int, str, str, bool], ...]:
    """Return how a card may be laid: on the terrain, face down or face up, or on the discard, for a spell."""
    pad = f"seat.{seat}"
    return (seat, code, DISCARD if state.card(code).kind == "spell" else pad, False), (seat, code, pad, True)


_CONCEIVABLE = ByKind(
    {
        act.Deal: lambda state, seat, hand: [(seat, code) for code in _of(state, hand, "deity")],
        act.Believe: lambda state, seat, hand: [(seat, code) for code in _of(state, hand, "belief")],
        Lay: lambda state, seat, hand: [
            lay for code in _of(state, hand, "creature", "spell") for lay in _lays(state, seat, code)
        ],
        act.Fuse: lambda state, seat, _hand: [(seat, pair) for pair in combinations(_own(state, seat, _FUSING), 2)],
        act.UseEffect: lambda state, seat, _hand: [(seat, code) for code in _own(state, seat, _USABLE)],
        act.Aim: lambda state, seat, _hand: [
            (seat, code, target) for code in _own(state, seat, declaring.aiming) for target in state.lying()
        ],
        act.Accuse: lambda state, seat, _hand: [
            (seat, *accused) for accused in product(state.setup.seats, declaring.deities(state))
        ],
        act.TakeBack: lambda _state, seat, _hand: [(seat,)],
        act.Declare: lambda _state, seat, _hand: [(seat,)],
        act.Destroy: lambda state, _seat, _hand: [(code,) for code in state.lying()],
        PutRight: lambda state, _seat, _hand: [(code,) for code in sorted(state.wrong)],
    }
)


# What the host can take back, and what has to wait during a pause.
BOOK: Rulebook[State] = Rulebook(
    {
        act.Deal: Rule(turns.why_not_deal, turns.deal, when=("PLAYING",)),
        act.Believe: Rule(turns.why_not_believe, turns.believe, when=("PLAYING",)),
        Lay: Rule(plays.why_not_lay, _lay, when=("PLAYING",)),
        act.TakeBack: Rule(plays.why_not_take_back, plays.take_back, when=("PLAYING",)),
        act.Fuse: Rule(plays.why_not_fuse, plays.fuse, when=("PLAYING", "COUNTING")),
        act.Destroy: Rule(destroying.why_not_destroy, destroying.destroy, when=("PLAYING",)),
        act.EndTurn: Rule(turns.why_not_end_turn, turns.end_turn, when=("PLAYING",)),
        act.UseEffect: Rule(_why_not_use, _use, when=("PLAYING",)),
        act.NameCard: Rule(_why_not_name, _name, when=("PLAYING",)),
        act.EndSearch: Rule(_why_not_end_search, _end_search, when=("PLAYING",)),
        act.Aim: Rule(declaring.why_not_aim, declaring.aim, when=("COUNTING",)),
        act.Accuse: Rule(declaring.why_not_accuse, declaring.accuse, when=("COUNTING",)),
        act.Declare: Rule(declaring.why_not_declare, declaring.declare, when=("COUNTING",)),
        PutRight: Rule(PUT_RIGHT.why_not, _put_right),
        NextRound: turns.ROUNDS.rule,
        GiveTurn: Rule(turns.why_not_give_turn, turns.give_turn, when=("PLAYING",)),
        Reshuffle: only_if(
            lambda *_: True, "the cards are not shuffled now", _reshuffle, when=("PLAYING",)
        ),
        act.Misspoken: Rule(_why_not_misspoken, _misspoken),
    },
    _CONCEIVABLE,
    marked=(
        act.Deal, act.Believe, Lay, act.Fuse, act.Destroy, act.EndTurn, act.UseEffect, act.NameCard, act.EndSearch,
        act.Aim, act.Accuse, act.Declare, GiveTurn, Reshuffle,
    ),
    while_paused=(PutRight, GiveTurn, Reshuffle, act.Misspoken),
)  # fmt: skip
why_not, apply, actions = BOOK.why_not, BOOK.apply, BOOK.actions


# -- what is refused


def refuse(state: State, action: Action, why: IllegalAction) -> Step:
    """Report a refusal; a card that may not stay on its pile must be taken off."""
    match action:
        case Lay(zone=zone):
            return _refuse_card(state, action, zone, why)
        case act.Destroy(card=card, closed=closed, by=by):  # nobody may learn which Deity it is
            secret = closed or state.card(card).kind == "deity"
            lay = Lay(by or state.turn or 0, card, DISCARD, closed=secret)
            refused = _refused(state, lay, why)
            return _lies_wrong(state, lay, secret=isinstance(refused, ClosedRefused), refused=refused)
        case act.Deal(seat=seat, card=card):
            return state, (_refused(state, Lay(seat, card, f"seat.{seat}", closed=True), why),)
        case act.Believe(seat=seat, card=card):
            return state, (events.PlayRefused(seat, f"seat.{seat}", card, why.reason, why.text),)
        case act.Fuse(seat=seat, cards=cards):  # both are already there
            return state, (events.PlayRefused(seat, f"seat.{seat}", cards[-1], why.reason, why.text),)
        case _:
            return BOOK.refuse(state, action, why)


def _refuse_card(state: State, action: Lay, zone: str, why: IllegalAction) -> Step:
    refused = _refused(state, action, why)
    if why.reason == "already_played" or state.phase is not Phase.PLAYING:
        return state, (refused,)
    return _lies_wrong(state, action, secret=isinstance(refused, ClosedRefused), refused=refused)


def _lies_wrong(state: State, lay: Lay, *, secret: bool, refused: Event) -> Step:
    """Record where a refused card lies and who laid it; only its owner may identify a `secret` one."""
    if state.phase is not Phase.PLAYING:
        return state, (refused,)
    closed = state.closed | {lay.card} if secret else state.closed
    wrong = {**state.wrong, lay.card: lay.zone}
    after = replace(state, wrong=wrong, closed=closed, refused=(*state.refused, lay))
    return after, (refused, *corrected(state, after))


def _refused(state: State, action: Lay, why: IllegalAction) -> Event:
    """Return the event of a refusal; only its owner learns which face-down card or Deity it is."""
    code = action.card
    placed, kind = state.placed(code), state.card(code).kind
    if not action.closed and not (placed is not None and placed.closed):
        return events.PlayRefused(action.seat or None, action.zone, code, why.reason, why.text)
    knows: int | None = action.seat
    if kind == "deity" and code in state.deities.values():
        knows = next(seat for seat, held in state.deities.items() if held == code)
    elif kind == "deity" and action.zone == DISCARD:
        knows = None
    elif placed is not None:
        knows = state.owner(code)
    return ClosedRefused(action.seat, action.zone, code, why.reason, why.text, knows)
