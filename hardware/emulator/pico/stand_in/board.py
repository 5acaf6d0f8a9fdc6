"""A Pico's `machine` and `time` modules; every access is a question that `circuit.py` answers.

Interrupts arrive with the answers: a handler runs between two instructions of the program, as on the board, and sees
the tick and level at which its pin changed.
"""

TICKS = 1 << 30


class Asker:
    """Asks questions, and calls the handlers of pins that have changed since the last question.

    `ask` takes a question and returns the tick, the answer, and changes: pairs of a pin and (tick, level). If
    `still`, time passes only during questions, so nothing has to ask for the tick.
    """

    def __init__(self, ask, still=False):
        self._ask = ask
        self._still = still
        self._tick = None  # of the last answer
        self.handlers = {}
        self.inside = None  # the (tick, level) of the interrupt being handled

    def __call__(self, question):
        tick, result, changes = self._ask(question)
        self._tick = tick
        for number, at in changes:
            pin = self.handlers.get(number)
            if pin is not None:
                self.inside = at
                pin.handler(pin)
                self.inside = None
        return tick, result

    def tick(self):
        """Return the current tick."""
        if self.inside is not None:
            return self.inside[0]
        return self._tick if self._still and self._tick is not None else self("ticks")[0]


class _Pin:
    def __init__(self, ask, number):
        self.number = number
        self.handler = None
        self._ask = ask

    def value(self, level=None):
        if level is not None:
            self._ask("out %d %d" % (self.number, level))
            return None
        if self._ask.inside is not None:
            return self._ask.inside[1]
        return int(self._ask("level %d" % self.number)[1])

    def irq(self, handler=None, trigger=0, hard=False):
        self.handler = handler
        self._ask.handlers[self.number] = self if handler is not None else None
        self._ask("irq %d %d" % (self.number, handler is not None))


class _Pins:
    """The stand-in for the `Pin` class."""

    IN, OUT, PULL_UP = 0, 1, 1
    IRQ_FALLING, IRQ_RISING = 4, 8

    def __init__(self, ask):
        self._ask = ask

    def __call__(self, number, mode=-1, pull=-1, value=None):
        if mode == self.OUT:
            self._ask("out %d %d" % (number, value or 0))
        elif mode == self.IN:
            self._ask("in %d %d" % (number, pull == self.PULL_UP))
        return _Pin(self._ask, number)


class _Spi:
    def __init__(self, ask, number, baudrate, sck, mosi, miso):
        self._ask = ask
        ask("spi %d %d %d %d %d" % (number, baudrate, sck.number, mosi.number, miso.number))

    def write_readinto(self, data, into):
        answer = self._ask("transfer " + "".join(["%02x" % byte for byte in data]))[1]
        into[:] = bytes([int(answer[at : at + 2], 16) for at in range(0, len(answer), 2)])


class _Watchdog:
    def __init__(self, ask, timeout):
        self._ask = ask
        ask("watchdog %d" % timeout)

    def feed(self):
        self._ask("fed")


class Machine:
    """The stand-in for the `machine` module."""

    def __init__(self, ask):
        self._ask = ask
        self.Pin = _Pins(ask)

    def SPI(self, number, baudrate, sck, mosi, miso):
        return _Spi(self._ask, number, baudrate, sck, mosi, miso)

    def WDT(self, timeout):
        return _Watchdog(self._ask, timeout)

    def unique_id(self):
        name = self._ask("name")[1]
        return bytes([int(name[at : at + 2], 16) for at in range(0, len(name), 2)])

    def disable_irq(self):
        return 0  # interrupts come only with answers to questions

    def enable_irq(self, state):
        pass

    def reset(self):
        self._ask("reset")


class Time:
    """The stand-in for the `time` module."""

    def __init__(self, ask):
        self._ask = ask

    def ticks_us(self):
        """Return the time in us; it wraps around at TICKS."""
        return self._ask.tick()

    def sleep_us(self, duration):
        self._ask("sleep %d" % max(0, duration))

    @staticmethod
    def ticks_diff(end, start):
        """Return how much later `end` is; at most half of TICKS."""
        return ((end - start + TICKS // 2) & (TICKS - 1)) - TICKS // 2

    @staticmethod
    def ticks_add(tick, duration):
        """Return the tick `duration` us later."""
        return (tick + duration) & (TICKS - 1)
