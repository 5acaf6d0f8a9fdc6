"""A whole game of Mythology GO: each round consists of set-up, turns, and scoring."""

from functools import partial

from cardtable_lab.simulated import behaviour
from cardtable_lab.simulated.mythology_go.book import DRAWN, Due, Row
from cardtable_lab.simulated.mythology_go.counting import BoardToCount, points
from cardtable_lab.simulated.mythology_go.players import DISCARD, Players
from table.games.mythology_go.views import MgoView
from table.robots.environment import Doing

# -- Turns of Mythology GO: players draw, lay cards face up or face down, make mistakes, destroy, and fuse

_HASTE_S = (0.5, 1.8)  # how long people think
_APART_S = 2.3
_ENDS = ("turn_started", "count_opened")


def takes_turn(players: Players, seat: int) -> Doing:
    """Play one turn and record the result in the book."""
    environment, hand = players.environment, players.hands[seat]
    for _ in range(players.book.helped(seat, "draw", DRAWN)):  # MGO-09
        if players.stock:
            hand.append(players.stock.pop())
    yield environment.waits(*_HASTE_S)
    yield from _errs(players, seat)
    yield from _fuses(players, seat)
    yield from _uses(players, seat)
    yield from _plays(players, seat)
    if environment.happens(players.habits.second):
        yield from _plays(players, seat)
    if environment.happens(players.habits.retake) and players.book.laid:
        yield from _changes_mind(players, seat)
    while not players.book.laid or players.book.too_many_closed(seat):
        yield from _plays(players, seat, openly=True)
    players.stock[:0] = hand  # MGO-12
    hand.clear()
    yield from _ends_turn(players, seat)


def _plays(players: Players, seat: int, *, openly: bool = False) -> Doing:
    """Lay a legal card, face down if that is allowed and the player wants to."""
    environment, book = players.environment, players.book
    fitting = [card for card in players.hands[seat] if book.objection(seat, card, closed=False) is None]
    creatures = [card for card in fitting if book.kind(card) == "creature"]
    choice = creatures or fitting
    if not choice:
        if openly:
            yield from _makes_room(players, seat)
        return
    card = environment.chance.choice(choice if openly else fitting)
    plain = book.kind(card) == "creature" and not book.forbidden(seat, card)
    closed = not openly and plain and book.may_close(seat) and environment.happens(players.habits.closed)
    yield from _lays(players, seat, card, closed=closed)


def _makes_room(players: Players, seat: int) -> Doing:
    """If nothing can be laid face up, take back the last face-down card or, failing that, draw a card."""
    closed = [card for card in players.book.laid if card in players.book.rows[seat].closed]
    if not closed:  # a player who can lay nothing draws another card
        players.hands[seat].append(players.stock.pop())
        return
    players.left_wrong.discard(closed[-1])
    yield from players.takes_back(seat, closed[-1])
    players.returns(seat, closed[-1])


def _lays(players: Players, seat: int, card: str, *, closed: bool) -> Doing:
    """Lay a card and follow the table's ruling and the card's effects."""
    environment, book = players.environment, players.book
    if not closed and any(book.name(one) == book.name(card) for one in book.rows[seat].cards):
        yield environment.waits(_APART_S)  # two quick touches would fuse them
    lies = yield from players.lays(seat, card, closed=closed)
    if not lies:
        environment.exercised["refused"] += 1
        yield from players.takes_back(seat, card)
        return
    players.lies(seat, card, closed=closed)
    environment.exercised["closed"] += closed
    yield environment.waits(*_HASTE_S)
    if closed:
        return
    if book.kind(card) == "spell":  # MGO-87
        environment.exercised["spells"] += 1
        yield from environment.touches(seat, [card], DISCARD)
        yield environment.waits(0.4)
    yield from _destroys(players, seat)
    if book.name(card) == "leprechaun":
        yield from _draws_for_the_terrain(players, seat)
    if book.name(card) == "djinn":
        yield from _searches(players, seat)


# -- mistakes


def _errs(players: Players, seat: int) -> Doing:
    """Make random mistakes: lay a card out of turn, on the discard, or illegally face down; correct most."""
    environment, book = players.environment, players.book
    others = [other for other in environment.seats if other != seat and players.stock]
    if environment.happens(players.habits.hasty):
        other = environment.chance.choice(others)
        card = players.stock.pop()
        players.hands[other].append(card)
        yield from _lays(players, other, card, closed=False)
        players.hands[other].clear()
        players.stock.insert(0, card)
    if environment.happens(players.habits.destroys_idly):
        yield from _destroys_idly(players, seat)
    wrong = [card for card in players.hands[seat] if book.forbidden(seat, card)]
    may = book.objection(seat, wrong[0], closed=True) is None if wrong else False
    if may and environment.happens(players.habits.wrongly_closed):
        yield from _lays_wrongly(players, seat, environment.chance.choice(wrong))


def _lays_wrongly(players: Players, seat: int, card: str) -> Doing:
    """Illegally lay a card face down, which the table may report only to the card's owner (MGO-T-04)."""
    environment = players.environment
    if not (yield from players.lays(seat, card, closed=True)):
        return
    players.lies(seat, card, closed=True)
    environment.exercised["forbidden"] += 1
    yield environment.waits(*_HASTE_S)
    if environment.happens(players.habits.leaves_it) and players.book.kind(card) == "creature":
        environment.exercised["left_forbidden"] += 1
        players.left_wrong.add(card)
        return
    yield from players.takes_back(seat, card)
    players.returns(seat, card)


def _changes_mind(players: Players, seat: int) -> Doing:
    """Press twice to take back the last card of this turn (MGO-T-02)."""
    environment, card = players.environment, players.book.laid[-1]
    if not players.book.can_come_back(seat, card):
        return
    environment.note("doubles", seat=seat)
    for _ in range(3):
        yield from environment.doubles(seat)
        if (yield from environment.until(lambda: card not in players.shown(seat), 1.2)):
            players.returns(seat, card)
            environment.exercised["retakes"] += 1
            yield environment.waits(*_HASTE_S)  # if the button were still down, the next card would count as face down
            return


# -- effects of cards


def _destroys(players: Players, seat: int) -> Doing:
    """Destroy the cards that must be destroyed (MGO-77, MGO-63), and perhaps some that the player may choose."""
    environment, book = players.environment, players.book
    while owed := next((due for due in book.due if due.cards), None):
        yield from _strikes(players, seat, owed, owed.cards[0])
    for choice in list(book.due):
        for _ in range(choice.left):
            board = book.open_ones()
            if board and environment.happens(players.habits.destroys):
                pairs = [card for card in board if len(_row_of(players, card)[1].together(card)) > 1]
                among = pairs if pairs and environment.happens(0.5) else board
                yield from _strikes(players, seat, choice, environment.chance.choice(among))


def _row_of(players: Players, card: str) -> tuple[int, Row]:
    return next((owner, row) for owner, row in players.book.rows.items() if card in row.cards)


def _strikes(players: Players, seat: int, due: Due, card: str) -> Doing:
    """Touch the discard with a card from any terrain; a card with Resurrection stays (MGO-41, MGO-T-03).

    A fused pair is destroyed together (MGO-T-06): the other card is also laid on the discard.
    """
    environment, (owner, row) = players.environment, _row_of(players, card)
    cards = row.together(card)
    stays = any(effect["keyword"] == "resurrection" for one in cards for effect in players.book.effects(one))
    for one in cards:
        environment.note("destroys", seat=owner, card=one, stays=stays, by=due.by)
    heard = "card_resurrected" if stays else "card_destroyed"
    yield from environment.insists(lambda: environment.touches(seat, [card], DISCARD), heard, patience_s=1.2)
    players.book.strikes(due, cards)
    environment.exercised["pairs_destroyed"] += len(cards) > 1 and not stays
    for touched in cards:
        if stays:
            row.risen.add(touched)
        else:
            row.loses(touched)
        environment.exercised["stayed" if stays else "destroyed"] += 1
    for touched in cards[1:] if not stays else ():
        yield environment.waits(0.4, 0.8)
        yield from environment.touches(seat, [touched], DISCARD)


def _destroys_idly(players: Players, seat: int) -> Doing:
    """Touch the discard with a card although nothing destroys it; take it back when the table refuses it (MGO-T-07)."""
    environment, board = players.environment, players.book.open_ones()
    if not board:
        return
    card = environment.chance.choice(board)
    environment.note("destroys_idly", seat=seat, card=card)
    yield from environment.insists(lambda: environment.touches(seat, [card], DISCARD), "play_refused", patience_s=1.2)
    environment.exercised["not_due"] += 1
    yield environment.waits(*_HASTE_S)

    def lies() -> bool:
        correction = environment.view.correction
        return correction is not None and correction.zone == DISCARD

    yield from behaviour.takes_back(environment, seat, card, DISCARD, lies)


def _draws_for_the_terrain(players: Players, seat: int) -> Doing:
    """Draw until a creature turns up that can be laid, and lay it (MGO-78)."""
    for _ in range(len(players.stock)):
        card = players.stock.pop()
        if players.book.kind(card) == "creature" and players.book.objection(seat, card, closed=False) is None:
            players.hands[seat].append(card)
            players.environment.exercised["extra"] += 1
            yield from _lays(players, seat, card, closed=False)
            return
        players.stock.insert(0, card)


def _searches(players: Players, seat: int) -> Doing:
    """Name a creature, search the draw pile for it, and declare the result (MGO-73 to MGO-75)."""
    environment = players.environment
    names = sorted({str(card["name"]) for card in players.printed.values() if card["kind"] == "creature"})
    name = environment.chance.choice(names)
    environment.says(seat, "djinn", name)
    yield environment.waits(1.0, 2.0)
    found = next((card for card in players.stock if players.book.name(card) == name), None)
    environment.note("searched", seat=seat, name=name, found=found is not None)
    environment.says(seat, "search", "nothing" if found is None else "found")
    if found is not None:
        players.stock.remove(found)
        players.hands[seat].append(found)
    players.stock = environment.chance.sample(players.stock, len(players.stock))
    environment.exercised["searched"] += 1
    yield environment.waits(0.3)


def _uses(players: Players, seat: int) -> Doing:
    """Use a chimera that lies on the terrain; this does not count as playing a card (MGO-71, MGO-72)."""
    environment, row = players.environment, players.book.rows[seat]
    chimeras = [card for card in row.cards if players.book.name(card) == "chimera" and card not in row.closed]
    if chimeras and environment.happens(players.habits.uses):
        environment.note("used", seat=seat, card=chimeras[0])
        environment.says(seat, "effect", chimeras[0])
        environment.exercised["used"] += 1
        yield environment.waits(0.3)


def _fuses(players: Players, seat: int) -> Doing:
    """Fuse two copies by touching the pad with both, if the player chooses to (MGO-35)."""
    environment, pair = players.environment, mergeable(players, seat)
    if pair is None or not players.book.may_merge(seat) or not environment.happens(players.habits.fuses):
        return
    yield from fuses(players, seat, pair)


def mergeable(players: Players, seat: int) -> tuple[str, str] | None:
    """Return two face-up cards that can be fused, or None."""
    row = players.book.rows[seat]
    merged = {card for pair in row.pairs for card in pair}
    free = [
        card
        for card in row.cards
        if card not in row.closed | merged
        and any(effect["keyword"] == "fusion" for effect in players.printed[card].get("effects") or ())
    ]
    return (free[0], free[1]) if len(free) > 1 and players.book.name(free[0]) == players.book.name(free[1]) else None


def fuses(players: Players, seat: int, pair: tuple[str, str]) -> Doing:
    """Touch the player's own pad with both cards in quick succession."""
    environment = players.environment
    environment.note("fuses", seat=seat, cards=list(pair))

    def touches_both() -> Doing:
        for card in pair:
            yield from environment.touches(seat, [card], f"seat.{seat}")
            yield environment.waits(0.3)

    if (yield from environment.insists(touches_both, "cards_fused", patience_s=1.5)) is not None:
        players.book.rows[seat].pairs.append(pair)
        environment.exercised["fused"] += 1


def _ends_turn(players: Players, seat: int) -> Doing:
    """Tap to end the turn. The table then reports the turn's face-up cards."""
    environment = players.environment
    brought = [card for card in players.book.laid if card not in players.book.rows[seat].closed]
    environment.note("ends_turn", seat=seat, brought=brought)
    yield from environment.insists(lambda: environment.taps(seat), *_ENDS, patience_s=1.5)
    players.book.follower()


def plays(players: Players) -> Doing:
    """Wait until the table shows a game, then play until all rounds are scored."""
    environment, book = players.environment, players.book
    yield from environment.until(lambda: environment.view.game is not None, 60)
    while len(book.results) < book.rounds:
        yield from _sets_up(players)
        while book.turn is not None:
            yield from takes_turn(players, book.turn)
        yield from _counts(players)
        if len(book.results) < book.rounds:
            opener = book.opener()
            yield environment.waits(1, 3)
            yield from environment.insists(partial(environment.holds, opener), "round_started", patience_s=1.5)
            players.collect()
            book.begin(opener)
            environment.exercised["rounds"] += 1
    yield from environment.until(lambda: environment.heard(0, "game_ended") is not None, 10)
    environment.note("ended", totals=book.totals, winners=book.winners())
    environment.over = True


def _sets_up(players: Players) -> Doing:
    """Lay Beliefs face up on the pads; lay Deities face down, by holding the button (MGO-92, MGO-99)."""
    environment, book = players.environment, players.book
    for seat, card in players.dealt("belief").items():
        since = len(environment.events)
        yield environment.waits(0.3, 0.8)
        for _ in range(12):
            yield from environment.touches(seat, [card], f"seat.{seat}")
            yield from environment.until(partial(_believes, players, since), 1.0)
            if _believes(players, since):
                players.beliefs[seat] = book.beliefs[seat] = card
                break
    for seat, card in players.dealt("deity").items():
        players.hides(seat, card)
        yield environment.waits(0.3, 0.8)
        for _ in range(12):
            finger = environment.env.process(environment.presses(seat, 1.2))
            yield environment.waits(0.25)
            yield from environment.touches(seat, [card], f"seat.{seat}")
            yield from environment.until(partial(_has, players, seat, card), 0.8)
            yield finger
            if _has(players, seat, card):
                players.deities[seat] = card
                break


def _believes(players: Players, since: int) -> bool:
    return players.environment.heard(since, "belief_chosen") is not None


def _has(players: Players, seat: int, deity: str) -> bool:
    own = players.own(seat)
    return own is not None and own.deity == deity


def _counts(players: Players) -> Doing:
    """Turn up all cards, declare targets and Deities, and score them."""
    environment, book = players.environment, players.book
    yield from environment.until(lambda: MgoView.of(environment.view).counting is True, 5)
    for row in book.rows.values():
        for card in [card for card in row.cards if card in row.closed & players.left_wrong]:
            row.loses(card)
        row.closed.clear()
    players.left_wrong.clear()
    players.hidden = {card: since for card, since in players.hidden.items() if card in players.deities.values()}
    board = BoardToCount(book.rows, players.printed, players.deities, players.beliefs, {}, [])
    aims: dict[str, str] = {}
    for seat in environment.seats:
        yield environment.waits(0.4, 1.2)
        pair = mergeable(players, seat)
        if pair is not None and environment.happens(players.habits.fuses):
            yield from fuses(players, seat, pair)
        yield from _aims(players, seat, aims)
    named = yield from _accuse(players)
    players.hidden = {}
    for seat in environment.chance.sample(environment.seats, len(environment.seats)):
        yield from environment.insists(partial(environment.taps, seat), "declared", patience_s=1.5)
    board.aims, board.named = aims, named
    scores = points(board)
    book.results.append(scores)
    environment.note("counted", scores=scores, totals=book.totals)


def _aims(players: Players, seat: int, aims: dict[str, str]) -> Doing:
    """Declare the targets of gorgons and werewolves, by touching both cards or on the phone (MGO-59)."""
    environment, book = players.environment, players.book
    board = [card for row in book.rows.values() for card in row.cards]
    for card in [card for card in book.rows[seat].cards if book.name(card) in ("gorgon", "werewolf")]:
        copied = [target for one, target in aims.items() if book.name(one) == "gorgon"]  # MGO-68
        free = [one for one in board if one != card and not (book.name(card) == "gorgon" and one in copied)]
        if not free or environment.happens(0.2):
            continue
        target = environment.chance.choice(free)
        environment.note("aims", seat=seat, card=card, target=target)

        def says(one: str = card, other: str = target) -> Doing:
            if environment.happens(players.habits.by_phone):
                environment.says(seat, "target", f"{one} {other}")
                return
            for touched in (one, other):
                yield from environment.touches(seat, [touched], f"seat.{seat}")
                yield environment.waits(0.6)

        if (yield from environment.insists(says, "target_declared", patience_s=1.5)) is not None:
            aims[card] = target
            environment.exercised["aimed"] += 1


def _accuse(players: Players) -> Doing:
    """Have players accuse if they must, sometimes also if not (MGO-45); return the correct (accuser, accused) pairs."""
    environment, book, right = players.environment, players.book, []
    names = sorted({book.name(card) for card in players.printed if book.kind(card) == "deity"})
    for seat in environment.seats:
        has_to = any(
            e["keyword"] == "identification" for e in players.printed[players.deities[seat]].get("effects") or ()
        )
        if not has_to and not environment.happens(players.habits.accuses_idly):
            continue
        other = environment.chance.choice([one for one in environment.seats if one != seat])
        truth = book.name(players.deities[other])
        name = truth if environment.happens(players.habits.guesses) else environment.chance.choice(names)
        environment.note("accuses", seat=seat, accused=other, deity=name, right=has_to and name == truth)
        environment.says(seat, "accuse", f"{other} {name}")
        yield environment.waits(0.3, 0.8)
        environment.exercised["accused"] += 1
        if has_to and name == truth:
            right.append((seat, other))
            environment.exercised["identified"] += 1
    return right
