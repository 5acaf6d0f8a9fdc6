"""Turns of Mythology GO: players draw, lay cards open or closed, err, destroy, fuse, and end their turn."""

from cardtable_lab.simulated import manners
from cardtable_lab.simulated.mythology_go.book import DRAWN, Due, Row
from cardtable_lab.simulated.mythology_go.party import DISCARD, Party
from table.robots.environment import Doing

_HASTE_S = (0.5, 1.8)  # how long people think
_APART_S = 2.3
_ENDS = ("turn_started", "count_opened")


def takes_turn(party: Party, seat: int) -> Doing:
    """Let a player take a turn; afterwards the book says whose turn it is."""
    evening, hand = party.evening, party.hands[seat]
    for _ in range(party.book.helped(seat, "draw", DRAWN)):  # MGO-09
        if party.stock:
            hand.append(party.stock.pop())
    yield evening.waits(*_HASTE_S)
    yield from _errs(party, seat)
    yield from _fuses(party, seat)
    yield from _uses(party, seat)
    yield from _plays(party, seat)
    if evening.happens(party.habits.second):
        yield from _plays(party, seat)
    if evening.happens(party.habits.retake) and party.book.laid:
        yield from _changes_mind(party, seat)
    while not party.book.laid or party.book.too_many_closed(seat):
        yield from _plays(party, seat, openly=True)
    party.stock[:0] = hand  # MGO-12
    hand.clear()
    yield from _ends_turn(party, seat)


def _plays(party: Party, seat: int, *, openly: bool = False) -> Doing:
    """Lay a legal card, closed if that is legal and wanted."""
    evening, book = party.evening, party.book
    fitting = [card for card in party.hands[seat] if book.objection(seat, card, closed=False) is None]
    creatures = [card for card in fitting if book.kind(card) == "creature"]
    choice = creatures or fitting
    if not choice:
        if openly:
            yield from _makes_room(party, seat)
        return
    card = evening.chance.choice(choice if openly else fitting)
    plain = book.kind(card) == "creature" and not book.forbidden(seat, card)
    closed = not openly and plain and book.may_close(seat) and evening.happens(party.habits.closed)
    yield from _lays(party, seat, card, closed=closed)


def _makes_room(party: Party, seat: int) -> Doing:
    """Take back the last closed card, for nothing else can be laid."""
    closed = [card for card in party.book.laid if card in party.book.rows[seat].closed]
    if not closed:  # a player who can lay nothing goes on drawing
        party.hands[seat].append(party.stock.pop())
        return
    party.left_wrong.discard(closed[-1])
    yield from party.takes_back(seat, closed[-1])
    party.returns(seat, closed[-1])


def _lays(party: Party, seat: int, card: str, *, closed: bool) -> Doing:
    """Lay a card; players go by the table's ruling."""
    evening, book = party.evening, party.book
    if not closed and any(book.name(one) == book.name(card) for one in book.rows[seat].cards):
        yield evening.waits(_APART_S)  # two touches this quick would fuse them
    lies = yield from party.lays(seat, card, closed=closed)
    if not lies:
        evening.exercised["refused"] += 1
        yield from party.takes_back(seat, card)
        return
    party.lies(seat, card, closed=closed)
    evening.exercised["closed"] += closed
    yield evening.waits(*_HASTE_S)
    if closed:
        return
    if book.kind(card) == "spell":  # MGO-87
        evening.exercised["spells"] += 1
        yield from evening.touches(seat, [card], DISCARD)
        yield evening.waits(0.4)
    yield from _destroys(party, seat)
    if book.name(card) == "leprechaun":
        yield from _draws_for_the_terrain(party, seat)
    if book.name(card) == "djinn":
        yield from _searches(party, seat)


# -- what people get wrong


def _errs(party: Party, seat: int) -> Doing:
    """Lay a card out of turn, or closed illegally; then put it right, or not."""
    evening, book = party.evening, party.book
    others = [other for other in evening.seats if other != seat and party.stock]
    if evening.happens(party.habits.hasty):
        other = evening.chance.choice(others)
        card = party.stock.pop()
        party.hands[other].append(card)
        yield from _lays(party, other, card, closed=False)
        party.hands[other].clear()
        party.stock.insert(0, card)
    if evening.happens(party.habits.destroys_idly):
        yield from _destroys_idly(party, seat)
    wrong = [card for card in party.hands[seat] if book.forbidden(seat, card)]
    may = book.objection(seat, wrong[0], closed=True) is None if wrong else False
    if may and evening.happens(party.habits.wrongly_closed):
        yield from _lays_wrongly(party, seat, evening.chance.choice(wrong))


def _lays_wrongly(party: Party, seat: int, card: str) -> Doing:
    """Lay a card closed illegally, which nobody else may be told (MGO-T-04)."""
    evening = party.evening
    if not (yield from party.lays(seat, card, closed=True)):
        return
    party.lies(seat, card, closed=True)
    evening.exercised["forbidden"] += 1
    yield evening.waits(*_HASTE_S)
    if evening.happens(party.habits.leaves_it) and party.book.kind(card) == "creature":
        evening.exercised["left_forbidden"] += 1
        party.left_wrong.add(card)
        return
    yield from party.takes_back(seat, card)
    party.returns(seat, card)


def _changes_mind(party: Party, seat: int) -> Doing:
    """Press twice: the last card of this turn comes back (MGO-T-02)."""
    evening, card = party.evening, party.book.laid[-1]
    if not party.book.can_come_back(seat, card):
        return
    evening.note("doubles", seat=seat)
    for _ in range(3):
        yield from evening.doubles(seat)
        if (yield from evening.until(lambda: card not in party.shown(seat), 1.2)):
            party.returns(seat, card)
            evening.exercised["retakes"] += 1
            yield evening.waits(*_HASTE_S)  # the finger has to be up: a card that comes while it is down is closed
            return


# -- what cards do


def _destroys(party: Party, seat: int) -> Doing:
    """Destroy what has to be (MGO-77, MGO-63), and what one may choose, if one likes."""
    evening, book = party.evening, party.book
    while owed := next((due for due in book.due if due.cards), None):
        yield from _strikes(party, seat, owed, owed.cards[0])
    for choice in list(book.due):
        for _ in range(choice.left):
            lying = book.open_ones()
            if lying and evening.happens(party.habits.destroys):
                pairs = [card for card in lying if len(_row_of(party, card)[1].together(card)) > 1]
                among = pairs if pairs and evening.happens(0.5) else lying
                yield from _strikes(party, seat, choice, evening.chance.choice(among))


def _row_of(party: Party, card: str) -> tuple[int, Row]:
    return next((owner, row) for owner, row in party.book.rows.items() if card in row.cards)


def _strikes(party: Party, seat: int, due: Due, card: str) -> Doing:
    """Touch the discard with a card of any terrain; one with Resurrection stays (MGO-41, MGO-T-03).

    A fused pair goes together (MGO-T-06): the other card is laid on the discard, too.
    """
    evening, (owner, row) = party.evening, _row_of(party, card)
    cards = row.together(card)
    stays = any(effect["keyword"] == "resurrection" for one in cards for effect in party.book.effects(one))
    for one in cards:
        evening.note("destroys", seat=owner, card=one, stays=stays, by=due.by)
    heard = "card_resurrected" if stays else "card_destroyed"
    yield from evening.insists(lambda: evening.touches(seat, [card], DISCARD), heard, patience_s=1.2)
    party.book.strikes(due, cards)
    evening.exercised["pairs_destroyed"] += len(cards) > 1 and not stays
    for one in cards:
        if stays:
            row.risen.add(one)
        else:
            row.loses(one)
        evening.exercised["stayed" if stays else "destroyed"] += 1
    for one in cards[1:] if not stays else ():
        yield evening.waits(0.4, 0.8)
        yield from evening.touches(seat, [one], DISCARD)


def _destroys_idly(party: Party, seat: int) -> Doing:
    """Touch the discard with a card that nothing destroys, and take it back as the table says (MGO-T-07)."""
    evening, lying = party.evening, party.book.open_ones()
    if not lying:
        return
    card = evening.chance.choice(lying)
    evening.note("destroys_idly", seat=seat, card=card)
    yield from evening.insists(lambda: evening.touches(seat, [card], DISCARD), "play_refused", patience_s=1.2)
    evening.exercised["not_due"] += 1
    yield evening.waits(*_HASTE_S)

    def lies() -> bool:
        correction = evening.view.correction
        return correction is not None and correction.zone == DISCARD

    yield from manners.takes_back(evening, seat, card, DISCARD, lies)


def _draws_for_the_terrain(party: Party, seat: int) -> Doing:
    """Draw until a creature comes, and lay it (MGO-78)."""
    for _ in range(len(party.stock)):
        card = party.stock.pop()
        if party.book.kind(card) == "creature" and party.book.objection(seat, card, closed=False) is None:
            party.hands[seat].append(card)
            party.evening.exercised["extra"] += 1
            yield from _lays(party, seat, card, closed=False)
            return
        party.stock.insert(0, card)


def _searches(party: Party, seat: int) -> Doing:
    """Name a creature, search the draw pile for it, and declare the result (MGO-73 to MGO-75)."""
    evening = party.evening
    names = sorted({str(card["name"]) for card in party.printed.values() if card["kind"] == "creature"})
    name = evening.chance.choice(names)
    evening.says(seat, "djinn", name)
    yield evening.waits(1.0, 2.0)
    found = next((card for card in party.stock if party.book.name(card) == name), None)
    evening.note("searched", seat=seat, name=name, found=found is not None)
    evening.says(seat, "search", "nothing" if found is None else "found")
    if found is not None:
        party.stock.remove(found)
        party.hands[seat].append(found)
    party.stock = evening.chance.sample(party.stock, len(party.stock))
    evening.exercised["searched"] += 1
    yield evening.waits(0.3)


def _uses(party: Party, seat: int) -> Doing:
    """Use a chimera on the terrain, which counts as no card played (MGO-71, MGO-72)."""
    evening, row = party.evening, party.book.rows[seat]
    chimeras = [card for card in row.cards if party.book.name(card) == "chimera" and card not in row.closed]
    if chimeras and evening.happens(party.habits.uses):
        evening.note("used", seat=seat, card=chimeras[0])
        evening.says(seat, "effect", chimeras[0])
        evening.exercised["used"] += 1
        yield evening.waits(0.3)


def _fuses(party: Party, seat: int) -> Doing:
    """Fuse two copies by touching the pad with both (MGO-35)."""
    evening, pair = party.evening, mergeable(party, seat)
    if pair is None or not party.book.may_merge(seat) or not evening.happens(party.habits.fuses):
        return
    yield from fuses(party, seat, pair)


def mergeable(party: Party, seat: int) -> tuple[str, str] | None:
    """Return two open cards that can be fused, if any."""
    row = party.book.rows[seat]
    merged = {card for pair in row.pairs for card in pair}
    free = [
        card
        for card in row.cards
        if card not in row.closed | merged
        and any(effect["keyword"] == "fusion" for effect in party.printed[card].get("effects") or ())
    ]
    return (free[0], free[1]) if len(free) > 1 and party.book.name(free[0]) == party.book.name(free[1]) else None


def fuses(party: Party, seat: int, pair: tuple[str, str]) -> Doing:
    """Touch one's own pad with both cards, one right after the other."""
    evening = party.evening
    evening.note("fuses", seat=seat, cards=list(pair))

    def touches_both() -> Doing:
        for card in pair:
            yield from evening.touches(seat, [card], f"seat.{seat}")
            yield evening.waits(0.3)

    if (yield from evening.insists(touches_both, "cards_fused", patience_s=1.5)) is not None:
        party.book.rows[seat].pairs.append(pair)
        evening.exercised["fused"] += 1


def _ends_turn(party: Party, seat: int) -> Doing:
    """Tap to end the turn. The table then tells which open cards it brought."""
    evening = party.evening
    brought = [card for card in party.book.laid if card not in party.book.rows[seat].closed]
    evening.note("ends_turn", seat=seat, brought=brought)
    yield from evening.insists(lambda: evening.taps(seat), *_ENDS, patience_s=1.5)
    party.book.follower()
