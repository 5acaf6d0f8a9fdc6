"""The moment of an event: what its audience knew by then.

Nothing in here was not told: so what is said of a moment betrays no secret that the events keep.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Self

from table.event import EventObject
from table.games.game import Setup, Why
from table.saying import Text, any_of, both, noun, or_by_hand, own, say
from table.values import Value
from table.wording import pad_of, zone_name

# What only the host or the hardware brings about: no rule is behind it.
WITHOUT_RULE: Mapping[str, str] = {
    "undone": say("The host took back the last play, draw, call, claim or ruling, with what followed."),
    "game_paused": say("The host paused the game."),
    "game_resumed": say("The host let the game go on."),
    "game_aborted": say("The host ended the game."),
    "robot_asks": say("A robot told the table which card of its row people should lay."),
    "robot_waits": say("The robot changed its mind: play had gone on."),
    "card_not_asked_for": say("A robot's card was read that it had not asked for; which one it is stays its secret."),
    "held_card_named": say(
        "The card was read before its player while the button was down: so it is named to that seat alone."
    ),
    "tag_unread": say("A reader noticed a card that was gone before it could be read."),
    "tag_unknown": say("A reader read a tag that belongs to no card of this deck."),
    "reader_lost": say("A reader stopped answering, so the game waits."),
    "reader_back": say("The reader answers again."),
}


class Moment(Value):
    """An event as it was told, with what stood `before` it and what was told `after` it at the same time.

    `paused` tells whether the host had paused the game.
    """

    event: EventObject
    setup: Setup
    before: tuple[EventObject, ...]
    after: tuple[EventObject, ...]
    paused: bool

    @classmethod
    def of(cls, event: EventObject, setup: Setup, told: Sequence[EventObject]) -> Self:
        """Find the moment of an event among all that its audience was told."""
        earlier = [one for one in told if one["seq"] < event["seq"]]
        after = tuple(one for one in told if one["seq"] > event["seq"] and one["t"] == event["t"])
        paused = latest(earlier, "game_paused", "game_resumed") == "game_paused"
        return cls(event, setup, _standing(earlier), after, paused)

    # -- who and what

    @property
    def options(self) -> Any:
        """What people agreed on."""
        return self.setup.options

    def name(self, seat: int | None) -> str:
        """Return the name of a player; nobody knows whose it was if there is no seat."""
        return say("Somebody") if seat is None else self.setup.name(seat)

    def names(self, seats: Sequence[int]) -> Text:
        """Return several players."""
        return both([self.name(seat) for seat in seats])

    def card(self, code: str | None) -> str:
        """Return a card's name without an article; without a code any card, because the audience may not know it."""
        return any_of("card") if code is None else self.setup.label(code)

    def printed(self, code: str) -> Any:
        """Return what is on a card."""
        return self.setup.cards[code]

    def pad(self, zone: str) -> bool:
        """Return whether cards touch a pad on their way to a zone, instead of lying over an antenna."""
        return self.setup.placement[zone] == "tap"

    def reader(self, zone: str) -> Text:
        """Return what reads the cards of a zone, without an article: a pad, or an antenna over which they lie.

        A pile with a number takes none: "Pile 2’s reader", but "the discard pile’s reader". Where there are no pads it
        is the table.
        """
        kind, _, seat = zone.partition(".")
        name = zone_name(zone)
        if kind == "seat" or self.pad(zone):
            pad = pad_of(self.setup.name(int(seat))) if kind == "seat" else noun("{zone} pad", zone=name)
            return or_by_hand(pad, noun("table"))
        return own("{zone}’s reader", zone=name) if seat else noun("{zone} pile’s reader", zone=name)

    # -- what stood

    def last(self, *names: str) -> EventObject | None:
        """Find the latest event of these names that stood."""
        return next((one for one in reversed(self.before) if one["event"] in names), None)

    def cause(self) -> EventObject | None:
        """Find what brought the event: what was told just before it."""
        return self.before[-1] if self.before else None

    def brought(self, *names: str) -> bool:
        """Return whether an event of these names followed in the same moment."""
        return any(one["event"] in names for one in self.after)

    def brought_about(self, *names: str) -> bool:
        """Return whether an event of these names came just before, in the same moment."""
        return any(one["event"] in names and one["t"] == self.event["t"] for one in self.before)

    def refused_before(self) -> tuple[EventObject, ...]:
        """Return the plays that were refused and lay wrong until now; if that was just put right, all of them."""
        last = self.before[-1]
        closed = last["event"] == "correction_closed" and last["t"] == self.event["t"]
        return tuple(one for one in (self.before if closed else self.refused()) if lies_wrong(one))

    def refused(self) -> tuple[EventObject, ...]:
        """Return the plays that were refused and lay wrong."""
        opened = self.last("correction_opened", "correction_closed")
        if opened is None or opened["event"] == "correction_closed":
            return ()
        since = self.before[max(0, self.before.index(opened) - 1) :]  # the play is told before what it opened
        return tuple(one for one in since if lies_wrong(one))


def without_rule(moment: Moment) -> Why:
    """Return why something was told that only the host or the hardware brings about."""
    return Why((), WITHOUT_RULE[moment.event["event"]])


Answer = Callable[[Any], Why]
Answers = Mapping[str, Answer]
UNRULED: Answers = dict.fromkeys(WITHOUT_RULE, without_rule)


def lies_wrong(event: EventObject) -> bool:
    """Return whether an event refused a card that then lay where it must not; cards on seats' pads lie nowhere."""
    on_pile = event["event"] == "play_refused" and not event["zone"].startswith("seat.")
    return on_pile and event["reason"] != "already_played"


def latest(told: Iterable[EventObject], *names: str) -> str | None:
    """Return the latest event of these names."""
    return next((one["event"] for one in reversed(list(told)) if one["event"] in names), None)


def _standing(told: Iterable[EventObject]) -> tuple[EventObject, ...]:
    """Leave out what was taken back."""
    kept: list[EventObject] = []
    for event in told:
        match event:
            case {"event": "undone", "to_seq": seq}:
                kept = [one for one in kept if one["seq"] <= seq]
            case {"event": "play_taken_back"}:
                kept = _without_play(kept, event)
        kept.append(event)
    return tuple(kept)


def _without_play(kept: list[EventObject], taken: EventObject) -> list[EventObject]:
    """Leave out a play and what followed; of an answer in a race only itself, since the race goes on."""
    card, zone = taken.get("card"), taken["zone"]
    plays = [
        at
        for at, event in enumerate(kept)
        if event["event"] in ("card_played", "pile_refilled") and event["zone"] == zone and event.get("card") == card
    ]
    if not plays:
        return kept
    racing = latest(kept, "race_opened", "race_closed") == "race_opened"
    return kept[: plays[-1]] + (kept[plays[-1] + 1 :] if racing else [])
