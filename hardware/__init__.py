"""Chips and pins: how the table senses tags and fingers. Nothing here knows about cards or games."""
