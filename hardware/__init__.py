"""Chips and pins: how the table senses tags and fingers. Nothing here knows cards or games."""
