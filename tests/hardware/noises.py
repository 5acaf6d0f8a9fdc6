"""Rooms in which readers read badly: what calibration is tried on. All numbers are guesses."""

from dataclasses import replace

from hardware.emulator.physics import TYPICAL

WEAK = replace(TYPICAL, name="weak clones", weak_db=7, lost=0.03, garbled=0.01, fade=0.55, noise=0.003)
METAL = replace(TYPICAL, name="a metal table", weak_db=3, fade=0.62, approach_ns=40_000_000)
NEIGHBOURS = replace(TYPICAL, name="neighbours", bleed=0.12, fade=0.6, capture=0.5, approach_ns=40_000_000)
