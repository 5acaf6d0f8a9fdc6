"""Interruptions of play, shown in place of the game's prompt: by the host, a failed reader, a question or a count.

If there are several, `interruption` decides which one is shown.
"""

from table.facts import PHONE, SECOND, CardArrived, Fact, TagArrived, TagUnread, ZoneUnsaid, is_made_up
from table.games.game import Setup
from table.judging.asking import Inquiry, Question
from table.judging.standing import Stand
from table.saying import Text, both, joined, message, noun, or_brief, or_by_hand, or_yours, own, say
from table.values import Value, replace
from table.view import AnswerView, QuestionView, View, closed
from table.wording import WHICH_PILE, pad_of, zone_name

# -- Brief notices about cards that are unknown or could not be read

_LASTS = 6 * SECOND


class _Notice(Value):
    """A notice about something on the table."""

    text: str
    until: int
    asks: str | None = None  # the zone of an unknown card that people are asked about
    which: bool = False  # people are asked which pile a card is for


class Notices:
    """The notice shown now; a newer one replaces it."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._notice: _Notice | None = None

    @property
    def text(self) -> str | None:
        return None if self._notice is None else self._notice.text

    def due(self) -> int | None:
        """Return when the notice expires, in us."""
        return None if self._notice is None else self._notice.until

    def fall_due(self, now: int) -> None:
        """Drop the notice if it has expired."""
        if self._notice is not None and self._notice.until <= now:
            self._notice = None

    def take(self, fact: Fact) -> None:
        """Update the notice. A notice that asks about a card ends when a known card arrives on that zone."""
        match fact:
            case TagArrived() | TagUnread():
                asks = fact.zone if isinstance(fact, TagArrived) and fact.asked else None
                self._notice = _Notice(self._said(fact), fact.t + _LASTS, asks)
            case ZoneUnsaid():
                self._notice = _Notice(WHICH_PILE, fact.t + _LASTS, which=True)
            case CardArrived() if self._notice is not None and (self._notice.which or self._notice.asks == fact.zone):
                self._notice = None

    def _said(self, fact: TagArrived | TagUnread) -> Text:
        place = place_of(fact.zone, self._setup)
        if isinstance(fact, TagUnread):
            if fact.one_by_one:
                return say(
                    "A card on {place:the} could not be read: touch it again, with one card at a time.", place=place
                )
            return or_by_hand(
                say("A card on {place:the} could not be read: touch it again, a little longer.", place=place),
                say("A card on {place:the} could not be read: take it back, and lay it again.", place=place),
            )
        if fact.uid == PHONE or is_made_up(fact.uid):
            return say("A phone or a bank card lies on {place:the}: take it away.", place=place)
        if fact.asked:
            what = say("say on a phone which card it is, or take it away; it does not count yet")
            return say("The table does not know the card on {place:the}: {what}.", place=place, what=what)
        return say("The table does not know the card on {place:the}: take it away, it does not count.", place=place)


def place_of(zone: str, setup: Setup) -> Text:
    """Return the name of a zone for people, without an article; numbered piles never take one."""
    kind, _, number = zone.partition(".")
    if kind == "seat":
        return pad_of(setup.name(int(number)))
    pile = (
        own("{pile} {number}", pile=noun(kind), number=number) if number else noun("{zone} pile", zone=zone_name(zone))
    )
    return or_by_hand(noun("{zone} pad", zone=zone_name(zone)), pile) if setup.placement[zone] == "tap" else pile


_BUTTONS = (message("tap for {answer}"), message("press twice for {answer}"), message("hold for {answer}"))
HALTED = say("The host has paused the game: wait until it goes on.")
_BY_HOST = say("The host has ended the game; nobody won.")
_GIVEN_UP = say("The players have ended the game; nobody won.")


def interruption(view: View, stand: Stand, inquiry: Inquiry, counts: int | None, setup: Setup) -> View:
    """Return a view with the interruption, if any; `counts` is the seat counting its hand on a shared pad."""
    question, doubt = inquiry.question, inquiry.doubt
    view = replace(
        view,
        question=None if question is None else drawn(question),
        doubt=drawn(doubt) if doubt is not None and question is None else None,
    )
    put_right = view.prompt if view.correction else ""
    if stand.aborted:
        return replace(closed(view), headline=say("Game ended"), prompt=_GIVEN_UP if stand.given_up else _BY_HOST)
    if stand.paused:
        meanwhile = put_right or say("Wait until it goes on.")
        prompt = joined([say("The host has paused the game."), meanwhile])
        return replace(view, headline=say("Paused"), prompt=prompt)
    if stand.blind:
        return replace(view, headline=say("One moment"), prompt=unseen(stand, setup) or "")
    if question is not None:
        prompt = joined([or_brief(_asking(question, setup), _answered(question, setup)), put_right])
        return replace(view, headline=question.text, prompt=prompt, waiting=tuple(question.seats))
    if doubt is not None:  # people's next action will settle it, unless they answer first
        hint = joined([view.prompt, doubt.asks[0].hint]) or _undecided(doubt, setup)
        return replace(view, headline=view.headline or doubt.text, prompt=hint)
    if counts is not None:
        return replace(view, prompt=_counting(counts, setup))
    return replace(view, headline=view.headline or say("Go on"), prompt=view.prompt or say("Play on."))


def halted(stand: Stand, setup: Setup) -> str | None:
    """Return the reason why plays are being refused, or None if they are accepted."""
    return unseen(stand, setup) or (HALTED if stand.paused else None)


def unseen(stand: Stand, setup: Setup) -> str | None:
    """Return a sentence about a zone that the table cannot see; None if it sees all zones."""
    if not stand.blind:
        return None
    blind = place_of(stand.blind[0], setup)
    return say("The table cannot see {place:the}: wait until its reader works again.", place=blind)


def drawn(question: Question) -> QuestionView:
    """Return a question in the form sent to phones."""
    options = tuple(AnswerView(answer=ask.answer, label=ask.label, cards=tuple(ask.cards)) for ask in question.asks)
    return QuestionView(choice=question.choice, seats=tuple(question.seats), text=question.text, options=options)


def _undecided(doubt: Question, setup: Setup) -> str:
    """Return the prompt for a doubt while the worlds do not agree on any sentence."""
    who = both([setup.name(seat) for seat in doubt.seats])
    return say("Play on; if that does not settle it, {who} will be asked.", who=who)


def _answered(question: Question, setup: Setup) -> Text:
    who = both([setup.name(seat) for seat in question.seats])
    return or_yours(say("{who} answers.", who=who), say("Choose an answer."))


def _asking(question: Question, setup: Setup) -> Text:
    """Return a sentence on who answers and how: the first three answers have gestures, the host's page lists all."""
    who = [setup.name(seat) for seat in question.seats]
    asked = who[0] if len(who) == 1 else say("One of {seats}", seats=both(who))
    ways = joined([say(way, answer=ask.label) for ask, way in zip(question.asks, _BUTTONS, strict=False)], ", ")
    if len(question.asks) > len(_BUTTONS):
        return say("{who}: {ways}; the host has the other answers.", who=asked, ways=ways)
    return say("{who}: {ways}.", who=asked, ways=ways)


def _counting(seat: int, setup: Setup) -> str:
    zone, name = place_of(setup.shared[f"seat.{seat}"], setup), setup.name(seat)
    touch = or_by_hand(
        say("{who}: touch {place:the} with each card you hold, then tap.", who=name, place=zone),
        say("{who}: show all your cards, then tap.", who=name),
    )
    return joined(
        [or_brief(touch, say("{who}: show all your cards.", who=name)), say("Hold to start over. The others wait.")]
    )
