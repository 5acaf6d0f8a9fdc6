"""The moment of a Mito event: what was publicly known then about the discard, the guard and races."""

from table import events
from table.event import Event
from table.games import moment
from table.games.mito import events as own
from table.games.mito.actions import DISCARD
from table.games.moment import E

_DEBTS = (
    events.DrawOwed,
    own.NothingToDraw,
    events.PileReshuffled,
    events.GiftOwed,
    own.EffectCancelled,
    own.CardPutBack,
    own.CardsSlipped,
)
_EXAMPLE = 4  # the cockroach in the ledger's example


class Moment(moment.Moment[E]):
    """A delivered Mito event, with the earlier events that still held."""

    @property
    def discard(self) -> str:
        """Return the name of the discard's reader."""
        return self.reader(DISCARD)

    @property
    def rounds(self) -> int:
        """The number of rounds in the game."""
        agreed: int | None = self.options.rounds
        return agreed or len(self.setup.seats)

    # -- what held then

    def cause(self) -> Event | None:
        """Return the event that caused this one, skipping debts and other effects of the same cause."""
        return next((one.event for one in reversed(self.before) if not isinstance(one.event, _DEBTS)), None)

    def top(self) -> str | None:
        """Return the card on top of the discard, as reported."""
        match self.last(events.RoundStarted, events.PileStarted, events.CardPlayed, own.PileUncovered):
            case own.PileUncovered(top=card) | events.PileStarted(card=card) | events.CardPlayed(card=card):
                return card
        return None

    def guard(self) -> int | None:
        """Return the seat that held the Guard Bug."""
        match self.last(own.RoundStarted, own.CallSettled):
            case own.RoundStarted(guard=guard) | own.CallSettled(guard=guard):
                return guard
        return None

    def race(self) -> str | None:
        """Return the kind of the race that was open, or None if no race was."""
        last = self.last(events.RaceOpened, events.RaceClosed)
        return last.race if isinstance(last, events.RaceOpened) else None

    def race_card(self) -> str | None:
        """Return the card that opened the latest race."""
        earlier = reversed(self.until(events.RaceOpened))
        return next((one.card for one in earlier if isinstance(one, (events.PileStarted, events.CardPlayed))), None)

    def same_number(self) -> tuple[str, ...]:
        """Return the rules by which a cockroach calls for its number; one of them uses a 4 as its example."""
        card = self.top() if isinstance(self.event, events.RaceOpened) else self.race_card()
        example = card is not None and self.printed(card).number == _EXAMPLE
        return ("MITO-E-30", "MITO-E-31") if example else ("MITO-E-30",)

    def answer(self) -> str | None:
        """Return the card that answered the race that is open or was just closed."""
        later = self.since(events.RaceOpened)
        return next((event.card for event in later if isinstance(event, events.CardPlayed)), None)

    def called(self) -> bool:
        """Return whether a call by the guard was open."""
        return self.latest_is(own.CallMade, own.CallSettled, own.CallWithdrawn)
