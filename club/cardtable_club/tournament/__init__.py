"""Pairings, points and standings of a tournament: pure functions that use no clock, database or broker.

A tournament is stored as a log of decisions, and its state is computed from that log. The same log and seed always give
the same pairings.
"""
