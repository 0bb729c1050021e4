"""The recruit: chance with manners, in every game."""

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
    """A match by recruits: of every choice the verbs that were offered, the one that was taken, and the warnings."""
    match = hd.new(slug, seed=seed)
    game, state, bot = match.game, match.state, Recruit(seed)
    found: list[tuple[list[str], str, list[str]]] = []
    while state.agenda:
        seat, actions = agenda.seats(state)[0], agenda.proposals(state)
        action = bot.choose(game, game.imagine(state, seat, imagination_seed(seed, len(found))), seat)
        if len(actions) > 1:
            warned = [each.text for each in actions if game.warning(state, seat, each)]
            assert action.text not in warned or len(warned) == len(actions)
            found.append(([each.verb for each in actions], action.verb, warned))
        agenda.act(state, action, seat)
    assert game.result(state) is not None
    return found


@pytest.mark.parametrize("slug", GAMES)
def test_it_plays_to_the_end_heeds_warnings_and_seldom_lets_things_be(slug: str) -> None:
    choices = play(slug, 3)
    free = [(verbs, verb) for verbs, verb, _ in choices if 0 < sum(each in PASSING_VERBS for each in verbs) < len(verbs)]
    idle = sum(verb in PASSING_VERBS for _, verb in free)
    chance = sum(sum(each in PASSING_VERBS for each in verbs) / len(verbs) for verbs, _ in free)
    assert idle <= max(3.0, 0.6 * chance)


def test_it_can_be_had_for_every_game_also_those_without_a_plain_program() -> None:
    for game in [*hd.games().values(), hd.game("pig"), hd.game("drill")]:
        assert bots.levels(game)[0] == "recruit"
        assert "random" not in bots.levels(game)
        assert bots.all_levels(game) == ["random", *bots.levels(game)]
        assert bots.default_level(game) in ("driver", "recruit")
        assert all(bots.description(level) for level in bots.all_levels(game))


def test_it_depends_on_its_seed() -> None:
    assert play("benhur", 1) == play("benhur", 1)
    assert play("benhur", 1) != play("benhur", 2)


def test_it_is_timid_where_it_is_asked_how_much() -> None:
    match: Match = hd.new("benhur", "circus", seats=2, seed=1)
    while match.decision is not None and (match.decision.name != "SetWhips" or len(match.proposals()) < 3):
        match.play(match.proposals()[-1])
    taken = [Recruit(seed).choose(match.game, match.state, match.seat).args[0] for seed in range(600)]
    counts = [taken.count(whips) / 600 for whips in (1, 2, 3)]
    assert counts == pytest.approx([5 / 9, 3 / 9, 1 / 9], abs=0.07)


def test_a_part_of_the_effort_is_a_program_of_its_own() -> None:
    game = hd.game("benhur")
    assert bots.looks_ahead("champion/25")
    assert not bots.looks_ahead("driver")
    assert bots.make("champion/25", game, 1) is not None
    for wrong in ("champion/0", "champion/", "champion/x", "driver/50"):
        with pytest.raises(ValueError, match=r"per cent|no program"):
            bots.make(wrong, game, 1)
