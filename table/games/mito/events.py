"""Events specific to Mito."""

from collections.abc import Mapping, Sequence
from typing import Any

from table import events, moves
from table.event import Event, PublicEvent, Statistic
from table.games.kit.events import SeatSays, Sentence
from table.moves import Move
from table.saying import Text, both, joined, many, or_yours, say
from table.wording import Names


class RoundStarted(events.RoundStarted):
    """A round begins. The player at seat `guard` watches the others."""

    guard: int


class RaceOpened(events.RaceOpened):
    """A race begins: `slap` is a race to press the button, `match` a race to play a card of the same number."""

    def said(self, names: Names) -> Text | None:
        return {"slap": say("Slap the buttons!"), "match": say("Who answers it first?")}.get(self.race)


class RaceClosed(events.RaceClosed):
    """A race is over. For a `match`, `last` is null, and `order` contains only the winner, if known."""

    def statistics(self, before: Sequence[Event]) -> tuple[Statistic, ...]:
        """Record when each player pressed, who did not press, and who was last."""
        if self.race != "slap" or self.order is None:
            return ()
        there = (Statistic(one.seat, "pressed", one.at_ms) for one in self.order)
        missed = (Statistic(seat, "missed") for seat in self.missing or ())
        return (*there, *missed, *(() if self.last is None else (Statistic(self.last, "last"),)))

    def said(self, names: Names) -> Text | None:
        """Return a sentence saying who answered first, if known."""
        answered = self.race == "match" and self.last is None
        if not (answered and self.order):
            return None
        return or_yours(say("{who} answered first.", who=names.who(self.order[0].seat)), say("You answered first."))


class PileUncovered(PublicEvent):
    """A player who was caught cheating took back the top card of a pile, so the card below it is on top now."""

    seat: int | None
    zone: str
    card: str
    top: str

    def said(self, names: Names) -> Text:
        who, card, top = names.who(self.seat), names.card(self.card), names.card(self.top)
        text = say("{who} takes {card:the} back: {top:a} lies on top now.", who=who, card=card, top=top)
        return or_yours(text, say("You take {card:the} back: {top:a} lies on top now.", card=card, top=top))


class GiftGiven(PublicEvent):
    """A player reports having given a card away; `receiver` is null if they did not say to whom."""

    giver: int
    receiver: int | None
    count: int

    def said(self, names: Names) -> Text:
        who = names.who(self.giver)
        if self.receiver is None:
            text = many("{who} has given a card away.", "{who} has given {count} cards away.", self.count, who=who)
            yours = many("You have given a card away.", "You have given {count} cards away.", self.count)
        else:
            to = names.who(self.receiver)
            text = many(
                "{who} has given {to} a card.", "{who} has given {to} {count} cards.", self.count, who=who, to=to
            )
            yours = many("You have given {to} a card.", "You have given {to} {count} cards.", self.count, to=to)
        return or_yours(text, yours)


class NothingToDraw(Sentence, says="No card is left to draw for {seats}."):
    """These players had to draw, but there are no cards left, so they need not."""

    seats: tuple[int, ...]


class EffectCancelled(Sentence, blur={"seat"}, says="{who}’s {card} has no effect."):
    """A card has no effect, because it was its player's last card or was accepted too late."""

    seat: int | None
    card: str


class CardPutBack(SeatSays, says="{who} puts the drawn card back.", yours="You put the drawn card back."):
    """A player puts back a card they drew, because the effect that made them draw it was cancelled."""

    def hands(self) -> Move:
        return moves.PutBack(self.seat)


class CallMade(SeatSays, plays_on=True, says="{who} calls: Vu!", yours="You call: Vu!"):
    """The guard says "I saw somebody cheat"."""


class CallSettled(PublicEvent):
    """The accused has admitted or denied the offence. `guard` is the seat that now has the Guard Bug."""

    accused: int
    guilty: bool
    guard: int

    def hands(self) -> Move | None:
        """Return the move with which a guilty player takes back the card that they tried to slip in (MITO-F-32)."""
        return moves.TakeLoose(self.accused) if self.guilty else None

    def statistics(self, before: Sequence[Event]) -> tuple[Statistic, ...]:
        """Record the call in the statistics of the guard and the accused."""
        caller = next(one.seat for one in reversed(before) if isinstance(one, CallMade))
        found = (
            (Statistic(self.accused, "bluff_told"), Statistic(self.accused, "bluff_found_out")) if self.guilty else ()
        )
        call = Statistic(caller, "call_right" if self.guilty else "call_wrong")
        return (call, Statistic(self.accused, "bluff_doubted"), *found)

    def said(self, names: Names) -> Text:
        who = names.who(self.accused)
        if self.guilty:
            return or_yours(
                say("{who} is guilty, and the guard now.", who=who), say("You are guilty, and the guard now.")
            )
        return or_yours(say("{who} is innocent.", who=who), say("You are innocent."))


class CallWithdrawn(SeatSays, says="{who} withdraws the call.", yours="You withdraw the call."):
    """The guard withdraws the call."""


class CardsSlipped(Event, blur={"seat"}):
    """A player dropped several cards as one. This stays secret until the round is over."""

    seat: int | None
    zone: str
    cards: tuple[str, ...]


class LogOpened(PublicEvent, blur={"slipped", "vanished"}, opens_secrets=True):
    """A round's secrets are revealed at its end: who dropped which cards as one, and how many cards vanished."""

    round: int
    slipped: tuple[Mapping[str, Any], ...] | None
    vanished: int | None

    def statistics(self, before: Sequence[Event]) -> tuple[Statistic, ...]:
        """Record each time a player dropped several cards as one as a bluff, unless the player was caught."""
        caught = _caught(before)
        slipped = (one for one in self.slipped or () if one["seat"] is not None)
        return tuple(
            Statistic(one["seat"], "bluff_told") for one in slipped if (one["seat"], one["cards"][0]) not in caught
        )

    def said(self, names: Names) -> Text | None:
        """Return a sentence revealing the round's secrets, or None if there were none."""
        parts = [
            say(
                "{who} laid {cards} as one",
                who=names.who(slip["seat"]),
                cards=both([say("{card:a}", card=names.card(code)) for code in slip["cards"]]),
            )
            for slip in self.slipped or ()
        ]
        if self.vanished:
            lost = many(
                "{count} card vanished, and nobody saw", "{count} cards vanished, and nobody saw", self.vanished
            )
            parts.insert(0, lost)
        return say("{told}.", told=joined(parts, "; ")) if parts else None

    def said_if_asked(self, names: Names) -> Text:
        """Return a sentence about the round's secrets, even if there were none."""
        return self.said(names) or say("No card vanished in this round.")


def _caught(before: Sequence[Event]) -> frozenset[tuple[int, str | None]]:
    """Return the last play, as (seat, reported card), of each player found guilty in this round."""
    plays, caught = dict[int, str | None](), set[tuple[int, str | None]]()
    for event in before:
        match event:
            case RoundStarted():
                caught.clear()
            case events.CardPlayed(seat=int(seat), card=card):
                plays[seat] = card
            case CallSettled(guilty=True, accused=accused):
                caught.add((accused, plays.get(accused)))
    return frozenset(caught)


class HandsDue(Sentence, plays_on=True, says="{out} is out. Still to count: {seats}."):
    """These players must count their hands, because player `out` has no cards left."""

    seats: tuple[int, ...]
    out: int


class OutWithdrawn(SeatSays, says="{who} is not out after all.", yours="You are not out after all."):
    """A player takes back the announcement that their hand is empty, and the round continues."""
