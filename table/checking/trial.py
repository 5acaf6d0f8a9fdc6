"""Plays games at random and checks their events: wording, explanations, secrets, endings, and identical replays."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from hashlib import blake2b
from math import inf
from pathlib import Path
from random import Random
from typing import Any

from table import facts, games, languages, packages
from table.checking.findings import Broken, Finding, Findings
from table.checking.pages import RulePages
from table.checking.player import Player, take
from table.checking.robots import check_robots
from table.checking.watched import PEOPLE, Watched
from table.complaints import BadInput
from table.event import Delivered, Event, PublicEvent
from table.events import GameEnded, PressRefused
from table.facts import CardArrived, Fact, GameStarted, Placement
from table.games.game import PUBLIC, SEALED, Options
from table.judging.delivery import Line
from table.judging.session import Session
from table.languages.language import Translated
from table.moves import Move
from table.packages import within
from table.saying import Text
from table.sensing.zones import is_pad
from table.sentences import Narrator
from table.values import Value, fields, to_json
from table.view import View
from table.wording import Names

_MOST_FACTS = 4_000  # facts in one game; random play that is mostly lawful usually ends sooner
_PLACEMENTS: tuple[Placement, ...] = ("pile", "tap")
_ENDLESS = 2  # games of the same number of players that have not ended, which are enough for a finding
_FEWEST, _SHORTEST_S = 4, 20.0  # games to play even if time is short; their time limit, in s, once a game has ended
_KEPT = 5  # games that another process replays
_RESUMED_AT = 16  # number of facts before a game is first resumed; it doubles each time
_STEP_S = 10.0  # how long a game may take for one step; a table gives up sooner
_RESERVED = frozenset({"seq", "t", "event"})  # what every event delivered says of itself


class Checked(Value):
    """The result of checking a game: the findings, how much was played, and how many seconds that took.

    `untranslated` lists, by language, the messages encountered that have no translation.
    """

    game: str
    findings: tuple[Finding, ...]
    games: int
    ended: int
    facts: int
    seconds: float
    untranslated: Mapping[str, tuple[str, ...]] = {}


def check(name: str, seconds: float, seed: int = 1) -> Checked:
    """Check a game by playing it at random for about `seconds`, and return the result.

    Raise BadInput if there is no such game.
    """
    began_s = time.monotonic()
    broken = [one for one in packages.broken() if one.game == name]
    unloadable = tuple(Finding(one.package, "loads", one.reason) for one in broken)
    if not all(one.lacking for one in broken):
        return Checked(name, unloadable, 0, 0, 0, time.monotonic() - began_s)
    trial = Trial(name)
    trial.looks()
    until_s = began_s + max(2 * seconds, _SHORTEST_S)
    while (took_s := time.monotonic() - began_s) < seconds or trial.games < _FEWEST:
        if (trial.ended and began_s + took_s >= until_s) or (not trial.ended and trial.endless >= _ENDLESS):
            break
        trial.plays(seed + trial.games, until_s if trial.ended else inf)
    trial.ends()
    check_robots(name, trial.findings)
    return Checked(
        name, (*unloadable, *trial.findings), trial.games, trial.ended, trial.facts, time.monotonic() - began_s,
        {code: tuple(sorted(lacking)) for code, lacking in trial.lacking.items() if lacking},
    )  # fmt: skip


class Trial:
    """Plays one game repeatedly, and collects the findings."""

    def __init__(self, name: str) -> None:
        self._game: Any = games.find(name)
        self.findings = Findings(self._game)
        self._watched = Watched(self._game, self.findings, self._translates)
        self._pages = RulePages(self._game, self.findings)
        self._spoken = [languages.find(code) for code in languages.codes()]
        self._translated = [one for one in self._spoken if isinstance(one, Translated)]
        self.lacking: dict[str, set[str]] = {one.code: set() for one in self._translated}
        self._met: set[Text] = set()
        self._kept: list[tuple[list[Fact], str]] = []
        self.games = self.ended = self.facts = 0
        self._ended_with, self._endless_with = Counter[int](), Counter[int]()  # games, by their number of players

    def looks(self) -> None:
        """Check the game's name, title and version, without playing."""
        for name in ("name", "title", "rules_version"):
            if not isinstance(found := getattr(self._game, name, None), str) or not found:
                self.findings.add("version" if name == "rules_version" else name, f"it has no {name}: a string")
        for kind in self._game.events.values():
            if taken := _RESERVED & {*fields(kind)}:
                text = f"{kind.__name__} has the field {min(taken)!r}, which every event has: name it otherwise"
                self.findings.add("json", text, kind)
        self._pages.check()

    def plays(self, seed: int, until_s: float) -> None:
        """Play one game at random, and check it."""
        chance = Random(seed)  # noqa: S311 - not for secrets
        self.games += 1
        doing, taken, again_at = "`start`", list[Fact](), _RESUMED_AT
        try:
            session = self._begun(chance, taken)
            if session is None:
                return
            heard = _Heard(self, session)
            heard.hears_after(None, session.opening)
            player = Player(session, self._game, chance)
            player.hears(session.opening)
            while not session.ended and len(taken) < _MOST_FACTS and time.monotonic() < until_s:
                steps = player.does()
                while (fact := within(_STEP_S, lambda: next(steps, None))) is not None:  # noqa: B023 - called at once
                    doing = f"the fact {getattr(fact, 'fact', '?')}"
                    lines = within(_STEP_S, partial(take, session, fact))
                    taken.append(fact)
                    self.facts += 1
                    doing = "what is told after it"
                    player.hears(lines)
                    within(_STEP_S, partial(heard.hears_after, fact, lines))
                    doing = "`actions`"
                    within(_STEP_S, partial(self._lists, session, player, chance))
                    doing = "what players do next"
                if len(taken) >= again_at:
                    doing, again_at = "the same facts once more", 2 * len(taken)
                    self._again(session, taken, heard)
            self.ended += session.ended
            self._ended_with[len(session.setup.seats)] += session.ended
            self._endless_with[len(session.setup.seats)] += not session.ended and len(taken) >= _MOST_FACTS
            doing = "the same facts once more"
            self._again(session, taken, heard)
            if len(self._kept) < _KEPT:
                self._kept.append((taken, heard.digest))
        except Broken as broken:
            self.findings.add(*broken.args)
        except Exception as error:  # noqa: BLE001 - any error of a game is a finding
            self.findings.add_error(error, doing)

    @property
    def endless(self) -> int:
        """The number of games that have not ended, of the number of players for which there are most."""
        return max(self._endless_with.values(), default=0)

    def _begun(self, chance: Random, taken: list[Fact]) -> Session | None:
        players: list[str | None] = [*PEOPLE[: self._number(chance)]]
        placement: dict[str, Placement] = dict.fromkeys(
            (zone for zone in self._game.zones(len(players)) if not zone.startswith("seat.")),
            _PLACEMENTS[self.games % len(_PLACEMENTS)],
        )
        options = _drawn(self._game.options, chance) if self.games > len(_PLACEMENTS) else {}
        started = GameStarted(0, self._game.name, players, options, seed=chance.randrange(2**31), placement=placement)
        try:
            session = Session(started, self._watched)
        except BadInput as error:
            if not options:
                self.findings.add("starts", f"with the usual options no game begins: {error}")
            return None  # these options do not suit these players
        taken.append(started)
        return session

    def _number(self, chance: Random) -> int:
        """Return a number of players: in the first games the smallest and the largest, later any."""
        extremes = (self._game.fewest_seats, min(self._game.most_seats, len(PEOPLE)))
        return extremes[self.games - 1] if self.games <= len(extremes) else chance.randint(*extremes)

    def _translates(self, text: Text) -> None:
        """Note what a text lacks in each language."""
        if text not in self._met:
            self._met.add(text)
            for spoken in self._translated:
                self.lacking[spoken.code].update(spoken.lacks(text))

    def _lists(self, session: Session, player: Player, chance: Random) -> None:
        """List a player's possible actions; the watched game tries each of them."""
        seat = chance.choice(session.setup.seats)
        self._watched.actions(session.worlds[0].state, seat, tuple(player.hands[seat]))

    def _again(self, session: Session, taken: Sequence[Fact], heard: "_Heard") -> None:
        """Replay the same facts, as a table does after being switched off, and check that the events are the same."""
        import random

        random.seed(len(taken))  # a game that uses the global generator instead of its seed now draws differently
        other = Session(_started(taken), self._game)
        digest = _Digest()
        digest.hears(other.opening)
        for fact in taken[1:]:
            digest.hears(take(other, fact))
        if digest.digest != heard.digest:
            self.findings.add(
                "chance", "the same facts are told otherwise once more: chance comes from `setup.seed` alone"
            )
        elif to_json(other.view(PUBLIC)) != to_json(session.view(PUBLIC)):
            self.findings.add("mutated", "after the same facts the view is another one: the state was changed in place")

    def ends(self) -> None:
        """Add the findings that can only be made once all games have been played.

        They say that no game ended, that a choice was never read, or that events depend on the order of a set.
        """
        for seats, games_played in sorted(self._endless_with.items()):
            if games_played >= _ENDLESS and not self._ended_with[seats]:
                text = f"no game of {seats} ended within {_MOST_FACTS} facts: is there a way to `over` from everywhere?"
                self.findings.add("end", text)
        for choice in self._game.choices:
            if self.ended and choice.name not in self._watched.read:
                text = f"the choice {choice.name!r} was never read: `readers` has no reading of it"
                self.findings.add("choice", text)
        if any(_digests(self._kept, seed) != [digest for _, digest in self._kept] for seed in (1, 2) if self._kept):
            text = "another process tells the same facts otherwise: sort sets before anything follows from their order"
            self.findings.add("chance", text)

    # -- delivered events

    def tells(self, line: Line, delivered: Sequence[Delivered], session: Session, names: Names) -> None:
        """Check one delivered event."""
        event = line.event
        kind, own = type(event), event.name in self._game.events
        try:
            json.dumps(line.json, allow_nan=False)
        except (TypeError, ValueError) as error:
            self.findings.add("json", f"{event.name} cannot be written as JSON: {error}", kind)
        self._seats(event, session)
        if not isinstance(moved := event.hands(), Move | None):
            self.findings.add("hands", f"{event.name}.hands() gives {moved!r}: one move or None", kind)
        said = Narrator(names).say_if_asked(event)
        if said is not None:
            self._watched.says(said, f"what {event.name} says", kind)
            for spoken in self._spoken:
                if "{" in (text := spoken.says(said)):
                    self.findings.add(
                        "words", f"{event.name} says {text!r} in {spoken.name}: a brace is not filled", kind
                    )
        elif own and isinstance(event, PublicEvent) and kind.said is Event.said and event.hands() is None:
            self.findings.add("words", f"{event.name} has no words: give it `said`, or `Sentence(says=...)`", kind)
        why = self._watched.why(line.seq, session.setup, delivered)
        self._pages.check_rules(why.rules, event.name, kind)
        for spoken in self._spoken:
            if "{" in (text := spoken.says(why.seen)):
                self.findings.add("words", f"why {event.name} was told: {text!r}: a brace is not filled", kind)

    def _seats(self, event: Event, session: Session) -> None:
        for name in ("seat", "giver", "receiver", "starter", "accused"):
            seat = getattr(event, name, None)
            of_host = seat == 0 and isinstance(event, PressRefused)  # a choice of the host's
            if isinstance(seat, int) and not of_host and seat not in session.setup.seats:
                self.findings.add("seats", f"{event.name}: {name} is {seat}, where nobody sits", type(event))
            elif seat is not None and not isinstance(seat, int):
                self.findings.add("seats", f"{event.name}: {name} is {seat!r}: seats are numbers", type(event))
        for name in ("seats", "winners"):
            seats = getattr(event, name, None)
            if isinstance(seats, tuple) and not {*seats} <= {*session.setup.seats}:
                self.findings.add("seats", f"{event.name}: {name} are {seats}, where nobody sits", type(event))
        if isinstance(event, GameEnded):
            self._end(event, session.view(PUBLIC))
        for name in ("scores", "points", "totals"):
            scores = getattr(event, name, None)
            if isinstance(scores, dict) and any(not isinstance(seat, int) for seat in scores):
                self.findings.add("seats", f"{event.name}: the keys of {name} are no numbers of seats", type(event))

    def _end(self, event: GameEnded, view: View) -> None:
        """Record an end whose winners or totals are not those of the view."""
        scores = {seat.seat: seat.score for seat in view.seats}
        for what, told, shown in (("winners", event.winners, view.winners), ("totals", event.totals, scores)):
            if told != shown:
                text = f"{event.name} has the {what} {told}, and the view {shown}"
                self.findings.add("seats", text, type(view))


class _Digest:
    """A digest of the bytes of all delivered events."""

    def __init__(self) -> None:
        self._hash = blake2b(digest_size=16)

    @property
    def digest(self) -> str:
        return self._hash.hexdigest()

    def hears(self, lines: Sequence[Line]) -> None:
        for line in lines:
            self._hash.update(f"{line.audience} {json.dumps(line.json, default=repr)}\n".encode())


class _Heard(_Digest):
    """Collects the events delivered to each audience of a game, and checks them as they arrive."""

    def __init__(self, trial: Trial, session: Session) -> None:
        super().__init__()
        self._trial, self._session = trial, session
        self._delivered: dict[str, list[Delivered]] = {audience: [] for audience in session.audiences}
        self._names = Names(
            {seat: session.setup.name(seat) for seat in session.setup.seats},
            {code: card.label for code, card in session.setup.cards.items()},
        )
        labels = Counter(card.label for card in session.setup.cards.values())
        self._secrets = {
            code: (json.dumps(code), *([card.label] if labels[card.label] == 1 else []))
            for code, card in session.setup.cards.items()
        }
        self._views: Mapping[str, View] = session.views()

    def hears_after(self, fact: Fact | None, lines: Sequence[Line]) -> None:
        """Store and check a fact's events; only the seat that laid a face-down card may learn which card it is."""
        self.hears(lines)
        for line in lines:
            delivered = self._delivered[line.audience]
            delivered.append(line)
            self._trial.tells(line, delivered, self._session, self._names)
        before, self._views = self._views, self._session.views()
        if isinstance(fact, CardArrived) and self._lies_face_down(fact.zone):
            self._keeps_secret(fact.card, fact.zone, lines, before)

    def _keeps_secret(self, card: str, zone: str, lines: Sequence[Line], before: Mapping[str, View]) -> None:
        """Record that somebody is told of a card as it is laid face down; only whoever laid it may be."""
        names = self._secrets[card]
        knowing = {SEALED, *(f"seat:{getattr(line.event, 'seat', 0)}" for line in lines if _count(line.json, names))}
        for line in lines:
            if line.audience not in knowing and _count(line.json, names):
                text = f"{line.event.name} tells {line.audience} which card was laid face down on {zone}"
                self._trial.findings.add("secret", text, type(line.event))
        for audience, view in self._views.items():
            if audience not in knowing and _count(to_json(view), names) > _count(to_json(before[audience]), names):
                text = f"the view of {audience} tells which card was laid face down on {zone}"
                self._trial.findings.add("secret", text, type(view))

    def _lies_face_down(self, zone: str) -> bool:
        game, seats = self._session.game, len(self._session.setup.players)
        return zone in game.zones(seats) and zone not in game.face_up(seats) and not is_pad(zone)


def _count(told: object, names: tuple[str, ...]) -> int:
    """Return how often any of these names is in what somebody is told."""
    text = json.dumps(told, ensure_ascii=False, default=str)
    return sum(text.count(name) for name in names)


def _drawn(options: type[Options], chance: Random) -> dict[str, Any]:
    """Return random options: switches flipped, fixed values set to a random one, numbers to one of their limits."""
    drawn: dict[str, Any] = {}
    for name, field in options.model_fields.items():
        if chance.random() < 0.3:
            if isinstance(field.default, bool):
                drawn[name] = not field.default
            elif (values := getattr(field.annotation, "__args__", ())) and all(isinstance(one, str) for one in values):
                drawn[name] = chance.choice(values)
            elif isinstance(field.default, int) and (limits := _limits(field.metadata)):
                drawn[name] = chance.choice(limits)
    return drawn


def _limits(metadata: Sequence[Any]) -> list[int]:
    """Return the smallest and the largest value that an option may have, if they are limited."""
    found = [getattr(one, name, None) for one in metadata for name in ("ge", "le")]
    return [one for one in found if isinstance(one, int)]


def _started(taken: Sequence[Fact]) -> GameStarted:
    started = taken[0]
    assert isinstance(started, GameStarted)  # noqa: S101 - games begin with it
    return started


def _digests(kept: Sequence[tuple[Sequence[Fact], str]], seed: int) -> list[str]:
    """Replay games in another process, where sets iterate in a different order; return the digests of their events.

    The other process writes them to a file, because a game may print.
    """
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for number, (taken, _) in enumerate(kept):
            file = Path(folder) / f"{number}.jsonl"
            file.write_text("".join(f"{json.dumps(facts.dump(fact))}\n" for fact in taken))
            files.append(str(file))
        environment = {**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        found = Path(folder) / "digests"
        command = [sys.executable, "-m", "table.checking.trial", str(found), *files]
        subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)  # noqa: S603
        return found.read_text().split()


def _replayed(path: Path) -> str:
    taken = [facts.parse(line) for line in path.read_text().splitlines()]
    session, digest = Session(_started(taken)), _Digest()
    digest.hears(session.opening)
    for fact in taken[1:]:
        digest.hears(take(session, fact))
    return digest.digest


if __name__ == "__main__":
    Path(sys.argv[1]).write_text("".join(f"{_replayed(Path(name))}\n" for name in sys.argv[2:]))
