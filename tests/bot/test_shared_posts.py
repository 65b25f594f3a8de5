"""Tests for posts that people share in a channel: who can share them, their buttons, and no result on top."""

from __future__ import annotations

from bot.preferences import PlayerPreferences
from bot.screens.custom_ids import Action
from bot.screens.review import REVIEW_ARGUMENT
from bot.screens.review_positions import list_positions
from bot.screens.scene import Film, Scene
from tests.kit.matches import ANN, BEN, CAT, catch_refusal_key, get_seat, make_random_chooser, play_match
from tests.kit.scene_reading import SHORT_DUEL_OPTIONS, index_by_action, list_buttons, read_text
from tests.kit.world import World


async def finish_duel(world: World) -> int:
    return await play_match(
        world.matches, (ANN, BEN), "schamanen", SHORT_DUEL_OPTIONS, choose_move=make_random_chooser(1)
    )


async def share_review(world: World, match_id: int, person_id: int = ANN) -> Scene | None:
    """Press the button of the review that shares it. Return the post, or None if there is no such button."""
    person = world.person(person_id)
    opened = await person.open_review(match_id)
    scene = await opened.load_final_scene() if opened.load_final_scene else opened.scene
    if Action.SHARE_MATCH not in index_by_action(scene):
        return None
    response = await person.click_action(scene, Action.SHARE_MATCH)
    assert "Posted for all" in read_text(response.scene)
    return response.channel_post


def check_post(post: Scene | None, title: str, sharer_id: int = ANN) -> list[str]:
    """Check that the first line has this title, and that the post names who shares it. Return its actions."""
    assert post
    assert post.above[0].startswith("### ")
    assert title in post.above[0]
    assert post.above[1] == f"-# Shared by <@{sharer_id}>"
    assert not post.pinged_ids
    # A label cannot contain a mention, so the layout replaces it by a name.
    [challenge] = [it for it in list_buttons(post) if it.custom_id.startswith(Action.CHALLENGE_PERSON)]
    assert (challenge.label, challenge.mention_fallbacks) == (
        f"Challenge <@{sharer_id}>",
        ((sharer_id, "…"),),
    )
    return [it.custom_id[:2] for it in list_buttons(post)]


async def test_shared_review_shows_the_film_and_no_result_on_top(world: World) -> None:
    post = await share_review(world, await finish_duel(world), BEN)
    assert check_post(post, "Duel of the Shamans", BEN) == [
        Action.PLAY_FROM_POSITION,
        Action.CHALLENGE_PERSON,
        Action.SHOW_REVIEW,
    ]
    assert post
    assert isinstance(post.board, Film)
    assert post.reveal, "the course of the match"
    assert "wins" in read_text(post)
    assert "wins" not in post.above[0]


async def test_nobody_can_play_a_deal_of_a_game_in_which_nothing_is_dealt(world: World) -> None:
    match = await world.begin_match("shamanic_chess")
    await world.person().give_up(match.id)
    post = await share_review(world, match.id)
    assert check_post(post, "Shamanic Chess") == [Action.CHALLENGE_PERSON, Action.SHOW_REVIEW]


async def test_review_is_shared_once_and_only_by_players(world: World) -> None:
    match_id = await finish_duel(world)
    assert await share_review(world, match_id, CAT) is None
    pressed = await world.person(CAT).click(Action.SHARE_MATCH, match_id, 0, REVIEW_ARGUMENT)
    assert pressed.channel_post is None
    assert await share_review(world, match_id, BEN)
    assert await share_review(world, match_id, ANN) is None


async def test_anybody_can_play_the_deal_of_a_shared_match(world: World) -> None:
    match_id = await finish_duel(world)
    post = await share_review(world, match_id)
    response = await world.person(CAT).click_action(post, Action.PLAY_FROM_POSITION)
    practice = await world.load_shown_match(response)
    before = await world.matches.find_match(match_id)
    assert practice.is_practice
    assert "The same deal" in read_text(response.scene)
    assert get_seat(practice, CAT) == get_seat(before, ANN), "the seat of the person who shared"
    start, *_ = list_positions(await world.matches.load_journal(match_id))
    assert practice.engine.state == start.state


async def test_reader_of_a_post_challenges_the_person_who_shared_it(world: World) -> None:
    post = await share_review(world, await finish_duel(world))
    response = await world.person(CAT).click_action(post, Action.CHALLENGE_PERSON)
    assert response.card_of_match
    assert response.card_of_match.invited_ids == (ANN,)
    assert response.card_of_match.game.KEY == "schamanen"
    assert await catch_refusal_key(world.person().click_action(post, Action.CHALLENGE_PERSON)) == "yourself"


async def test_shared_practice_does_not_reveal_the_result_on_top(world: World) -> None:
    ann = world.person()
    match = await world.load_shown_match(await ann.practice("schnick"))
    await ann.give_up(match.id)
    response = await ann.click(Action.SHARE_MATCH, match.id, message_id=77)
    actions = check_post(response.channel_post, "Schnick Schnack Schnuck")
    assert actions == [Action.PLAY_FROM_POSITION, Action.CHALLENGE_PERSON, Action.SHOW_REVIEW]
    assert response.channel_post
    assert "win" not in response.channel_post.above[0].lower()


async def test_players_share_a_page_of_the_ladder(world: World) -> None:
    await finish_duel(world)
    page = await world.person(BEN).show_ladder()
    response = await world.person(BEN).click_action(page, Action.SHARE_LADDER, message_id=77)
    assert "Posted for all" in read_text(response.scene)
    assert check_post(response.channel_post, "Ladder", BEN) == [Action.SHOW_LADDER, Action.CHALLENGE_PERSON]
    assert response.channel_post
    assert response.channel_post.board
    back = await world.person(BEN).click_action(response, Action.SHOW_LADDER)
    assert Action.SHARE_LADDER in index_by_action(back.scene)


async def test_people_who_are_not_on_a_ladder_cannot_share_it(world: World) -> None:
    await finish_duel(world)
    page = await world.person().show_ladder()
    share_id = index_by_action(page.scene)[Action.SHARE_LADDER]
    assert Action.SHARE_LADDER not in index_by_action((await world.person(CAT).show_ladder()).scene)
    cat = world.person(CAT).click(Action.SHARE_LADDER, 0, 0, share_id.argument)
    assert await catch_refusal_key(cat) == "button"
    for argument in ("x.", ".x"):
        assert await catch_refusal_key(world.person().click(Action.SHARE_LADDER, 0, 0, argument)) == "button"


async def test_two_people_share_their_head_to_head_record(world: World) -> None:
    await finish_duel(world)
    for sharer_id, other_id in ((ANN, BEN), (BEN, ANN)):
        person = world.person(sharer_id)
        compared = await person.click(Action.SHOW_HEAD_TO_HEAD, 0, 0, str(ANN), selected_values=(str(BEN),))
        response = await person.click_action(compared, Action.SHARE_HEAD_TO_HEAD, message_id=77)
        actions = check_post(response.channel_post, f"<@{sharer_id}> and <@{other_id}>", sharer_id)
        assert actions == [Action.CHALLENGE_PERSON]
    others = await world.person(CAT).click(Action.SHOW_HEAD_TO_HEAD, 0, 0, str(ANN), selected_values=(str(BEN),))
    assert Action.SHARE_HEAD_TO_HEAD not in index_by_action(others.scene)


async def test_record_with_a_hidden_person_is_not_shared(world: World) -> None:
    await finish_duel(world)
    await world.preferences.update_player(BEN, PlayerPreferences(listed=False))
    assert await catch_refusal_key(world.person().click(Action.SHARE_HEAD_TO_HEAD, argument=str(BEN))) == "unlisted"


async def test_shared_profile_leads_to_the_profile_and_to_a_challenge(world: World) -> None:
    await finish_duel(world)
    response = await world.person().click_action(await world.person().show_profile(), Action.SHARE_PROFILE_OR_REPORT)
    assert check_post(response.channel_post, f"Profile of <@{ANN}>") == [Action.SHOW_PROFILE, Action.CHALLENGE_PERSON]
    profile = await world.person(CAT).click_action(response.channel_post, Action.SHOW_PROFILE)
    assert f"<@{ANN}>" in read_text(profile.scene)
