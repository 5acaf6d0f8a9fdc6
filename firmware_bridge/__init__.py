"""The serial link to Raspberry Pi Picos, which read tags, stamp buttons and drive lights. It knows nothing of cards."""
