"""A tournament over many tables: pairings, points, standings. Pure: no clock, no database, no broker.

It is a log of what was decided; where it stands follows from that, and the same log and seed give the same pairings.
"""
