"""A set-up on phones: the conversation runs in its own thread, no matter who watches.

A phone that sleeps misses nothing: it is shown everything again. If two phones answer a question, one answer counts.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any

from table.complaints import BadInput
from table.log import logger
from table.running.wired import SetUpView, State
from table.saying import say
from table.settings.started import Said
from table.values import replace
from table.wiring.choosing import Plain
from table.wiring.finding.bench import Bench, may_be_wired, workbench
from table.wiring.finding.conversation import Message, set_up
from table.wiring.finding.file import keep
from table.wiring.finding.steps import Given, given_for

_STOP = object()
_log = logger()


class _StoppedError(Exception):
    """Somebody has ended it; nothing is written."""


class Session:
    """The set-up of one table. All of it may be called from any thread.

    `wired`: a table.toml is there; `why` says why what it says cannot be opened; `alone`: nothing else is served
    meanwhile. `said` is what a flashed card says of the table. `anew` ends the process's table; `again` then says that
    it starts once more, `reopens` for what.
    """

    def __init__(
        self,
        config: Path,
        anew: Callable[[], None],
        *,
        said: Said | None = None,
        opens: Callable[[], AbstractContextManager[Bench]] = workbench,
        may_be_wired: Callable[[], bool] = may_be_wired,
    ) -> None:
        self.wired = config.exists()
        self.why = ""
        self.said = said or Said()
        self.alone = self.again = self.reopens = False
        self._config = config
        self._anew = anew
        self._opens = opens
        self._may_be_wired = may_be_wired
        self._lock = Lock()
        self._said: SimpleQueue[Any] = SimpleQueue()
        self._state: State = "ready"
        self._failed = ""
        self._asked = self._answered = 0  # questions are counted, so that an answer to an earlier one is told apart
        self._measures: str | None = None  # the pad: of a minute the prompts are one question
        self._shown = SetUpView()

    @property
    def shown(self) -> SetUpView:
        """The whole set-up, for a page."""
        with self._lock:
            return replace(
                self._shown,
                state=self._state,
                why=self._failed or self.why,
                wired=self.wired,
                alone=self.alone,
                started=self.said.notes,
                question=self._asked,
            )

    @property
    def invites(self) -> bool:
        """Whether this machine may have parts that nobody has set up yet."""
        return not self.wired and self._may_be_wired()

    @property
    def is_on(self) -> bool:
        """Whether a set-up is running."""
        return self._state in ("looking", "asking", "written")

    def begin(self, pads: int, seats: int, *, lights: bool) -> None:
        """Begin. Raise BadInput if it has begun, or the table has to stop first."""
        with self._lock:
            if self.is_on:
                raise BadInput(say("the table is being set up already"))
            if self.wired and not self.alone:
                raise BadInput(say("the table is on: it has to stop first"))
            self._state, self._failed, self._said = "looking", "", SimpleQueue()
            self._shown = SetUpView()
            Thread(target=self._run, args=(given_for(pads, seats, lights=lights),), daemon=True).start()

    def say(self, question: int, answer: Any) -> None:
        """Answer the question of that number. Raise BadInput if another one is asked by now."""
        with self._lock:
            if self._state != "asking" or question != self._asked or self._answered == question:
                raise BadInput(say("that was answered meanwhile"))
            self._answered = question
            self._said.put((question, answer))

    def stop(self) -> None:
        """End it; nothing is written."""
        with self._lock:
            if self._state in ("looking", "asking"):
                self._said.put(_STOP)
            elif self._state == "failed":
                self._state, self._failed = "ready", ""

    def cannot_open(self, why: str) -> None:
        """Serve the set-up alone, for what table.toml says cannot be opened."""
        _log.error("the table cannot be opened, so its set-up is served", why=why)
        self.why, self.alone = why, True

    def unless_on(self, does: Callable[[], object]) -> bool:
        """Do something that needs the wires, for which a set-up waits; not while one is on. Return whether it was."""
        with self._lock:
            if not self.is_on:
                does()
            return not self.is_on

    def make_way(self, *, for_set_up: bool) -> None:
        """Start the table again: for its set-up, or to play. Raise BadInput while it is set up."""
        with self._lock:
            if self.is_on:
                raise BadInput(say("the table is being set up: stop that first"))
            self.again, self.reopens = True, for_set_up
        self._anew()

    # -- in the thread

    def _run(self, given: Given) -> None:
        try:
            set_up(self._looks, self._heard, self._hear, given, partial(keep, self._config, said=self._named()))
        except _StoppedError:
            self._now("ready")
        except (BadInput, OSError) as error:
            self._now("failed", str(error))
        except Exception:  # noqa: BLE001 - people are told, and the log knows more
            _log.exception("the set-up has failed")
            self._now("failed", say("the set-up has failed, and the log says why: begin again"))
        else:
            self.again = True
            self._now("written")
            self._anew()

    def _named(self) -> Mapping[str, Plain]:
        """Return what a flashed card says of the table, as table.toml has it."""
        said = {"name": self.said.name, "language": self.said.language}
        return {key: value for key, value in said.items() if value is not None}

    def _now(self, state: State, failed: str = "") -> None:
        with self._lock:
            self._state, self._failed, self._measures = state, failed, None

    def _looks(self) -> AbstractContextManager[Bench]:
        self._now("looking")
        return self._opens()

    def _heard(self, message: Message, shown: SetUpView) -> None:
        """Show the conversation's state; a question gets its number at the same moment."""
        with self._lock:
            self._shown = shown
            if "ask" not in message:
                return
            measures = str(message["zone"]) if message["ask"] == "measure" else None
            if measures is None or measures != self._measures:
                self._asked += 1
            self._measures, self._state = measures, "asking"

    def _hear(self) -> Any:
        """Return what was answered to this question; to an earlier one it counts no more."""
        while True:
            try:
                said = self._said.get_nowait()
            except Empty:
                return None
            if said is _STOP:
                raise _StoppedError
            question, answer = said
            if question == self._asked:
                return answer
