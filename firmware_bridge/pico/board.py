"""The Pico's program: polls readers in turn, stamps buttons, drives lights, and talks to its host.

The host sends its wiring plan, which applies until another host connects. The program repeats one step: answer the
host, report what happened, poll one reader, and return how long to sleep.
"""

from firmware_bridge.pico import messages, states, wire
from firmware_bridge.pico.buttons import Button, Ring
from firmware_bridge.pico.mfrc522 import Mfrc522
from firmware_bridge.pico.readers import AGAIN_US, Reader, age
from firmware_bridge.pico.reliable import Inbox, Outbox, numbered

# SPI0, in GP numbers that are the same on both Pico models. The host's plan gives the pins for selects, buttons and
# lights.
SCK, MOSI, MISO = 18, 19, 16
SELECTS = (17, 20, 21, 22)  # a reader that is wired but not in the plan must not speak while others do
BAUD = 4_000_000

KEPT = 1000  # messages kept for the host: more than ten seconds of play produce
FOR_PRESSES = 200  # of these, slots reserved for presses
DARK_US = 3_000_000  # lights go out once the host has been silent for this long (six pings)
BEAT_US = 20_000  # how often a beat is sent; it holds the time up to which everything was reported
WATCHDOG_MS = 4000
READ_BYTES = 256
_FURTHEST_US = 2_000_000
_LONGEST_US = 2_000  # the longest sleep between two reads from the host


class PicoProgram:
    """The Pico's program. Needs `machine`, `time`, and a stream whose `read(most)` never blocks, such as `Usb`."""

    def __init__(self, machine, clock, stream, boot, name):
        self._machine = machine
        self._clock = clock
        self._stream = stream
        self._boot = boot
        self._name = name
        self._lines = wire.Lines()
        self._outbox = Outbox(KEPT)
        self._inbox = Inbox()
        self._ring = Ring()
        self._ring_lost = 0
        self._spi = machine.SPI(0, baudrate=BAUD, sck=machine.Pin(SCK), mosi=machine.Pin(MOSI), miso=machine.Pin(MISO))
        for select in SELECTS:  # at power-on pins are pulled down, which selects chips
            machine.Pin(select, machine.Pin.IN, machine.Pin.PULL_UP)
        self._watchdog = machine.WDT(timeout=WATCHDOG_MS)
        self._state = states.UNCALLED
        self._process = ""  # the host being served
        self._hosts = 0  # how many hosts there have been
        self._heard = clock.ticks_us()
        self._is_dark = False
        self._unsent = b"\n"  # ends an unfinished earlier line
        self._clear()
        self._greet()

    def _clear(self):
        self._readers = []
        self._buttons = {}
        self._lights = {}
        self._lit = {}  # pin -> wanted level
        self._owed = set()  # buttons whose changes did not fit
        self._sweep_us = 0
        self._switched = False
        self._turn = 0
        self._next = self._again = self._beat = self._clock.ticks_us()

    # -- a step

    def step(self) -> int:
        """Run one step; return how long to sleep, in us."""
        self._watchdog.feed()
        self._hear()
        self._mind_the_host()
        self._gather()
        self._poll()
        self._gather()
        self._say()
        return self._rest()

    def _rest(self) -> int:
        if self._state != states.AT_WORK or self._unsent:
            return _LONGEST_US
        now = self._clock.ticks_us()
        until = self._left(now, self._beat)
        if self._readers:
            until = min(until, self._left(now, self._next))
        if self._restless():
            until = min(until, self._left(now, self._again))
        return min(until, _LONGEST_US)

    def _left(self, now, at) -> int:
        """Return the time until `at`; 0 if `at` has passed or, because ticks wrap around, is beyond _FURTHEST_US."""
        left = self._clock.ticks_diff(at, now)
        return left if 0 < left < _FURTHEST_US else 0

    # -- messages from the host

    def _hear(self) -> None:
        for text in self._lines.take(self._stream.read(READ_BYTES)):
            try:
                number, rest = numbered(text)
                message = messages.decode(rest)
            except ValueError:
                self._lines.corrupt += 1
                continue
            self._heard = self._clock.ticks_us()
            self._take(number, message)

    def _mind_the_host(self) -> None:
        """Switch lights and buzzer off while the host is silent: a dead table may have left them on."""
        is_dark = age(self._clock, self._clock.ticks_us(), self._heard) >= DARK_US
        if is_dark:
            self._heard = self._clock.ticks_add(self._clock.ticks_us(), -DARK_US)  # before the ticks wrap around
        if is_dark != self._is_dark:
            self._is_dark = is_dark
            for pin, light in self._lights.items():
                light.value(0 if is_dark else self._lit[pin])

    @property
    def is_stopped(self) -> bool:
        """Whether a host of any version has sent Stop."""
        return self._state == states.STOPPED

    def _take(self, number, message):
        """Obey a message if the state allows it; each numbered message is taken once, in order."""
        event = type(message)
        if event not in states.UNNUMBERED and not (number and self._inbox.takes(number)):
            return
        if event is messages.Call and message.version == messages.VERSION and message.process != self._process:
            event = states.NEW_HOST
        if event in states.NEXT[self._state]:
            self._state = states.NEXT[self._state][event]
            self._obey(event, message)

    def _serve(self, process) -> None:
        """Serve a new host; drop the messages that were kept for the previous one."""
        self._process = process
        self._hosts += 1
        for button in self._buttons.values():
            button.close()
        for pin in self._lights.values():
            pin.value(0)
        while self._ring.read() is not None:
            pass
        self._ring.lost = self._ring_lost = 0
        self._outbox.clear()
        self._clear()

    def _answer(self) -> None:
        """Answer a host's call."""
        self._inbox = Inbox()
        self._unsent = b""  # a host that just opened the port cannot use the rest of a line
        self._outbox.again()
        self._greet()

    def _greet(self) -> None:
        """Send a hello with the host's name, or a dash if no host has called."""
        boot = "%s-%d" % (self._boot, self._hosts)  # a new boot for each host: nothing is kept for the next host
        hello = messages.Hello(
            messages.VERSION, boot, self._process or "-", self._outbox.first, self._name, messages.CAN
        )
        self._send(messages.encode(hello))

    def fail(self, error) -> None:
        """Try to report that the program failed, and why."""
        why = "%s %s" % (type(error).__name__, error)
        self._send(messages.encode(messages.Failed("".join([c for c in why if " " <= c < chr(127)])[:120])))

    def _obey(self, event, message):
        if event is states.NEW_HOST:
            self._serve(message.process)
            self._answer()
        elif event is messages.Call:
            self._answer()
        elif event is messages.Ping:
            heard = self._clock.ticks_us()
            self._send(messages.encode(messages.Pong(message.number, heard, self._clock.ticks_us())))
        elif event is messages.Ack:
            self._outbox.acknowledged(message.number, self._clock.ticks_us())
        elif event is messages.Light:
            self._light(message)
        elif event is messages.Listen:
            self._listen(message)
        elif event is messages.Watch and message.channel not in self._buttons:
            self._buttons[message.channel] = Button(
                self._machine, self._clock, message.channel, message.pin, self._ring
            )
        elif event is messages.Begin:
            self._begin(message)

    def _light(self, message):
        if message.pin not in self._lights:
            self._lights[message.pin] = self._machine.Pin(message.pin, self._machine.Pin.OUT, value=0)
        self._lit[message.pin] = 1 if message.high else 0
        self._lights[message.pin].value(self._lit[message.pin])

    def _listen(self, message):
        """Add a reader. Its select is high from now on, to keep it silent while others are set up."""
        if message.channel in [reader.channel for reader in self._readers]:
            return
        select = self._machine.Pin(message.select, self._machine.Pin.OUT, value=1)
        chip = Mfrc522(_Selected(self._spi, select).transfer, self._clock, message.gain_db)
        self._readers.append(Reader(message.channel, chip, message.known_ms * 1000, message.pile))

    def _begin(self, message):
        if message.reset is not None:
            self._machine.Pin(message.reset, self._machine.Pin.OUT, value=1)
        self._switched = message.switched
        self._sweep_us = max(1, message.sweep_ms) * 1000
        self._next = self._again = self._clock.ticks_us()

    # -- reports

    @property
    def is_open(self) -> bool:
        """Whether a message that is queued now would go out at once."""
        return self._outbox.is_open

    def put(self, message):
        """Queue a reader's message reliably; leave room for presses."""
        self._outbox.put(messages.encode(message), FOR_PRESSES)

    def _gather(self) -> None:
        """Queue button changes; if some were lost, queue the level as soon as there is room."""
        for button in self._buttons.values():
            if button.is_doubted:
                button.compare()
        lost = self._ring.lost
        while True:
            found = self._ring.read()
            if found is None:
                break
            channel, tick, level, late = found
            edge = messages.encode(messages.EdgeSeen(channel, tick, bool(level), late))
            if channel in self._owed:
                self._outbox.dropped += 1
            elif not self._outbox.put(edge):
                self._owed.add(channel)
        if lost != self._ring_lost:
            self._ring_lost = lost
            self._owed.update(self._buttons)
        for channel in [one for one in self._owed if self._outbox.has_room]:
            now, level = self._clock.ticks_us(), bool(self._buttons[channel].level)
            self._outbox.put(messages.encode(messages.EdgeSeen(channel, now, level, 0)))
            self._owed.discard(channel)

    def _say(self) -> None:
        if self._state == states.UNCALLED:
            return
        if self._inbox.owes:
            self._inbox.owes = False
            self._send(messages.encode(messages.Ack(self._inbox.expects - 1)))
        if self._unsent:
            self._send("")
            return  # the host does not read: numbered messages wait
        now = self._clock.ticks_us()
        beats = not self._left(now, self._beat)
        beat = self._how_far(now) if beats else ""  # made first, because it flushes runs; sent last
        for text in self._outbox.due(now, age(self._clock, now, self._outbox.since)):
            self._send(text)
        if beats:
            self._beat = self._clock.ticks_add(now, BEAT_US)
            self._send(beat)

    def _how_far(self, now) -> str:
        """Return a beat: the time up to which everything has been reported or is on its way."""
        for button in self._buttons.values():
            button.compare()
        self._gather()  # after reading the tick: earlier edges are in the ring
        tick = now
        for button in self._buttons.values():
            if button.is_doubted and self._clock.ticks_diff(button.known, tick) < 0:
                tick = button.known
        for reader in self._readers:
            if reader.owes(now, self._clock):
                if self._outbox.is_open:
                    reader.flush(self)
                elif self._clock.ticks_diff(reader.since, tick) < 0:
                    tick = reader.since
        return messages.encode(messages.Beat(tick, self._outbox.last, self._outbox.dropped + self._ring.lost))

    def _send(self, text: str) -> None:
        """Write any unsent bytes, then a line; keep whatever the port does not accept."""
        data = self._unsent + (wire.seal(text) if text else b"")
        if len(data) > 4 * wire.LONGEST and self._unsent:
            data = self._unsent  # nobody reads; numbered messages are resent
        written = self._stream.write(data) if data else 0
        self._unsent = data[written:]

    # -- polling

    def _restless(self):
        now = self._clock.ticks_us()
        return [reader for reader in self._readers if reader.is_restless(now, self._clock)]

    def _poll(self) -> None:
        """Poll the next reader in the sweep, or all readers where a tag is coming or going."""
        if self._state != states.AT_WORK or not self._readers:
            return
        now = self._clock.ticks_us()
        if self._turn < len(self._readers) and not self._left(now, self._next):
            reader = self._readers[self._turn]
            self._turn += 1
            reader.poll(self._clock, self._switched, self)
            if self._turn == len(self._readers):
                self._turn = 0
                self._next = self._clock.ticks_add(now, self._sweep_us)
            return
        if not self._left(now, self._again):
            for reader in self._restless():
                reader.poll(self._clock, self._switched, self)
            self._again = self._clock.ticks_add(now, AGAIN_US)


class _Selected:
    """The bus, with one chip selected for each transfer."""

    def __init__(self, spi, select):
        self._spi = spi
        self._select = select

    def transfer(self, data):
        self._select.value(0)
        self._spi.write_readinto(data, data)
        self._select.value(1)
