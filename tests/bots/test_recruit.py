"""The recruit: random but sensible play in every game."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome import bots
from hippodrome.bots.base import imagination_seed
from hippodrome.bots.recruit import PASSING_VERBS, Recruit
from hippodrome.kit import agenda
from hippodrome.kit.match import Match

GAMES = sorted(hd.games())


def play(slug: str, seed: int) -> list[tuple[list[str], str, list[str]]]:
    """Play a match of recruits; return the verbs offered, the verb chosen and the warned actions of each choice."""
    match = hd.new(slug, seed=seed)
    game, state, bot = match.game, match.state, Recruit(seed)
    choices: list[tuple[list[str], str, list[str]]] = []
    while state.agenda:
        seat, actions = agenda.seats(state)[0], agenda.proposals(state)
        action = bot.choose(game, game.imagine(state, seat, imagination_seed(seed, len(choices))), seat)
        if len(actions) > 1:
            warned = [each.text for each in actions if game.presentation.warning(state, seat, each)]
            assert action.text not in warned or len(warned) == len(actions)
            choices.append(([each.verb for each in actions], action.verb, warned))
        agenda.act(state, action, seat)
    assert game.result(state) is not None
    return choices


@pytest.mark.parametrize("slug", GAMES)
def test_the_recruit_finishes_its_match_heeds_warnings_and_seldom_passes(slug: str) -> None:
    choices = play(slug, 3)
    with_pass = [
        (verbs, verb) for verbs, verb, _ in choices if 0 < sum(each in PASSING_VERBS for each in verbs) < len(verbs)
    ]
    passes = sum(verb in PASSING_VERBS for _, verb in with_pass)
    expected_at_random = sum(sum(each in PASSING_VERBS for each in verbs) / len(verbs) for verbs, _ in with_pass)
    assert passes <= max(3.0, 0.6 * expected_at_random)


def test_every_game_offers_the_recruit_even_without_a_driver() -> None:
    for game in [*hd.games().values(), hd.game("pig"), hd.game("drill")]:
        assert bots.levels(game)[0] == "recruit"
        assert "random" not in bots.levels(game)
        assert bots.all_levels(game) == ["random", *bots.levels(game)]
        assert bots.default_level(game) in ("driver", "recruit")
        assert all(bots.description(level) for level in bots.all_levels(game))


def test_the_recruit_plays_the_same_with_the_same_seed_only() -> None:
    assert play("benhur", 1) == play("benhur", 1)
    assert play("benhur", 1) != play("benhur", 2)


def test_the_recruit_prefers_small_numbers() -> None:
    match: Match = hd.new("benhur", "circus", seats=2, seed=1)
    while match.decision is not None and (match.decision.name != "SetWhips" or len(match.proposals()) < 3):
        match.play(match.proposals()[-1])
    whips_used = [Recruit(seed).choose(match.game, match.state, match.seat).args[0] for seed in range(600)]
    shares = [whips_used.count(whips) / 600 for whips in (1, 2, 3)]
    assert shares == pytest.approx([5 / 9, 3 / 9, 1 / 9], abs=0.07)


def test_a_level_may_name_a_percentage_of_its_search_effort() -> None:
    game = hd.game("benhur")
    assert bots.looks_ahead("champion/25")
    assert not bots.looks_ahead("driver")
    assert bots.make("champion/25", game, 1) is not None
    for level in ("champion/0", "champion/", "champion/x"):
        with pytest.raises(ValueError, match="the search effort must be from 1 to 1000 per cent"):
            bots.make(level, game, 1)
    with pytest.raises(ValueError, match="no bot 'driver/50' plays Ben-Hur"):
        bots.make("driver/50", game, 1)
