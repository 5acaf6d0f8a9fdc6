"""Why an event of Mito happened: the rules behind it (docs/rules/mito.md), and what the table saw.

Answers use only events that the audience already has, see moment.py. So, like the events, they do not reveal whether
two cards were dropped as one.
"""

from table.games.mito.telling import why_played, why_raced, why_rounds
from table.games.moment import UNRULED, Answers

ANSWERS: Answers = {**UNRULED, **why_played.ANSWERS, **why_raced.ANSWERS, **why_rounds.ANSWERS}
