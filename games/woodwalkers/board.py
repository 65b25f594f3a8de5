from games.art import SLATE, Palette, Picture


def picture(view):
    return Picture(Palette("games.woodwalkers", (SLATE,), ()), 900, 1200, SLATE, ())
