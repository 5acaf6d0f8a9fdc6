"""The settings of table.toml: values, sections, how they fit together, and errors that name line and key.

Nothing is opened here: whether a chip answers is for the hardware to find out.
"""
