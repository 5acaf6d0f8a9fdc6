"""The moment of a Mito event: what was publicly known at that time about the discard, the guard and any race."""

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
    """A Mito event as delivered, together with the earlier events that had not been undone."""

    @property
    def discard(self) -> str:
        """Return the name of the discard pile's reader."""
        return self.reader(DISCARD)

    @property
    def rounds(self) -> int:
        """The number of rounds in the game."""
        agreed: int | None = self.options.rounds
        return agreed or len(self.setup.seats)

    # -- what held then

    def cause(self) -> Event | None:
        """Return the event that caused this one, ignoring debts and other effects that the cause also had."""
        return next((one.event for one in reversed(self.before) if not isinstance(one.event, _DEBTS)), None)

    def top(self) -> str | None:
        """Return the card that was on top of the discard, according to the events."""
        match self.last(events.RoundStarted, events.PileStarted, events.CardPlayed, own.PileUncovered):
            case own.PileUncovered(top=card) | events.PileStarted(card=card) | events.CardPlayed(card=card):
                return card
        return None

    def guard(self) -> int | None:
        """Return the seat that had the Guard Bug."""
        match self.last(own.RoundStarted, own.CallSettled):
            case own.RoundStarted(guard=guard) | own.CallSettled(guard=guard):
                return guard
        return None

    def race(self) -> str | None:
        """Return the kind of race that was open, or None if none was."""
        last = self.last(events.RaceOpened, events.RaceClosed)
        return last.race if isinstance(last, events.RaceOpened) else None

    def race_card(self) -> str | None:
        """Return the card that opened the latest race."""
        earlier = reversed(self.until(events.RaceOpened))
        return next((one.card for one in earlier if isinstance(one, (events.PileStarted, events.CardPlayed))), None)

    def same_number(self) -> tuple[str, ...]:
        """Return the rules that require a card of the same number to answer a cockroach.

        One of these rules is cited only for a 4, which it uses as its example.
        """
        card = self.top() if isinstance(self.event, events.RaceOpened) else self.race_card()
        example = card is not None and self.printed(card).number == _EXAMPLE
        return ("MITO-E-30", "MITO-E-31") if example else ("MITO-E-30",)

    def answer(self) -> str | None:
        """Return the card that answered the race that was open or had just closed."""
        later = self.since(events.RaceOpened)
        return next((event.card for event in later if isinstance(event, events.CardPlayed)), None)

    def called(self) -> bool:
        """Return whether a call by the guard had not been settled yet."""
        return self.latest_is(own.CallMade, own.CallSettled, own.CallWithdrawn)
