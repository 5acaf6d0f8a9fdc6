"""From what sources saw to facts of the table: in order, by zone, tags become cards, foreign cards get an alias.

Nothing here knows a rule, a journal or a chip: sources come in through the wiring.
"""
