"""Answers to what the table cannot see and asks: which pile is the highest, and what a card showed."""

from cardtable_lab.simulated.nur_mut.book import JOKER
from cardtable_lab.simulated.nur_mut.players import Players
from table.robots.environment import Doing
from table.view import QuestionView


def answers(players: Players) -> Doing:
    """Answer questions truthfully, by phone or button of whoever is asked, as long as the game lasts."""
    environment = players.environment
    while not environment.over:
        yield from environment.until(lambda: environment.over or _question(players) is not None, 3600)
        question = _question(players)
        if question is None:
            continue
        environment.exercised["questions"] += 1
        environment.note("asked", choice=question.choice)
        yield environment.waits(0.8, 2.0)
        if _question(players) == question:
            yield from _answers(players, question)
        yield from _until_it_is_gone(players, question)


def _until_it_is_gone(players: Players, question: QuestionView) -> Doing:
    yield from players.environment.until(lambda: _question(players) != question, 5)


def _question(players: Players) -> QuestionView | None:
    return players.environment.view.question


def _answers(players: Players, question: QuestionView) -> Doing:
    """Tap for the first answer, press twice for the second, or say it on a phone."""
    environment, seat = players.environment, question.seats[0]
    options = [option.answer for option in question.options]
    answer = _truth(players, question.choice)
    if answer not in options:
        environment.note("no_answer", choice=question.choice, answer=answer)
        return
    environment.note("answers", choice=question.choice, answer=answer)
    if options.index(answer) == 0 and environment.happens(0.4):
        yield from environment.taps(seat)
    elif options.index(answer) == 1 and environment.happens(0.4):
        yield from environment.doubles(seat)
    else:
        environment.says(seat, "settle", answer)


def _truth(players: Players, choice: str) -> int | str:
    """Return the true answer, which everybody at the table sees or has seen."""
    if choice == "highest":
        fails = next((deed for deed in reversed(players.environment.deeds) if deed["deed"] == "fails"), None)
        return "" if fails is None else " ".join(fails["highest"])
    card = choice.removeprefix("face ")
    lies = (deed for deed in reversed(players.environment.deeds) if deed["deed"] == "lies")
    face = next((deed["face"] for deed in lies if deed["cards"] == [card]), JOKER)
    return face if isinstance(face, int | str) else JOKER
