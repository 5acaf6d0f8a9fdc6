"""All readers of a Pico, looked at in turn, one a step. What is found is told as runs of looks that found the same.

A run is told when it ends, and while something comes or goes at every look, so that the host can decide as if it had
looked itself; where all is as it was, less often; while the host is away it grows. Who lies on a reader is known here
only to be called by name.
"""

from firmware_bridge.pico import mfrc522, tags
from firmware_bridge.pico.messages import TICKS, Look, ReaderSaid

CHECK_US = 1_000_000  # how often a chip is asked whether it is as it was set up
FRESHEN_US = 30_000_000  # how often one over an empty field is started anew, for it may be deaf
RETRY_US = 1_000_000
AGAIN_US = 4_000  # until the next look where something comes or goes
RESTLESS_US = 250_000  # so long after a change that may be
OPINION_US = 90_000  # after so long a silence a chip is started anew: a deaf one must not carry cards away
EACH = 6  # looks after a change that are told one by one
SOON_US = 20_000  # how often a run is told later on
LATER_US = 100_000
WAKE_ALL = 4  # of so many looks at somebody who is known one wakes everybody up
MOST_KNOWN = 64


def age(clock, now, at):
    """Tell how long ago something was. Ticks tell up to 8.9 minutes; a difference that is negative means more."""
    passed = clock.ticks_diff(now, at)
    return passed if passed >= 0 else TICKS // 2


class Reader:
    """One reader: its chip, who is known to lie there, and the run of looks that has not been told yet."""

    def __init__(self, channel, chip, known_us, pile):
        self.channel = channel
        self.chip = chip
        self.known = {}  # UID -> when it was read last
        self.state = "new"  # or running, lost
        self._known_us = known_us
        self._pile = pile
        self._retry = None  # when it was started the last time and failed
        self._checked = self._fresh = 0
        self._looks = 0
        self._unsure = False
        self._asked_again = False
        self._run = None
        self._found = ((), False)
        self._odd = None
        self._changed = None  # when it was told something else than before
        self._since = 0
        self._told = 0

    def is_restless(self, now, clock):
        """Tell whether something has come or gone of late."""
        return self._changed is not None and age(clock, now, self._changed) < RESTLESS_US

    def owes(self, now, clock):
        """Tell whether the host may be waiting for what was not told yet."""
        return self._run is not None and (self.is_restless(now, clock) or age(clock, now, self._run[0]) > LATER_US)

    @property
    def since(self):
        """The first look that has not been told; None if there is none."""
        return None if self._run is None else self._run[0]

    # -- looking

    def look(self, clock, switched, out):
        """Look once, or start a chip that failed; `out` takes messages, and says if what is put in goes out at once."""
        now = clock.ticks_us()
        if not self.is_restless(now, clock):
            self._changed = None  # before ticks begin again
        if self._retry is not None and age(clock, now, self._retry) < RETRY_US:
            return
        try:
            self._start_if_needed(clock, now, switched)
            now = clock.ticks_us()
            uids, garbled = self._poll(clock, switched, now)
        except (mfrc522.ChipError, OSError) as error:
            self._failed(clock, switched, out, str(error))
            return
        if self.state == "lost":
            out.put(ReaderSaid(self.channel, now, True, self.chip.version, ""))
        elif self.state == "new":
            out.put(ReaderSaid(self.channel, now, True, self.chip.version, "begins"))
        self.state = "running"
        self._remember(clock, now, uids)
        self._note(clock, now, (tuple(uids), garbled), out)

    def _start_if_needed(self, clock, now, switched):
        stale = not self.known and age(clock, now, self._fresh) >= FRESHEN_US
        silent = self.known and not self._asked_again and self._is_silent(clock, now)
        if self.state != "running" or stale or silent:
            self._asked_again = bool(silent)
            self._start(clock, switched)

    def _is_silent(self, clock, now):
        """Tell whether somebody who is known seems to have left."""
        gone = [at for at in self.known.values() if age(clock, now, at) >= OPINION_US]
        return bool(gone) and (not self._pile or len(gone) == len(self.known))

    def _start(self, clock, switched):
        self._retry = clock.ticks_us()
        self.chip.reset()
        if switched:
            self.chip.antenna(False)
        else:
            clock.sleep_us(mfrc522.FIELD_ON)
        self._retry = None
        self._fresh = self._checked = clock.ticks_us()

    def _failed(self, clock, switched, out, why):
        """Start a chip that has failed; it is lost if it still fails."""
        now = clock.ticks_us()
        self._retry = now
        if self.state == "lost":
            return
        try:
            self._start(clock, switched)
            self._poll(clock, switched, clock.ticks_us())
            out.put(ReaderSaid(self.channel, now, True, self.chip.version, why))
            self.state = "running"
        except (mfrc522.ChipError, OSError):
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
        if [uid for uid in uids if uid not in self.known]:  # a newcomer may have drowned another one's answer
            more, spoilt = tags.inventory(self.chip, tags.REQA)
            uids, garbled = uids + more, garbled or spoilt
        self.chip.antenna(False)
        return uids, garbled

    def _ask(self):
        """Ask for newcomers and for those who are known; now and then wake everybody, for somebody may sleep unread."""
        known = list(self.known)
        uids, garbled = tags.poll(self.chip, known)
        self._looks = self._looks + 1 if known else 0
        if known and (self._unsure or (self._looks % WAKE_ALL == 0 and not self._pile)):
            everybody, spoilt = tags.inventory(self.chip, tags.WUPA)
            uids = uids + [uid for uid in everybody if uid not in uids]
            garbled = garbled or spoilt
        self._unsure = garbled
        return uids, garbled

    def _check(self, clock, now):
        if age(clock, now, self._checked) >= CHECK_US:
            self.chip.check()
            self._checked = now

    def _remember(self, clock, now, uids):
        """Keep who was read, for as long as the host may still wait for him; of a pile those below the last one."""
        for uid in uids:
            if uid in self.known or len(self.known) < MOST_KNOWN:
                self.known[uid] = now
                self._asked_again = False
        if self._pile and uids:
            return
        for uid in [one for one, at in self.known.items() if age(clock, now, at) > self._known_us]:
            del self.known[uid]

    # -- telling

    def _note(self, clock, now, found, out):
        if found != self._found:
            if not out.is_open and found != self._odd:
                self._odd = found  # while nobody listens one look that differs from all others is not worth a message
                return
            self.flush(out)
            self._found, self._changed, self._since = found, now, 0
        self._odd = None
        if found == ((), False) and not self.known and not self.is_restless(now, clock):
            self.flush(out)  # nobody waits for silence any more
            return
        if self._run is None:
            self._run = [now, now, 0]
        self._run[1] = now
        self._run[2] += 1
        self._since += 1
        waits = SOON_US if self.is_restless(now, clock) else LATER_US
        if out.is_open and (self._since <= EACH or age(clock, now, self._told) >= waits):
            self._told = now
            self.flush(out)

    def flush(self, out):
        """Tell the run that has not been told yet."""
        if self._run is not None:
            first, last, looks = self._run
            self._run = None
            out.put(Look(self.channel, first, last, looks, self._found[1], self._found[0]))
