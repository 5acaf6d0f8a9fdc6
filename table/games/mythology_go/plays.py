"""Playing cards on a terrain, face up or face down, taking them back and fusing them."""

from table import events
from table.event import Event
from table.games.game import IllegalAction
from table.games.kit import lateness
from table.games.kit.rulebook import corrected
from table.games.mythology_go.actions import DISCARD, Forbidden, Fuse, Lay, TakeBack
from table.games.mythology_go.beliefs import hides_too_much, most_plays
from table.games.mythology_go.board import has
from table.games.mythology_go.due import made_due, taken_back
from table.games.mythology_go.events import CardsFused, ClosedPlayed, OpenTakenBack
from table.games.mythology_go.state import Phase, Placed, State
from table.games.words import capital, noun, refusal, say, unless
from table.saying import Text, message, or_by_hand
from table.values import replace

Step = tuple[State, tuple[Event, ...]]

_NONE_PLAYED = message("you have played no card in this turn")
_NONE_COMES_BACK = message("what you have played in this turn has to stay")


def plays(state: State) -> int:
    """Count the cards played this turn: every face-down card, but face-up spells only if the options say so."""
    spells = set() if state.options.spell_counts_as_play else set(spells_of_turn(state))
    return sum(code not in spells for code in state.laid)


def spells_of_turn(state: State) -> tuple[str, ...]:
    """Return the spells that were played face up this turn."""
    return tuple(
        code
        for code in state.laid
        if state.card(code).kind == "spell" and state.placed(code) is None and code not in state.gone
    )


def why_not_lay(state: State, action: Lay) -> IllegalAction | None:
    """Return why a card may not be played now. For a face-down card, go only by what everybody can see."""
    if action.seat not in state.rows:
        return refusal("nobody sits there")
    if action.astray is not None and state.phase is Phase.PLAYING:
        closed = action.closed or ((placed := state.placed(action.card)) is not None and placed.closed)
        what = say("{card:the}", card=noun("closed card") if closed else state.label(action.card))
        return lateness.refused(state.setup, action.astray, what, by=action.seat, turn=state.turn)
    if (forbidden := state.why_not_on_turn(action.seat)) is not None:
        return forbidden
    if not action.closed:
        return _why_not_open(state, action)
    if action.card in (*state.lying(), *state.discard):
        return refusal("that card has been played", "already_played")
    if plays(state) - state.drawn >= most_plays(state, action.seat):  # MGO-10
        return _too_many(state)
    return unless_full(state, action.seat) or _unless_too_many_hidden(state, action.seat)


def _unless_too_many_hidden(state: State, seat: int) -> IllegalAction | None:
    """Refuse a face-down card that would outnumber the face-up ones, if the options check each card (MGO-16)."""
    closed = state.hidden(seat)
    shown = state.places(seat) - closed
    if state.options.hidden_limit_check == "turn" or not hides_too_much(state, seat, closed=closed + 1, shown=shown):
        return None
    return refusal("you would have more closed cards than open ones", "too_many_hidden")


def _why_not_open(state: State, action: Lay) -> IllegalAction | None:
    card, seat = state.card(action.card), action.seat
    if action.card in (*state.lying(), *state.discard):
        closed = (placed := state.placed(action.card)) is not None and placed.closed
        if closed:
            return refusal("that card has been played", "already_played")
        return refusal(lambda: say("{card:the} has been played", card=card.label), "already_played")
    free = state.drawn if card.kind == "creature" else brought(state)  # MGO-78: a leprechaun brings no spell
    counts = state.options.spell_counts_as_play or card.kind != "spell"
    if counts and plays(state) - free >= most_plays(state, seat):  # MGO-10
        return _too_many(state)
    if card.kind == "spell":  # MGO-88
        return None
    if (full := unless_full(state, seat)) is not None:
        return full
    from_hand = brought(state) >= state.drawn  # what a leprechaun brings is laid before any other creature
    if from_hand and has(card, "cyclops") and state.options.terrain_max - state.places(seat) < 2:  # MGO-65
        return refusal(lambda: say("{card:the} needs two free places", card=card.label), "needs_two_places")
    if has(card, "satyr") and not state.rows[seat]:  # MGO-76
        return refusal(lambda: say("{card:the} needs a card on your terrain", card=card.label), "needs_a_card")
    return None


def brought(state: State) -> int:
    """Count the creatures brought by face-up leprechauns this turn: each brings the next creature laid."""
    awaited = come = 0
    for code in state.laid:
        if awaited and code not in spells_of_turn(state):
            awaited, come = awaited - 1, come + 1
        awaited += has(state.card(code), "leprechaun") and not ((placed := state.placed(code)) and placed.closed)
    return come


def _too_many(state: State) -> IllegalAction:
    if state.turn is not None and unless_hides_too_much(state, state.turn) is not None:
        return refusal("you have played, and have more closed cards than open ones: take one back", "too_many_plays")
    return refusal("you have played: tap to end your turn", "too_many_plays")


def unless_hides_too_much(state: State, seat: int) -> IllegalAction | None:
    """Refuse to end a turn with more face-down cards than face-up ones (MGO-16), and say what to do about it.

    The turn may end if no face-down card was laid in it, because a face-up card must then have been destroyed.
    """
    own = any((placed := state.placed(code)) is not None and placed.closed for code in state.laid)
    closed = state.hidden(seat)
    if (
        not own
        or seat != state.turn
        or not hides_too_much(state, seat, closed=closed, shown=state.places(seat) - closed)
    ):
        return None
    if plays(state) - state.drawn >= most_plays(state, seat) or state.is_full(seat):
        return refusal("you have more closed cards than open ones: take one back", "too_many_hidden")
    what = say("you have more closed cards than open ones: take one back, or lay an open one")
    return refusal(what, "too_many_hidden")


def unless_full(state: State, seat: int) -> IllegalAction | None:
    """Refuse a card for a terrain that is full (MGO-20)."""
    return refusal("your terrain is full", "terrain_full") if state.is_full(seat) else None


def lay(state: State, action: Lay) -> Step:
    """Lay a card (MGO-11). A face-up one is reported when the turn ends (MGO-14), a face-down one at once, unnamed."""
    seat, code, card = action.seat, action.card, state.card(action.card)
    if seat != state.turn:  # the host has accepted it
        return _lay_now(state, action)
    extra = 1 if has(card, "leprechaun") and not action.closed else 0  # MGO-78
    after = replace(state, laid=(*state.laid, code), drawn=state.drawn + extra)
    if action.closed:
        return _lay_closed(after, seat, code, _forbidden(state, seat, code))
    if card.kind == "spell":  # MGO-87
        return made_due(replace(after, discard=(*after.discard, code)), seat, code), ()
    return made_due(after.with_placed(seat, Placed(code)), seat, code), ()


def _lay_closed(state: State, seat: int, code: str, forbidden: Forbidden | None) -> Step:
    """Lay a face-down card, even a forbidden one, and report at once that one was laid (MGO-15)."""
    after = state.with_placed(seat, Placed(code, closed=True, public=True, forbidden=forbidden))
    return after, (ClosedPlayed(seat, f"seat.{seat}", code, forbidden),)


def tell(state: State, code: str) -> Step:
    """Report a face-up card before the turn is over."""
    placed, seat = state.placed(code), state.owner(code)
    if placed is None or seat is None or placed.public:
        return state, ()
    return state.with_placed(seat, replace(placed, public=True)), (events.CardPlayed(seat, f"seat.{seat}", code),)


def _lay_now(state: State, action: Lay) -> Step:
    """Lay a card during another seat's turn: it is reported at once and does not count as one of that turn's."""
    seat, code = action.seat, action.card
    if action.closed:
        return _lay_closed(state, seat, code, _forbidden(state, seat, code))
    if state.card(code).kind == "spell":
        after = replace(state, discard=(*state.discard, code))
        return made_due(after, seat, code), (events.CardPlayed(seat, DISCARD, code),)
    after = state.with_placed(seat, Placed(code, public=True))
    return made_due(after, seat, code), (events.CardPlayed(seat, f"seat.{seat}", code),)


def _forbidden(state: State, seat: int, code: str) -> Forbidden | None:
    """Return why a card may not lie face down (MGO-64); only its owner learns the reason."""
    pad, card = state.setup.placement[f"seat.{seat}"] == "tap", state.card(code)
    if card.kind != "creature" or not card.face_down:
        return Forbidden("not_face_down", capital(_may_not_be_closed(card.label, pad=pad)))
    if has(card, "satyr") and not state.rows[seat]:  # MGO-76
        return Forbidden("needs_a_card", capital(_needs_a_card(card.label, pad=pad)))
    return None


def _may_not_be_closed(card: str, *, pad: bool) -> Text:
    if pad:
        return or_by_hand(
            say("{card:the} may not be played closed: touch your pad with it again, and take it back.", card=card),
            say("{card:the} may not be played closed: take it back.", card=card),
        )
    return say("{card:the} may not be played closed: take it off.", card=card)


def _needs_a_card(card: str, *, pad: bool) -> Text:
    if pad:
        return or_by_hand(
            say("{card:the} needs a card on your terrain: touch your pad with it again, and take it back.", card=card),
            say("{card:the} needs a card on your terrain: take it back.", card=card),
        )
    return say("{card:the} needs a card on your terrain: take it off.", card=card)


def why_not_take_back(state: State, action: TakeBack) -> IllegalAction | None:
    """Return why a seat cannot take back a card."""
    mine = can_come_back(state) if state.phase is Phase.PLAYING and action.seat == state.turn else ()
    if not (mine if action.card is None else action.card in mine):
        played = action.seat == state.turn and state.laid
        return refusal(_NONE_COMES_BACK if played else _NONE_PLAYED)
    stay = [one for one in state.rows[action.seat] if one.card != (action.card or mine[-1])]
    lonely = [one for one in stay if not one.public and has(state.card(one.card), "satyr")]
    alone = len(stay) == len(lonely) == 1  # MGO-76
    return unless(
        not alone, lambda: say("take {card:the} back first: it needs a card", card=state.label(lonely[0].card))
    )


def can_come_back(state: State) -> tuple[str, ...]:
    """Return the cards of this turn that can be taken back.

    A card cannot be taken back if it was destroyed, has to be destroyed, or has destroyed others.
    """
    spells = spells_of_turn(state)
    stay = state.struck.union(*(due.cards for due in state.due))
    placed = {code: state.placed(code) for code in state.laid if code not in stay}
    return tuple(
        code
        for code, where in placed.items()
        if code in spells or (where is not None and (where.closed or not where.public))
    )


def take_back(state: State, action: TakeBack) -> Step:
    """Take back a card of this turn."""
    code = can_come_back(state)[-1] if action.card is None else action.card
    placed, seat = state.placed(code), action.seat
    zone = DISCARD if placed is None else f"seat.{seat}"
    stays = code in action.lying if placed is None else action.card is None
    lies = stays and state.setup.placement[zone] == "pile"
    extra = 1 if has(state.card(code), "leprechaun") and not (placed and placed.closed) else 0
    after = replace(
        taken_back(state, code).without(code),
        laid=tuple(one for one in state.laid if one != code),
        discard=tuple(one for one in state.discard if one != code),
        drawn=max(0, state.drawn - extra),
        named=None if has(state.card(code), "djinn") else state.named,
    )
    closed = placed is not None and placed.closed
    if lies:  # it was taken back with the button, and still has to come off
        secret = after.closed | {code} if closed else after.closed
        after = replace(after, wrong={**after.wrong, code: zone}, closed=secret)
    event = events.PlayTakenBack(seat, zone, code) if closed else OpenTakenBack(seat, zone, code)
    return after, (event, *corrected(state, after))


# -- two cards that become one


def fused(state: State, seat: int, cards: tuple[str, str]) -> CardsFused:
    """Return the event for two cards that were fused."""
    who, card = state.setup.name(seat), state.label(cards[0])
    return CardsFused(seat, cards, say("Two cards of {who} are one now: {card}.", who=who, card=card))


def why_not_fuse(state: State, action: Fuse) -> IllegalAction | None:
    """Return why two cards may not be merged: only face-up copies with Fusion may (MGO-35, MGO-112)."""
    own = state.phase is Phase.COUNTING or (state.phase is Phase.PLAYING and action.seat == state.turn)
    if not own or not belong_together(state, action.seat, *action.cards):
        return refusal("these cards cannot be fused")
    if _hides_more_than_it_shows(state, action.seat):
        card = state.label(action.cards[0])
        text = say("as one card with the other {card} it would leave more cards closed than open", card=card)
        return refusal(text, "too_many_hidden")
    return None


def can_fuse(state: State, seat: int, one: str, other: str) -> bool:
    """Return whether two cards on a terrain may be merged now."""
    return belong_together(state, seat, one, other) and not _hides_more_than_it_shows(state, seat)


def belong_together(state: State, seat: int, one: str, other: str) -> bool:
    """Return whether two cards on a terrain are face-up copies that can be merged; face-down cards never can."""
    open_ones = {placed.card for placed in state.rows[seat] if not placed.closed}
    alike = state.card(one).name == state.card(other).name and has(state.card(one), "fusion")
    return alike and one != other and {one, other} <= open_ones and not (state.paired(one) or state.paired(other))


def _hides_more_than_it_shows(state: State, seat: int) -> bool:
    """Return whether losing a face-up card would leave a terrain with too many face-down ones (MGO-16)."""
    closed = state.hidden(seat)
    shown = state.places(seat) - 1 - closed
    return state.phase is Phase.PLAYING and hides_too_much(state, seat, closed=closed, shown=shown)


def fuse(state: State, action: Fuse) -> Step:
    """Merge two cards into a stack, which counts as one card on the terrain (MGO-36, MGO-37)."""
    pairs = {**state.pairs, action.seat: (*state.pairs.get(action.seat, ()), action.cards)}
    after = replace(state, pairs=pairs)
    if any((placed := state.placed(code)) is not None and not placed.public for code in action.cards):
        return replace(after, fused=(*after.fused, action.cards)), ()  # reported with its cards when the turn ends
    return after, (fused(state, action.seat, action.cards),)
