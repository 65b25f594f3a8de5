"""What channels and people are told: the message of a match, private questions, covering, the end of seasons.

In comes that something happened at a table; out go scenes, posted, edited or removed through `Channels`. It tells what
the store holds, so that a crash at any line is made good by the next round.
"""
