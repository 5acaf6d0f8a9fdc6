"""All readers of a Pico, polled in turn, one per step. Polls with identical results are reported as one run.

A run is reported when it ends. While a tag is coming or going, every poll is reported, so that the host decides as if
it had polled the reader itself. While nothing changes, runs are reported less often; while the host is away, a run
grows. Known tags are kept only to address them by UID.
"""

from firmware_bridge.pico import mfrc522, tags
from firmware_bridge.pico.messages import TICKS, Polls, ReaderSaid

CHECK_US = 1_000_000  # how often a chip's settings are checked
FRESHEN_US = 30_000_000  # how often a chip over an empty field is restarted, in case it is deaf
RETRY_US = 1_000_000
START_US = 5_000  # how long each sweep waits for a chip whose crystal is starting
AGAIN_US = 4_000  # until the next poll while a tag is coming or going
RESTLESS_US = 250_000  # how long after a change a tag may still come or go
OPINION_US = 90_000  # a chip is restarted after this silence: a deaf chip must not make cards vanish
EACH = 6  # polls after a change that are reported individually
SOON_US = 20_000  # how often a run is reported after that
LATER_US = 100_000
WAKE_ALL = 4  # while tags are known, every fourth poll wakes all tags up
MOST_KNOWN = 64


def age(clock, now, at):
    """Return how long ago `at` was, in us. Ticks reach back 8.9 minutes; a negative difference means longer."""
    passed = clock.ticks_diff(now, at)
    return passed if passed >= 0 else TICKS // 2


class Reader:
    """A reader: its chip, the known tags, and the run of polls that has not been reported yet."""

    def __init__(self, channel, chip, known_us, pile):
        self.channel = channel
        self.chip = chip
        self.known = {}  # UID -> when it was last read
        self.state = "new"  # or running, lost
        self._known_us = known_us
        self._pile = pile
        self._retry = None  # when a start last failed
        self._starts = False  # its chip was reset, and the crystal is not ready yet
        self._why = ""  # the failure that this start should fix
        self._checked = self._fresh = 0
        self._polls = 0
        self._unsure = False
        self._asked_again = False
        self._run = None
        self._found = ((), False)
        self._odd = None
        self._changed = None  # when a poll last had a new result
        self._since = 0
        self._reported = 0

    def is_restless(self, now, clock):
        """Return whether the result of a poll has changed recently."""
        return self._changed is not None and age(clock, now, self._changed) < RESTLESS_US

    def owes(self, now, clock):
        """Return whether the host may be waiting for the unreported run."""
        return self._run is not None and (self.is_restless(now, clock) or age(clock, now, self._run[0]) > LATER_US)

    @property
    def since(self):
        """The time of the first unreported poll; None if all are reported."""
        return None if self._run is None else self._run[0]

    # -- polling

    def poll(self, clock, switched, out):
        """Poll once, or restart a chip that failed; `out` takes messages."""
        now = clock.ticks_us()
        if not self.is_restless(now, clock):
            self._changed = None  # before ticks wrap around
        if self._retry is not None and age(clock, now, self._retry) < RETRY_US:
            return
        try:
            self._start_if_needed(clock, now, switched)
            now = clock.ticks_us()
            uids, garbled = self._poll(clock, switched, now)
        except mfrc522.Starting:
            return
        except (mfrc522.ChipError, OSError) as error:
            self._failed(clock, switched, out, str(error))
            return
        if self._why or self.state != "running":
            why = self._why or ("begins" if self.state == "new" else "")
            out.put(ReaderSaid(self.channel, now, True, self.chip.version, why))
        self.state, self._why = "running", ""
        self._remember(clock, now, uids)
        self._note(clock, now, (tuple(uids), garbled), out)

    def _start_if_needed(self, clock, now, switched):
        stale = not self.known and age(clock, now, self._fresh) >= FRESHEN_US
        silent = self.known and not self._asked_again and self._is_silent(clock, now)
        if self.state != "running" or stale or silent or self._starts:
            self._asked_again = self._asked_again or bool(silent)
            self._start(clock, switched)

    def _is_silent(self, clock, now):
        """Return whether a known tag seems to have left."""
        gone = [at for at in self.known.values() if age(clock, now, at) >= OPINION_US]
        return bool(gone) and (not self._pile or len(gone) == len(self.known))

    def _start(self, clock, switched):
        self._retry = clock.ticks_us()
        try:
            self.chip.reset(START_US)
        except mfrc522.Starting:
            self._starts, self._retry = True, None
            raise
        if switched:
            self.chip.antenna(False)
        else:
            clock.sleep_us(mfrc522.FIELD_ON)
        self._starts, self._retry = False, None
        self._fresh = self._checked = clock.ticks_us()

    def _failed(self, clock, switched, out, why):
        """Restart a failed chip; report it lost if it fails again, or if it failed while starting."""
        now = clock.ticks_us()
        started, why, self._why = self._starts, self._why or why, ""
        self._starts, self._retry = False, now
        if self.state == "lost":
            return
        if not started:
            self._why = why
            try:
                self._start(clock, switched)
                self._poll(clock, switched, clock.ticks_us())
                out.put(ReaderSaid(self.channel, now, True, self.chip.version, why))
                self.state, self._why = "running", ""
                return
            except mfrc522.Starting:
                return
            except (mfrc522.ChipError, OSError):
                self._why = ""
        self.state = "lost"
        self._retry = now
        self.flush(out)
        self.known.clear()
        out.put(ReaderSaid(self.channel, now, False, 0, why))

    def _poll(self, clock, switched, now):
        if not switched:
            self._check(clock, now)
            return self._ask()
        self.chip.antenna(True)
        self._check(clock, now)
        clock.sleep_us(mfrc522.FIELD_ON)
        uids, garbled = tags.poll(self.chip, ())
        if [uid for uid in uids if uid not in self.known]:  # a newcomer may have drowned out another answer
            more, again = tags.inventory(self.chip, tags.REQA)
            uids, garbled = uids + more, garbled or again
        self.chip.antenna(False)
        return uids, garbled

    def _ask(self):
        """Poll for newcomers and known tags; wake all tags now and then, because one may be halted unread."""
        known = list(self.known)
        uids, garbled = tags.poll(self.chip, known)
        self._polls = self._polls + 1 if known else 0
        if known and (self._unsure or (self._polls % WAKE_ALL == 0 and not self._pile)):
            everybody, again = tags.inventory(self.chip, tags.WUPA)
            uids = uids + [uid for uid in everybody if uid not in uids]
            garbled = garbled or again
        self._unsure = garbled
        return uids, garbled

    def _check(self, clock, now):
        if age(clock, now, self._checked) >= CHECK_US:
            self.chip.check()
            self._checked = now

    def _remember(self, clock, now, uids):
        """Remember tags for as long as the host may wait for them; in a pile, for as long as any card answers."""
        for uid in uids:
            if uid in self.known or len(self.known) < MOST_KNOWN:
                self.known[uid] = now
                self._asked_again = False
        if self._pile and uids:
            return
        for uid in [one for one, at in self.known.items() if age(clock, now, at) > self._known_us]:
            del self.known[uid]

    # -- reporting

    def _note(self, clock, now, found, out):
        if found != self._found:
            if not out.is_open and found != self._odd:
                self._odd = found  # while nobody listens, a single poll that differs is not worth a message
                return
            self.flush(out)
            self._found, self._changed, self._since = found, now, 0
        self._odd = None
        if found == ((), False) and not self.known and not self.is_restless(now, clock):
            self.flush(out)  # nobody waits for more silence
            return
        if self._run is None:
            self._run = [now, now, 0]
        self._run[1] = now
        self._run[2] += 1
        self._since += 1
        waits = SOON_US if self.is_restless(now, clock) else LATER_US
        if out.is_open and (self._since <= EACH or age(clock, now, self._reported) >= waits):
            self._reported = now
            self.flush(out)

    def flush(self, out):
        """Report the unreported run."""
        if self._run is not None:
            first, last, polls = self._run
            self._run = None
            out.put(Polls(self.channel, first, last, polls, self._found[1], self._found[0]))
