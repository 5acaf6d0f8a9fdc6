"""Answers to what the table cannot see and asks: which pile is the highest, and what a card showed."""

from cardtable_lab.simulated.nur_mut.book import JOKER
from cardtable_lab.simulated.nur_mut.party import Party
from table.robots.environment import Doing
from table.view import QuestionView


def answers(party: Party) -> Doing:
    """Answer questions truthfully, by phone or button of whoever is asked, as long as the game lasts."""
    evening = party.evening
    while not evening.over:
        yield from evening.until(lambda: evening.over or _question(party) is not None, 3600)
        question = _question(party)
        if question is None:
            continue
        evening.exercised["questions"] += 1
        evening.note("asked", choice=question.choice)
        yield evening.waits(0.8, 2.0)
        if _question(party) == question:
            yield from _answers(party, question)
        yield from _until_it_is_gone(party, question)


def _until_it_is_gone(party: Party, question: QuestionView) -> Doing:
    yield from party.evening.until(lambda: _question(party) != question, 5)


def _question(party: Party) -> QuestionView | None:
    return party.evening.view.question


def _answers(party: Party, question: QuestionView) -> Doing:
    """Tap for the first answer, press twice for the second, or say it on a phone."""
    evening, seat = party.evening, question.seats[0]
    options = [option.answer for option in question.options]
    answer = _truth(party, question.choice)
    if answer not in options:
        evening.note("no_answer", choice=question.choice, answer=answer)
        return
    evening.note("answers", choice=question.choice, answer=answer)
    if options.index(answer) == 0 and evening.happens(0.4):
        yield from evening.taps(seat)
    elif options.index(answer) == 1 and evening.happens(0.4):
        yield from evening.doubles(seat)
    else:
        evening.says(seat, "settle", answer)


def _truth(party: Party, choice: str) -> int | str:
    """Return the true answer, which everybody at the table sees or has seen."""
    if choice == "highest":
        fails = next((deed for deed in reversed(party.evening.deeds) if deed["deed"] == "fails"), None)
        return "" if fails is None else " ".join(fails["highest"])
    card = choice.removeprefix("face ")
    lies = (deed for deed in reversed(party.evening.deeds) if deed["deed"] == "lies")
    face = next((deed["face"] for deed in lies if deed["cards"] == [card]), JOKER)
    return face if isinstance(face, int | str) else JOKER
