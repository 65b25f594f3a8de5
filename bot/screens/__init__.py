"""What is shown at each moment, as plain data: lines, a picture, buttons. Pure, and in the reader's language.

In come tables, pages of ladders, settings; out go scenes, which the room `discord` makes messages of.
"""
