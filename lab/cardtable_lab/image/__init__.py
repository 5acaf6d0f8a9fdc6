"""An image for a card: Debian for a Raspberry Pi with the table installed in it, built without a Pi."""
