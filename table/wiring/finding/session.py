"""A set-up on phones: the conversation runs in its own thread, no matter who is watching.

A phone that was asleep gets the whole state again. If two phones answer a question, the first answer counts.
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
    """Raised if the set-up is stopped; nothing is written."""


class Session:
    """The set-up of one table. Thread-safe.

    `wired` means a table.toml exists; `why` says why its parts cannot be opened; `alone` means only the set-up is
    served. `said` has the table's name and language from a flashed SD card. `anew` stops the table in this process;
    after that, `again` says that the table is to restart, and `reopens` that it is to restart for its set-up.
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
        self._asked = self._answered = 0  # numbers of questions, so that late answers to earlier ones are noticed
        self._measures: str | None = None  # the pad being measured; all prompts for it are one question
        self._shown = SetUpView()

    @property
    def shown(self) -> SetUpView:
        """The whole state of the set-up, for a page."""
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
        """Whether this computer may have parts that have not been set up yet."""
        return not self.wired and self._may_be_wired()

    @property
    def is_on(self) -> bool:
        """Whether a set-up is running."""
        return self._state in ("looking", "asking", "written")

    def begin(self, pads: int, seats: int, *, lights: bool) -> None:
        """Begin the set-up. Raise BadInput if it has begun, or if the table has to stop first."""
        with self._lock:
            if self.is_on:
                raise BadInput(say("the table is being set up already"))
            if self.wired and not self.alone:
                raise BadInput(say("the table is on: it has to stop first"))
            self._state, self._failed, self._said = "looking", "", SimpleQueue()
            self._shown = SetUpView()
            Thread(target=self._run, args=(given_for(pads, seats, lights=lights),), daemon=True).start()

    def say(self, question: int, answer: Any) -> None:
        """Answer the question with this number. Raise BadInput if it is no longer open."""
        with self._lock:
            if self._state != "asking" or question != self._asked or self._answered == question:
                raise BadInput(say("that was answered meanwhile"))
            self._answered = question
            self._said.put((question, answer))

    def stop(self) -> None:
        """End the set-up; nothing is written."""
        with self._lock:
            if self._state in ("looking", "asking"):
                self._said.put(_STOP)
            elif self._state == "failed":
                self._state, self._failed = "ready", ""

    def cannot_open(self, why: str) -> None:
        """Serve only the set-up, because the parts in table.toml cannot be opened."""
        _log.error("the table cannot be opened, so its set-up is served", why=why)
        self.why, self.alone = why, True

    def unless_on(self, does: Callable[[], object]) -> bool:
        """Call `does`, which uses the wires, unless a set-up is running; return whether it was called.

        No set-up can begin until `does` has returned.
        """
        with self._lock:
            if not self.is_on:
                does()
            return not self.is_on

    def make_way(self, *, for_set_up: bool) -> None:
        """Restart the table, for its set-up or to play. Raise BadInput while a set-up is running."""
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
        except Exception:  # noqa: BLE001 - the page says that it failed, and the log says why
            _log.exception("the set-up has failed")
            self._now("failed", say("the set-up has failed, and the log says why: begin again"))
        else:
            self.again = True
            self._now("written")
            self._anew()

    def _named(self) -> Mapping[str, Plain]:
        """Return the table's name and language from a flashed SD card, as keys of table.toml."""
        said = {"name": self.said.name, "language": self.said.language}
        return {key: value for key, value in said.items() if value is not None}

    def _now(self, state: State, failed: str = "") -> None:
        with self._lock:
            self._state, self._failed, self._measures = state, failed, None

    def _looks(self) -> AbstractContextManager[Bench]:
        self._now("looking")
        return self._opens()

    def _heard(self, message: Message, shown: SetUpView) -> None:
        """Show the conversation's state; a new question gets its number under the same lock."""
        with self._lock:
            self._shown = shown
            if "ask" not in message:
                return
            measures = str(message["zone"]) if message["ask"] == "measure" else None
            if measures is None or measures != self._measures:
                self._asked += 1
            self._measures, self._state = measures, "asking"

    def _hear(self) -> Any:
        """Return the answer to the current question, or None; drop answers to earlier ones."""
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
