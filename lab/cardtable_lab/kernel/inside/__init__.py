"""Code that runs inside the kernel: one module for each chapter, and the modules that chapters share.

`devices` creates a Pi's devices, `board` simulates the chips on its bus, `console` prints the findings.
"""
