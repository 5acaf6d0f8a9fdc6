"""What a table comes back with: its files replaced all at once, and a count of the starts that died."""
