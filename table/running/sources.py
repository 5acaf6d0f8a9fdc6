"""The sources of a table: their reports in time order, and the state of their readers when a source fails."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from hardware.observations import NS_PER_US, ButtonEdge, Observation, ReaderHealth, TagEvent, UnreadTag
from table.complaints import BadInput, short
from table.running.health import Condition, described
from table.running.messages import Failed, Handlers, Observed, RobotPresses, Stalled
from table.running.playing import Playing
from table.saying import say
from table.sensing.sequencer import Sequencer
from table.tagging.desk import Tagging


class Sources:
    """Passes the reports of sources on to the game, or to the deck that is being tagged.

    `fed` names the readers that each source reports on.
    """

    def __init__(
        self,
        names: Collection[str],
        fed: Mapping[str, Sequence[str]],
        *,
        sequencer: Sequencer[Observation],
        condition: Condition,
        playing: Playing,
        tagging: Tagging,
    ) -> None:
        self._names = frozenset(names)
        self._fed = fed
        self._sequencer = sequencer
        self._condition = condition
        self._playing = playing
        self._tagging = tagging
        self._silent: dict[str, frozenset[str]] = {}  # readers reported lost because their source does not answer

    @property
    def handlers(self) -> Handlers:
        return {Observed: self._observe, Failed: self._note_break, Stalled: self._note_stall, RobotPresses: self._press}

    def passes(self, seen: Observed) -> bool:
        """Advance a source's watermark, as `Controller.passes` does. Call this only from that source's thread."""
        source, game = seen.source, self._playing.game
        if seen.items or not (self._sequencer.rests(source) and self._condition.rests(source, seen.watermark_us)):
            return False
        if game is not None and not game.rests(seen.watermark_us):
            return False
        self._sequencer.advance(source, seen.watermark_us)
        return True

    def _observe(self, seen: Observed) -> bool:
        self._check(seen.source)
        self._note_answer(seen)
        items = self._sequencer.take(seen.source, seen.items, seen.watermark_us)
        watermark_us = self._sequencer.watermark_us
        condition = self._condition.note(seen.source, items, watermark_us)
        tagged = self._tagging.see(items)
        if self._tagging.enrols:  # cards are being tagged, not played
            items = tuple(item for item in items if not isinstance(item, TagEvent | UnreadTag))
        played = watermark_us is not None and self._playing.observe(items, watermark_us)
        return condition or tagged or played

    def _press(self, pressed: RobotPresses) -> bool:
        self._sequencer.add(ButtonEdge(pressed.at_us * NS_PER_US, pressed.seat, pressed.down))
        return False

    def _note_break(self, failed: Failed) -> bool:
        """Stop waiting for a failed source, and report its readers as lost."""
        self._check(failed.source)
        before_us = self._sequencer.watermark_us
        if self._sequencer.drop(failed.source):
            self._condition.note_break(failed.source, described(failed.error))
        at_us = self._sequencer.watermark_us or before_us
        if at_us is not None:
            self._note_readers(self._fed.get(failed.source, ()), at_us, say("what reads them does not work"))
        return True

    def _note_stall(self, stalled: Stalled) -> bool:
        """Report the readers of a silent source as lost, until it answers."""
        source = stalled.source
        self._check(source)
        self._condition.note_stall(source)
        at_us = self._sequencer.watermark_us or 0
        lost = {item.reader for item in self._condition.lost(at_us)}
        self._silent[source] = frozenset(self._fed.get(source, ())) - lost
        self._note_readers(self._silent[source], at_us, say("what reads them does not answer"))
        return True

    def _note_answer(self, seen: Observed) -> None:
        """Report readers that were lost with their source as back, except any that the source now reports as lost."""
        if self._condition.is_broken(seen.source):
            self._note_readers(self._fed.get(seen.source, ()), seen.watermark_us)
        lost = {item.reader for item in seen.items if isinstance(item, ReaderHealth) and not item.alive}
        self._note_readers(self._silent.pop(seen.source, frozenset()) - lost, seen.watermark_us)

    def _note_readers(self, readers: Iterable[str], at_us: int, why: str = "") -> None:
        """Report readers as lost for the reason `why`, or as working again if `why` is empty."""
        items = [ReaderHealth(at_us * NS_PER_US, reader, not why, why) for reader in sorted(readers)]
        for item in items:
            self._condition.note_health(item)
        if self._playing.game is not None and items:
            self._playing.game.observe(items, at_us)

    def _check(self, source: str) -> None:
        if source not in self._names:
            raise BadInput(say("source: this table has none called {source}", source=short(source)))
