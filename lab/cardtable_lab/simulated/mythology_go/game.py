"""A whole game of Mythology GO: in each round set-up, turns, and the count."""

from functools import partial

from cardtable_lab.simulated.mythology_go.counting import Lying, points
from cardtable_lab.simulated.mythology_go.party import Party
from cardtable_lab.simulated.mythology_go.turns import fuses, mergeable, takes_turn
from table.games.mythology_go.views import MgoView
from table.robots.environment import Doing


def plays(party: Party) -> Doing:
    """Play, once the table shows a game, until all rounds are counted."""
    evening, book = party.evening, party.book
    yield from evening.until(lambda: evening.view.game is not None, 60)
    while len(book.results) < book.rounds:
        yield from _sets_up(party)
        while book.turn is not None:
            yield from takes_turn(party, book.turn)
        yield from _counts(party)
        if len(book.results) < book.rounds:
            opener = book.opener()
            yield evening.waits(1, 3)
            yield from evening.insists(partial(evening.holds, opener), "round_started", patience_s=1.5)
            party.collect()
            book.begin(opener)
            evening.exercised["rounds"] += 1
    yield from evening.until(lambda: evening.heard(0, "game_ended") is not None, 10)
    evening.note("ended", totals=book.totals, winners=book.winners())
    evening.over = True


def _sets_up(party: Party) -> Doing:
    """Touch Beliefs openly and Deities with the button down (MGO-92, MGO-99)."""
    evening, book = party.evening, party.book
    for seat, card in party.dealt("belief").items():
        since = len(evening.told)
        yield evening.waits(0.3, 0.8)
        for _ in range(12):
            yield from evening.touches(seat, [card], f"seat.{seat}")
            yield from evening.until(partial(_believes, party, since), 1.0)
            if _believes(party, since):
                party.beliefs[seat] = book.beliefs[seat] = card
                break
    for seat, card in party.dealt("deity").items():
        party.hides(seat, card)
        yield evening.waits(0.3, 0.8)
        for _ in range(12):
            finger = evening.env.process(evening.presses(seat, 1.2))
            yield evening.waits(0.25)
            yield from evening.touches(seat, [card], f"seat.{seat}")
            yield from evening.until(partial(_has, party, seat, card), 0.8)
            yield finger
            if _has(party, seat, card):
                party.deities[seat] = card
                break


def _believes(party: Party, since: int) -> bool:
    return party.evening.heard(since, "belief_chosen") is not None


def _has(party: Party, seat: int, deity: str) -> bool:
    own = party.own(seat)
    return own is not None and own.deity == deity


def _counts(party: Party) -> Doing:
    """Turn all cards up, declare, and count."""
    evening, book = party.evening, party.book
    yield from evening.until(lambda: MgoView.of(evening.view).counting is True, 5)
    for row in book.rows.values():
        for card in [card for card in row.cards if card in row.closed & party.left_wrong]:
            row.loses(card)
        row.closed.clear()
    party.left_wrong.clear()
    party.hidden = {card: since for card, since in party.hidden.items() if card in party.deities.values()}
    lying = Lying(book.rows, party.printed, party.deities, party.beliefs, {}, [])
    aims: dict[str, str] = {}
    for seat in evening.seats:
        yield evening.waits(0.4, 1.2)
        pair = mergeable(party, seat)
        if pair is not None and evening.happens(party.habits.fuses):
            yield from fuses(party, seat, pair)
        yield from _aims(party, seat, aims)
    named = yield from _accuse(party)
    party.hidden = {}
    for seat in evening.chance.sample(evening.seats, len(evening.seats)):
        yield from evening.insists(partial(evening.taps, seat), "declared", patience_s=1.5)
    lying.aims, lying.named = aims, named
    scores = points(lying)
    book.results.append(scores)
    evening.note("counted", scores=scores, totals=book.totals)


def _aims(party: Party, seat: int, aims: dict[str, str]) -> Doing:
    """Declare the targets of gorgons and werewolves, by touching both cards or on the phone (MGO-59)."""
    evening, book = party.evening, party.book
    lying = [card for row in book.rows.values() for card in row.cards]
    for card in [card for card in book.rows[seat].cards if book.name(card) in ("gorgon", "werewolf")]:
        copied = [target for one, target in aims.items() if book.name(one) == "gorgon"]  # MGO-68
        free = [one for one in lying if one != card and not (book.name(card) == "gorgon" and one in copied)]
        if not free or evening.happens(0.2):
            continue
        target = evening.chance.choice(free)
        evening.note("aims", seat=seat, card=card, target=target)

        def says(one: str = card, other: str = target) -> Doing:
            if evening.happens(party.habits.by_phone):
                evening.says(seat, "target", f"{one} {other}")
                return
            for touched in (one, other):
                yield from evening.touches(seat, [touched], f"seat.{seat}")
                yield evening.waits(0.6)

        if (yield from evening.insists(says, "target_declared", patience_s=1.5)) is not None:
            aims[card] = target
            evening.exercised["aimed"] += 1


def _accuse(party: Party) -> Doing:
    """Let all who must accuse do so, and some who need not (MGO-45); return who named whose Deity correctly."""
    evening, book, right = party.evening, party.book, []
    names = sorted({book.name(card) for card in party.printed if book.kind(card) == "deity"})
    for seat in evening.seats:
        has_to = any(e["keyword"] == "identification" for e in party.printed[party.deities[seat]].get("effects") or ())
        if not has_to and not evening.happens(party.habits.accuses_idly):
            continue
        other = evening.chance.choice([one for one in evening.seats if one != seat])
        truth = book.name(party.deities[other])
        name = truth if evening.happens(party.habits.guesses) else evening.chance.choice(names)
        evening.note("accuses", seat=seat, accused=other, deity=name, right=has_to and name == truth)
        evening.says(seat, "accuse", f"{other} {name}")
        yield evening.waits(0.3, 0.8)
        evening.exercised["accused"] += 1
        if has_to and name == truth:
            right.append((seat, other))
            evening.exercised["identified"] += 1
    return right
