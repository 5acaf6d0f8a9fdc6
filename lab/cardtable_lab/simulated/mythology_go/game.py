"""A whole game of Mythology GO: in each round set-up, turns, and the count."""

from functools import partial

from cardtable_lab.simulated.mythology_go.counting import Lying, points
from cardtable_lab.simulated.mythology_go.players import Players
from cardtable_lab.simulated.mythology_go.turns import fuses, mergeable, takes_turn
from table.games.mythology_go.views import MgoView
from table.robots.environment import Doing


def plays(players: Players) -> Doing:
    """Play, once the table shows a game, until all rounds are counted."""
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
    """Touch Beliefs openly and Deities with the button down (MGO-92, MGO-99)."""
    environment, book = players.environment, players.book
    for seat, card in players.dealt("belief").items():
        since = len(environment.told)
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
    """Turn all cards up, declare, and count."""
    environment, book = players.environment, players.book
    yield from environment.until(lambda: MgoView.of(environment.view).counting is True, 5)
    for row in book.rows.values():
        for card in [card for card in row.cards if card in row.closed & players.left_wrong]:
            row.loses(card)
        row.closed.clear()
    players.left_wrong.clear()
    players.hidden = {card: since for card, since in players.hidden.items() if card in players.deities.values()}
    lying = Lying(book.rows, players.printed, players.deities, players.beliefs, {}, [])
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
    lying.aims, lying.named = aims, named
    scores = points(lying)
    book.results.append(scores)
    environment.note("counted", scores=scores, totals=book.totals)


def _aims(players: Players, seat: int, aims: dict[str, str]) -> Doing:
    """Declare the targets of gorgons and werewolves, by touching both cards or on the phone (MGO-59)."""
    environment, book = players.environment, players.book
    lying = [card for row in book.rows.values() for card in row.cards]
    for card in [card for card in book.rows[seat].cards if book.name(card) in ("gorgon", "werewolf")]:
        copied = [target for one, target in aims.items() if book.name(one) == "gorgon"]  # MGO-68
        free = [one for one in lying if one != card and not (book.name(card) == "gorgon" and one in copied)]
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
    """Let all who must accuse do so, and some who need not (MGO-45); return who named whose Deity correctly."""
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
