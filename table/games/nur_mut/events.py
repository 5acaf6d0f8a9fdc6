"""Events specific to Nur Mut."""

from table import events, moves
from table.event import Event, PublicEvent
from table.games.kit.events import SeatSays
from table.games.nur_mut.cards import Face, face_name
from table.moves import Move
from table.saying import Text, or_yours, say
from table.values import asdict
from table.wording import Names, place


class TurnPassed(events.TurnPassed):
    """A seat's turn is over without a card: `how` is `pass`, or `under` if a card went under its own pile."""

    def said(self, names: Names) -> Text | None:
        if self.how != "under":
            return None
        text = say("{who} puts the card under the pile.", who=names.who(self.seat))
        return or_yours(text, say("You put the card under your pile."))

    def hands(self) -> Move | None:
        return moves.PutUnder(self.seat) if self.how == "under" else None


class FaceStarted(events.PileStarted):
    """A card has begun a pile, and its visible face is known."""

    face: Face | None = None

    def said(self, names: Names) -> Text | None:
        return None if self.face is None else say("The pile begins with {card:a}.", card=face_name(self.face))


class FaceRefused(events.PlayRefused):
    """A play was refused; `face` is the card's visible face, if known."""

    face: Face | None = None


class FaceTakenBack(events.PlayTakenBack):
    """A card was taken back; `face` is its visible face, if known."""

    face: Face | None = None

    def said(self, names: Names) -> Text | None:
        if self.face is None:
            return None
        card = face_name(self.face)
        text = say("{who} takes {card:the} back.", who=names.who(self.seat), card=card)
        return or_yours(text, say("You take {card:the} back.", card=card))


def with_face(event: Event, face: Face) -> Event:
    """Add the visible face to a refused play; return any other event unchanged."""
    return FaceRefused(**asdict(event), face=face) if type(event) is events.PlayRefused else event


class FacePlayed(events.CardPlayed, blur={"seat", "face"}):
    """A two-sided card was legally played; `face` is the one that is up, or null while unknown."""

    face: Face | None

    def said(self, names: Names) -> Text | None:
        if self.face is None:
            return None
        who, card = names.who(self.seat), face_name(self.face)
        return or_yours(say("{who} plays {card:a}.", who=who, card=card), say("You play {card:a}.", card=card))


class CourageDeclared(SeatSays, says="Courage, {who}!"):
    """A player is going to turn their next card over instead of looking at it."""

    def hands(self) -> Move:
        return moves.TurnOver(self.seat)


class CourageRewarded(SeatSays, says="{who} was brave and plays again.", yours="You were brave and play again."):
    """Courage was rewarded: the card fits, and the player has another turn."""


class CourageFailed(PublicEvent, blur={"zone", "lot"}):
    """Courage failed: the player takes the pile `zone` with the highest number; `lot` means it was drawn by lot.

    `zone` is null while unknown.
    """

    seat: int
    zone: str | None
    lot: bool | None = False

    def said(self, names: Names) -> Text:
        who = names.who(self.seat)
        if self.zone is None:
            return say("No luck: {who} takes the highest pile.", who=who)
        if self.lot:
            return say("No luck: {who} takes {pile}, drawn by lot.", who=who, pile=place(self.zone))
        text = say("No luck: {who} takes {pile}.", who=who, pile=place(self.zone))
        return or_yours(text, say("No luck: you take {pile}.", pile=place(self.zone)))


class PileTaken(PublicEvent, blur={"zone"}):
    """A player has taken a pile and added it to their own."""

    seat: int
    zone: str | None

    def hands(self) -> Move:
        return moves.TakePile(self.seat, self.zone)


class PileRefilled(PublicEvent, blur={"seat", "face"}):
    """A card has restarted a pile that was taken; `face` is the one that is up, or null while unknown."""

    seat: int | None
    zone: str
    card: str
    face: Face | None

    def said(self, names: Names) -> Text:
        text = say("{who} starts {pile} again.", who=names.who(self.seat), pile=place(self.zone))
        return or_yours(text, say("You start {pile} again.", pile=place(self.zone)))

    def hands(self) -> Move:
        return moves.Refill(self.zone, self.card)
