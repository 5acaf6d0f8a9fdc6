"""A conversation that finds out which part is whose: it asks for one thing after the other, and can go back.

It says one JSON object at a time, and listens for what is said and for what hands do. What was answered is a list of
steps with their outcomes; everything else follows from that list, so a step back only takes the last one off.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Literal

from hardware.finding.measuring import ROUNDS, Do, Measured, Minute
from hardware.finding.workbench import OnUsb, Place
from table.complaints import BadInput
from table.wiring.choosing import MOST_SEATS, SHARED
from table.wiring.finding.bench import Bench
from table.wiring.finding.file import BUZZER, Found, Who, said_of

Say = Callable[[Mapping[str, Any]], None]
Hear = Callable[[], Any]  # what was said since the last call, or None
NOBODY = "nobody"  # is there to answer: what is asked is then as if it were enough
_NO = ("no", "skip", NOBODY)
_BLINKS = 12  # looks that a light is on or off while somebody looks for it


@dataclass(frozen=True)
class Given:
    """What was said beforehand: the pads and how many seats there are, None is asked for, and what else is wanted."""

    zones: tuple[str, ...] | None = None
    seats: int | None = None
    lights: bool = False
    measure: bool = False
    confirm: bool = False  # ask before anything is written


def given_for(pads: int, seats: int, *, lights: bool) -> Given:
    """Return what somebody has said who has so many pads: those for all first, then one for each seat."""
    zones = (*(shared[0] for shared in SHARED), *(f"seat.{seat}" for seat in range(1, MOST_SEATS + 1)))
    return Given(zones[:pads], seats, lights=lights, measure=True, confirm=True)


class AgainError(Exception):
    """Somebody went back from the first step: everything is looked at again."""


class _SkippedError(Exception):
    """Somebody has said to leave this out."""


class _BackError(Exception):
    """Somebody has said to go a step back."""


@dataclass(frozen=True)
class _Step:
    """One thing to ask for."""

    kind: Literal["touch", "press", "enough", "lights", "lit", "measure", "write"]
    zones: tuple[str, ...] = ()
    seat: int = 0
    place: Place | None = None
    reader: str = ""


@dataclass(frozen=True)
class Shown:
    """The whole of a conversation as a phone shows it: what is asked for, what was found, and what came of it."""

    ask: Mapping[str, Any] | None = None
    number: int = 0  # of the step, from 1
    steps: int = 0
    heard: str = ""
    pads: tuple[str, ...] = ()  # what is asked for, each by its first zone
    seats: int = 0
    readers: tuple[Mapping[str, Any], ...] = ()
    buttons: Mapping[int, str] = field(default_factory=dict)
    lights: tuple[Mapping[str, Any], ...] = ()
    notes: tuple[str, ...] = ()


class Conversation:
    """One set-up, from what is found to the text of the file. `shown` may be read from any thread."""

    def __init__(
        self,
        bench: Bench,
        picos: Sequence[OnUsb],
        say: Say,
        hear: Hear,
        given: Given,
        keeps: Callable[[Found], None] = lambda _: None,
    ) -> None:
        """`keeps` keeps what was found when somebody has confirmed it, or raises BadInput: then he may go back."""
        self._bench = bench
        self._keeps = keeps
        self._picos = picos
        self._tell = say
        self._hear = hear
        self._given = given
        self._done: list[tuple[_Step, Any]] = []
        self._notes: list[str] = []
        self._lost: dict[str, str] = {}  # what is said of readers that do not answer any more
        self._kinds: Mapping[str, Callable[[_Step], Any]] = {
            "touch": self._touch,
            "press": self._press,
            "enough": self._enough,
            "lights": self._where_lights_hang,
            "lit": self._lit,
            "measure": self._measure,
            "write": self._write,
        }
        self.shown = Shown()

    def run(self) -> Found:
        """Hold it; return what was found. Raise AgainError if everything is to be looked at again."""
        for pico in self._picos:
            self._say({"found": "pico", "name": pico.name, "serial_number": pico.serial_number})
        for place in self._bench.readers.values():
            self._found(place)
        self._more_readers()
        self._bench.begin()
        for pin in self._bench.busy:
            why = f"{pin} is held by another program, so nothing that hangs there can be found"
            self._say({"found": "busy", "at": pin, "why": why})
        for pin in self._bench.stuck:
            why = f"{pin} is low though nobody presses: a short, a button that opens, or the buzzer’s transistor"
            self._say({"found": "stuck", "at": pin, "why": why})
        while (step := next(islice(self._to_do(), len(self._done), None), None)) is not None:
            self._take(step)
        for place, why in self._unused:
            self._say({"found": "unused", "at": place.said, "why": why})
        return self._result

    @property
    def _result(self) -> Found:
        readers, served = self._bench.readers, self._served
        return Found(self._seats, readers, served, self._buttons, self._picos, self._lights, self._measured)

    @property
    def _unused(self) -> list[tuple[Place, str]]:
        """The readers that nobody has touched, and what is said of them."""
        served = self._served
        rest = [place for reader, place in self._bench.readers.items() if reader not in served]
        return [(place, f"the reader at {place.said} was never touched") for place in rest]

    # -- what follows from what was done

    @property
    def _served(self) -> dict[str, list[str]]:
        """The zones by reader."""
        served: dict[str, list[str]] = {}
        for step, reader in self._of("touch"):
            served.setdefault(reader, []).extend(step.zones)
        return served

    @property
    def _buttons(self) -> dict[int, Place]:
        return {step.seat: place for step, place in self._of("press")}

    @property
    def _lights(self) -> dict[Who, Place]:
        return {who: step.place for step, who in self._of("lit") if step.place is not None}

    @property
    def _minutes(self) -> dict[str, Minute]:
        return {step.reader: minute for step, minute in self._of("measure")}

    @property
    def _measured(self) -> dict[str, Measured]:
        """What suits each reader; how often it read a card elsewhere others' minutes have told."""
        minutes = self._minutes
        strays = {reader: max(one.strays.get(reader, 0) for one in minutes.values()) for reader in minutes}
        return {reader: minute.measured(strays[reader]) for reader, minute in minutes.items()}

    def _of(self, kind: str) -> Iterator[tuple[_Step, Any]]:
        return ((step, outcome) for step, outcome in self._done if step.kind == kind and outcome is not None)

    @property
    def _seats(self) -> int:
        zones = [zone for zones in self._served.values() for zone in zones]
        by_zone = [int(zone.removeprefix("seat.")) for zone in zones if zone.startswith("seat.")]
        return max([1, self._given.seats or 0, *self._buttons, *by_zone])

    # -- what is to be done

    def _to_do(self) -> Iterator[_Step]:
        """Yield all steps, from the first, as far as is known by now."""
        for zones in self._asked_for():
            yield _Step("touch", zones)
        enough = {step.seat for step, is_last in self._of("enough") if is_last}
        for seat in range(1, (self._given.seats or MOST_SEATS) + 1):
            yield _Step("press", seat=seat)
            if self._given.seats is None and seat < MOST_SEATS:
                yield _Step("enough", seat=seat)
                if seat in enough:
                    break
        if self._given.lights:
            yield _Step("lights")
            for _, places in self._of("lights"):
                yield from (_Step("lit", place=place) for place in places)
        if self._given.measure:
            yield from (_Step("measure", tuple(zones), reader=reader) for reader, zones in self._served.items())
        if self._given.confirm:
            yield _Step("write")

    def _asked_for(self) -> list[tuple[str, ...]]:
        """Return what is asked for pad by pad, and what each serves besides."""
        besides = {zones[0]: zones for zones in SHARED}
        if self._given.zones is not None:
            if self._given.confirm:  # somebody said how many pads there are, and not what each is for
                return [besides.get(zone, (zone,)) for zone in self._given.zones]
            return [(zone,) for zone in self._given.zones]
        many = len(self._bench.readers)
        return [*SHARED[:many], *((f"seat.{number + 1}",) for number in range(many - len(SHARED)))]

    def _take(self, step: _Step) -> None:
        """Take a step; its outcome is None if it was skipped."""
        try:
            outcome = self._kinds[step.kind](step)
        except _SkippedError:
            missing = {
                "touch": f"no reader was touched for {_first(step)}",
                "press": f"no button was pressed for seat {step.seat}",
            }
            where = {"zone": _first(step)} if step.kind in ("touch", "measure") else {"seat": step.seat}
            self._done.append((step, None))
            told = {"missing": missing[step.kind]} if step.kind in missing else {}
            self._say({"heard": "skip", **where, **told})
        except _BackError:
            if not self._done:
                raise AgainError from None
            self._done.pop()
            self._say({"heard": "back"})
        else:
            self._done.append((step, outcome))

    # -- each kind of step

    def _more_readers(self) -> None:
        """Where fewer readers answer than pads are named, ask for pins to drive; then say what may be wrong."""
        if self._given.zones is None or len(self._bench.readers) >= len(self._given.zones):
            return
        if self._bench.free:
            pins = list(self._bench.free)
            try:
                answer = self._asked({"ask": "drive", "pins": pins})
            except _BackError:
                raise AgainError from None
            named = answer if isinstance(answer, list) else []
            allowed = pins if answer == "yes" else [pin for pin in named if pin in pins]
            self._say({"heard": "drive", "pins": allowed})
            for place in self._bench.give_free(allowed) if allowed else ():
                self._found(place)
        if len(self._bench.readers) < len(self._given.zones):
            for why in self._bench.silent():
                self._say({"found": "silent", "why": why})

    def _touch(self, step: _Step) -> str:
        zone = _first(step)
        self._say({"ask": "touch", "zone": zone}, step)
        while True:
            reader: str = self._until(lambda touched, _: touched[0] if touched else None)
            others = self._served.get(reader, [])
            at = self._bench.readers[reader].said
            shares = not self._given.confirm and not any(one.startswith("seat.") for one in (*others, zone))
            if not others or shares:
                self._say({"heard": "touch", "zone": zone, "reader": at})
                return reader
            why = f"that is the pad of {others[0]}: touch the pad of {zone}"
            self._say({"heard": "touch", "zone": zone, "reader": at, "why": why}, step)

    def _press(self, step: _Step) -> Place:
        self._say({"ask": "press", "seat": step.seat}, step)
        while True:
            place: Place = self._until(lambda _, pressed: pressed[0] if pressed else None)
            others = [other for other, known in self._buttons.items() if known.keys == place.keys]
            if not others:
                self._say({"heard": "press", "seat": step.seat, "at": place.said})
                return place
            why = f"that is the button of seat {others[0]}: press the button of seat {step.seat}"
            self._say({"heard": "press", "seat": step.seat, "at": place.said, "why": why}, step)

    def _enough(self, step: _Step) -> bool:
        return self._asked({"ask": "enough"}, step) in ("yes", "skip", NOBODY)

    def _where_lights_hang(self, step: _Step) -> list[Place]:
        pressed = [place.keys for place in self._buttons.values()]
        spare = [place for place in self._bench.spare if place.keys not in pressed]
        if not spare:
            return []
        pins = [place.keys["pin"] for place in spare if place.keys["backend"] != "pico"]
        answer = self._asked({"ask": "lights", "pins": pins, "places": [place.said for place in spare]}, step)
        if answer == "yes":
            return spare
        named = answer if isinstance(answer, list) else []
        return [
            place
            for place in spare
            if place.said in named or (place.keys["backend"] != "pico" and place.keys["pin"] in named)
        ]

    def _lit(self, step: _Step) -> Who | None:
        place = step.place
        assert place is not None, "there is one to be lit"  # noqa: S101 - see `_to_do`
        who: Who | None = None
        try:
            while True:
                answer = self._asked({"ask": "lit", "at": place.said}, step, blinks=place)
                who, why = self._beside(answer, place)
                if not why:
                    break
                self._say({"heard": "lit", "at": place.said, "why": why}, step)
        finally:
            self._bench.darken(place, is_a_light=who is not None)
        nobody = {"missing": f"nobody saw a light at {place.said}"}
        self._say({"heard": "lit", "at": place.said, **(nobody if who is None else {"beside": answer})})
        return who

    def _beside(self, answer: Any, place: Place) -> tuple[Who | None, str]:
        """Return what a light is beside, or why that cannot be."""
        said = (answer[0] if answer else "no") if isinstance(answer, list) else answer  # numbers come as a list
        if said in _NO:
            return None, ""
        served = self._served
        reader = next((name for name, zones in served.items() if said in zones), None)
        button = self._buttons.get(said) if isinstance(said, int) else None
        part = button if reader is None else self._bench.readers[reader]
        who: Who = reader if reader is not None else said
        if said != BUZZER and part is None:
            return None, f"there is neither a pad nor a button {said!r}"
        if who in self._lights:
            return None, f"there is a light already: {self._lights[who].said}"
        if part is not None and part.keys.get("pico") != place.keys.get("pico"):
            return None, f"the light at {place.said} hangs on another board than what it is beside: wire it to that one"
        return who, ""

    def _measure(self, step: _Step) -> Minute:
        """Let a card be laid and lifted ten times."""
        minute = self._bench.measure(step.reader)
        said: tuple[Do, int] | None = None
        try:
            while minute.do is not Do.DONE:
                if said != (minute.do, minute.round):
                    said = (minute.do, minute.round)
                    told = {"do": minute.do.value, "round": minute.round + 1, "of": ROUNDS}
                    self._say({"ask": "measure", "zone": _first(step), **told}, step)
                self._until(lambda _, __: True)
        finally:
            self._bench.measured()
        self._say({"heard": "measure", "zone": _first(step), "figures": said_of(minute.measured(0))})
        return minute

    def _write(self, step: _Step) -> bool:
        """Ask whether it is right, and keep it; if that cannot be, say why, and ask again."""
        while True:
            if self._asked({"ask": "write"}, step) not in ("yes", NOBODY):
                continue
            try:
                self._keeps(self._result)
            except BadInput as why:
                self._say({"heard": "write", "why": str(why)}, step)
            else:
                return True

    # -- saying and hearing

    def _found(self, place: Place) -> None:
        self._say({"found": "reader", **place.keys, "at": place.said, "chip": place.chip})

    def _asked(self, question: Mapping[str, Any], step: _Step | None = None, blinks: Place | None = None) -> Any:
        """Ask, and look on until somebody answers. Raise _BackError if that is the answer."""
        self._say(question, step)
        looks = 0
        while (answer := self._hear()) is None:
            self._look()
            if blinks is not None and looks % _BLINKS == 0:
                self._bench.shine(blinks, on=looks // _BLINKS % 2 == 0)
            looks += 1
        if answer == "back":
            raise _BackError
        return answer

    def _until(self, found: Callable[[list[str], list[Place]], Any]) -> Any:
        """Look until hands have done what was asked for. Raise _SkippedError or _BackError if somebody says so."""
        while True:
            result = found(*self._look())
            said = self._hear()
            if said == "skip":
                raise _SkippedError
            if said == "back":
                raise _BackError
            if result is not None:
                return result

    def _look(self) -> tuple[list[str], list[Place]]:
        """Look once; say it if a reader has fallen silent, or answers again: somebody may have moved a wire."""
        seen = self._bench.look()
        for reader in [*self._lost]:
            if reader not in self._bench.lost:
                del self._lost[reader]
                self._say({"found": "back", "at": self._bench.readers[reader].said})
        for reader, why in self._bench.lost.items():
            if reader not in self._lost:
                at = self._bench.readers[reader].said
                self._lost[reader] = f"the reader at {at} does not answer any more: {why}"
                self._say({"found": "lost", "at": at, "why": self._lost[reader]})
        return seen

    def _say(self, message: Mapping[str, Any], step: _Step | None = None) -> None:
        """Tell a message, and show the whole as it is now."""
        news = "found" in message
        if news and "why" in message and message["found"] != "lost":
            self._notes.append(str(message["why"]))
        asks, wrong = "ask" in message, str(message.get("why") or message.get("missing") or "")
        known = sum(1 for _ in self._to_do())
        self.shown = replace(
            self.shown,
            ask=message if asks else self.shown.ask if news or step is not None else None,
            number=self.shown.number if news else len(self._done) + (step is not None),
            steps=max(known, len(self._done)),
            heard=self.shown.heard if asks or news else wrong,
            pads=tuple(zones[0] for zones in self._asked_for()),
            seats=self._given.seats or self._seats,
            readers=tuple(self._shown_reader(name, place) for name, place in self._bench.readers.items()),
            buttons={seat: place.said for seat, place in self._buttons.items()},
            lights=tuple(
                {"at": place.said, "beside": _beside_what(who, self._served)} for who, place in self._lights.items()
            ),
            notes=(
                *self._notes,
                *self._lost.values(),
                *(why for _, why in self._unused if message.get("ask") == "write"),
            ),
        )
        self._tell(message)

    def _shown_reader(self, name: str, place: Place) -> Mapping[str, Any]:
        measured = self._measured.get(name)
        told = {"at": place.said, "chip": place.chip, "zones": self._served.get(name, [])}
        return {**told, "measured": None if measured is None else said_of(measured)}


def _first(step: _Step) -> str:
    return step.zones[0] if step.zones else ""


def _beside_what(who: Who, served: Mapping[str, Sequence[str]]) -> Who:
    return served[who][0] if isinstance(who, str) and who in served else who
