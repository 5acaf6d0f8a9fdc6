"""What table.toml may say: values, sections, how they fit together, and complaints that name line and key.

Nothing is opened here: whether a chip answers is for the hardware to find out.
"""
