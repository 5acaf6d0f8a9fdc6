"""An event in its context, as its audience knew it.

Everything here comes from delivered events, so explanations reveal no secrets.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, Self, TypeGuard

from typing_extensions import TypeVar

from table import events
from table.event import Delivered, Event
from table.games.game import Setup, Why
from table.saying import Text, any_of, both, noun, or_by_hand, own, say
from table.values import Value
from table.wording import pad_of, zone_name

_PLAYS = ("card_played", "pile_refilled")
E = TypeVar("E", bound=Event, default=Any, covariant=True)
K = TypeVar("K", bound=Event)

# Events caused only by the host or the hardware, without a rule behind them.
WITHOUT_RULE: Mapping[str, str] = {
    "undone": say("The host took back the last play, draw, call, claim or ruling, with what followed."),
    "game_paused": say("The host paused the game."),
    "game_resumed": say("The host let the game go on."),
    "game_aborted": say("The host ended the game."),
    "robot_asks": say("A robot told the table which card of its row people should lay."),
    "robot_waits": say("The robot changed its mind: play had gone on."),
    "card_not_asked_for": say("A robot's card was read that it had not asked for; which one it is stays its secret."),
    "held_card_named": say(
        "A player’s own reader read the card while their button was held, so only they are told what it is."
    ),
    "tag_unread": say("A reader noticed a card that was gone before it could be read."),
    "zone_asked": say("A reader that serves several piles read a card, and no phone had said which pile it is for."),
    "tag_unknown": say("A reader read a tag that belongs to no card of this deck."),
    "reader_lost": say("A reader stopped answering, so the game waits."),
    "reader_back": say("The reader answers again."),
}


class Moment(Value, Generic[E]):
    """An event as delivered, the earlier events that still hold (`before`), and later ones of the same time (`after`).

    `t` is its time, in us since the game started; `paused` says whether the game was paused.
    """

    event: E
    t: int
    setup: Setup
    before: tuple[Delivered, ...]
    after: tuple[Delivered, ...]
    paused: bool

    @classmethod
    def of(cls, seq: int, setup: Setup, delivered: Sequence[Delivered]) -> Self:
        """Build the moment of event `seq` from all events delivered to its audience."""
        now = next(one for one in delivered if one.seq == seq)
        earlier = [one for one in delivered if one.seq < seq]
        after = tuple(one for one in delivered if one.seq > seq and one.t == now.t)
        paused = latest_is(earlier, events.GamePaused, events.GameResumed)
        return cls(now.event, now.t, setup, _standing(earlier), after, paused)  # type: ignore[arg-type]  # its answer knows its kind

    # -- who and what

    @property
    def options(self) -> Any:
        """The agreed options."""
        return self.setup.options

    def name(self, seat: int | None) -> str:
        """Return a player's name, or "Somebody" if `seat` is None."""
        return say("Somebody") if seat is None else self.setup.name(seat)

    def names(self, seats: Sequence[int]) -> Text:
        """Return the names of several players, joined by "and"."""
        return both([self.name(seat) for seat in seats])

    def card(self, code: str | None) -> str:
        """Return a card's name without an article, or "card" if the audience may not know the code."""
        return any_of("card") if code is None else self.setup.label(code)

    def printed(self, code: str) -> Any:
        """Return the card with this code, including what is printed on it."""
        return self.setup.cards[code]

    def pad(self, zone: str) -> bool:
        """Return whether cards laid in this zone first touch a pad, as opposed to lying on an antenna."""
        return self.setup.placement[zone] == "tap"

    def reader(self, zone: str) -> Text:
        """Return the name of a zone's reader, without an article.

        The reader is either a pad or an antenna under the pile. The name of a numbered pile takes no article: "Pile 2’s
        reader", but "the discard pile’s reader". If the table has no pads, the reader is simply called "table".
        """
        kind, _, seat = zone.partition(".")
        name = zone_name(zone)
        if kind == "seat" or self.pad(zone):
            pad = pad_of(self.setup.name(int(seat))) if kind == "seat" else noun("{zone} pad", zone=name)
            return or_by_hand(pad, noun("table"))
        return own("{zone}’s reader", zone=name) if seat else noun("{zone} pile’s reader", zone=name)

    # -- the situation at that time

    def last(self, *kinds: type[K]) -> K | None:
        """Return the latest earlier event of these kinds that has not been undone, or None if there is none."""
        return next((one.event for one in reversed(self.before) if isinstance(one.event, kinds)), None)

    def since(self, kind: type[Event]) -> tuple[Event, ...]:
        """Return the latest event of this kind and all events after it, or an empty tuple if there is none."""
        at = _last_at(self.before, kind)
        return () if at is None else tuple(one.event for one in self.before[at:])

    def until(self, kind: type[Event]) -> tuple[Event, ...]:
        """Return the events before the latest event of this kind, or all earlier events if there has been none."""
        return tuple(one.event for one in self.before[: _last_at(self.before, kind)])

    def cause(self) -> Event | None:
        """Return the event that caused this one, which is the one just before it."""
        return self.before[-1].event if self.before else None

    def brought(self, *kinds: type[Event]) -> bool:
        """Return whether this event was followed by an event of these kinds at the same time."""
        return any(isinstance(one.event, kinds) for one in self.after)

    def brought_about(self, *kinds: type[Event]) -> bool:
        """Return whether this event was preceded by an event of these kinds at the same time."""
        return any(isinstance(one.event, kinds) and one.t == self.t for one in self.before)

    def latest_is(self, kind: type[Event], *others: type[Event]) -> bool:
        """Return whether, among all events of these kinds, the latest is of the first kind."""
        return latest_is(self.before, kind, *others)

    def refused_before(self) -> tuple[events.PlayRefused, ...]:
        """Return the refused plays whose cards are still misplaced or, if just corrected, all refused plays."""
        last = self.before[-1]
        closed = isinstance(last.event, events.CorrectionClosed) and last.t == self.t
        return _lying(one.event for one in self.before) if closed else self.refused()

    def refused(self) -> tuple[events.PlayRefused, ...]:
        """Return the refused plays whose cards are misplaced at this moment."""
        if not self.latest_is(events.CorrectionOpened, events.CorrectionClosed):
            return ()
        at = _last_at(self.before, events.CorrectionOpened) or 0
        return _lying(one.event for one in self.before[max(0, at - 1) :])  # the play comes before CorrectionOpened


def without_rule(moment: Moment) -> Why:
    """Explain an event that the host or the hardware caused."""
    return Why((), WITHOUT_RULE[moment.event.name])


Answer = Callable[[Any], Why]
Answers = Mapping[str, Answer]
UNRULED: Answers = dict.fromkeys(WITHOUT_RULE, without_rule)


def lies_wrong(event: Event) -> TypeGuard[events.PlayRefused]:
    """Return whether an event reports a misplaced card; on seats' pads none counts, because cards only touch them."""
    if not isinstance(event, events.PlayRefused):
        return False
    return not event.zone.startswith("seat.") and event.reason != "already_played"


def _lying(delivered: Iterable[Event]) -> tuple[events.PlayRefused, ...]:
    return tuple(event for event in delivered if lies_wrong(event))


def _last_at(delivered: Sequence[Delivered], kind: type[Event]) -> int | None:
    return next((at for at in reversed(range(len(delivered))) if isinstance(delivered[at].event, kind)), None)


def latest_is(delivered: Sequence[Delivered], kind: type[Event], *others: type[Event]) -> bool:
    """Return whether, among all events of these kinds, the latest is of the first kind."""
    last = next((one.event for one in reversed(delivered) if isinstance(one.event, (kind, *others))), None)
    return isinstance(last, kind)


def _standing(delivered: Iterable[Delivered]) -> tuple[Delivered, ...]:
    """Return the events that have not been taken back."""
    kept: list[Delivered] = []
    for one in delivered:
        match one.event:
            case events.Undone(to_seq=seq):
                kept = [before for before in kept if before.seq <= seq]
            case events.PlayTakenBack() as taken:
                kept = _without_play(kept, taken)
        kept.append(one)
    return tuple(kept)


def _without_play(kept: list[Delivered], taken: events.PlayTakenBack) -> list[Delivered]:
    """Drop a play and everything after it or, during a race, only the play, since the race continues."""
    plays = [at for at, one in enumerate(kept) if _is_play(one.event, taken.zone, taken.card)]
    if not plays:
        return kept
    racing = latest_is(kept, events.RaceOpened, events.RaceClosed)
    return kept[: plays[-1]] + (kept[plays[-1] + 1 :] if racing else [])


def _is_play(event: Any, zone: str, card: str | None) -> bool:
    return event.name in _PLAYS and (event.zone, event.card) == (zone, card)
