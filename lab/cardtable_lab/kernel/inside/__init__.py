"""What runs inside the kernel: one module for each chapter, and what they share.

`devices` makes what a Pi has, `board` simulates the chips on its bus, `console` reports what was found.
"""
