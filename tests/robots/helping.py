"""A table of real cards in virtual time, with robots at it; and people who do what robots ask, or now and then not."""

from collections.abc import Mapping
from concurrent.futures import Future
from math import inf
from random import Random
from typing import Any

from table.complaints import BadInput
from table.facts import RobotKind
from table.games.game import pads
from table.keeping.journal import Journal
from table.robots.group import RobotGroup
from table.robots.reach import ByAsking
from table.running.messages import AskFor, Choose, Message, RobotPresses, StartGame
from table.testing.tables import MS, EmulatedTable
from table.view import AskedView
from table.wiring.emulated import skip_idle
from table.wiring.live import live_table

NAMES = ("Ana", "Ben", "Cleo", "Dan")


class RealTable(EmulatedTable):
    """A table that does not know whose hand lays a card, and robots who have no hands."""

    def __init__(self, journal: Journal, game: str, *, robots: int, kind: RobotKind, seed: int) -> None:
        """People give the cards that robots ask for, not any."""
        super().__init__(journal, game=game, seats=robots, shared=True, besides=pads(robots))
        self.live = live_table(journal=journal, hardware=self.hardware, seats=robots, tags={})
        self.controller = self.live.controller
        self._group: RobotGroup | None = None
        self._shown, self._seed = -1, seed
        self.runs(300)  # what lies on a pad when polling begins does not touch it
        wanted = StartGame(game, NAMES[:robots], {"rounds": 1} if game == "mito" else {}, seed)
        self.controller.take(wanted.with_robots(dict.fromkeys(range(1, robots + 1), kind)))
        self._looks()

    @property
    def snapshot(self) -> Any:
        return self.controller.board.snapshot

    def runs(self, ms: float) -> None:
        """Let time pass: readers are polled, robots act."""
        until = self.clock.now_ns() + round(ms * MS)
        while self.clock.now_ns() < until:
            self._looks()
            for look in self.live.sources.values():
                self.controller.take(look())
            if self.snapshot.number == self._shown:
                due_us = self.controller.due_us
                skip_idle(self.hardware, min(until, inf if due_us is None else due_us * 1000))
        self._looks()

    def _looks(self) -> None:
        snapshot, now_ns = self.snapshot, self.clock.now_ns()
        if snapshot.number == self._shown:
            return
        self._shown = snapshot.number
        self.people.follow(snapshot)
        if snapshot.game.with_robots and self._group is None:
            reach = ByAsking(self._ask, lambda: self.snapshot.game, lambda: self.clock.now_ns() // 1000)
            self._group = RobotGroup(snapshot.game, reach, self._say, now_ns=now_ns, seed=self._seed)
            self.clock.agenda = self._group.environment.env
        if self._group is not None:
            self._group.see(snapshot.game, now_ns)

    def _ask(self, message: AskFor | RobotPresses) -> "Future[None]":
        answer: Future[None] = Future()
        try:
            answer.set_result(self._takes(message))
        except BadInput as why:
            answer.set_exception(why)
        return answer

    def _say(self, seat: int, choice: str, value: Any) -> None:
        self._takes(Choose(seat, choice, value))

    def _takes(self, message: Message) -> None:
        self.controller.take(message)


class Helpers:
    """People who hold the cards of robots, as a row before each, and see nothing of them."""

    def __init__(self, table: RealTable, *, clumsy: float, seed: int) -> None:
        self.table, self.clumsy = table, clumsy
        self.chance = Random(seed)  # noqa: S311
        self.rows: dict[int, list[str]] = {}
        self.shown: set[int] = set()
        self.moved: set[int] = set()  # the contests whose card lies where it belongs
        self.laid: dict[str, int] = {}  # who has laid a card last
        self.mistakes: list[tuple[int, str]] = []  # after how many events another card was laid, and which

    @property
    def events(self) -> tuple[Mapping[str, Any], ...]:
        """What everybody was told."""
        return tuple(one.json for one in self.table.snapshot.game.events["public"])

    def helps(self) -> None:
        """Do what there is to do, one thing after another."""
        people = self.table.people
        if people.is_to_deal(self.table.snapshot.game):
            people.deal()
            self.rows, self.shown = {}, set()
        self._draws()
        for wish in self.table.snapshot.game.asked[:1]:
            self._lays(wish)
        self._puts_right()
        self._shows()
        self.table.runs(300)

    def _shows(self) -> None:
        """Touch the pads with all cards that are counted, once."""
        for seat in self.table.view["waiting"]:
            if "touch your pad" in self.table.view["prompt"] and seat not in self.shown:
                self.table.people.show(seat)
                self.shown.add(seat)
                self.table.runs(5000)

    def _draws(self) -> None:
        """Lay what robots hold and is not in their rows at the right end, over the pad."""
        for seat in self.table.snapshot.game.robots:
            held = self.table.people.held.visible(seat)
            row = [card for card in self.rows.get(seat, []) if card in held]
            for card in held:
                if card not in row:
                    self.table.card(card).touches(f"seat.{seat}")
                    row.append(card)
            self.rows[seat] = row

    def _lays(self, wish: AskedView) -> None:
        """Lay the card at that place; a clumsy hand takes another one first."""
        row = self.rows[wish.seat]
        if len(row) != wish.of:
            return  # a card that was drawn is still on its way
        card = row[wish.place - 1]
        if len(row) > 1 and (self.chance.random() < self.clumsy or (self.clumsy and not self.mistakes)):
            other = self.chance.choice([one for one in row if one != card])
            self.mistakes.append((len(self.events), other))
            self.table.card(other).touches(wish.zone)
            self.table.card(other).touches(wish.zone)  # and takes it back
        if wish not in self.table.snapshot.game.asked:
            return
        try:
            self._hands_over(wish, card)
        except BadInput:
            return  # somebody was quicker
        self.table.runs(400)

    def _hands_over(self, wish: AskedView, card: str) -> None:
        kind, _, to = wish.zone.partition(".")
        if kind == "seat" and int(to) != wish.seat:
            self.table.card(card).touches(f"seat.{wish.seat}")
            self.table.people.give(wish.seat, card, int(to))
        else:
            since = len(self.events)
            self.table.people.lay(wish.seat, [card], wish.zone)
            self.laid[card] = wish.seat
            self.table.runs(300)
            if any(one["event"] == "card_not_asked_for" for one in self.events[since:]):
                self.mistakes.append((since, card))  # it had just thought again
                self.table.people.take(wish.seat, card)

    def _puts_right(self) -> None:
        """Take back what lies where it must not, or lay it where it belongs."""
        wrong = self.table.view["correction"]
        if wrong is None:
            return
        if wrong.get("to"):
            settled = next(one for one in reversed(self.events) if one["event"] == "contest_settled")
            if settled["seq"] not in self.moved:
                self.table.people.move(settled["card"], wrong["to"])
                self.moved.add(settled["seq"])
        for card in wrong["cards"] or ():
            self.table.people.take(self.laid[card], card)
            self.rows[self.laid[card]] = [one for one in self.rows[self.laid[card]] if one != card]
        self.table.runs(600)
