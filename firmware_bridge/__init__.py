"""The serial link to microcontrollers that read cards and stamp buttons for the table; it knows nothing of cards.

The room is empty as long as every reader and button is wired to the table's own pins: its first
inhabitant is the bridge to the Raspberry Pi Pico. The layering test already keeps it apart from
`table` and `web`, so that what moves in cannot reach for either.
"""
