"""Tests of the torture run, and of what it has found."""
