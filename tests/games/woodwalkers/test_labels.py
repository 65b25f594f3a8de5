"""What the buttons of Woodwalkers say, and what is suggested."""

from __future__ import annotations

import pytest

from games.woodwalkers import GAME
from games.woodwalkers.asking import arrange_buttons, question
from tests.games.typed import labelled
from tests.games.woodwalkers.drawn import wandering
from tests.games.woodwalkers.scenes import SCENES, scene


@pytest.mark.parametrize(
    ("where", "seat", "prefix", "labels"),
    [
        ("arrange", 0, "set", ("Arrange your animals", "Tiere aufstellen", "Disposer tes animaux")),
        ("arrange", 0, "set wolf", ("B1 · wolf", "B1 · Wolf", "B1 · loup")),
        ("arrange", 1, "set wolf bear", ("C9 · bear", "C9 · Bär", "C9 · ours")),
        ("arrange west", 1, "set deer", ("A2 · deer", "A2 · Hirsch", "A2 · cerf")),
        ("mode", 0, "mode", ("Choose the battle mode", "Kampfmodus wählen", "Choisir le mode de combat")),
        (
            "mode",
            0,
            "mode speed",
            ("speed · deer 8, puma 7", "Schnelligkeit · Hirsch 8, Puma 7", "vitesse · cerf 8, puma 7"),
        ),
        ("roll", 1, "roll", ("Roll the die", "Würfeln", "Lancer le dé")),
        ("roll", 1, "skip", ("Skip this turn", "Aussetzen", "Passer ton tour")),
        ("heal", 0, "heal", ("Spend a Medicine", "Medizin einsetzen", "Dépenser un remède")),
        ("heal", 0, "heal wolf", ("wolf · 1 wound", "Wolf · 1 Wunde", "loup · 1 blessure")),
        ("reroll", 0, "keep", ("Leave it as it is", "Wurf behalten", "Garder ce résultat")),
        ("move", 0, "move", ("Move an animal", "Ein Tier ziehen", "Déplacer un animal")),
        ("move", 0, "move d2", ("D2 · wolf", "D2 · Wolf", "D2 · loup")),
        ("move", 0, "move d2 d3", ("→ D3", "→ D3", "→ D3")),
        (
            "move",
            0,
            "move d2 d4",
            (
                "→ D4 · duel with Blue otter · flag 7",
                "→ D4 · Duell mit Blau Otter · Fahne 7",
                "→ D4 · duel avec Bleu loutre · drapeau 7",
            ),
        ),
        ("move", 0, "move d2 e3", ("→ E3 · forest tile", "→ E3 · Waldplättchen", "→ E3 · tuile forêt")),
        ("move", 0, "stay", ("Move nobody", "Kein Tier ziehen", "Ne déplacer personne")),
        ("rest", 0, "done", ("End the turn", "Zug beenden", "Finir le tour")),
        ("guess", 1, "guess", ("Guess the attacker", "Angreifer raten", "Deviner l’attaquant")),
        ("guess", 1, "guess squirrel", ("squirrel", "Eichhörnchen", "écureuil")),
        ("guess", 1, "pass", ("Do not guess", "Nicht raten", "Ne pas deviner")),
        ("home", 1, "home", ("Bring the loser home", "Verlierer heimbringen", "Ramener le perdant")),
        ("home", 1, "home f9", ("F9", "F9", "F9")),
        # Face down there is nothing to tell.
        ("midnight move", 0, "move d2", ("D2", "D2", "D2")),
        ("midnight help", 0, "move d2", ("D2 · wolf", "D2 · Wolf", "D2 · loup")),
        (
            "midnight move",
            0,
            "move d2 d4",
            (
                "→ D4 · duel with Blue · flag 7",
                "→ D4 · Duell mit Blau · Fahne 7",
                "→ D4 · duel avec Bleu · drapeau 7",
            ),
        ),
    ],
)
def test_buttons_say_where_they_lead(where: str, seat: int, prefix: str, labels: tuple[str, str, str]) -> None:
    assert labelled(scene(where), seat, prefix) == labels


def test_an_arrangement_is_one_click() -> None:
    order = ("set", "bison", "bear", "wolf", "puma", "otter", "deer", "squirrel")
    for where in SCENES:
        match = scene(where)
        for seat in (None, *range(match.seats)):
            ready = GAME.suggest_move(match.view(seat))
            assert ready == (order if where in ("arrange", "arrange west") and seat is not None else None)


@pytest.mark.parametrize("where", SCENES)
def test_a_word_takes_at_most_three_clicks_but_for_the_arrangement(where: str) -> None:
    match = scene(where)
    for seat in match.awaited:
        assert max(map(len, match.legal(seat))) <= (8 if where in ("arrange", "arrange west") else 3)


def test_why_a_space_is_grey_is_said_where_one_is() -> None:
    """And nowhere else."""
    grey = {"move": "Grey: too far, or the way is blocked.", "home": "Grey: somebody stands there."}
    found: set[str] = set()
    for match in (match for seed in range(4) for match in wandering(seed)):
        for seat in match.awaited:
            view = match.view(seat)
            legal = GAME.legal(view)
            for said in {word[: 2 if word[0] == "move" else 1] for word in legal if word[0] in grey}:
                laid = arrange_buttons(view, [word for word in legal if word[: len(said)] == said])
                between = any(isinstance(what, str) for row in laid for what in row)
                told = question(view, said, "en").partition("\n-# ")[2]
                assert told == (grey[said[0]] if between else "")
                found |= {said[0]} if between else set()
    assert "move" in found
