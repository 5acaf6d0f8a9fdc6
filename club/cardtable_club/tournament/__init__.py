"""A tournament over many tables: pairings, points, standings. Pure functions: no clock, no database, no broker.

A tournament is a log of decisions. Its state follows from the log: the same log and seed give the same pairings.
"""
