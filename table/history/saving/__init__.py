"""What is done with all of it at once: backed up, restored, sent by a phone, or rid of a name."""
