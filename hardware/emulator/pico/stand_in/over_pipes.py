"""Sends questions over two named pipes to another process, one line each way; only MicroPython runs this.

An answer line is the tick, a star, the answer, a star, and the changes of pins as `pin:tick:level`.
"""

import os

from hardware.emulator.pico.stand_in.board import Asker

_questions = open(os.getenv("PICO_QUESTIONS"), "wb")
_answers = open(os.getenv("PICO_ANSWERS"), "rb")


def _ask(question):
    _questions.write(question.encode() + b"\n")
    line = _answers.readline()
    if not line:
        raise SystemExit  # the power has gone
    tick, result, changes = line.decode().rstrip("\n").split("*")
    found = []
    for change in changes.split():
        pin, at, level = change.split(":")
        found.append((int(pin), (int(at), int(level))))
    return int(tick), result, found


asker = Asker(_ask, still=os.getenv("PICO_STILL") is not None)
