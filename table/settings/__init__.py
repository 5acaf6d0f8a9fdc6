"""The settings of table.toml: values, sections, checks of their combinations, and errors that name line and key.

No device is opened here: only the hardware packages can tell whether a chip answers.
"""
