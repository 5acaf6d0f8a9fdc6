"""Any moment of a game that is over: what was shown then, byte for byte."""

import json
import random
from itertools import groupby
from pathlib import Path

import pytest

from table import facts
from table.board import Snapshot, drawn
from table.complaints import BadInput
from table.games.game import PUBLIC
from table.history.importing import played
from table.history.moments import Moments
from table.judging.session import Session
from table.values import replace
from tests.history.library import SCRIPTS, script
from web.delivery.shown import shown


def pictures_of(path: Path) -> dict[int, str]:
    """Return what phones were shown after each public event, as a table that plays the script shows it."""
    bodies = [facts.parse(line) for line in path.read_text().splitlines() if line.strip()]
    session, delivered, seen = None, (), {}
    for fact in bodies:
        if session is None:
            assert isinstance(fact, facts.GameStarted)
            session = Session(fact)
            lines = session.opening
        else:
            lines = session.take(fact)
        for line in lines:
            if line.audience == PUBLIC:
                delivered = (*delivered, line)
                game = drawn(session, 7, {PUBLIC: delivered})
                game = replace(game, views={PUBLIC: replace(game.view(), last=line.json)})
                seen[line.seq] = json.dumps(shown(Snapshot(game=game), PUBLIC))
    return seen


@pytest.mark.long
@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_every_moment_is_what_was_shown_then_in_whatever_order_they_are_asked_for(path: Path) -> None:
    then, moments = pictures_of(path), Moments(7, played(path))
    assert moments.last == len(then)

    asked = random.Random(1).choices(sorted(then), k=125)  # noqa: S311
    again = {seq: json.dumps(shown(moments.snapshot(seq), PUBLIC)) for seq in asked}

    assert again == {seq: then[seq] for seq in asked}


def test_events_of_one_fact_share_their_state_but_each_is_the_last_of_its_own_moment() -> None:
    record = played(script("mito-on-pads"))
    moments = Moments(7, record)
    shared = [list(seqs) for _, seqs in groupby(range(1, moments.last + 1), lambda seq: record.of[seq - 1])]
    together = next(seqs for seqs in shared if len(seqs) > 2)
    pictures = [shown(moments.snapshot(seq), PUBLIC) for seq in together]

    assert len({json.dumps([picture["piles"], picture["seats"], picture["turn"]]) for picture in pictures}) == 1
    assert [picture["last"]["seq"] for picture in pictures] == together
    assert all(item["seq"] <= seq for seq, picture in zip(together, pictures, strict=True) for item in picture["news"])


@pytest.mark.parametrize("seq", [0, -1, 10_000])
def test_a_moment_that_never_was_is_refused(seq: int) -> None:
    with pytest.raises(BadInput, match="this game has events 1 to"):
        Moments(7, played(script("mytho-on-pads"))).snapshot(seq)


def test_a_game_told_under_other_rules_is_not_drawn_wrongly() -> None:
    record = played(script("mytho-on-pads"))
    events = ({**record.events[0], "players": ["Zoe"]}, *record.events[1:])
    at = next(seq for seq, event in enumerate(record.events, start=1) if event["event"] == "card_played")
    otherwise = tuple({**event, "seat": 2} if event["seq"] == at else event for event in events)
    moments = Moments(7, type(record)(record.facts, otherwise, record.of))
    for _ in range(2):
        with pytest.raises(BadInput, match="rules have changed"):
            moments.snapshot(len(otherwise))
