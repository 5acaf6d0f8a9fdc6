"""From observations to facts: in time order, by zone, with tags turned into cards.

This package does not depend on rules, the journal or chips; `table.wiring` connects the sources.
"""
