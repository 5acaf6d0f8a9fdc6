"""The moment of an event of Mito: the discard, guard and races as everybody knew them then."""

from table.event import EventObject
from table.games import moment
from table.games.mito.actions import DISCARD
from table.games.moment import latest

_DEBTS = (
    "draw_owed",
    "nothing_to_draw",
    "pile_reshuffled",
    "gift_owed",
    "effect_cancelled",
    "card_put_back",
    "cards_slipped",
)
_EXAMPLE = 4  # the cockroach of the ledger's example


class Moment(moment.Moment):
    """An event of Mito as it was told, with what stood."""

    @property
    def discard(self) -> str:
        """Return what reads the cards of the discard."""
        return self.reader(DISCARD)

    @property
    def rounds(self) -> int:
        """How many rounds the game has."""
        agreed: int | None = self.options.rounds
        return agreed or len(self.setup.seats)

    # -- what stood

    def cause(self) -> EventObject | None:
        """Return the event that caused this one, without debts that it also caused."""
        return next((one for one in reversed(self.before) if one["event"] not in _DEBTS), None)

    def top(self) -> str | None:
        """Return the card on top of the discard, as it was told."""
        last = self.last("round_started", "pile_started", "card_played", "pile_uncovered")
        return None if last is None else last.get("top", last.get("card"))

    def guard(self) -> int | None:
        """Return who held the Guard Bug."""
        last = self.last("round_started", "call_settled")
        return None if last is None else last["guard"]

    def race(self) -> str | None:
        """Return which race was on."""
        last = self.last("race_opened", "race_closed")
        return last["race"] if last is not None and last["event"] == "race_opened" else None

    def race_card(self) -> str | None:
        """Return which card opened the latest race."""
        opened = self.last("race_opened")
        earlier = self.before if opened is None else self.before[: self.before.index(opened)]
        laid = [one["card"] for one in earlier if one["event"] in ("pile_started", "card_played")]
        return laid[-1] if laid else None

    def same_number(self) -> tuple[str, ...]:
        """Return the rules by which a cockroach asks for its number: one of them has a 4 as its example."""
        card = self.top() if self.event["event"] == "race_opened" else self.race_card()
        example = card is not None and self.printed(card).number == _EXAMPLE
        return ("MITO-E-30", "MITO-E-31") if example else ("MITO-E-30",)

    def answer(self) -> str | None:
        """Return which card answered the race that is on or was just closed."""
        opened = self.last("race_opened")
        later = () if opened is None else self.before[self.before.index(opened) :]
        return next((one["card"] for one in later if one["event"] == "card_played"), None)

    def called(self) -> bool:
        """Return whether a call of the guard was open."""
        return latest(self.before, "call_made", "call_settled", "call_withdrawn") == "call_made"
