"""Why an event of Mito happened: the rules behind it (docs/rules/mito.md), and what the table saw.

Everything comes from what the event's audience has been told by then, see moment.py. So whether two cards were dropped
as one shows here as little as in the events: a drop is what was told of it.
"""

from table.games.mito.telling import why_played, why_raced, why_rounds
from table.games.moment import UNRULED, Answers

ANSWERS: Answers = {**UNRULED, **why_played.ANSWERS, **why_raced.ANSWERS, **why_rounds.ANSWERS}
