"""The view of Nur Mut for each audience, built by allow-list.

Where worlds differ on which face is up, fields are null and both faces are shown.
"""

from table.games.kit import picture
from table.games.nur_mut.rounds import ROUNDS
from table.games.nur_mut.rules import can_take_back, fitting
from table.games.nur_mut.state import PILES, Phase, State
from table.games.nur_mut.views import NurMutPile, NurMutSeat, NurMutView
from table.games.words import joined, many, say
from table.saying import Text, or_brief, or_yours
from table.values import replace
from table.view import CorrectionView
from table.wording import place


def view(state: State) -> NurMutView:
    """Draw what everybody may see."""
    return NurMutView(
        **picture.shared(
            state,
            ROUNDS,
            running=("PLAYING", "TAKING"),
            piles={zone: _pile(state, zone) for zone in PILES},
            seats=[
                NurMutSeat(**picture.seat(state, seat), hand=state.hands[seat], passed=seat in state.passed)
                for seat in state.setup.seats
            ],
            waiting=(state.taken.seat,) if state.taken is not None and state.phase is Phase.TAKING else (),
            headline=_headline(state),
            sentences=[
                _failed(state),
                _which(state),
                picture.prompt(state, ROUNDS, best=say("the fewest cards win"), put_right=_put_right, own=_own_prompt),
            ],
        ),
        correction=_correction(state),
        take_back=picture.last_play(state, state.last, can_take_back),
        courage=state.daring,
        lot=None if state.taken is None else tuple(state.taken.order),
    )


def _pile(state: State, zone: str) -> NurMutPile:
    """Show a pile; the `face` that is up is null where nobody can tell, and so are the faces that `fits` there."""
    pile, fits = state.piles.get(zone), tuple(fitting(state, zone))
    if pile is None:
        return NurMutPile(shows=_lay_there(state, zone), fits=fits)
    faces = tuple(state.card(pile.top).faces)
    return NurMutPile(top=pile.top, count=len(pile.cards), face=pile.face, faces=faces, shows=pile.top, fits=fits)


def _correction(state: State) -> CorrectionView | None:
    """Return what lies wrong, and by card the `faces` that are up, if they are known."""
    wrong, faces = picture.correction(state), state.faces_wrong()
    return replace(wrong, faces=faces) if wrong is not None and faces else wrong


def _lay_there(state: State, zone: str) -> str | None:
    """Return the top of a pile that was taken, as long as it may have to be asked which one was."""
    taken = state.taken or state.earlier
    return None if taken is None or taken.zone != zone else taken.tops.get(zone)


def _headline(state: State) -> str:
    name = state.setup.name
    if state.phase is Phase.TAKING and state.taken is not None:
        return say("No luck, {who}", who=name(state.taken.seat))
    return picture.headline(state, ROUNDS, say("Courage, {who}!", who=name(state.turn or 0)) if state.daring else "")


def _own_prompt(state: State) -> str:
    name = state.setup.name
    match state.phase:
        case Phase.SET_UP:  # NUR-09, NUR-11, NUR-12
            deal = many(
                "Deal {count} card each; nobody turns it over. "
                "Turn one more up for each of the three piles, but no joker.",
                "Deal {count} cards each; nobody turns that pile over. "
                "Turn one more up for each of the three piles, but no joker.",
                state.options.hand_size,
            )
            brief = many("Deal {count} card each.", "Deal {count} cards each.", state.options.hand_size)
            return joined(
                [or_brief(deal, brief), or_yours(say("{who} begins.", who=name(state.starter)), say("You begin."))]
            )
        case Phase.PLAYING if state.turn is not None:
            return _turn_prompt(state, name(state.turn))
        case Phase.TAKING if state.misplaced:  # the card that did not fit may still lie there
            return picture.to_put_right(state, state.how_to_put_right())
        case _:
            return ""


def _put_right(state: State) -> str:
    """Return what to do about a card that lies wrong; whose turn it is may also go on without laying one."""
    only_a_card, first = state.cover is not None or state.empty is not None, state.how_to_put_right()
    if state.phase is Phase.SET_UP or state.mislaid_by != state.turn or only_a_card:
        return first
    if state.daring:
        return say("{what}, or hold: it does not fit", what=first)
    if state.lifted_first:
        return first
    return say("{what}, or press twice and put it under your pile", what=first)


def _turn_prompt(state: State, who: str) -> Text:
    """Return what the seat in turn may do (NUR-21)."""
    if state.cover is not None:  # NUR-40
        return say("{who}: lay your next card on the joker on {pile}.", who=who, pile=place(state.cover))
    if state.empty is not None:  # NUR-33
        return say("{who}: lay your top card in the empty place.", who=who)
    if state.daring:  # NUR-28
        told = say("{who}: turn your top card over and lay it, or hold if it does not fit.", who=who)
        return or_brief(told, say("{who}: your top card is turned over. Lay it.", who=who))
    if state.must_dare:  # NUR-43
        told = say("{who}: everybody passed: tap for Courage.", who=who)
        return or_brief(told, say("{who}: everybody passed, so you need Courage.", who=who))
    told = say(
        "{who}: lay your top card, press twice if it does not fit, tap for Courage, or hold to pass.",
        who=who,
    )
    return or_brief(told, say("{who}: lay your top card, or say what you do.", who=who))


def _failed(state: State) -> str:
    """Return what bravery has cost, without naming the pile: worlds may differ on that."""
    if state.taken is None:
        return ""
    who = state.setup.name(state.taken.seat)
    told = say("{who} takes the highest pile and shuffles it in.", who=who)  # NUR-30, NUR-31
    return or_yours(told, say("You take the highest pile and shuffle it in."))


def _which(state: State) -> str:
    """Return the pile that has to be taken."""
    if state.taken is None:
        return ""
    pile = place(state.taken.zone)
    if len(state.taken.highest) > 1:  # NUR-32
        return say("That is {pile}, drawn by lot.", pile=pile)
    return say("That is {pile}.", pile=pile)
