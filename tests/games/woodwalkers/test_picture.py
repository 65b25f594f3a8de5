"""The board as a picture: what lies where, and what stands beside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from games import art, canvas, typeface
from games.art import GOLD, PANEL, Box, Letters, Mark, Name, Picture, Sprite, Written
from games.drawing import rendered, svg
from games.woodwalkers import GAME
from games.woodwalkers.board import CELL, LEFT, PITCH, STEP, TOP, corner, sketch
from games.woodwalkers.frame import ASIDE, GROUNDS, PALE, SHAPES
from games.woodwalkers.ground import NUMBER, SPACES
from games.woodwalkers.state import View
from games.woodwalkers.things import ANIMALS, EVERY
from tests.games.lines import said
from tests.games.woodwalkers.drawn import WOLF_AND_OTTER, drawn, moving, table, turn, wandering
from tests.games.woodwalkers.scenes import SCENES, scene
from tests.games.woodwalkers.test_end import ended
from tests.games.woodwalkers.test_telling import crowd
from tests.laws.test_pictures import HEAVIEST, LONG, apart
from tests.laws.test_pictures import within as clipped_nowhere


def picture(where: str, seat: int | None = None) -> Picture:
    return GAME.picture(scene(where).view(seat))


# The board


def within(board: Picture, space: str) -> list[Mark]:
    """What lies on a space, the lowest first."""
    left, top = LEFT + "abcdefghi".index(space[0]) * PITCH, TOP + (9 - int(space[1])) * PITCH
    # Whoever stands upon a flag stands on tiptoe.
    return [mark for mark in board.marks if left <= mark[1] < left + CELL and top - 8 <= mark[2] < top + CELL - 8]


def names(board: Picture, space: str) -> list[str]:
    sprites = (what for what, _, _ in within(board, space) if isinstance(what, Sprite))
    return [" ".join(filter(None, (sprite.name, sprite.text))) for sprite in sprites]


def ground(board: Picture, space: str) -> str:
    """Its rim, if it has one."""
    (found,) = (what for what, _, _ in within(board, space) if isinstance(what, Box) and what.width == CELL)
    return found.rim or found.ink


@pytest.mark.parametrize(
    ("where", "seat", "space", "lies"),
    [
        ("move", None, "d2", ["disc wolf", "drop"]),
        ("move", None, "d4", ["diamond", "otter", "ensign_short 7"]),
        ("move", None, "f4", ["flag 5"]),
        ("move", None, "e3", ["tile"]),
        ("move", None, "b1", ["disc bison"]),
        ("move", None, "d1", []),
        # What can be reached, for whoever moves.
        ("move", 0, "d3", ["dot"]),
        ("move", 0, "e3", ["tile", "dot_upon"]),
        ("move", 0, "f4", ["flag 5", "dot_upon"]),
        ("move", 0, "d4", ["diamond", "otter", "ensign_short 7", "dot_upon"]),
        ("move", 1, "d4", ["diamond", "otter", "ensign_short 7"]),
        ("home", 1, "f9", ["dot"]),
        ("four", None, "f4", ["triangle bear", "drop"]),
        ("four", None, "f2", ["square puma", "drop", "drop"]),
        ("midnight move", None, "d2", ["disc paw"]),
        ("midnight help", 0, "d2", ["disc wolf", "drop"]),
        ("midnight help", 1, "d2", ["disc paw"]),
        ("home", None, "d4", ["disc wolf"]),
        ("home", None, "d2", []),
        # While all arrange, nobody has seen how.
        ("arrange", None, "b1", ["disc paw"]),
        ("arrange", 0, "b1", ["disc paw"]),
        ("arrange", None, "h9", ["diamond paw"]),
        ("arrange", None, "a4", []),
        ("arrange west", None, "a4", ["diamond paw"]),
        ("arranged", None, "b1", ["disc wolf"]),
        ("midnight mode", 0, "b1", ["disc paw"]),
    ],
)
def test_what_lies_on_a_space(where: str, seat: int | None, space: str, lies: list[str]) -> None:
    assert names(picture(where, seat), space) == lies


@pytest.mark.parametrize(
    ("where", "space", "colour"),
    [
        ("move", "d3", GROUNDS["day"]),
        ("midnight move", "d3", GROUNDS["midnight"]),
        ("move", "d1", PALE[0]),
        ("move", "f9", PALE[1]),
        ("four", "i5", PALE[3]),
        # The way of the newest turn.
        ("home", "d2", GOLD),
        ("home", "d4", GOLD),
        ("home", "d3", GROUNDS["day"]),
    ],
)
def test_what_a_space_is(where: str, space: str, colour: str) -> None:
    assert ground(picture(where), space) == colour


@pytest.mark.parametrize(
    ("where", "columns"), [("move", "BCDEFGH"), ("midnight move", "BCDEFGH"), ("four", "ABCDEFGHI")]
)
def test_where_nobody_sits_there_is_nothing(where: str, columns: str) -> None:
    board = picture(where)
    named = [
        what.text for what, left, _ in board.marks if isinstance(what, Letters) and left < ASIDE and what.width == CELL
    ]
    assert "".join(named) == columns
    spaces = [left for what, left, _ in board.marks if isinstance(what, Box) and what.width == CELL]
    assert len(spaces) == 49 + 7 * (4 if where == "four" else 2)
    # The numbers of rows stand beside what there is.
    numbers = [left for what, left, _ in board.marks if isinstance(what, Letters) and what.width == 30 and left < ASIDE]
    assert len(numbers) == 9
    assert all(0 < min(spaces) - left <= 40 for left in numbers)


def test_gold_is_seen_around_what_stands_on_it() -> None:
    board = picture("home")
    (moved,), (stayed,) = (
        [what for what, _, _ in within(board, at) if isinstance(what, Sprite)] for at in ("d4", "b1")
    )
    assert moved.width < stayed.width < CELL


def dots(board: Picture) -> list[tuple[int, int]]:
    """Their middles."""
    sized = ((what, left, top) for what, left, top in board.marks if isinstance(what, Box) and what.width == STEP)
    return [(left + STEP // 2, top + STEP // 2) for _, left, top in sized]


def heads(board: Picture) -> list[int]:
    """Whither they point, clockwise from the right."""
    return [what.turned for what, _, _ in board.marks if isinstance(what, Sprite) and what.name == "heading"]


@pytest.mark.parametrize(
    ("goal", "turned", "passed"),
    [("d4", 270, ("d3",)), ("e3", 0, ("d3",)), ("c3", 180, ("d3",)), ("d3", 270, ())],
)
def test_the_way_of_whoever_moved_is_dotted(goal: str, turned: int, passed: tuple[str, ...]) -> None:
    """Round what stands and what lies in between, and clear of whoever is at its ends."""
    board = GAME.picture(said(moving("2 - . 0be 0wo 0ot", 2), f"0 move d2 {goal}").view(None))
    assert [space for space in ("d2", goal) if ground(board, space) == GOLD] == ["d2", goal]
    (went,) = (what for what, _, _ in within(board, goal) if isinstance(what, Box) and what.width == CELL)
    assert (went.ink, went.rim) == (GOLD, "")
    assert heads(board) == [turned]
    crossed = {space for space in SPACES for x, y in dots(board) if over(space, x, y)}
    assert crossed == {*passed, *(("d2",) if passed else ())}


def over(space: str, x: int, y: int) -> bool:
    left, top = corner(NUMBER[space])
    return left <= x < left + CELL and top <= y < top + CELL


def test_what_has_not_moved_leaves_no_way() -> None:
    for where in ("arrange", "mode", "roll", "move"):
        assert not dots(picture(where)) + heads(picture(where))


def test_who_came_home_has_a_house_and_no_gold() -> None:
    board = GAME.picture(said(moving(WOLF_AND_OTTER, 2, 6, 1), "0 move d2 d4", "1 home f9").view(None))
    assert names(board, "f9") == ["diamond otter", "drop", "home"]
    assert ground(board, "f9") == PALE[1]


def test_forest_tiles_that_were_never_found_are_shown_at_the_end() -> None:
    tiles = ["flag15 b4", "medicine b6", "die c3", "point c5"]
    match = said(drawn(stack=["speed"] * 3, forest=tiles), "0 mode speed", "1 skip", "0 skip")
    board = GAME.picture(match.view(None))
    assert [names(board, at) for at in ("b4", "b6", "c3", "c5")] == [
        ["tile", "pennant 15"],
        ["tile", "medicine"],
        ["tile", "die"],
        ["tile", "point"],
    ]


@pytest.mark.parametrize("flag", [5, 15])
@pytest.mark.parametrize("wounds", [0, 1, 2])
@pytest.mark.parametrize("animal", EVERY)
def test_nothing_covers_the_face_of_whoever_stands_on_a_flag(animal: int, wounds: int, flag: int) -> None:
    """Neither the flag nor their wounds nor the dot that says they may be challenged."""
    view = scene("move").view(0)
    space = next(space for space, _ in view.flags if view.standing(space))
    seat, _ = view.standing(space) or (0, 0)
    hurt = tuple(wounds if each == animal else 0 for each in EVERY)
    camp = replace(view.camps[seat], tiles=((space, animal),), wounds=hurt)
    camps = tuple(camp if at == seat else other for at, other in enumerate(view.camps))
    board = GAME.picture(replace(view, camps=camps, flags=((space, flag),)))
    (face, left, top), *upon = [
        mark for mark in within(board, "d4") if isinstance(mark[0], Sprite) and mark[0].name not in SHAPES
    ]
    assert isinstance(face, Sprite)
    assert face.name == ANIMALS[animal]
    assert len(upon) >= 1 + wounds
    x, y, right, bottom = rendered(svg(board.palette, face), face.width).getchannel("A").getbbox() or (0, 0, 0, 0)
    for what, across, down in upon:
        covered = (
            min(left + right, across + what.width) - max(left + x, across),
            min(top + bottom, down + canvas.height(board.palette, what)) - max(top + y, down),
        )
        assert min(covered) <= 2, what


def test_the_sky_tells_day_from_midnight() -> None:
    assert {"sun", "moon"} & set(sprites(picture("move"))) == {"sun"}
    assert {"sun", "moon"} & set(sprites(picture("midnight move"))) == {"moon"}


def test_the_board_can_be_shown_alone() -> None:
    board = picture("move")
    assert board.board
    alone = [what.name for what, _, _ in art.inset(board, 330) if isinstance(what, Sprite)]
    assert {"disc wolf", "otter", "flag"} <= set(alone)
    assert not {"die_3", "seat_0"} & set(alone)


# Beside it


def aside(board: Picture) -> list[Mark]:
    return [mark for mark in board.marks if mark[1] >= ASIDE]


def sprites(board: Picture) -> list[str]:
    return [what.name for what, _, _ in board.marks if isinstance(what, Sprite)]


def letters(board: Picture, ink: str | None = None) -> list[str]:
    return [what.text for what, _, _ in aside(board) if isinstance(what, Letters) and ink in (None, what.ink)]


def player(board: Picture, seat: int) -> list[str]:
    """What stands in the panel of a seat."""
    panels = [
        (what, top) for what, _, top in aside(board) if isinstance(what, Box) and what.corner and what.width == 390
    ]
    panel, top = panels[-len(shown_names(board)) + seat]
    inside = (what for what, _, y in aside(board) if top <= y + 5 < top + panel.height)
    return [what.text or what.name for what in inside if isinstance(what, Sprite)]


def shown_names(board: Picture) -> list[int]:
    return [what.seat for what, _, _ in board.marks if isinstance(what, Name)]


def test_only_the_mode_that_counts_is_shown() -> None:
    board = picture("roll")
    # Strength of the seven, in their order.
    values = [int(text) for text in letters(board) if text.isdigit()]
    assert values[:7] == [8, 7, 6, 6, 3, 3, 2]
    assert sprites(board).count("strength_now") == 1
    assert not {"speed_now", "endurance_now", "intelligence_now"} & set(sprites(board))


def test_what_counts_is_said_in_a_word() -> None:
    said = {where: [what.key for what, _, _ in aside(picture(where)) if isinstance(what, Written)] for where in SCENES}
    said = {where: [key for key in keys if "asked" not in key] for where, keys in said.items()}
    assert said["roll"] == said["home"] == ["mode-strength", "shown-flags"]
    assert said["mode"] == ["shown-mode", "shown-flags"]
    assert said["arrange"] == ["shown-flags"]


def test_to_choose_there_are_those_that_lie_open() -> None:
    board = picture("mode")
    # Strength twice, speed once.
    assert [name for name in sprites(board) if name.endswith("_now")] == ["strength_now", "speed_now"]
    tiles = [what for what, _, _ in aside(board) if isinstance(what, Box) and (what.width, what.height) == (46, 46)]
    assert len(tiles) == 3


def test_to_arrange_there_are_all_modes() -> None:
    assert len([text for text in letters(picture("arrange")) if text.isdigit()]) == 4 * 7 + 2


def test_the_duel_shows_both_sums_and_what_they_are_made_of() -> None:
    board = picture("home")
    assert {"12", "4"} <= set(letters(board))
    # What it brings stands beside the winner's points.
    assert letters(board, GOLD) == ["12", "+2"]
    assert {"die_6", "die_1", "disc wolf", "diamond otter", "drop"} <= set(sprites(board))
    # Each sum is made under its animal.
    parts = [(what.name, left) for what, left, _ in aside(board) if isinstance(what, Sprite) and what.width in (34, 46)]
    assert [name for name, _ in parts] == ["strength", "die_6", "drop", "strength", "die_1"]
    assert parts[1][1] + 46 < ASIDE + 195 < parts[3][1]
    # Whom it is about stands out among the seven.
    assert sum(isinstance(what, Box) and (what.width, what.ink) == (53, GOLD) for what, _, _ in aside(board)) == 2


def test_a_flag_that_is_fought_for_lies_between() -> None:
    match = said(moving("4 - . . 1ot+7\n2 - . . 0wo", 2, variant="midnight"), "0 move d2 d4")
    board = GAME.picture(match.view(None))
    fought = [what.width for what, left, _ in board.marks if left >= ASIDE and getattr(what, "text", "") == "7"]
    assert fought.count(84) == 1


def test_before_the_guess_nothing_is_seen() -> None:
    board = picture("guess", 1)
    assert letters(board, GOLD)[0] == "?"
    assert not any(name.startswith("die_") for name in sprites(board))


def test_a_duel_that_must_be_forgotten_shows_backs_and_dice() -> None:
    board = picture("midnight over")
    assert {"die_6", "die_1"} <= set(sprites(board))
    assert "+2" in letters(board)
    assert not {"13", "12", "+1"} & set(letters(board))
    assert not {"disc wolf", "diamond otter"} & set(sprites(board))


def test_a_third_wound_is_crossed_out() -> None:
    match = table(animals=["0 wolf d2", "1 otter d4 2"], stack=["strength"] * 4, rolls=[2, 6, 1])
    match = said(match, "0 mode strength", "1 skip", "0 roll", "0 move d2 d4")
    # Its owner has it to show, whatever else happens.
    assert player(GAME.picture(match.view(None)), 1)[1:4] == ["choose", "otter", "lost"]


@pytest.mark.parametrize(
    ("where", "shows"),
    [("move", "die_3"), ("rest", "medicine"), ("reroll", "die_1"), ("heal", "medicine"), ("roll", "strength")],
)
def test_what_just_happened_is_shown_large(where: str, shows: str) -> None:
    found = [what.width for what, left, _ in aside(picture(where)) if isinstance(what, Sprite) and what.name == shows]
    assert max(found) >= 96


def test_a_found_flag_is_shown_large() -> None:
    match = said(moving("7 - . ?15\n8 - . . 1wo", 2, seat=1), "1 move d8 c7")
    assert any(
        what.text == "15" and what.width > 100
        for what, _, _ in GAME.picture(match.view(None)).marks
        if isinstance(what, Sprite)
    )


@pytest.mark.parametrize(
    ("where", "awaited", "sign"),
    [
        ("arrange", (0, 1), "arrange"),
        ("mode", (0,), "choose"),
        ("roll", (1,), "roll"),
        ("reroll", (0,), "die"),
        ("move", (0,), "die_3"),
        ("guess", (1,), ""),
        ("duel", (0,), "die"),
        ("home", (1,), "home"),
        ("rest", (0,), "medicine"),
    ],
)
def test_whose_turn_it_is(where: str, awaited: tuple[int, ...], sign: str) -> None:
    """A gold rim, and what they are asked."""
    board = picture(where)
    seats = [
        what.rim for what, _, _ in aside(board) if isinstance(what, Box) and what.ink == PANEL and what.width == 390
    ]
    assert [seat for seat, rim in enumerate(seats[-2:]) if rim == GOLD] == list(awaited)
    if sign:
        assert all(sign in player(board, seat) for seat in awaited)
    else:
        assert letters(board).count("?") == 2


@pytest.mark.parametrize("where", SCENES)
def test_what_somebody_is_asked_is_said_in_a_word(where: str) -> None:
    """Beside its sign, which alone says little; once for each that is asked."""
    view = scene(where).view(None)
    said = [what.key for what, _, _ in GAME.picture(view).marks if isinstance(what, Written)]
    awaited = view.terms.seats if view.phase == "arrange" else int(view.asked is not None)
    assert [key for key in said if "asked" in key] == [f"shown-asked-{view.phase}"] * awaited


def test_without_room_the_sign_stands_alone() -> None:
    """What is kept and lost is known from nowhere else."""
    crowded_out = next(view for view in crowded() if view.phase == "home")
    board = GAME.picture(crowded_out)
    assert not [what for what, _, _ in board.marks if isinstance(what, Written) and "asked" in what.key]
    assert "home" in player(board, 1)


def test_seats_are_numbered_from_one() -> None:
    assert [player(picture("four"), seat)[0] for seat in range(4)] == ["1", "2", "3", "4"]


def test_what_flags_will_add_stands_apart_from_the_points() -> None:
    board = picture("move")
    assert letters(board)[-2:] == ["0", "0"]
    assert player(board, 1)[1] == "+7"
    # After the points, as one reads.
    (flags,) = [left for what, left, _ in board.marks if isinstance(what, Sprite) and what.text == "+7"]
    *_, points = [left + what.width for what, left, _ in board.marks if isinstance(what, Letters) and what.text == "0"]
    assert flags - points >= 8
    # At the end they have been added, and one sees to what.
    assert letters(picture("over")) == ["15", "10 +", "11", "3 +"]


def test_what_was_just_gained_stands_beside_the_points() -> None:
    match = said(moving("3 - . ?p\n2 - . . 0wo", 2), "0 move d2 c3")
    assert letters(GAME.picture(match.view(None)))[-3:] == ["+1", "1", "0"]
    # What a flag is worth stands upon it.
    match = said(moving("7 - . ?15\n8 - . . 1wo", 2, seat=1), "1 move d8 c7")
    assert not [text for text in letters(GAME.picture(match.view(None))) if text.startswith("+")]
    # Three digits and a flag of two: the name keeps its room, and the flag is told before what is new.
    view = scene("home").view(None)
    rich = replace(view.camps[0], points=985)
    full = replace(view, camps=(rich, view.camps[1]), flags=((view.camps[0].spaces[0], 15),))
    assert player(GAME.picture(full), 0)[:2] == ["1", "+15"]
    assert "985" in letters(GAME.picture(full))


def test_who_sees_their_animals_at_midnight_has_an_eye() -> None:
    assert [player(picture("midnight help", 0), seat).count("eye") for seat in (0, 1)] == [1, 0]
    assert [player(picture("midnight help", 1), seat).count("eye") for seat in (0, 1)] == [0, 1]
    assert "eye" not in sprites(picture("midnight help")) + sprites(picture("midnight move", 0))
    assert "eye" not in sprites(picture("move", 0))


def test_tiles_kept_are_counted() -> None:
    match = turn(
        said(moving("2 - . . 0wo\n3 - . ?d\n4 - . . ?d", 2, 2), "0 move d2 c3"), "0 roll", "0 keep", "0 move c3 d4"
    )
    board = GAME.picture(match.view(None))
    assert player(board, 0).count("die") == 1
    assert "2" in [what.text for what, _, _ in aside(board) if isinstance(what, Letters) and what.height == 40]


def test_wounds_are_on_cards_at_midnight() -> None:
    """Face down, tiles do not tell; but cards lie open."""
    match = moving("2 - . . 0wo2 . 0be1", 2, variant="midnight")
    assert player(GAME.picture(match.view(None)), 0)[1:7] == ["die_2", "bear", "drop", "wolf", "drop", "drop"]
    match = moving("2 - . . 0wo2 . 0be1", 2)
    assert not {"bear", "wolf"} & set(player(GAME.picture(match.view(None)), 0))


def test_at_the_end_the_best_are_crowned() -> None:
    board = picture("over")
    assert sprites(board).count("crown") == 1
    assert letters(board, GOLD) == ["15"]
    # It is nobody's turn.
    assert GOLD not in [what.rim for what, _, _ in board.marks if isinstance(what, Box)]
    assert [what.text for what, left, _ in aside(board) if isinstance(what, Sprite) and what.name == "pennant"] == [
        "5",
        "8",
    ]
    # What decides where points do not: one more animal on a flag.
    board = GAME.picture(ended("4 - . . 0wo+8\n6 - . . 1ot+5 . 1be+5", scores=[2, 0]).view(None))
    assert (letters(board, GOLD), letters(board)) == (["10"], ["10", "2 +", "10", "0 +"])
    # Who resigns ends the match, and not the game.
    assert "crown" not in sprites(GAME.picture(scene("move").said(0, ("!resign",)).view(None)))


# At any number


def crowded() -> Iterator[View]:
    """All that a seat can have, by how many play: every flag, two digits of tiles, every card wounded or gone."""
    for variant in ("day", "midnight"):
        for seats in (2, 3, 4):
            for points, out in ((9, ()), (99, (0, 2, 4, 6)), (999, tuple(EVERY))):
                view = drawn(seats=seats, variant=variant).view(None)
                camps = tuple(
                    replace(
                        camp,
                        points=points,
                        medicine=4,
                        dice=4,
                        out=out,
                        wounds=tuple(0 if animal in out else 2 for animal in EVERY),
                        tiles=tuple(each for at, each in enumerate(camp.tiles) if at not in out),
                    )
                    for camp in view.camps
                )
                flags = tuple(zip((space for camp in camps for space, _ in camp.tiles), [15] * 9, strict=False))
                phase = "home" if out == tuple(EVERY) else "roll"
                duel = scene("midnight home").view(None).duel
                assert duel
                yield replace(
                    view,
                    camps=camps,
                    flags=flags,
                    mode="speed",
                    spent=("speed",),
                    asked=1,
                    phase=phase,
                    duel=duel,
                    last=(replace(duel, winner=1),),
                )
                yield replace(view, camps=camps, flags=flags, asked=None, phase="over")


def seen() -> Iterator[Picture]:
    for where in SCENES:
        yield from (picture(where, seat) for seat in (0, 1, None))
    yield GAME.picture(crowd().view(None))
    yield from map(GAME.picture, crowded())
    for seats in (2, 3, 4):
        for variant in ("day", "midnight"):
            matches = list(wandering(seats, seats, lively=True, variant=variant))
            yield from (GAME.picture(match.view(min(match.waiting, default=None))) for match in matches[::23])


@pytest.mark.gate
def test_nothing_is_clipped_and_nothing_lies_upon_type() -> None:
    for board in seen():
        clipped_nowhere(board, board.marks)
        apart(board, board.marks)
        for what, _, _ in board.marks:
            if isinstance(what, Letters):
                assert typeface.length(what) <= what.width, what
            assert not isinstance(what, Letters | Name) or what.width > 0


def test_cards_do_not_lie_upon_each_other() -> None:
    """Neither kept tiles nor animals, however many."""
    for view in crowded():
        small = [
            (left, left + what.width, top)
            for what, left, top in GAME.picture(view).marks
            if left >= ASIDE and isinstance(what, Sprite) and what.name in {"medicine", "die", "bear", "wolf", "deer"}
        ]
        for one, end, top in small:
            assert not [start for start, _, down in small if one < start < end and abs(top - down) < 20]


def test_a_crowded_board_is_small() -> None:
    mode = crowd().view(None).open[0]
    match = said(crowd(), f"0 mode {mode}", "1 roll")
    for view in (crowd().view(None), match.view(1), *crowded()):
        assert len(canvas.png(GAME.picture(view), LONG)) <= HEAVIEST


@pytest.mark.parametrize("where", SCENES)
def test_names_have_room(where: str) -> None:
    """For some ten letters, of whoever has three digits of points too."""
    assert all(what.width >= 120 for what, _, _ in picture(where).marks if isinstance(what, Name))


def test_a_picture_shows_what_a_view_shows_and_nothing_else() -> None:
    view = scene("midnight move").view(0)
    recalled = replace(view, camps=tuple(replace(camp, known=camp.tiles, seen=frozenset()) for camp in view.camps))
    assert GAME.picture(view) == GAME.picture(recalled)


@pytest.mark.parametrize("variant", ["day", "midnight"])
def test_an_arrangement_is_seen_as_it_grows(variant: str) -> None:
    """By whoever makes it: the others are backs as before, theirs and one's own that have no place yet."""
    view = table(variant=variant).view(0)
    grown = sketch(view, ("set", "bison", "wolf"))
    assert [names(grown, space)[-1] for space in ("b1", "c1")] == ["disc bison", "disc wolf"]
    plain = GAME.picture(view)
    for space in ("d1", "h1", "b9", "h9"):
        assert names(grown, space) == names(plain, space)
