"""Why rounds begin and end as they do, what the guard's calls bring, and how hands and winners are counted."""

from table import events
from table.games.game import Why
from table.games.kit.reasons import because, round_started
from table.games.kit.rulebook import sure
from table.games.mito import events as own
from table.games.mito.telling.moment import Moment
from table.games.moment import Answers
from table.games.words import say
from table.saying import Text, message

_POINTS = ("MITO-E-62", "MITO-F-41", "MITO-F-42", "MITO-F-43", "MITO-E-65", "MITO-E-66", "MITO-E-67", "MITO-E-68")
_AGREED = message("It was agreed before the game that {starter} is the first guard.")
_FIRST_SEAT = message("{starter} sits at the first seat, and nobody else was named as the first guard.")


def _follows(moment: Moment[events.RoundStarted]) -> Text:
    last, starter = sure(moment.last(events.RoundStarted)), moment.name(moment.event.starter)
    if moment.options.guard_rotation == "guard":
        guard = moment.name(moment.guard())
        return say(
            "{who} was the guard at the end of round {round}, and {starter} sits next on the left.",
            who=guard,
            round=last.round,
            starter=starter,
        )
    opener = moment.name(last.starter)
    return say(
        "{who} opened round {round}, and {starter} sits next on the left.",
        who=opener,
        round=last.round,
        starter=starter,
    )


# -- the guard's calls


def _call_settled(moment: Moment[own.CallSettled]) -> Why:
    name, guilty = moment.name(moment.event.accused), moment.event.guilty
    told = ("MITO-F-31", "MITO-E-43", "MITO-E-49")
    if guilty and moment.options.table_adjudicates:
        return Why((*told, "MITO-F-34", "MITO-E-44"), say("{who} said guilty, or the table knew better.", who=name))
    if guilty:
        return Why((*told, "MITO-F-34", "MITO-E-44"), say("{who}’s button was held, which says guilty.", who=name))
    return Why((*told, "MITO-F-36", "MITO-E-46"), say("{who}’s button was tapped, which says innocent.", who=name))


# -- the end of a round


def _over(moment: Moment) -> tuple[str, ...]:
    """Return the rule by which a player without cards ends the game, or one of several rounds."""
    return ("MITO-E-59",) if moment.rounds == 1 else ("MITO-E-60",)


def _round_ended(moment: Moment) -> Why:
    rules = ("MITO-F-40", *_over(moment), "MITO-E-69", "MITO-E-61")
    return because(*rules, seen="{out} was out, and all other hands are counted.")(moment)


def _game_ended(moment: Moment) -> Why:
    out = _over(moment) if moment.rounds == 1 else ()
    everybody = ("MITO-F-46", "MITO-E-72") if moment.rounds == len(moment.setup.seats) else ()
    rules = ("MITO-F-47", "MITO-E-73", *out, *everybody)
    return because(*rules, seen="All rounds are played; points: {totals}.")(moment)


def _round_started(moment: Moment[events.RoundStarted]) -> Why:
    moved = "MITO-E-70" if moment.event.round == 2 else "MITO-E-71"
    return round_started(
        ("MITO-F-04", "MITO-E-05", "MITO-E-14"),
        ("MITO-F-44", "MITO-F-45", moved),
        begins=_AGREED,
        otherwise=_FIRST_SEAT,
        follows=_follows,
        option="first_guard",
    )(moment)


def _hands_due(moment: Moment) -> Why:
    if moment.latest_is(own.HandsDue, own.OutWithdrawn, events.RoundStarted):
        return Why(("MITO-E-64",), say("A button was held, to count a hand anew."))
    rules = ("MITO-F-40", "MITO-E-64", *_over(moment))
    return because(*rules, seen="{out}’s button was held, which says that the hand is empty.")(moment)


ANSWERS: Answers = {
    "game_started": because("MITO-E-03", seen="A game was begun for {players}."),
    "round_started": _round_started,
    "call_made": because(
        "MITO-F-28",
        "MITO-F-29",
        "MITO-F-30",
        "MITO-E-40",
        "MITO-E-51",
        seen="{who} is the guard and pressed: once on another’s turn, twice on one’s own.",
    ),
    "call_settled": _call_settled,
    "call_withdrawn": because("MITO-T-07", seen="{who}’s button was held after the call."),
    "hands_due": _hands_due,
    "out_withdrawn": because("MITO-T-08", seen="{who}’s button was held again: the hand is not empty."),
    "hand_counted": because(*_POINTS, seen="{who} showed the cards left in the hand, and tapped."),
    "round_ended": _round_ended,
    "log_opened": because(
        "MITO-E-01",
        "MITO-F-16",
        "MITO-E-54",
        seen="What was dealt, drawn and played was compared with the cards that were counted.",
    ),
    "game_ended": _game_ended,
    "cards_slipped": because(
        "MITO-E-54", "MITO-F-20", seen="{reader:the} read several cards within a quarter of a second."
    ),
}
