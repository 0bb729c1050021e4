"""Looking ahead in Chariot: chances that mean something, a council of generals, and whoever follows it."""

from __future__ import annotations

import pytest

from hippodrome import bots
from hippodrome.bots.base import Bot
from hippodrome.bots.chariot.lookahead import ChariotPolicy, TurnPlan
from hippodrome.bots.chariot.style import Style
from hippodrome.bots.chariot.style_presets import aggressive_style, champion_styles, side_style, veteran_styles
from hippodrome.bots.registry import SEARCH_POLICIES
from hippodrome.bots.search.budget import SearchBudget
from hippodrome.bots.search.plan_search import PlanSearch
from hippodrome.games.chariot.state import EXITED, FIRE, Battle
from hippodrome.kit import agenda
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.game import Value
from hippodrome.kit.match import Setup
from tests.games.chariot.world import hex_at, the_game, world

HELD = 'rule = "hold"\nhexes = ["0911"]'
PLACES = 'rule = "take"\nside = 0\nhexes = ["0911", "1011"]'
BOTH = 'rule = "either"\nhexes = ["0911"]\nothers = []\nfewer = 2'
FIELD = 'rule = "ratio"\nside = 0\nleast = 4\ntimes = 2'
LIMIT = 'rule = "limit"\nside = 0\nleast = 4\nmost = 1'
GATE = 'rule = "exit"\nside = 0\nleast = 2\nedge = "south"'


def guide() -> ChariotPolicy:
    """The guide of the game."""
    found = SEARCH_POLICIES["chariot"]
    assert isinstance(found, ChariotPolicy)
    return found


def begun(scenario: str, seed: int, **options: Value) -> Battle:
    """A battle at its first question."""
    state = Setup(the_game(), scenario, 2, options).start(TapeDice(seed_from(seed)))
    agenda.advance(state)
    assert isinstance(state, Battle)
    return state


def played_on(state: Battle, number: int, player: Bot) -> Battle:
    """Let a program play both sides until a Player-Turn begins."""
    while state.agenda and state.number < number:
        seat = agenda.seats(state)[0]
        agenda.act(state, player.choose(the_game(), state, seat), seat)
    return state


# -------------------------------------------------------------------- the chance to win


@pytest.mark.parametrize("scenario", ["rome", "bubastis"])
def test_chances_add_up_and_are_certain_only_at_the_end(scenario: str) -> None:
    game, state, player = the_game(), begun(scenario, 3, turns=3), bots.make("driver", the_game(), 1)
    for number in range(1, 7):
        played_on(state, number, player)
        chances = [game.value(state, seat) for seat in range(2)]
        assert sum(chances) == 1000
        assert all(0 < chance < 1000 for chance in chances)
        assert game.round_number(state) == number
    played_on(state, 99, player)
    assert state.over
    assert [game.value(state, seat) for seat in range(2)] in ([0, 1000], [1000, 0], [500, 500])


OURS = {"a": "MS 9,12", "b": "MS 10,12"}
THEIRS = {"x": "MS 9,8", "y": "MS 10,8"}


def chance(victory: str, number: int = 11, lost: str = "", out: str = "", moved: str = "") -> int:
    """The first side's chance to win if some are lost, or out, or one is elsewhere."""
    battle = world(OURS, THEIRS, victory=victory, number=number)
    state = battle.state
    for letter in lost:
        state.eliminate(battle.ids[letter])
    for letter in out:
        state.set_hex(battle.ids[letter], EXITED)
    if moved:
        letter, place = moved.split()
        state.set_hex(battle.ids[letter], hex_at(place))
        state.take_control(hex_at(place), state.rules.sides[battle.ids[letter]])
    return the_game().value(state, 0)


@pytest.mark.parametrize("victory", [HELD, PLACES, BOTH, FIELD, GATE])
def test_losses_are_bad(victory: str) -> None:
    assert chance(victory, lost="b") < chance(victory) < chance(victory, lost="y")


def test_too_many_losses_are_worse_than_none() -> None:
    assert chance(LIMIT, lost="ab") < chance(LIMIT) < chance(LIMIT, lost="y")


@pytest.mark.parametrize("victory", [HELD, PLACES, BOTH])
def test_it_is_good_to_be_in_the_place(victory: str) -> None:
    assert chance(victory, moved="x 8,10") < chance(victory) < chance(victory, moved="a 8,10")


@pytest.mark.parametrize("victory", [HELD, BOTH])
def test_it_is_better_to_be_there_late_than_early(victory: str) -> None:
    assert chance(victory, 3, moved="a 8,10") < chance(victory, 19, moved="a 8,10")


def closer_chance(victory: str, number: int, lost: str = "", moved: str = "") -> int:
    """The first side's chance to win as a champion judges it; it is the same for both sides."""
    battle = world(OURS, THEIRS, victory=victory, number=number)
    state = battle.state
    for letter in lost:
        state.eliminate(battle.ids[letter])
    if moved:
        letter, place = moved.split()
        state.set_hex(battle.ids[letter], hex_at(place))
        state.take_control(hex_at(place), state.rules.sides[battle.ids[letter]])
    great = guide().for_champion()
    found = [great.value(the_game(), state, seat) for seat in range(2)]
    assert sum(found) == 1000
    return found[0]


@pytest.mark.parametrize("victory", [HELD, PLACES])
def test_a_champion_judges_men_and_places(victory: str) -> None:
    assert closer_chance(victory, 5, lost="b") < closer_chance(victory, 5) < closer_chance(victory, 5, lost="y")
    assert closer_chance(victory, 11, moved="x 8,10") < closer_chance(victory, 11)
    assert closer_chance(victory, 11) < closer_chance(victory, 11, moved="a 8,10")
    assert closer_chance(victory, 3, moved="a 8,10") < closer_chance(victory, 19, moved="a 8,10")


@pytest.mark.parametrize("victory", [BOTH, FIELD, LIMIT, GATE])
def test_elsewhere_a_champion_judges_as_others_do(victory: str) -> None:
    assert closer_chance(victory, 11, lost="y") == chance(victory, 11, lost="y")


def test_a_battle_that_is_over_is_judged_by_who_has_won() -> None:
    state, great = begun("rome", 3, turns=3), guide().for_champion()
    played_on(state, 99, bots.make("driver", the_game(), 1))
    assert state.over
    assert [great.value(the_game(), state, seat) for seat in range(2)] in ([0, 1000], [1000, 0], [500, 500])


def test_whoever_must_get_out_does_well_to_be_out_or_near() -> None:
    assert chance(GATE, 17) < chance(GATE, 17, moved="a 9,30") < chance(GATE, 17, out="a", moved="b 9,30")
    assert chance(GATE, 19) < chance(GATE, 3)


def test_whoever_must_destroy_has_little_time() -> None:
    assert chance(FIELD, 19) < chance(FIELD, 3)
    assert chance(FIELD, 19, lost="xy") > chance(FIELD, 19)


def test_what_is_told_of_a_position_has_names() -> None:
    battle = world(OURS, THEIRS, victory=HELD)
    before = the_game().features(battle.state, 0)
    battle.state.eliminate(battle.ids["y"])
    after = the_game().features(battle.state, 0)
    names = list(the_game().words.aspects)
    assert len(names) == len(after)
    assert [name for name, one, other in zip(names, before, after, strict=True) if other > one] == ["taken", "strength"]


# -------------------------------------------------------------------- the council


def weighed(state: Battle, seed: int, worlds: int) -> PlanSearch:
    """A council in which every member has led in so many worlds."""
    seat = agenda.seats(state)[0]
    plans = guide().plans(the_game(), state, seat, None)
    found = PlanSearch(the_game(), guide(), state, seat, SearchBudget(worlds, 0.5), 0.0, seed, plans)
    found.run()
    return found


def test_what_members_would_do_is_legal() -> None:
    state, player = begun("rome", 5, turns=3), guide().rollout_bot(0)
    game, several = the_game(), 0
    for number in range(1, 7):
        played_on(state, number, player)
        for _ in range(8):
            seat = agenda.seats(state)[0]
            found = guide().for_champion().candidates(game, state, seat, player.choose(game, state, seat))
            assert all(game.check(state, seat, action) is None for action in found)
            assert len({action.text for action in found}) == len(found)
            several += len(found) > 1
            agenda.act(state, found[0], seat)
    assert several


def test_a_champion_asks_more_generals_than_a_veteran() -> None:
    state = played_on(begun("rome", 5), 7, guide().rollout_bot(0))
    seat = agenda.seats(state)[0]
    while state.phase <= FIRE:
        assert len(guide().for_champion().plans(the_game(), state, seat, None)) == 1
        agenda.act(state, guide().rollout_bot(0).choose(the_game(), state, seat), seat)
    few, many = [one.plans(the_game(), state, seat, None) for one in (guide(), guide().for_champion())]
    assert 1 < len(few) < len(many)
    veteran, champion = few[0], many[0]
    assert isinstance(veteran, TurnPlan)
    assert isinstance(champion, TurnPlan)
    usual, daring = side_style(state, seat), aggressive_style(state, seat)
    assert vars_of(usual) != vars_of(daring)
    assert vars_of(veteran.general.style) == vars_of(veteran_styles(usual)[0]) == vars_of(usual)
    assert vars_of(champion.general.style) == vars_of(champion_styles(daring)[0]) == vars_of(daring)


def vars_of(style: Style) -> list[int]:
    """Its numbers that the councils change."""
    return [style.caution_ahead, style.caution_behind, style.exposure, style.attack_weight, style.approach, style.hunter_share]


def test_dice_to_come_do_not_change_what_the_council_says() -> None:
    game = the_game()
    state = played_on(begun("rome", 5), 7, guide().rollout_bot(0))
    other = state.clone()
    other.dice = TapeDice(seed_from(99))
    seat = agenda.seats(state)[0]
    found = [weighed(one, 4, 2) for one in (state, other)]
    assert len(found[0].tallies) > 1
    assert [tally.values for tally in found[0].tallies] == [tally.values for tally in found[1].tallies]
    said = [
        bots.make("veteran", game, 3).choose(game, game.imagine(one, seat, bytes(32)), seat) for one in (state, other)
    ]
    assert said[0] == said[1]


# -------------------------------------------------------------------- whoever follows it


@pytest.mark.parametrize("level", ["veteran", "champion"])
def test_counsel_is_taken_once_in_a_player_turn_and_only_in_ones_own(level: str) -> None:
    game = the_game()
    state = begun("rome", 5, turns=3)
    veteran, driver = bots.make(level, game, 1), bots.make("driver", game, 1)
    thought: list[int] = []
    while state.number < 6:
        seat = agenda.seats(state)[0]
        if seat == 0:
            thoughts = veteran.analyse(game, game.imagine(state, seat, bytes(32)), seat)
            assert game.check(state, seat, thoughts.chosen) is None
            if thoughts.options[0].visits:
                thought.append(int(state.number))
            agenda.act(state, thoughts.chosen, seat)
        else:
            agenda.act(state, driver.choose(game, state, seat), seat)
    assert thought
    assert len(set(thought)) == len(thought)
    assert all(number % 2 for number in thought)
