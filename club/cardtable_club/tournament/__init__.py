"""A tournament over many tables: pairings, points, standings. Pure: no clock, no database, no broker.

It is a log of decisions; its state follows from the log, and the same log and seed give the same pairings.
"""
