"""What a ladder thinks of somebody, in a few characters: points, how sure they are, and what a rank still takes."""

from __future__ import annotations

from bot.ladder.rating import figure, missing, strangers, unsure
from bot.texts import say
from storage import Rating, Standing


def worth(rating: Rating, locale: str) -> str:
    return say("worth-likely", locale, points=figure(rating), unsure=unsure(rating))


def ranked(standing: Standing, locale: str) -> str:
    left = missing(standing.rating)
    if left:
        return lacking(left, strangers(standing.rating), locale)
    return say("rated-rank", locale, rank=standing.rank)


def lacking(matches: int, new: int, locale: str) -> str:
    """So many matches until a rank, and so many of them against people whom one has not met."""
    if new == matches:
        return say("rank-strangers", locale, strangers=new)
    return say("rank-missing", locale, matches=matches, strangers=new)
