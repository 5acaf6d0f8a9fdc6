"""The conversation of a set-up: it asks one question after another, and can go back.

It sends one JSON object at a time, and waits for answers, touches and presses.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from typing import Any

from msgspec import convert

from hardware.finding.measuring import ROUNDS, Do, Minute
from hardware.finding.workbench import Place
from table.complaints import BadInput
from table.running.wired import Ask, FoundLight, FoundReader, SetUpView
from table.saying import message, say
from table.values import replace
from table.wiring.finding.bench import Bench
from table.wiring.finding.file import BUZZER, Found, Who, said_of
from table.wiring.finding.steps import Given, Step, Steps

# -- The findings so far, as phones see them


def so_far(steps: Steps) -> SetUpView:
    """Return the findings so far, without questions and notes."""
    served, measured = steps.served, steps.measured

    def beside(who: Who) -> Who:
        return served[who][0] if isinstance(who, str) and who in served else who

    def figures(reader: str) -> str | None:
        return said_of(measured[reader]) if reader in measured else None

    return SetUpView(
        steps=max(sum(1 for _ in steps.all()), len(steps.done)),
        pads=tuple(zones[0] for zones in steps.pads),
        seats=steps.given.seats or steps.seats,
        readers=tuple(
            FoundReader(place.said, place.chip, tuple(served.get(name, ())), figures(name))
            for name, place in steps.readers.items()
        ),
        buttons={seat: place.said for seat, place in steps.buttons.items()},
        lights=tuple(FoundLight(place.said, beside(who)) for who, place in steps.lights.items()),
    )


Said = str | int | Sequence[str | int] | None
Message = Mapping[str, Said]  # one JSON object
Say = Callable[[Message, SetUpView], None]  # sends a message, with the whole state at that moment
Hear = Callable[[], Any]  # returns the next answer, or None
Keeps = Callable[[Found], None]  # stores the findings; raises BadInput if it cannot, and then people may go back
NOBODY = "nobody"  # the answer to every question once nobody is left to answer
_NO = ("no", "skip", NOBODY)
_BLINKS = 12  # how many polls a light stays on or off while the user looks for it
_LOW = message("{pin} is low though nobody presses: a short, a button that opens, or the buzzer’s transistor")


class AgainError(Exception):
    """Raised if the user goes back from the first step, so that the set-up starts again."""


class _SkippedError(Exception):
    """Raised if the user skips this step."""


class _BackError(Exception):
    """Raised if the user goes back a step."""


def set_up(
    opens: Callable[[], AbstractContextManager[Bench]],
    say: Say,
    hear: Hear,
    given: Given,
    keeps: Keeps = lambda _: None,
) -> Found:
    """Run a conversation on the bench that `opens` opens; start again if the user goes back from the first step."""
    while True:
        with opens() as bench, suppress(AgainError):
            return Conversation(bench, say, hear, given, keeps).run()


class Conversation:
    """One set-up, from the first poll to the complete findings."""

    def __init__(self, bench: Bench, say: Say, hear: Hear, given: Given, keeps: Keeps = lambda _: None) -> None:
        """Prepare a set-up; `keeps` stores the findings once the user has confirmed them."""
        self._bench = bench
        self._keeps = keeps
        self._tell = say
        self._hear = hear
        self._given = given
        self._steps = Steps(given, bench.readers)
        self._notes: list[str] = []
        self._lost: dict[str, str] = {}  # why a reader no longer answers
        self._kinds: Mapping[str, Callable[[Step], Any]] = {
            "touch": self._touch,
            "press": self._press,
            "enough": self._enough,
            "lights": self._where_lights_hang,
            "lit": self._lit,
            "measure": self._measure,
            "write": self._write,
        }
        self._was = SetUpView()  # as last sent

    def run(self) -> Found:
        """Run the conversation; return the findings. Raise AgainError to start again."""
        for pico in self._bench.picos:
            self._say({"found": "pico", "name": pico.name, "serial_number": pico.serial_number})
        for place in self._bench.readers.values():
            self._found(place)
        self._more_readers()
        self._bench.begin()
        for pin in self._bench.busy:
            held = say("{pin} is held by another program, so nothing connected to it can be found", pin=pin)
            self._say({"found": "busy", "at": pin, "why": held})
        for pin in self._bench.stuck:
            self._say({"found": "stuck", "at": pin, "why": say(_LOW, pin=pin)})
        while (step := self._steps.ahead) is not None:
            self._take(step)
        for kind, place, why in () if self._given.confirm else self._remarks:  # otherwise shown with the last question
            self._say({"found": kind, "at": place.said, "why": why})
        return self._result

    @property
    def _result(self) -> Found:
        steps = self._steps
        return Found(
            steps.seats,
            steps.readers,
            steps.served,
            steps.buttons,
            self._bench.picos,
            steps.lights,
            steps.given.lights,
            steps.measured,
            self._chatter_ns,
        )

    @property
    def _chatter_ns(self) -> dict[int, int]:
        """How long each button has chattered, by seat, for those that chatter longer than usual."""
        chatter = {seat: self._bench.chatter_ns(place) for seat, place in self._steps.buttons.items()}
        return {seat: ns for seat, ns in chatter.items() if ns}

    @property
    def _remarks(self) -> list[tuple[str, Place, str]]:
        """The closing remarks, on readers that were never touched and on buttons that chatter."""
        unused = [
            ("unused", place, say("the reader at {said} was never touched", said=place.said))
            for place in self._steps.untouched
        ]
        chatter = [
            ("chatter", self._steps.buttons[seat], say("button {seat} chatters for {ms} ms", seat=seat, ms=_ms(ns)))
            for seat, ns in self._chatter_ns.items()
        ]
        return [*unused, *chatter]

    def _take(self, step: Step) -> None:
        """Run a step and record its outcome, which is None if it was skipped."""
        try:
            outcome = self._kinds[step.kind](step)
        except _SkippedError:
            missing = {
                "touch": say("no reader was touched for {zone}", zone=step.zone),
                "press": say("no button was pressed for seat {seat}", seat=step.seat),
            }
            where = {"zone": step.zone} if step.kind in ("touch", "measure") else {"seat": step.seat}
            self._steps.done.append((step, None))
            missing_card = {"missing": missing[step.kind]} if step.kind in missing else {}
            self._say({"heard": "skip", **where, **missing_card})
        except _BackError:
            if not self._steps.done:
                raise AgainError from None
            self._steps.done.pop()
            self._say({"heard": "back"})
        else:
            self._steps.done.append((step, outcome))

    # -- each kind of step

    def _more_readers(self) -> None:
        """If fewer readers answer than there are pads, ask which pins may be driven; report what may be wrong."""
        if self._given.pads is None or len(self._bench.readers) >= len(self._given.pads):
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
        if len(self._bench.readers) < len(self._given.pads):
            for why in self._bench.silent():
                self._say({"found": "silent", "why": why})

    def _touch(self, step: Step) -> str:
        zone = step.zone
        self._say({"ask": "touch", "zone": zone}, step)
        while True:
            reader: str = self._until(lambda touched, _: touched[0] if touched else None)
            others = self._steps.served.get(reader, [])
            at = self._bench.readers[reader].said
            shares = not self._given.apart and not any(one.startswith("seat.") for one in (*others, zone))
            if not others or shares:
                self._say({"heard": "touch", "zone": zone, "reader": at})
                return reader
            why = say("that is the pad of {others}: touch the pad of {zone}", others=others[0], zone=zone)
            self._say({"heard": "touch", "zone": zone, "reader": at, "why": why}, step)

    def _press(self, step: Step) -> Place:
        self._say({"ask": "press", "seat": step.seat}, step)
        while True:
            place: Place = self._until(lambda _, pressed: pressed[0] if pressed else None)
            others = [other for other, known in self._steps.buttons.items() if known.keys == place.keys]
            if not others:
                self._say({"heard": "press", "seat": step.seat, "at": place.said})
                return place
            why = say(
                "that is the button of seat {others}: press the button of seat {seat}", others=others[0], seat=step.seat
            )
            self._say({"heard": "press", "seat": step.seat, "at": place.said, "why": why}, step)

    def _enough(self, step: Step) -> bool:
        return self._asked({"ask": "enough"}, step) in ("yes", "skip", NOBODY)

    def _where_lights_hang(self, step: Step) -> list[Place]:
        pressed = [place.keys for place in self._steps.buttons.values()]
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

    def _lit(self, step: Step) -> Who | None:
        place = step.place
        assert place is not None, "there is one to be lit"  # noqa: S101 - see `Steps.all`
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
        nobody = {"missing": say("nobody saw a light at {said}", said=place.said)}
        self._say({"heard": "lit", "at": place.said, **(nobody if who is None else {"beside": answer})})
        return who

    def _beside(self, answer: Any, place: Place) -> tuple[Who | None, str]:
        """Return the part next to a light, or the reason the answer cannot be right."""
        said = (answer[0] if answer else "no") if isinstance(answer, list) else answer  # numbers come as a list
        if said in _NO:
            return None, ""
        served = self._steps.served
        reader = next((name for name, zones in served.items() if said in zones), None)
        button = self._steps.buttons.get(said) if isinstance(said, int) else None
        part = button if reader is None else self._bench.readers[reader]
        who: Who = reader if reader is not None else said
        if said != BUZZER and part is None:
            return None, say("there is neither a pad nor a button {said}", said=repr(said))
        if who in self._steps.lights:
            return None, say("there is a light already: {said}", said=self._steps.lights[who].said)
        if part is not None and part.keys.get("pico") != place.keys.get("pico"):
            return None, say(
                "the light at {said} is connected to a different board from the part beside it: wire it to that one",
                said=place.said,
            )
        return who, ""

    def _measure(self, step: Step) -> Minute:
        """Ask the user to lay and lift a card several times, and measure how well a reader reads it."""
        minute = self._bench.measure(step.reader)
        said: tuple[Do, int] | None = None
        try:
            while minute.do is not Do.DONE:
                if said != (minute.do, minute.round):
                    said = (minute.do, minute.round)
                    progress: Message = {"do": minute.do.value, "round": minute.round + 1, "of": ROUNDS}
                    self._say({"ask": "measure", "zone": step.zone, **progress}, step)
                self._until(lambda _, __: True)
        finally:
            self._bench.measured()
        self._say({"heard": "measure", "zone": step.zone, "figures": said_of(minute.measured(0))})
        return minute

    def _write(self, step: Step) -> bool:
        """Ask whether the findings are right, and store them; if that fails, say why, and ask again."""
        while True:
            if self._asked({"ask": "write"}, step) not in ("yes", NOBODY):
                continue
            try:
                self._keeps(self._result)
            except BadInput as why:
                self._say({"heard": "write", "why": str(why)}, step)
            else:
                return True

    # -- messages and answers

    def _found(self, place: Place) -> None:
        self._say({"found": "reader", **place.keys, "at": place.said, "chip": place.chip})

    def _asked(self, question: Message, step: Step | None = None, blinks: Place | None = None) -> Any:
        """Ask a question, and poll until it is answered. Raise _BackError to go back."""
        self._say(question, step)
        polls = 0
        while (answer := self._hear()) is None:
            self._poll()
            if blinks is not None and polls % _BLINKS == 0:
                self._bench.shine(blinks, on=polls // _BLINKS % 2 == 0)
            polls += 1
        if answer == "back":
            raise _BackError
        return answer

    def _until(self, found: Callable[[list[str], list[Place]], Any]) -> Any:
        """Poll until `found` returns a result, and return it. Raise _SkippedError or _BackError on request."""
        while True:
            result = found(*self._poll())
            said = self._hear()
            if said == "skip":
                raise _SkippedError
            if said == "back":
                raise _BackError
            if result is not None:
                return result

    def _poll(self) -> tuple[list[str], list[Place]]:
        """Poll once; report any reader that has gone silent or started answering again: a wire may have moved."""
        seen = self._bench.poll()
        for reader in [*self._lost]:
            if reader not in self._bench.lost:
                del self._lost[reader]
                self._say({"found": "back", "at": self._bench.readers[reader].said})
        for reader, why in self._bench.lost.items():
            if reader not in self._lost:
                at = self._bench.readers[reader].said
                self._lost[reader] = say("the reader at {at} does not answer any more: {why}", at=at, why=why)
                self._say({"found": "lost", "at": at, "why": self._lost[reader]})
        return seen

    def _say(self, message: Message, step: Step | None = None) -> None:
        """Send a message with the current state."""
        if "found" in message and "why" in message and message["found"] != "lost":
            self._notes.append(str(message["why"]))
        self._was = self._shown(message, step)
        self._tell(message, self._was)

    def _shown(self, message: Message, step: Step | None) -> SetUpView:
        was, asks, news = self._was, "ask" in message, "found" in message
        remarks = self._remarks if message.get("ask") == "write" else []
        return replace(
            so_far(self._steps),
            ask=convert(message, Ask) if asks else was.ask if news or step is not None else None,
            number=was.number if news else len(self._steps.done) + (step is not None),
            heard=was.heard if asks or news else str(message.get("why") or message.get("missing") or ""),
            notes=(*self._notes, *self._lost.values(), *(why for _, _, why in remarks)),
        )


def _ms(ns: int) -> int:
    return round(ns / 1_000_000)
