"""The MFRC522 and its clones: the chip behind a port, and the reader made from it.

Nothing above `hardware/reader.py` knows it, but for what opens it, examines it or finds it.
"""
