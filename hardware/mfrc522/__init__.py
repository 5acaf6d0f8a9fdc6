"""The MFRC522 and its clones: the chip behind a port, and the reader made from it.

Above `hardware/reader.py`, only code that opens, examines or finds readers knows the chip.
"""
