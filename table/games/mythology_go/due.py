"""Which cards are due to be destroyed by cards in play, and who chooses them."""

from collections.abc import Iterator, Sequence

from table.games.mythology_go.cards import DestroyChoice, DestroyWeakest, MgoCard, Power
from table.games.mythology_go.state import Due, State
from table.values import replace


def made_due(state: State, seat: int, code: str) -> State:
    """Record which cards a newly face-up card makes due to be destroyed (MGO-77)."""
    card, dues = state.card(code), list(state.due)
    for effect in card.effects:
        match effect:
            case Power(keyword="leviathan"):
                groups: Sequence[Sequence[int]] = (_scope(state, seat),)
            case DestroyWeakest(of="all"):
                groups = (state.setup.seats,)
            case DestroyWeakest(of="each"):
                groups = tuple((one,) for one in _from(state, seat))  # MGO-63: its caster first
            case DestroyChoice(count=count):
                dues.append(Due(code, "choice", seat=seat, left=count))
                continue
            case _:
                continue
        spared = {code, *(other for due in dues if due.how == "all" for other in due.cards)}
        dues += [Due(code, "all", cards) for group in groups if (cards := _weakest(state, group, spared))]
    if is_for_people(card):
        dues.append(Due(code, "printed"))
    return replace(state, due=tuple(dues)) if len(dues) > len(state.due) else state


def is_for_people(card: MgoCard) -> bool:
    """Return whether a card is a spell whose effect only people can read, because it is not in the catalogue."""
    return card.kind == "spell" and all(isinstance(one, Power) and one.keyword != "leviathan" for one in card.effects)


def _scope(state: State, seat: int) -> Sequence[int]:
    match state.options.leviathan_scope:
        case "own":
            return (seat,)
        case "others":
            return tuple(one for one in state.setup.seats if one != seat)
        case "all":
            return state.setup.seats


def _from(state: State, seat: int) -> Iterator[int]:
    """Yield all seats clockwise, starting with this one."""
    for _ in state.setup.seats:
        yield seat
        seat = state.setup.left_of(seat)


def open_ones(state: State, seats: Sequence[int] | None = None) -> tuple[str, ...]:
    """Return the face-up creatures that can still be destroyed (MGO-42)."""
    among = state.setup.seats if seats is None else seats
    return tuple(one.card for seat in among for one in state.rows[seat] if not (one.closed or one.risen))


def _weakest(state: State, seats: Sequence[int], spared: set[str]) -> tuple[str, ...]:
    """Return all face-up creatures with the lowest value (MGO-77); fused cards keep their own values."""
    values = {code: state.card(code).value for code in open_ones(state, seats) if code not in spared}
    return tuple(code for code, value in values.items() if value == min(values.values()))


def owed(state: State) -> Due | None:
    """Return what must be destroyed next before the turn can end, or None."""
    return next((due for due in state.due if due.how == "all"), None)


def shown(state: State) -> Due | None:
    """Return what is due now: cards that must be destroyed or, failing that, those from which a player may choose."""
    if (first := owed(state)) is not None:
        return first
    choice = next((due for due in state.due if due.how == "choice"), None)
    cards = () if choice is None else open_ones(state)
    return replace(choice, cards=cards) if choice is not None and cards else None


def for_people(state: State) -> str | None:
    """Return the spell of this turn whose effect only people can read."""
    return next((due.by for due in reversed(state.due) if due.how == "printed"), None)


def behind(state: State, code: str, by: int | None) -> Due | None:
    """Return the `Due` under which a card can be destroyed now, or None. `by` is the seat destroying it, if known."""
    heads = {due.by: due for due in reversed(state.due)}.values()  # what is due first for each destroying card (MGO-63)
    placed, can_be = state.placed(code), code in open_ones(state)
    named = (due for due in heads if code in due.cards)
    chosen = (due for due in heads if due.how == "choice" and can_be and by in (None, due.seat))
    read = (due for due in heads if due.how == "printed" and placed is not None and not placed.risen)
    return next(iter((*named, *chosen, *read)), None)


def settled(state: State, due: Due | None, codes: Sequence[str]) -> State:
    """Update what is due after these cards were destroyed, or stayed, because of `due`."""
    left = []
    for owed in state.due:
        cards = tuple(code for code in owed.cards if code not in codes)
        after = replace(owed, cards=cards, left=owed.left - (owed is due))
        done = {"all": not cards, "choice": not after.left, "printed": False}
        left += [] if done[owed.how] else [after]
    struck = state.struck if due is None else state.struck | {due.by}
    return replace(state, due=tuple(left), struck=struck)


def taken_back(state: State, code: str) -> State:
    """Forget what a card has made due, because the card is being taken back."""
    return replace(state, due=tuple(due for due in state.due if due.by != code))
