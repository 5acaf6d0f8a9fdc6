"""What a seat can do now at an emulated table, in sentences, for people who cannot see the table.

It offers what the virtual table offers visually, and reveals only what the seat's phone shows anyway. Pure functions.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Annotated

from msgspec import Meta

from table import ai, games
from table.board import GameSnapshot, Snapshot
from table.cards import Card, Catalogue
from table.emulated.people import People
from table.emulated.sight import Sight
from table.facts import RobotKind
from table.games.hands import Said
from table.saying import Text, both, capital, many, noun, own, say
from table.values import Value, replace
from table.view import View
from table.wording import zone_name
from web.delivery import room
from web.delivery.room import Around

# -- An offer: a sentence, and the API requests that carry it out; for a seat that plays by ear

Sent = str | int | bool | Sequence[str | None] | None  # the type of a request's field


class OfferStep(Value):
    """A request to the API, sent `after_ms` after the previous step."""

    path: str
    body: Annotated[Mapping[str, Sent], Meta(description="Body of the request, as JSON.")]
    after_ms: Annotated[int, Meta(description="Delay after the previous step, in milliseconds.")] = 0


class Offer(Value):
    """Something that a seat can do: requests to send in order, or further offers to choose from (`then`)."""

    text: str
    steps: Annotated[
        tuple[OfferStep, ...],
        Meta(description="Requests that carry out the offer, in order; empty if one of `then` has to be chosen first."),
    ] = ()
    then: Annotated[tuple["Offer", ...], Meta(description="Further offers to choose from.")] = ()

    @property
    def capitalized(self) -> "Offer":
        """The offer as sent to phones, with its texts capitalized."""
        return replace(self, text=capital(self.text), then=tuple(one.capitalized for one in self.then))


class Heard(Value):
    """What a seat that plays by ear gets: its cards, the table, and what it can do."""

    hand: Annotated[
        tuple[str, ...],
        Meta(description="What the seat holds, in sentences; for a hand that is a pile, only its top card."),
    ] = ()
    table: Annotated[tuple[str, ...], Meta(description="Cards on the piles and before the players, in sentences.")] = ()
    offers: Annotated[
        tuple[Offer, ...], Meta(description="What the seat can do; what the game asks of it is first.")
    ] = ()

    @property
    def capitalized(self) -> "Heard":
        """What phones get: this record, with capitalized offers."""
        return replace(self, offers=tuple(one.capitalized for one in self.offers))


# -- Offers outside a game: enter a name, play the same game again, or begin a different one
#
# Sighted people get these offers from the start page and at the end of a game. Pure functions.

GAMES, QUICK, NAME = "/api/v1/games", "/api/v1/quick", "/api/v1/seats/{seat}/name"
_USUAL: RobotKind = "easy"
_MOST_ROBOTS = 4  # no more are offered by ear, unless the game needs them


def beginnings(snapshot: Snapshot, seat: int, seats: Collection[int], around: Around) -> Heard:
    """Return what a seat can do while it is in no game; `seats` are all seats of the table."""
    waits = snapshot.table.gathering
    if snapshot.game.is_there and not snapshot.game.auto:
        if seat in around.coming:
            return Heard((say("{who}, you are in the next game.", who=around.coming[seat]),))
        return Heard((say("You are not in this game."),), offers=(_named(seat),))
    if waits is not None and seat in waits.names:
        hand = (say("{who}, you are in.", who=waits.names[seat]),)
        return Heard(hand, offers=tuple(_begun(snapshot.game, seat, seats, around)))
    named = (_named(seat),) if waits is not None else ()
    return Heard((say("No game is on."),), offers=(*named, *_begun(snapshot.game, seat, seats, around)))


def _named(seat: int) -> Offer:
    """Offer to join under a suggested name; people can type another one on the page."""
    name = say("Guest {seat}", seat=seat)
    return Offer(say("Join as {who}", who=name), (OfferStep(NAME.format(seat=seat), {"name": name}),))


def _begun(game: GameSnapshot, seat: int, seats: Collection[int], around: Around) -> Iterator[Offer]:
    people = len({seat, *around.taken})
    if game.view().over and not game.auto:
        yield Offer(say("Play again"), (OfferStep(GAMES, {}),))
    me = _people(game)[seat - 1] if seat <= len(game.view().seats) else None
    ways = {name: tuple(_with_robots(game, name, people, len(seats), me)) for name in games.names()}
    offered = tuple(Offer(games.find(name).title, then=then) for name, then in ways.items() if then)
    if offered:
        yield Offer(say("Begin a game"), then=offered)


def _with_robots(game: GameSnapshot, name: str, people: int, seats: int, me: str | None) -> Iterator[Offer]:
    """Offer a game with as many robots as it needs, and with more if seats are free; without any if it has none.

    The person who is asking keeps their name, `me`.
    """
    found = games.find(name)
    least, most = max(found.fewest_seats - people, 0), min(found.most_seats, seats) - people
    if name not in ai.names():
        if least == 0 <= most:
            yield Offer(say("Without robots"), (OfferStep(GAMES, {"game": name, "players": _people(game)}),))
        return
    kind = next(iter(game.robots.values()), _USUAL)
    for count in range(least, min(most, max(least, _MOST_ROBOTS)) + 1):
        text = many("With {count} robot", "With {count} robots", count) if count else say("Without robots")
        named = {} if me is None else {"name": me}
        yield Offer(text, (OfferStep(QUICK, {"game": name, "robots": count, "kind": kind, **named}),))


def _people(game: GameSnapshot) -> list[str | None]:
    """Return the names of the people by seat, with None for robots and empty seats."""
    return [None if one.seat in game.robots else one.name for one in game.view().seats]


HANDS, TABLETOP, CHOICES = "/api/v1/hands", "/api/v1/tabletop", "/api/v1/choices"
_DOWN_MS, _TOUCH_MS = 150, 1200  # from pressing the button to laying the card, and from that to releasing the button
_RACE = "contest"  # in this race a press is meant to contest, and must do nothing else if it comes too late


def heard(people: People, snapshot: Snapshot, seat: int, seats: Collection[int], around: Around) -> Heard:
    """Return what a seat holds, sees and can do, or how it can join."""
    view = snapshot.game.views.get(f"seat:{seat}")
    if view is None or snapshot.game.auto or not snapshot.game.is_there:
        return beginnings(snapshot, seat, seats, around)
    at = _Seat(people, snapshot, seat, view)
    return Heard(tuple(_hand(at)), tuple(_table(at)), tuple(_ordered(at)))


class _Seat(Value, dict=True):
    """A seat at its table, with everything that its phone shows."""

    people: People
    snapshot: Snapshot
    seat: int
    view: View

    @cached_property
    def sight(self) -> Sight:
        return Sight(self.snapshot.game)

    @cached_property
    def mine(self) -> room.Mine:
        return room.mine(self.people, self.snapshot.game, self.seat)

    @cached_property
    def to_deal(self) -> bool:
        return self.people.is_to_deal(self.snapshot.game)

    @property
    def hand(self) -> tuple[str, ...]:
        """The cards that the seat sees, in order; none before the deal."""
        return () if self.to_deal else tuple(one.code for one in self.mine.hand)

    @property
    def alike(self) -> tuple[str, ...]:
        """One card of each name, because cards of the same name are interchangeable."""
        return tuple({self.label(code): code for code in reversed(self.hand)}.values())[::-1]

    @cached_property
    def cards(self) -> Catalogue[Card]:
        return {} if self.sight.dealing is None else self.sight.dealing[0].cards

    @property
    def is_on(self) -> bool:
        """Whether it is this seat's turn."""
        return self.view.turn == self.seat

    @property
    def others(self) -> Mapping[int, str]:
        return {one.seat: one.name or "" for one in self.view.seats if one.seat != self.seat}

    @property
    def is_in_race(self) -> bool:
        race = self.view.race
        return race is not None and self.seat in (race.seats or ())

    def label(self, code: str) -> str:
        """Return a card's name; for a two-sided card, what is printed on the visible side."""
        up = self.people.held.up.get(code)
        return self.snapshot.game.labels.get(code, code) if up is None else self.reads(code)

    def reads(self, code: str) -> str:
        """Return everything printed on a card."""
        card = self.cards.get(code)
        if card is None:
            return self.snapshot.game.labels.get(code, code)
        return self.sight.hands.reads(card, self.people.held.up.get(code))

    def does(self, what: str, **more: Sent) -> OfferStep:
        return OfferStep(HANDS, {"do": what, "seat": self.seat, **more})

    def finger(self, what: str, after_ms: int = 0, **more: Sent) -> OfferStep:
        return OfferStep(TABLETOP, {"do": what, "seat": self.seat, **more}, after_ms)

    def chooses(self, choice: str, given: int | str | None) -> OfferStep:
        more = {} if given is None else {"value": given}
        return OfferStep(CHOICES, {"seat": self.seat, "choice": choice, **more})


# -- what a seat knows


def _hand(at: _Seat) -> Iterator[Text]:
    """Yield sentences about what a seat holds; if its hand is a pile, only about the top card and the size."""
    if at.to_deal:
        yield say("No cards have been dealt yet.")
    elif at.mine.pile is not None:
        yield from _own_pile(at)
    elif not at.hand:
        yield say("You hold no cards.")
    else:
        yield many("You hold {count} card: {cards}.", "You hold {count} cards: {cards}.", len(at.hand), cards=_all(at))


def _all(at: _Seat) -> Text:
    return both([at.reads(code) for code in at.hand])


def _own_pile(at: _Seat) -> Iterator[Text]:
    if not at.hand:
        yield say("Your pile is empty.")
        return
    yield say("On top of your pile is {card:a}.", card=at.label(at.hand[0]))
    pile = at.mine.pile
    if pile is not None and pile.count is not None:
        yield many("It has {count} card.", "It has {count} cards.", pile.count)


def _table(at: _Seat) -> Iterator[Text]:
    """Yield sentences about the cards on the piles and in front of players."""
    for zone, pile in at.view.piles.items():
        card = _on_top(at, zone)
        if card is not None:
            yield capital(say("{pile:the}: {card:a} is on top.", pile=_pile(zone), card=card))
        elif pile.count == 0:
            yield capital(say("{pile:the} is empty.", pile=_pile(zone)))
    if at.sight.dealing is not None and at.sight.dealing[1].laid_before:
        yield from _before_players(at)


def _on_top(at: _Seat, zone: str) -> str | None:
    """Return the name of a pile's top card if it is face up; for a two-sided card, the name of the side showing."""
    side, pile = room.sides(at.people).get(zone), at.view.piles[zone]
    if side is not None and pile.count != 0:
        return at.label(side.code)
    top = pile.top
    return None if top is None else at.snapshot.game.labels.get(top, top)


def _before_players(at: _Seat) -> Iterator[Text]:
    held, lying_open = at.people.held, at.sight.hands.lying_open(at.view)
    own = held.pile(f"seat.{at.seat}")
    if own:
        yield say("Before you: {cards}.", cards=both([at.reads(code) for code in own]))
    for seat, who in at.others.items():
        theirs = [code for code in held.pile(f"seat.{seat}") if code in lying_open]
        if theirs:
            yield say("Before {who}: {cards}.", who=who, cards=both([at.reads(code) for code in theirs]))


def _pile(zone: str) -> Text:
    """Return a pile's name for use in a spoken sentence."""
    named = {"hidden": noun("hidden pile"), "visible": noun("visible pile")}
    return named.get(zone) or zone_name(zone)


# -- what a seat can do


def _ordered(at: _Seat) -> Iterator[Offer]:
    """Yield all offers: answers to a question, corrections and duties, what the prompt asks for, and the rest."""
    question = at.view.question
    if question is not None and at.seat in question.seats:
        for option in question.options:
            yield Offer(say("Answer: {answer}", answer=option.label), (at.chooses("settle", option.answer),))
    yield from _put_right(at)
    yield from _destroyed(at)
    yield from _fused(at)
    yield from _deal(at)
    yield from _counted(at)
    yield from _owed(at)
    if not at.is_on or at.is_in_race or at.view.race is not None:
        yield from _button(at)
        yield from _said(at)
        yield from _cards(at)
    else:
        yield from _draws(at)
        yield from _cards(at)
        yield from _said(at)
        yield from _button(at)
    yield from _others_to_put_right(at)


def _draws(at: _Seat) -> Iterator[Offer]:
    """Offer to draw cards, or to put leftover cards under the draw pile."""
    if at.to_deal:
        return
    hands, asked = at.sight.hands, (at.view, at.seat, at.hand, at.cards)
    count = hands.draws(*asked)
    if count and room.draw_pile(at.people) not in ("none", "aside"):
        more = {"count": count} if count > 1 else {}
        yield Offer(many("Draw {count} card", "Draw {count} cards", count), (at.does("draw", **more),))
    if left := hands.puts_below(*asked):
        text = many("Put {count} card under the draw pile", "Put {count} cards under the draw pile", len(left))
        yield Offer(text, (at.does("put_below", cards=list(left)),))


def _put_right(at: _Seat) -> Iterator[Offer]:
    """Offer to take back a card that this seat laid, or to move a turned-over card to the pile where it belongs."""
    wrong = at.view.correction
    to = None if wrong is None else wrong.belongs_on
    if wrong is not None and to is not None and to != wrong.zone and (card := at.view.piles[to].top):
        text = say("Lay {card:the} on {pile:the}", card=at.label(card), pile=_pile(to))
        yield Offer(text, (at.does("move", card=card, zone=to),))
    for code in _own_wrong(at):
        yield _take(at, code)
    last = at.mine.last
    if last is not None and last.code not in _own_wrong(at):
        yield Offer(say("Take {card:the} back", card=last.label), (at.does("take", card=last.code),))


def _destroyed(at: _Seat) -> Iterator[Offer]:
    """Offer to take away cards in front of players that are destroyed."""
    before = {code: seat for seat in (at.seat, *at.others) for code in at.people.held.pile(f"seat.{seat}")}
    for code, zone in at.sight.hands.destroys(at.view, at.seat).items():
        label, owner = at.label(code), before.get(code)
        named = label if owner in (None, at.seat) else own("{who}’s {card}", who=at.others[owner], card=label)
        yield Offer(say("Destroy {card:the}", card=named), (at.does("move", card=code, zone=zone),))


def _take(at: _Seat, code: str) -> Offer:
    return Offer(say("Take {card:the} back", card=at.label(code)), (at.does("take", card=code),))


def _own_wrong(at: _Seat) -> tuple[str, ...]:
    """Return the misplaced cards that this seat laid and that its player can know about."""
    wrong, held = at.view.correction, at.people.held
    if wrong is None:
        return ()
    if wrong.zone == f"seat.{at.seat}":
        return wrong.named
    return tuple(code for code in wrong.named if at.sight.really(code) in held.laid_last(at.seat))


def _others_to_put_right(at: _Seat) -> Iterator[Offer]:
    """Offer to take back what somebody else laid, which anybody may do, and to fetch cards that vanished."""
    for code in () if at.view.correction is None else at.view.correction.named:
        if code not in _own_wrong(at):
            yield _take(at, code)
    for code in at.sight.hands.takes_back(at.view):
        yield _take(at, code)
    for gone in at.mine.gone:
        yield Offer(say("Fetch {card:the} again", card=gone.label), (at.does("fetch", card=gone.code),))


def _deal(at: _Seat) -> Iterator[Offer]:
    if at.to_deal:
        yield Offer(say("Shuffle and deal"), (OfferStep(HANDS, {"do": "deal"}),))
    if at.people.turns_up(at.snapshot.game) and at.view.correction is None:
        yield Offer(say("Turn a card up"), (OfferStep(HANDS, {"do": "turn_up"}),))


def _fused(at: _Seat) -> Iterator[Offer]:
    """Offer to fuse two cards by touching the player's pad with both."""
    own = at.people.held.pile(f"seat.{at.seat}")
    for pair in at.sight.hands.fuses(at.view, at.seat, own, at.cards):
        yield Offer(say("Fuse the two cards: {card}", card=at.label(pair[0])), (at.does("touch", cards=list(pair)),))


def _counted(at: _Seat) -> Iterator[Offer]:
    """Offer to show all cards to the pad, while hands are being counted."""
    shown = at.view.at(at.seat)
    counted = None if shown is None else shown.counted
    if at.seat in at.snapshot.game.counted and at.hand and (counted or 0) < len(at.hand):
        yield Offer(say("Show all your cards"), (at.does("show"),))


def _owed(at: _Seat) -> Iterator[Offer]:
    """Offer to give owed cards: the player chooses the seat, then the card."""
    for debt in at.mine.owed if at.hand else ():
        for seat, who in at.others.items():
            if debt.to in (seat, None):
                gifts = (Offer(at.label(code), (at.does("give", card=code, to=seat),)) for code in at.alike)
                yield Offer(
                    many("Give {who} a card", "Give {who} one of {count} cards", debt.count, who=who),
                    then=tuple(gifts),
                )


def _button(at: _Seat) -> Iterator[Offer]:
    """Offer the button's gestures; the prompt says what a press would mean now."""
    race = at.view.race
    meant = {"contests": True} if at.is_in_race and race is not None and race.race == _RACE else {}
    tap = Offer(say("Tap your button"), (at.finger("press", gesture="tap", **meant),))
    hold = Offer(say("Hold your button"), (at.finger("press", gesture="hold", **meant),))
    opens = not at.view.running and at.seat in at.view.awaited
    yield from (hold, tap) if opens else (tap, hold)
    yield Offer(say("Press your button twice"), (at.finger("press", gesture="double"),))


def _said(at: _Seat) -> Iterator[Offer]:
    """Offer this game's choices that people make on phones, and to sort the hand in games where people watch hands."""
    if at.sight.hands.sleights and at.hand:
        yield Offer(say("Sort your hand"), (at.does("sort"),))
    yield from (_of(at, one) for one in at.sight.hands.says(at.view, at.seat, at.cards))


def _of(at: _Seat, said: Said) -> Offer:
    if said.then:
        return Offer(said.text, then=tuple(_of(at, one) for one in said.then))
    before = (at.does(said.does),) if said.does else ()
    return Offer(said.text, (*before, at.chooses(said.choice, said.value)))


def _cards(at: _Seat) -> Iterator[Offer]:
    """Offer to lay cards: the player chooses the card, then where to lay it."""
    if at.to_deal:
        return
    for code in at.alike:
        yield Offer(at.reads(code), then=tuple(_places(at, code)))


def _places(at: _Seat, code: str) -> Sequence[Offer]:
    lies_before = at.sight.lies_before(at.seat, f"seat.{at.seat}")
    own: tuple[Offer, ...] = (*_onto_its_like(at, code), *_before_oneself(at, code)) if lies_before else ()
    piles = tuple(_onto(at, code, zone) for zone in at.view.piles)
    return (*own, *piles, *(() if at.mine.pile is not None else _elsewhere(at, code)))


def _onto(at: _Seat, code: str, zone: str) -> Offer:
    top, pile = _on_top(at, zone), _pile(zone)
    text = (
        say("Lay it on {pile:the}", pile=pile)
        if top is None
        else say("Lay it on {pile:the}, on {card:the}", pile=pile, card=top)
    )
    return Offer(text, (at.does("lay", cards=[code], zone=zone),))


def _onto_its_like(at: _Seat, code: str) -> Iterator[Offer]:
    """Offer to fuse a card with a matching one in front of the player."""
    own = at.people.held.pile(f"seat.{at.seat}")
    like = next((pair for pair in at.sight.hands.fuses(at.view, at.seat, (code, *own), at.cards) if code in pair), None)
    if like is not None:
        yield Offer(say("Fuse it with the one before you"), (at.does("touch", cards=list(like)),))


def _before_oneself(at: _Seat, code: str) -> tuple[Offer, ...]:
    lay = at.does("lay", cards=[code], zone=f"seat.{at.seat}")
    closed = (at.finger("press"), OfferStep(lay.path, lay.body, _DOWN_MS), at.finger("release", _TOUCH_MS))
    return Offer(say("Lay it before you"), (lay,)), Offer(say("Lay it before you, closed"), closed)


def _elsewhere(at: _Seat, code: str) -> Iterator[Offer]:
    """Offer what people can do with a card other than laying it."""
    if at.seat in at.snapshot.game.counted:
        yield Offer(say("Show it"), (at.does("lay", cards=[code], zone=f"seat.{at.seat}"),))
    for seat, who in at.others.items():
        yield Offer(say("Give it to {who}", who=who), (at.does("give", card=code, to=seat),))
    if room.draw_pile(at.people) != "aside":
        yield Offer(say("Put it on the draw pile"), (at.does("put_back", card=code),))
    if at.mine.may_vanish:
        yield from _with_another(at, code)
        yield Offer(say("Let it vanish"), (at.does("vanish", card=code),))


def _with_another(at: _Seat, code: str) -> Iterator[Offer]:
    """Offer to drop the card together with another one: the player chooses the other card, then the pile."""
    others = {at.label(other): other for other in at.hand if other != code}
    then = tuple(
        Offer(label, then=tuple(_both_onto(at, [code, other], zone) for zone in at.view.piles))
        for label, other in others.items()
    )
    if then:
        yield Offer(say("Drop it and another card as one"), then=then)


def _both_onto(at: _Seat, cards: list[str], zone: str) -> Offer:
    return Offer(say("Drop both on {pile:the}", pile=_pile(zone)), (at.does("lay", cards=cards, zone=zone),))
