"""Tests of the torture run, and of what it found."""
