"""How well people play, as far as their results tell: ratings, standings, seasons, profiles, habits.

In come results and journals; out go ratings to be stored with the end of a match, and pages to be shown.
"""
