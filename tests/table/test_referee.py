"""The referee on a toy game: ranks, merging, waiting, blurring, secrets, and the bound."""

from collections.abc import Mapping

import pytest

from table.event import Event
from table.events import PressRefused, QuestionAsked, QuestionSettled, TurnStarted, Undone
from table.facts import CardArrived, TimePassed
from table.games.game import IllegalAction
from table.judging.asking import Inquiry
from table.judging.interruptions import interruption
from table.judging.referee import MOST_WORLDS, Referee
from table.judging.standing import Stand
from table.view import View
from tests.table.toy import Moves, Part, Said, Toy, ToyView, Way, setup


class Court:
    """A referee, and what it has told each audience."""

    def __init__(self, moves: Moves, deadlines: Mapping[str, int] | None = None) -> None:
        self.referee = Referee(Toy(moves, deadlines), setup(), ("public", "sealed"))
        self.public: list[str] = []
        self.sealed: list[str] = []
        self._note(self.referee.begin())
        assert self.public == ["turn_started"]
        self.public.clear()
        self.sealed.clear()

    def sees(self, *cards: str) -> "Court":
        for card in cards:
            fact = TimePassed(0) if card == "time" else CardArrived(0, "pile", card)
            self._note(self.referee.take(fact))
        return self

    def does(self, what: str, *args: object) -> "Court":
        self._note(getattr(self.referee, what)(*args))
        return self

    def _note(self, delivered) -> None:  # type: ignore[no-untyped-def]
        for line in delivered:
            log = self.public if line.audience == "public" else self.sealed
            event = line.event
            log.append(f"{event.what}:{event.detail}" if isinstance(event, Said) else _say(event))

    @property
    def states(self) -> list[str]:
        return [world.state for world in self.referee.worlds]


def _say(event: Event) -> str:
    match event:
        case Undone():
            return f"undone to {event.to_seq}"
        case QuestionAsked():
            return f"asked {event.choice} {list(event.options)}"
        case QuestionSettled():
            return f"settled {event.answer}"
        case PressRefused():
            return f"press refused: {event.text}"
        case _:
            return event.name


def says(what: str, detail: str | None = None) -> tuple[Said, ...]:
    return (Said(what, detail),)


FORK = {("start", "x"): [Way("left", says("left")), Way("right", says("right"))]}


def test_a_lawful_reading_beats_nothing_beats_an_unlawful_one() -> None:
    moves = {
        ("start", "x"): [Way("bad", refused="too_blue"), Way("idle", idle=True), Way("good", says("good"))],
        ("start", "y"): [Way("bad", refused="too_blue"), Way("idle", idle=True)],
    }

    assert Court(moves).sees("x").states == ["good"]
    assert Court(moves).sees("y").states == ["idle"]


def test_a_reading_that_holds_otherwise_gives_way_to_a_better_one_and_beats_nothing() -> None:
    moves = {
        **FORK,
        ("left", "y"): [Way("weak", says("weak"), otherwise=True)],
        ("right", "y"): [Way("strong", says("strong"))],
        ("left", "z"): [Way("weak", says("weak"), otherwise=True)],
    }

    assert Court(moves).sees("x", "y").states == ["strong"]
    assert Court(moves).sees("x", "z").states == ["weak"]


@pytest.mark.parametrize(
    ("left", "right", "reason"),
    [
        ("already_played", "wrong_zone", "wrong_zone"),
        ("too_green", "too_blue", "too_blue"),  # the game's own, in the game's order
        ("too_blue", "already_played", "already_played"),  # what all games share comes before
        ("unheard_of", "too_green", "too_green"),  # what no game has named comes last, and harms nobody
        ("unheard_of", "nor_that", "unheard_of"),
    ],
)
def test_what_no_world_reads_lawfully_is_refused_for_the_first_reason_in_their_order(
    left: str, right: str, reason: str
) -> None:
    moves = {**FORK, ("left", "y"): [Way("bad", refused=left)], ("right", "y"): [Way("bad", refused=right)]}
    court = Court(moves).sees("x", "y")

    assert court.public == [f"refused:{reason}"]
    assert court.states == ["left", "right"]


def test_a_world_in_which_a_fact_is_unlawful_is_given_up_for_one_in_which_it_is_lawful() -> None:
    moves = {**FORK, ("left", "y"): [Way("bad", refused="too_blue")], ("right", "y"): [Way("end", says("end"))]}

    assert Court(moves).sees("x", "y").states == ["end"]


def test_passing_time_speaks_against_no_world() -> None:
    moves = {**FORK, ("left", "time"): [Way("later", says("later"))]}

    assert Court(moves).sees("x", "time").states == ["later", "right"]


def test_equal_states_merge_whatever_their_pasts() -> None:
    moves = {**FORK, ("left", "y"): [Way("end")], ("right", "y"): [Way("end")]}

    assert Court(moves).sees("x", "y").states == ["end"]


def test_what_worlds_differ_on_waits_until_a_fact_settles_it() -> None:
    moves = {**FORK, ("right", "y"): [Way("end", says("end"))]}
    court = Court(moves).sees("x")
    assert court.public == []

    court.sees("y")

    assert court.public == ["right:None", "end:None"]


def test_what_waits_is_discarded_once_something_later_is_told() -> None:
    both = [Way("end", says("both"))]
    court = Court({**FORK, ("left", "y"): both, ("right", "y"): both}).sees("x", "y")

    assert court.public == ["both:None"]
    assert court.states == ["end"]


def turns(*seats: int) -> tuple[TurnStarted, ...]:
    return tuple(map(TurnStarted, seats))


def test_what_stands_waits_though_something_later_is_told() -> None:
    both = says("both")
    court = Court(
        {
            ("start", "x"): [Way("left", turns(1)), Way("right", turns(2))],
            ("left", "y"): [Way("left", both)],
            ("right", "y"): [Way("right", both)],
            ("right", "z"): [Way("end")],
        }
    ).sees("x", "y")
    assert court.public == ["both:None"]

    assert court.sees("z").public == ["both:None", "turn_started"]


def test_what_stands_is_dropped_once_another_of_its_kind_is_told() -> None:
    court = Court(
        {
            ("start", "x"): [Way("left", turns(1)), Way("right", turns(2))],
            ("left", "y"): [Way("left", turns(3))],
            ("right", "y"): [Way("right", turns(3))],
            ("right", "z"): [Way("end")],
        }
    )

    assert court.sees("x", "y", "z").public == ["turn_started"]


def test_a_common_event_is_told_though_others_of_the_same_fact_differ() -> None:
    moves = {
        ("start", "x"): [
            Way("left", (*says("same"), *says("left"))),
            Way("right", (*says("same"), *says("right"))),
        ],
        ("right", "y"): [Way("end")],
    }
    court = Court(moves).sees("x")
    assert court.public == ["same:None"]

    assert court.sees("y").public == ["same:None", "right:None"]


def test_fields_that_may_blur_become_null() -> None:
    court = Court({("start", "x"): [Way("left", says("card", "3")), Way("right", says("card", "7"))]})

    assert court.sees("x").public == ["card:None"]


def test_a_world_with_a_secret_keeps_silent_while_an_innocent_one_lives() -> None:
    moves = {
        ("start", "x"): [Way("left", says("left")), Way("right", says("right"), secret=True)],
        ("right", "y"): [Way("end", says("end"))],
    }
    court = Court(moves).sees("x")
    assert court.public == ["left:None"]
    assert court.referee.view("public") == ToyView(state="left", parts=(Part(state="same"), Part(state="left")))

    court.sees("y")  # only the world with the secret can read it

    assert court.public == ["left:None", "right:None", "end:None"]


def test_a_secret_changes_nothing_that_is_told() -> None:
    innocent = {("start", "x"): [Way("left", says("left"))], ("left", "y"): [Way("end", says("end"))]}
    secret = {
        ("start", "x"): [Way("left", says("left")), Way("right", (), secret=True)],
        ("left", "y"): [Way("end", says("end"))],
        ("right", "y"): [Way("elsewhere", says("elsewhere"))],
    }

    assert Court(secret).sees("x", "y").public == Court(innocent).sees("x", "y").public


def test_merging_keeps_the_most_innocent_past() -> None:
    moves = {
        ("start", "x"): [Way("right", secret=True), Way("left")],
        ("left", "y"): [Way("end")],
        ("right", "y"): [Way("end")],
    }
    court = Court(moves).sees("x", "y")

    assert [(world.state, world.secrets) for world in court.referee.worlds] == [("end", 0)]


def test_each_audience_is_told_what_it_may_know() -> None:
    court = Court({("start", "x"): [Way("end", (*says("secret"), *says("open")))]}).sees("x")

    assert court.public == ["open:None"]
    assert court.sealed == ["secret:None", "open:None"]


def test_pictures_show_what_the_worlds_agree_on() -> None:
    court = Court(FORK).sees("x")

    assert court.referee.view("public") == ToyView(state=None, parts=(Part(state="same"), Part(state=None)))


def test_the_earliest_deadline_of_any_world_is_due() -> None:
    court = Court(FORK, {"left": 700, "right": 300}).sees("x")

    assert court.referee.due() == 300


def test_too_many_worlds_are_cut_in_order_and_counted() -> None:
    many = [Way(f"world {i}") for i in range(MOST_WORLDS + 6)]
    court = Court({("start", "x"): many}).sees("x")

    assert court.states == [f"world {i}" for i in range(MOST_WORLDS)]
    assert court.referee.cut == 6


def test_a_game_is_over_when_it_is_over_in_every_world() -> None:
    moves = {("start", "x"): [Way("over"), Way("right")], ("right", "y"): [Way("over")], ("over", "y"): [Way("over")]}
    court = Court(moves).sees("x")
    assert not court.referee.ended()

    assert court.sees("y").referee.ended()


# -- what was refused, and admitted all the same

REFUSED = {("start", "x"): [Way("bad", refused="too_blue")]}


def test_what_was_refused_is_admitted_by_the_host_in_every_world() -> None:
    moves = {**REFUSED, ("start", "ruled"): [Way("end", says("end"), refused="too_blue")]}
    court = Court(moves).sees("x").does("rule", 0)

    assert court.public == ["refused:too_blue", "end:None"]
    assert court.states == ["end"]


def test_there_may_be_nothing_to_admit() -> None:
    court = Court(REFUSED).sees("x").does("rule", 0)

    assert court.public == ["refused:too_blue", "press refused: No play was refused that could be accepted."]


def test_what_was_refused_is_admitted_when_people_play_on() -> None:
    over = {
        **REFUSED,
        ("start", "played on"): [Way("went on", says("first"), refused="too_blue")],
        ("start", "y"): [Way("bad", refused="not_adjacent")],
        ("went on", "y"): [Way("end", says("second"))],
    }
    court = Court(over).sees("x", "y")

    assert court.public == ["refused:too_blue", "first:None", "second:None"]
    assert court.states == ["end"]


def test_what_may_replace_a_refused_play_does_not_show_that_people_play_on() -> None:
    over = {
        **REFUSED,
        ("start", "played on"): [Way("went on", says("first"), refused="too_blue")],
        ("start", "put back"): [Way("clear")],
        ("start", "y"): [Way("bad", refused="not_adjacent")],
        ("went on", "y"): [Way("end", says("second"))],
        ("clear", "y"): [Way("end", says("second"))],
    }
    court = Court(over).sees("x", "y")

    assert court.public == ["refused:too_blue", "refused:not_adjacent"]
    assert court.states == ["start"]


def test_what_may_replace_a_refused_play_only_in_a_secret_world_shows_that_people_play_on() -> None:
    over = {
        ("start", "z"): [Way("open", says("z")), Way("hidden", says("z"), secret=True)],
        **{(at, card): [Way("bad", refused="too_blue")] for at in ("open", "hidden") for card in ("x", "y")},
        **{(at, "played on"): [Way("went on", says("first"), refused="too_blue")] for at in ("open", "hidden")},
        ("hidden", "put back"): [Way("clear")],
        ("went on", "y"): [Way("end", says("second"))],
        ("clear", "y"): [Way("end", says("second"))],
    }
    court = Court(over).sees("z", "x", "y")

    assert court.public == ["z:None", "refused:too_blue", "first:None", "second:None"]


def test_what_does_not_fit_on_a_refused_play_either_is_refused() -> None:
    over = {
        **REFUSED,
        ("start", "played on"): [Way("went on", says("first"), refused="too_blue")],
        ("start", "y"): [Way("bad", refused="not_adjacent")],
        ("went on", "y"): [Way("bad", refused="too_blue")],
    }
    court = Court(over).sees("x", "y")

    assert court.public == ["refused:too_blue", "refused:not_adjacent"]
    assert court.states == ["start"]


# -- undo and take-back

MARKED = {
    ("start", "x"): [Way("left", says("left"), marked=True), Way("right", says("right"), secret=True)],
    ("left", "y"): [Way("after left", says("after"), marked=True)],
    ("right", "z"): [Way("after right", says("after"), marked=True)],
    ("after right", "back"): [Way("after right", takes_back=True)],
}


def test_undo_brings_the_worlds_back_and_says_to_where_in_each_count() -> None:
    court = Court(MARKED).sees("x", "z").does("undo", {})

    assert court.public == ["left:None", "right:None", "after:None", "undone to 2", "restored:after right []"]
    assert court.states == ["left", "right"]


def test_undo_goes_back_to_before_what_was_done_of_a_fact_that_was_refused_in_the_end() -> None:
    refused = Way("bad", refused="too_blue")
    moves = {("start", "x"): [Way("dared", says("dared"), marked=True, then=refused)]}
    court = Court(moves).sees("x")
    assert (court.public, court.states) == (["dared:None", "refused:too_blue"], ["dared"])

    assert court.does("undo", {}).states == ["start"]


def test_undo_goes_back_step_by_step_until_there_is_nothing_left() -> None:
    court = Court(MARKED).sees("x", "y").does("undo", {}).does("undo", {}).does("undo", {})

    assert [line for line in court.public if "undo" in line or "press" in line] == [
        "undone to 2",
        "undone to 1",
        "press refused: There is nothing to take back.",
    ]
    assert court.states == ["start"]


def test_taking_back_restores_the_worlds_and_needs_no_undo() -> None:
    court = Court(MARKED).sees("x", "z", "back")

    assert court.public[-1] == "restored:after right"
    assert court.states == ["left", "right"]
    assert court.does("undo", {}).states == ["start"]


# -- pause


def test_while_paused_what_is_done_is_refused_as_paused() -> None:
    court = Court({("start", "x"): [Way("end", says("end"))]})
    court.referee.halted = "The host has paused the game."
    court.sees("x")
    court.referee.halted = None
    court.sees("x")

    assert court.public == ["refused:paused", "end:None"]


def test_of_several_actions_the_last_is_refused_while_paused_for_that_is_what_was_seen() -> None:
    seen: list[Way] = []

    class Noting(Toy):
        def refuse(self, state: str, action: Way, why: IllegalAction) -> tuple[str, tuple[Event, ...]]:
            seen.append(action)
            return super().refuse(state, action, why)

    moves = {("start", "x"): [Way("ended", then=Way("laid"))]}
    court = Court(moves)
    court.referee = Referee(Noting(moves), setup(), ("public",))
    court.referee.halted = "The host has paused the game."
    court.sees("x")

    assert [way.to for way in seen] == ["laid"]


# -- questions

SIDES = {
    ("start", "x"): [Way("went left", says("left")), Way("went right", says("right"))],
    ("went left", "y"): [Way("went left", says("more"))],
    ("went right", "y"): [Way("went right", says("more"))],
    ("went right", "z"): [Way("went right", says("only right"))],
}


def test_what_worlds_differ_on_and_people_can_tell_is_asked_once() -> None:
    court = Court(SIDES).sees("x", "y")

    assert court.public == ["asked side ['left', 'right']", "more:None"]


def test_all_are_asked_who_may_have_to_tell_and_nobody_by_name() -> None:
    moves = {("start", "x"): [Way("went left of 1"), Way("went right of 2"), Way("went left of 3")]}
    question = Court(moves).sees("x").referee.question

    assert question is not None
    assert (question.seats, question.text, question.options) == ((1, 2, 3), "Whose side?", ("left", "right"))


def test_an_answer_gives_up_the_worlds_that_say_otherwise_and_tells_what_waited() -> None:
    court = Court(SIDES).sees("x").does("settle", "right")

    assert court.public == ["asked side ['left', 'right']", "settled right", "right:None"]
    assert court.states == ["went right"]


def test_a_later_fact_may_answer_a_question() -> None:
    court = Court(SIDES).sees("x", "z")

    assert court.public == ["asked side ['left', 'right']", "settled right", "right:None", "only right:None"]


def test_without_a_question_there_is_nothing_to_answer() -> None:
    court = Court(SIDES).does("settle", "right")

    assert court.public == ["press refused: No question is open."]


def test_an_answer_that_nobody_asked_for_changes_nothing() -> None:
    court = Court(SIDES).sees("x").does("settle", "up")

    assert court.public == ["asked side ['left', 'right']", "press refused: That answers another question."]
    assert court.states == ["went left", "went right"]


def test_undo_takes_a_question_back() -> None:
    moves = {("start", "x"): [Way("went left", marked=True), Way("went right", marked=True)]}
    court = Court(moves).sees("x").does("undo", {})

    assert court.public == ["asked side ['left', 'right']", "undone to 1", "restored:went left []"]
    assert court.referee.question is None


def test_where_worlds_agree_on_nothing_that_is_to_be_done_people_are_told_to_play_on() -> None:
    shown = interruption(View(headline=None), Stand(), Inquiry(), None, setup())

    assert (shown.headline, shown.prompt) == ("Go on", "Play on.")
