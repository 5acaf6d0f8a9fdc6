"""Picos on USB: the table's driver finds them, gets presses and cards from them, loses them and finds them again.

On the Pico's side of the cable, its own program runs under MicroPython. The kernel's time stops while a process
computes, so nothing is ever late.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

from serial.tools.list_ports import comports

from cardtable_lab.kernel.inside import modem
from cardtable_lab.kernel.inside.at_picos import Played, Table, plays, table_of
from cardtable_lab.kernel.inside.console import measured, sees, stepped
from cardtable_lab.kernel.inside.devices import waits
from cardtable_lab.kernel.inside.gadget import Pico, ports
from cardtable_lab.kernel.inside.modem import modem_manager
from firmware_bridge.serial_port import PICO, SerialPort, port_of
from hardware.plan import PICO_LIGHTS

LEFT, RIGHT = "E6614103E7452D2F", "E6614103E7452D30"
FIRST, SECOND = "/dev/ttyACM0", "/dev/ttyACM1"
NOBODY = 65534
_PRESSES, _PULLS = 9, 2
_FROZEN_S, _SOON_S, _ASKS_S = 2.5, 2.0, 60.0
_MUCH = bytes(200_000)  # more than both ends can buffer


def run() -> None:
    """Run all checks; both Picos are unplugged before each one."""
    left, right = Pico(LEFT, 0), Pico(RIGHT, 1)
    for look in (
        _found, _played, _pulled, _another_number, _two, _left_alone, _asked, _kept, _frozen, _takes_nothing,
        _pulled_in_a_write, _pulled_while_lights_change,
    ):  # fmt: skip
        with stepped(look.__name__.strip("_").replace("_", " ")):
            look(left, right)
        left.unplug()
        right.unplug()
        waits(lambda: not ports())


def _said(act: Callable[[], object]) -> str:
    """Return the message of the OSError that a call raises, or ""."""
    try:
        act()
    except OSError as error:
        return str(error)
    return ""


def _found(left: Pico, _right: Pico) -> None:
    heard = _said(lambda: port_of(port=None, serial_number=None))
    sees("without a Pico, no port is found", heard == "no Pico is plugged in", heard)
    left.plug()
    sees("a plugged-in Pico is a serial port", waits(lambda: ports() == [FIRST]), ports())
    (info,) = [one for one in comports() if one.device == FIRST]
    names = (info.vid, info.pid, info.manufacturer, info.serial_number)
    sees("the port has a Pico's IDs and names", names == (*PICO, "MicroPython", LEFT.lower()), names)
    sees("the only Pico is found", port_of(port=None, serial_number=None) == FIRST)
    sees("it is found by its serial number, in upper or lower case", port_of(port=None, serial_number=LEFT) == FIRST)
    port = SerialPort(FIRST)
    heard = _said(lambda: SerialPort(FIRST))
    sees("a second program cannot open the Pico's port", heard == f"another program holds {FIRST}", heard)
    port.close()


def _played(left: Pico, _right: Pico) -> None:
    left.plug()
    with table_of(LEFT) as table:
        sees("the table's driver and the Pico's program connect", table.is_ready())
        played = Played(table)
        played.plays(left, _PRESSES)
        wrong = played.errors()
        sees(f"{_PRESSES} presses and {len(played.cards)} cards are reported once each, in order", not wrong, wrong)
        sees("nothing else is reported", not table.news, table.news)
        if not wrong:
            off, error = played.off_ms()
            sees("each press is stamped within its error bound", off <= 1, f"at most {off:.2f} ms beyond it")
            measured("a press on a Pico: largest error bound", f"{error:.1f} ms")
        for high in (True, False):
            table.sensors.hardware.shine("seat.1", on=high)
            table.hears(lambda high=high: left.lamps[PICO_LIGHTS[0]].is_on is high)  # type: ignore[misc]
            sees(f"its light goes {'on' if high else 'off'}", left.lamps[PICO_LIGHTS[0]].is_on is high)


def _pulled(left: Pico, _right: Pico) -> None:
    left.plug()
    with table_of(LEFT) as table:
        for number in range(1, _PULLS + 1):
            left.unplug()
            table.hears(lambda number=number: table.count("reader_lost") >= number)  # type: ignore[misc]
            table.sensors.hardware.shine("seat.1", on=number % 2 == 1)
            left.plug()
            table.hears(lambda number=number: table.count("reader_back") >= number)  # type: ignore[misc]
            wrong = plays(table, left)
            sees(f"unplugged and plugged in again, {number}: the Pico works as before", not wrong, wrong)
            lit = left.lamps[PICO_LIGHTS[0]].is_on
            sees("its light has the state that was set meanwhile", lit is (number % 2 == 1), lit)
        wanted = ["reader_lost", "reader_back"] * _PULLS
        sees("it is reported lost once and back once each time", table.health == wanted, table.news)


def _another_number(left: Pico, right: Pico) -> None:
    left.plug()
    with table_of(LEFT) as table:
        left.unplug()
        table.hears(lambda: table.count("reader_lost"))
        right.plug()
        waits(lambda: ports() == [FIRST])
        left.plug()
        table.hears(lambda: table.count("reader_back"))
        at = port_of(port=None, serial_number=LEFT)
        sees("plugged in after another Pico, it gets another port number", at == SECOND, at)
        wrong = plays(table, left)
        sees("it is found there by its serial number", not wrong, wrong)
        right.unplug()
        for number in (2, 3):
            waits(lambda: len(ports()) == 1)
            before = port_of(port=None, serial_number=LEFT)
            holds = os.open(before, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
            left.unplug()
            table.hears(lambda number=number: table.count("reader_lost") >= number)  # type: ignore[misc]
            left.plug()
            table.hears(lambda number=number: table.count("reader_back") >= number)  # type: ignore[misc]
            at = port_of(port=None, serial_number=LEFT)
            wrong = plays(table, left)
            sees(f"while a program holds {before}, it works at another port", at != before and not wrong, wrong or at)
            os.close(holds)
        sees(
            "it is reported lost once and back once each time",
            table.health == ["reader_lost", "reader_back"] * 3,
            table.news,
        )


def _two(left: Pico, right: Pico) -> None:
    right.plug()
    waits(lambda: ports() == [FIRST])
    left.plug()
    waits(lambda: ports() == [FIRST, SECOND])
    heard = _said(lambda: port_of(port=None, serial_number=None))
    both = all(number.lower() in heard for number in (LEFT, RIGHT))
    sees(
        "two Picos need a serial number to tell them apart", heard.startswith("there are several Picos") and both, heard
    )
    with table_of(LEFT, RIGHT) as table:
        for pico, seats in ((left, (1, 2)), (right, (3, 4))):
            wrong = plays(table, pico, 4, seats)
            zones = {one.zone for one in table.sensed if one.fact == "tag_arrived" and one.zone}
            sees(
                f"each Pico is identified by its serial number: seats {seats}",
                not wrong and f"seat.{seats[0]}" in zones,
                wrong,
            )
        left.unplug()
        table.hears(lambda: table.count("reader_lost"))
        wrong = plays(table, right, 4, (3, 4))
        sees("while one is unplugged, the other keeps working", not wrong and len(table.news) == 1, wrong or table.news)


def _left_alone(left: Pico, _right: Pico) -> None:
    left.plug()
    waits(lambda: ports() == [FIRST])
    with modem_manager(FIRST, told_to_ask=False):
        done = waits(lambda: modem.said().is_done, _ASKS_S)
    found = modem.said()
    sees("by its own rules, ModemManager does not probe a Pico", done and found.left_alone and not found.asked, found)


def _asked(left: Pico, _right: Pico) -> None:
    """Let ModemManager probe a port that the table uses: from the moment it is plugged in, then during play."""
    left.plug()
    waits(lambda: ports() == [FIRST])
    with modem_manager(FIRST), table_of(LEFT) as table:
        table.hears(table.is_ready)
        table.sensed.clear()
        _heard_beside("from the moment it is plugged in", table, left)
    with table_of(LEFT) as table, modem_manager(FIRST):
        _heard_beside("during play", table, left)


def _heard_beside(when: str, table: Table, left: Pico) -> None:
    played = Played(table)
    while not modem.said().is_done:
        played.plays(left, 1)
    beside, asked = len(played.edges), modem.said()
    played.plays(left, 3)
    wrong, damaged = played.errors(), table.sensors.hardware.assembly.pico("pico-1").link.corrupt
    what = f"ModemManager probes the port {when}"
    sees(f"{what}: it probes", asked.asked, asked)
    sees(f"{what}: each press and card is reported once, in order", not wrong, wrong)
    silences = len(table.health) // 2  # while ModemManager reads everything, for longer than a Pico may be silent
    is_paired = table.health == ["reader_lost", "reader_back"] * silences
    sees(f"{what}: nothing else is reported, except that the Pico was lost and is back", is_paired, table.news)
    found = f"probed {asked.asked} times, read bytes {asked.came} times, {damaged} lines were damaged"
    measured(what, f"{found}, {beside} edges arrived meanwhile, the Pico was lost {silences} times")


def _kept(left: Pico, _right: Pico) -> None:
    """Deny the table access to the port: first through permissions, then by having ModemManager hold it."""
    left.plug()
    waits(lambda: ports() == [FIRST])
    Path(FIRST).chmod(0o600)
    with _as_nobody():
        heard = _said(lambda: SerialPort(FIRST))
    sees("a port without permission is reported as such", heard.startswith(f"permission missing for {FIRST}"), heard)
    Path(FIRST).chmod(0o666)
    with modem_manager(FIRST):
        waits(lambda: modem.said().asked, _ASKS_S)
        with _as_nobody():
            heard = _said(lambda: SerialPort(FIRST))
            sees("a port that ModemManager holds is reported as such", heard == f"another program holds {FIRST}", heard)
            with table_of(LEFT) as table:
                sees("the table waits for its Pico", not table.is_ready())
                back = table.hears(table.is_ready, round(_ASKS_S * 1000))
                sees("it gets the Pico once the port is free", back and modem.said().is_done, modem.said())
                wrong = plays(table, left)
                sees("the Pico works as before", not wrong, wrong)


@contextmanager
def _as_nobody() -> Iterator[None]:
    """Run as an unprivileged user until the block ends."""
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


def _frozen(left: Pico, _right: Pico) -> None:
    """Pause the Pico's program; meanwhile, its interrupts still stamp presses."""
    left.plug()
    with table_of(LEFT) as table:
        starts = left.starts
        left.freeze(frozen=True)
        table.hears(lambda: table.count("reader_lost"), round(_FROZEN_S * 1000))
        sees("a frozen Pico is reported lost", table.count("reader_lost") == 1, table.news)
        left.freeze(frozen=False)
        table.hears(lambda: table.count("reader_back"))
        wrong = plays(table, left)
        sees(
            "it is reported back when it continues, and works",
            table.count("reader_back") == 1 and not wrong,
            wrong or table.news,
        )
        sees("it has not restarted", left.starts == starts and len(table.news) == 2, table.news)


def _takes_nothing(left: Pico, _right: Pico) -> None:
    left.plug()
    waits(lambda: ports() == [FIRST])
    port = SerialPort(FIRST)
    left.freeze(frozen=True)
    heard = _said(lambda: port.write(_MUCH))
    sees("a Pico that accepts no more bytes is reported as such", heard == "it no longer takes bytes", heard)
    began_s = time.monotonic()
    port.close()
    took_s = time.monotonic() - began_s
    sees("its port closes at once", took_s < _SOON_S, f"{took_s:.1f} s")


def _pulled_in_a_write(left: Pico, _right: Pico) -> None:
    """Unplug the Pico during a write that blocks because the Pico is not reading."""
    left.plug()
    waits(lambda: ports() == [FIRST])
    port = SerialPort(FIRST)
    left.freeze(frozen=True)
    heard: list[str] = []
    writes = Thread(target=lambda: heard.append(_said(lambda: port.write(_MUCH))))
    began_s = time.monotonic()
    writes.start()
    time.sleep(0.2)
    left.unplug()
    writes.join()
    port.close()
    took_s = time.monotonic() - began_s
    sees(
        "a Pico that is unplugged during a write is reported as such",
        heard == ["its cable was pulled, or it lost power"],
        heard,
    )
    sees("the write ends at once", took_s < _SOON_S, f"{took_s:.1f} s")


def _pulled_while_lights_change(left: Pico, _right: Pico) -> None:
    """Unplug the Pico several times while the table writes continuously."""
    left.plug()
    with table_of(LEFT) as table:
        done: list[bool] = []

        def changes() -> None:
            number = 0
            while not done:
                number += 1
                table.sensors.hardware.shine("seat.1", on=number % 2 == 1)
                time.sleep(0.02)

        lights = Thread(target=changes)
        lights.start()
        for number in range(1, _PULLS + 1):
            table.hears(ms=200 + 37 * number)
            left.unplug()
            lost = table.hears(lambda number=number: table.count("reader_lost") >= number)  # type: ignore[misc]
            left.plug()
            back = table.hears(lambda number=number: table.count("reader_back") >= number)  # type: ignore[misc]
            sees(f"unplugged while lights change, {number}: lost and back", lost and back, table.news)
        done.append(True)
        lights.join()
        wrong = plays(table, left)
        sees("it works as before", not wrong, wrong)
