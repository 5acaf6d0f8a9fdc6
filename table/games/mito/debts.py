"""Debts in Mito: cards that players must draw or give one another, which the table cannot observe.

A player owes a gift until it is reported or the round ends. A draw is assumed to happen as soon as it is due.
"""

from collections import Counter
from collections.abc import Iterable

from table import events
from table.event import Event
from table.games.game import IllegalAction
from table.games.mito import events as own
from table.games.mito.actions import DISCARD, Give
from table.games.mito.piles import Step, reshuffled
from table.games.mito.state import Debt, Owed, Phase, State
from table.games.words import both, joined, many, refusal, say, unless
from table.saying import Text, or_yours
from table.values import replace

_GIFTS = ("gift", "spider", "caught")

# -- draws


def draw(state: State, *seats: int) -> Step:
    """Make each seat draw a card. Seats for which no card is left owe none, which is reported (MITO-T-02)."""
    delivered: list[Event] = []
    without: list[int] = []
    for seat in seats:
        if state.pile == 0 and can_draw(state):  # shuffle only when a card must be drawn and none is left
            state = replace(reshuffled(state), to_shuffle=True)
            delivered.append(events.PileReshuffled(DISCARD))
        if state.pile == 0:
            without.append(seat)
        else:
            state = replace(state, pile=state.pile - 1, held=state.held + 1)
            delivered.append(events.DrawOwed(seat, count=1))
    if without:
        delivered.append(own.NothingToDraw(tuple(without)))
    return state, tuple(delivered)


def owe_draws(state: State, seats: Iterable[int], all_but: Owed | None = None) -> Step:
    """Make each seat draw a card while there are any, and prompt the players to do so (MITO-T-02).

    If there is a card for every seat, the prompt is `all_but`, if given.
    """
    seats = tuple(seats)
    state, delivered = draw(state, *seats)
    drawing = tuple(event.seat for event in delivered if isinstance(event, events.DrawOwed))
    owed = all_but if all_but is not None and drawing == seats else Owed("draw", drawing=drawing)
    return replace(state, owed=(*state.owed, owed)) if drawing else state, delivered


def undraw(state: State, *seats: int) -> Step:
    """Make these seats put back the cards they drew, in reverse order, and report this."""
    if not seats:
        return state, ()
    owed = (*state.owed, Owed("undraw", drawing=seats))
    state = replace(state, pile=state.pile + len(seats), held=state.held - len(seats), owed=owed)
    return state, tuple(own.CardPutBack(seat) for seat in reversed(seats))


def draw_again(state: State) -> Step:
    """Make the seats that were told to put a card back draw it again."""
    return draw(state, *(seat for one in state.owed if one.what == "undraw" for seat in one.drawing))


def can_draw(state: State) -> bool:
    """Return whether there is anything left to draw, from the draw pile or from the discard below its top card."""
    return state.pile > 0 or (state.options.empty_draw == "reshuffle" and len(state.played) > 1)


# -- gifts


def owe_gifts(state: State, owed: Owed, givers: Iterable[int], receiver: int | None) -> Step:
    """Record that each giver owes a card to `receiver` or, if None, to any player. `owed` is the prompt to show."""
    debts = tuple(Debt(giver, receiver) for giver in givers)
    state = replace(state, owed=(*state.owed, owed), debts=(*state.debts, *debts))
    return state, tuple(events.GiftOwed(debt.giver, receiver, count=1) for debt in debts)


def why_not_give(state: State, action: Give) -> IllegalAction | None:
    """Return why a gift cannot be reported now, or None if it can."""
    if state.phase in (Phase.SET_UP, Phase.BETWEEN, Phase.OVER):
        return refusal("no round is on: nobody gives a card away now")
    if action.giver not in state.setup.seats or action.receiver == action.giver:
        return refusal("say to whom you have given a card")
    return unless(action.receiver is not None or _debt(state, action) is not None, "that player owes nobody a card")


def give(state: State, action: Give) -> Step:
    """Record that one player gave another a card. This pays a debt if there was one."""
    debt = _debt(state, action)
    receiver = action.receiver if debt is None or debt.receiver is None else debt.receiver
    debts = Counter(state.debts)
    if debt is not None:
        debts[debt] -= 1
    state = _with_debts(state, tuple(debts.elements()))
    if state.claimed is not None:  # the debt stays paid even if the round continues
        state = replace(state, claimed=give(state.claimed, action)[0])
    if state.last is not None and state.last.seat == action.giver:
        state = replace(state, last=replace(state.last, given=True))
    return state, (own.GiftGiven(action.giver, receiver, count=1),)


def _debt(state: State, action: Give) -> Debt | None:
    """Return the debt that a gift pays, or None if it pays none.

    A gift pays a debt to its receiver or, failing that, one to any player. If no receiver is given, it pays the oldest
    debt.
    """
    mine = [debt for debt in state.debts if debt.giver == action.giver]
    if action.receiver is None:
        return next(iter(mine), None)
    paid = (debt for receiver in (action.receiver, None) for debt in mine if debt.receiver == receiver)
    return next(paid, None)


def _with_debts(state: State, debts: tuple[Debt, ...]) -> State:
    """Replace the list of debts, and drop prompts for debts that have been paid."""
    owed = tuple(one for one in state.owed if one.what not in _GIFTS or _due_now(one, debts))
    return replace(state, debts=debts, owed=owed)


def _due_now(owed: Owed, debts: Iterable[Debt]) -> list[Debt]:
    """Return the debts that a prompt is about."""
    match owed.what:
        case "spider":
            return [debt for debt in debts if debt.giver == owed.seat and debt.receiver is None]
        case _:
            return [debt for debt in debts if debt.receiver == owed.seat]


def of_last_card(state: State, seat: int) -> tuple[tuple[Owed, ...], tuple[Debt, ...]]:
    """Return the prompts and debts that the others must still settle once a seat has played its last card."""
    owed = tuple(one for one in state.owed if one.what in ("ant", "draw", "gift"))
    debts = tuple(debt for debt in state.debts if debt.giver != seat and debt.receiver != seat)
    due = tuple(debt for debt in debts if any(one.what == "gift" and debt.receiver == one.seat for one in owed))
    return tuple(one for one in owed if one.what != "gift" or _due_now(one, due)), due


def still_owed(before: State, now: State) -> State:
    """Return `before` without the debts that were paid between `before` and `now`."""
    left = now if now.claimed is None else now.claimed  # the end of the round cancelled debts, but is being undone
    if left.round != before.round:
        return before
    return _with_debts(before, tuple((Counter(before.debts) & Counter(left.debts)).elements()))


# -- in words


def what_is_owed(state: State) -> str:
    """Return a prompt saying what players must do with cards in their hands. The table cannot check that they do."""
    return joined([_owed_text(state, one) for one in state.owed])


def _owed_text(state: State, owed: Owed) -> Text:
    player = state.setup.name(owed.seat or 0)
    match owed.what:
        case "gift":  # MITO-E-28: no moth is ever given
            ends = state.options.gift_last_card == "out"
            last = say("Giving your last card away ends the round.") if ends else say("Keep your last card.")
            gifts = _gifts(state, owed, player)
            return gifts if ends and state.phase is Phase.COUNTING else joined([gifts, last])
        case "spider" if state.options.spider_last_card:  # MITO-E-35
            text = say("{who} gives a card to any player, but no moth.", who=player)
            return or_yours(text, say("You give a card to any player, but no moth."))
        case "spider":
            return say("{who} gives a card to any player, but no moth and not the last one.", who=player)
        case "ant" if owed.seat is None:
            return say("All draw a card.")
        case "ant":
            return or_yours(say("All but {who} draw a card.", who=player), say("All but you draw a card."))
        case "draw":
            drawing = both([state.setup.name(seat) for seat in owed.drawing])
            return many("{who} draws a card.", "{who} draw a card.", len(owed.drawing), who=drawing)
        case "undraw":
            drawing = both([state.setup.name(seat) for seat in owed.drawing])
            return many(
                "{who} puts the drawn card back on the draw pile.",
                "{who} put the drawn cards back on the draw pile.",
                len(owed.drawing),
                who=drawing,
            )
        case "caught":
            back = say("{who} takes the hidden card back.", who=player)  # MITO-F-32
            gift = _guards_gift(state, state.setup.name(owed.giver or 0), player)
            return joined([back, gift]) if state.options.retake_cheated_card else gift


def _gifts(state: State, owed: Owed, player: str) -> Text:
    givers = [debt.giver for debt in _due_now(owed, state.debts)]
    if len(set(givers)) == len(state.setup.seats) - 1:
        return or_yours(
            say("All give {who} a card, but no moth.", who=player), say("All give you a card, but no moth.")
        )
    names = both([state.setup.name(seat) for seat in givers])
    text = many(
        "{givers} gives {who} a card, but no moth.",
        "{givers} give {who} a card, but no moth.",
        len(givers),
        givers=names,
        who=player,
    )
    yours = many(
        "{givers} gives you a card, but no moth.",
        "{givers} give you a card, but no moth.",
        len(givers),
        givers=names,
    )
    return or_yours(text, yours)


def _guards_gift(state: State, giver: str, player: str) -> Text:
    if state.options.guard_may_give_moth:
        text = say("{giver} gives {who} a card and the Guard Bug.", giver=giver, who=player)
        return or_yours(text, say("{giver} gives you a card and the Guard Bug.", giver=giver))
    text = say("{giver} gives {who} a card, but no moth, and the Guard Bug.", giver=giver, who=player)
    return or_yours(text, say("{giver} gives you a card, but no moth, and the Guard Bug.", giver=giver))
