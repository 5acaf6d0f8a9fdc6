"""The view that each audience gets of Mito, built from an allow-list.

Views never include hand counts or hints that cards have vanished, because both would reveal that somebody cheated.
"""

from collections import Counter

from table import events
from table.event import Event
from table.games.game import SEALED, Audience, may_know
from table.games.kit import views
from table.games.kit.rulebook import sure
from table.games.mito import debts, rounds, rules
from table.games.mito.actions import DISCARD
from table.games.mito.rounds import ROUNDS
from table.games.mito.state import Phase, Race, State
from table.games.mito.views import Call, MitoRace, MitoSeat, MitoView
from table.games.words import both, capital, joined, many, say
from table.saying import NOTHING, Text, or_brief, or_by_hand, or_yours
from table.values import replace
from table.view import Owed, PileView, TakeBackView


def show(event: Event, audience: Audience) -> Event | None:
    """Return what an audience may see of an event."""
    if isinstance(event, events.PlayRefused) and event.zone not in (DISCARD, audience.replace("seat:", "seat.")):
        untold = say("That card does not count in this hand.")
        return event if audience == SEALED else replace(event, card=None, text=untold)
    return event if may_know(event, audience) else None


def view(state: State, closes: int | None = None) -> MitoView:
    """Return the public view. If a race is open, it closes at the time `closes`, in us since the game started."""
    return MitoView(
        **views.shared(
            state,
            ROUNDS,
            running=("PLAYING", "RACING", "CALLED", "COUNTING"),
            piles={DISCARD: PileView(top=state.named, count=state.count)},
            seats=[_seat(state, seat) for seat in state.setup.seats],
            waiting=_waiting(state),
            headline=_headline(state),
            sentences=[
                debts.what_is_owed(state),
                _shuffle(state),
                views.prompt(state, ROUNDS, best=say("the fewest points win"), own=_own_prompt),
                _hint(state),
                _guard_bug_elsewhere(state),
            ],
        ),
        correction=views.correction(state),
        race=None if state.race is None else _race(state.race, closes),
        take_back=_take_back(state),
        fits=tuple(_fits(state)),
        may_draw=_may_draw(state),
        call=Call(by=state.guard, accused=state.accused) if state.phase is Phase.CALLED else None,
    )


def _take_back(state: State) -> TakeBackView | None:
    """Return the last play if it can be taken back. For the card that answered a cockroach, the player is not known."""
    if state.phase is Phase.RACING and state.answer is not None:
        return TakeBackView(seat=None, zone=DISCARD)
    last = state.last
    if last is None or not rules.can_take_back(state, last.card):
        return None
    return TakeBackView(seat=last.seat, zone=DISCARD)


def _fits(state: State) -> tuple[int, ...]:
    """Return the numbers that can be played now, either by the current player or to answer a cockroach."""
    if state.race is not None:
        return () if state.slap_is_on or state.race.matched else (state.number(state.race.card),)
    return rules.fitting_numbers(state) if state.phase is Phase.PLAYING and not state.wrong else ()


def _may_draw(state: State) -> bool:
    """Return whether a tap by the current player would draw a card. Otherwise, it would pass."""
    return debts.can_draw(state) and not state.drawn


def _seat(state: State, seat: int) -> MitoSeat:
    return MitoSeat(
        **views.seat(state, seat),
        guard=seat == state.guard,
        counting=len(state.hands.get(seat, ())) if seat in state.due_hands else None,
        owes=_owes(state, seat),
    )


def _owes(state: State, seat: int) -> tuple[Owed, ...]:
    """Return how many cards a seat owes to whom."""
    owed = Counter(debt.receiver for debt in state.debts or () if debt.giver == seat)
    return tuple(Owed(to=receiver, count=count) for receiver, count in owed.items())


def _race(race: Race, closes: int | None) -> MitoRace:
    return MitoRace(
        race=race.kind,
        seats=tuple(race.seats),
        card=race.card,
        there=tuple(slap.seat for slap in race.slaps),
        answered=race.matched,
        closes_at=None if closes is None else closes / 1e6,
    )


def _waiting(state: State) -> tuple[int, ...]:
    """Return the seats that must press their button before the game can continue, although it is not their turn."""
    match state.phase:
        case Phase.RACING if state.race is not None:
            return state.race.missing
        case Phase.CALLED:
            others = tuple(seat for seat in state.setup.seats if seat != state.guard)
            return others if state.accused is None else (state.accused,)
        case _:
            return state.due_hands


def _headline(state: State) -> str:
    match state.phase:
        case Phase.RACING if state.race is not None:
            return _race_headline(state, state.race)
        case Phase.CALLED:
            return say("Vu!")
        case Phase.COUNTING if state.out is not None:
            return or_yours(say("{who} is out", who=state.setup.name(state.out)), say("You are out"))
        case _:
            return views.headline(state, ROUNDS)


def _race_headline(state: State, race: Race) -> str:
    if race.kind == "slap":
        return say("Slap!")
    if race.matched is not None:
        return say("Whose card was it?")
    return say("Quick, a {number}!", number=state.number(race.card))


def _own_prompt(state: State) -> str:
    name = state.setup.name
    match state.phase:
        case Phase.SET_UP:
            deal = many(
                "Deal {count} card each and turn up the draw pile’s first card.",
                "Deal {count} cards each and turn up the draw pile’s first card.",
                rounds.HAND,
            )
            brief = many("Deal {count} card each.", "Deal {count} cards each.", rounds.HAND)
            return joined(
                [or_brief(deal, brief), or_yours(say("{who} begins.", who=name(state.starter)), say("You begin."))]
            )
        case Phase.RACING if state.race is not None:
            return _race_prompt(state, state.race)
        case Phase.CALLED:
            return _call_prompt(state)
        case Phase.COUNTING:
            return _count_prompt(state)
        case _:
            return _turn_prompt(state, name(state.turn or 0))


def _turn_prompt(state: State, who: str) -> Text:
    fits = rules.what_fits(state)
    if _may_draw(state):
        text = say("{who}: play {fits}, or tap to draw. Hand empty? Hold the button.", who=who, fits=fits)
        return or_brief(text, say("{who}: play {fits}, or draw.", who=who, fits=fits))
    text = say("{who}: play {fits}, or tap to pass. Hand empty? Hold the button.", who=who, fits=fits)
    return or_brief(text, say("{who}: play {fits}, or pass.", who=who, fits=fits))


def _race_prompt(state: State, race: Race) -> str:
    if state.wrong:
        return say("{who}: {what}.", who=say("Somebody"), what=state.how_to_put_right())
    if race.kind == "slap":
        waiting = both([state.setup.name(seat) for seat in race.missing])
        return say("{who}: slap! The last one gets a card from everybody.", who=waiting)
    if race.matched is not None:
        return capital(say("{card:the} counts. Whose was it? Tap.", card=state.label(race.matched)))
    number = state.number(race.card)
    return or_brief(
        say("Be first: lay a {number}, and tap as you lay it.", number=number),
        say("Be first: lay a {number}.", number=number),
    )


def _shuffle(state: State) -> str:
    """Return a prompt to shuffle the discard. The table assumes that the players do so."""
    return say("Shuffle the discard, but for its top card: it is the draw pile now.") if state.to_shuffle else ""


def _hint(state: State) -> str:
    """Return a hint telling the player who opened a race how to announce their last card."""
    race = state.race
    if race is None or race.by is None or race.matched is not None or state.wrong:
        return ""
    return or_brief(say("{who}: if it was your last card, hold your button.", who=state.setup.name(race.by)), NOTHING)


def _call_prompt(state: State) -> str:
    guard = state.setup.name(state.guard)
    who = say("Whoever they mean") if state.accused is None else state.setup.name(state.accused)
    return joined(
        [
            or_yours(say("{who} saw something.", who=guard), say("You saw something.")),
            or_brief(
                say("{who}: tap if you are innocent, hold if not.", who=who),
                say("{who}: are you guilty?", who=who),
            ),
            or_brief(say("{who}: hold if you were wrong.", who=guard), NOTHING),
        ]
    )


def _count_prompt(state: State) -> str:
    waiting = both([state.setup.name(seat) for seat in state.due_hands])
    return joined(
        [
            views.to_put_right(state, state.how_to_put_right()) if state.wrong else "",  # the card counts in a hand
            or_brief(
                or_by_hand(
                    say("{who}: touch your pad with each card you hold, then tap. Hold to start over.", who=waiting),
                    say("{who}: show all your cards, then tap. Hold to start over.", who=waiting),
                ),
                say("{who}: show all your cards.", who=waiting),
            ),
            or_brief(say("{who}: hold if you were wrong.", who=state.setup.name(sure(state.out))), NOTHING),
        ]
    )


def _guard_bug_elsewhere(state: State) -> str:
    """Return a prompt saying where the Guard Bug belongs, if it was seen elsewhere (MITO-F-05, MITO-F-23)."""
    if state.badge is None or state.badge == state.guard or state.phase in (Phase.BETWEEN, Phase.OVER):
        return ""  # between rounds it goes to somebody else anyway (MITO-F-44)
    lies_with, guard = state.setup.name(state.badge), state.setup.name(state.guard)
    return say("The Guard Bug lies with {who}: give it to {guard}.", who=lies_with, guard=guard)
