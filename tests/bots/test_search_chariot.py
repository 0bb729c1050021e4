"""Lookahead in Chariot: the value of positions, the styles that are compared, and the bots that search."""

from __future__ import annotations

import pytest

from hippodrome import bots
from hippodrome.bots.base import Bot
from hippodrome.bots.chariot.lookahead import ChariotSearchPolicy, TurnPlan
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


def policy() -> ChariotSearchPolicy:
    """Return the search policy of the game."""
    chariot_policy = SEARCH_POLICIES["chariot"]
    assert isinstance(chariot_policy, ChariotSearchPolicy)
    return chariot_policy


def start_battle(scenario: str, seed: int, **options: Value) -> Battle:
    """Return a battle at its first decision."""
    state = Setup(the_game(), scenario, 2, options).start(TapeDice(seed_from(seed)))
    agenda.advance(state)
    assert isinstance(state, Battle)
    return state


def play_until(state: Battle, number: int, player: Bot) -> Battle:
    """Let a bot play both sides until a Player-Turn begins."""
    while state.agenda and state.number < number:
        seat = agenda.seats(state)[0]
        agenda.act(state, player.choose(the_game(), state, seat), seat)
    return state


# -------------------------------------------------------------------- evaluation


@pytest.mark.parametrize("scenario", ["rome", "bubastis"])
def test_chances_add_up_and_are_certain_only_at_the_end(scenario: str) -> None:
    game, state, player = the_game(), start_battle(scenario, 3, turns=3), bots.make("driver", the_game(), 1)
    for number in range(1, 7):
        play_until(state, number, player)
        chances = [game.analysis.value(state, seat) for seat in range(2)]
        assert sum(chances) == 1000
        assert all(0 < chance < 1000 for chance in chances)
        assert game.analysis.round_number(state) == number
    play_until(state, 99, player)
    assert state.over
    assert [game.analysis.value(state, seat) for seat in range(2)] in ([0, 1000], [1000, 0], [500, 500])


OURS = {"a": "MS 9,12", "b": "MS 10,12"}
THEIRS = {"x": "MS 9,8", "y": "MS 10,8"}


def chance(victory: str, number: int = 11, lost: str = "", out: str = "", moved: str = "") -> int:
    """Return the first side's winning chance after some units are lost or out, or one has moved."""
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
    return the_game().analysis.value(state, 0)


@pytest.mark.parametrize("victory", [HELD, PLACES, BOTH, FIELD, GATE])
def test_losses_lower_the_value(victory: str) -> None:
    assert chance(victory, lost="b") < chance(victory) < chance(victory, lost="y")


def test_losses_beyond_the_limit_lower_the_value() -> None:
    assert chance(LIMIT, lost="ab") < chance(LIMIT) < chance(LIMIT, lost="y")


@pytest.mark.parametrize("victory", [HELD, PLACES, BOTH])
def test_holding_the_objective_raises_the_value(victory: str) -> None:
    assert chance(victory, moved="x 8,10") < chance(victory) < chance(victory, moved="a 8,10")


@pytest.mark.parametrize("victory", [HELD, BOTH])
def test_holding_the_objective_is_worth_more_late_than_early(victory: str) -> None:
    assert chance(victory, 3, moved="a 8,10") < chance(victory, 19, moved="a 8,10")


def champion_chance(victory: str, number: int, lost: str = "", moved: str = "") -> int:
    """Return the first side's winning chance as the champion evaluates it; both sides' chances add up."""
    battle = world(OURS, THEIRS, victory=victory, number=number)
    state = battle.state
    for letter in lost:
        state.eliminate(battle.ids[letter])
    if moved:
        letter, place = moved.split()
        state.set_hex(battle.ids[letter], hex_at(place))
        state.take_control(hex_at(place), state.rules.sides[battle.ids[letter]])
    champion = policy().for_champion()
    chances = [champion.value(the_game(), state, seat) for seat in range(2)]
    assert sum(chances) == 1000
    return chances[0]


@pytest.mark.parametrize("victory", [HELD, PLACES])
def test_the_champion_evaluates_strength_and_objectives(victory: str) -> None:
    assert champion_chance(victory, 5, lost="b") < champion_chance(victory, 5) < champion_chance(victory, 5, lost="y")
    assert champion_chance(victory, 11, moved="x 8,10") < champion_chance(victory, 11)
    assert champion_chance(victory, 11) < champion_chance(victory, 11, moved="a 8,10")
    assert champion_chance(victory, 3, moved="a 8,10") < champion_chance(victory, 19, moved="a 8,10")


@pytest.mark.parametrize("victory", [BOTH, FIELD, LIMIT, GATE])
def test_without_objectives_the_champion_evaluates_as_the_game_does(victory: str) -> None:
    assert champion_chance(victory, 11, lost="y") == chance(victory, 11, lost="y")


def test_a_finished_battle_is_evaluated_by_its_result() -> None:
    state, champion = start_battle("rome", 3, turns=3), policy().for_champion()
    play_until(state, 99, bots.make("driver", the_game(), 1))
    assert state.over
    assert [champion.value(the_game(), state, seat) for seat in range(2)] in ([0, 1000], [1000, 0], [500, 500])


def test_exits_and_nearness_to_the_edge_raise_the_value_of_a_side_that_must_leave() -> None:
    assert chance(GATE, 17) < chance(GATE, 17, moved="a 9,30") < chance(GATE, 17, out="a", moved="b 9,30")
    assert chance(GATE, 19) < chance(GATE, 3)


def test_a_side_that_must_destroy_units_loses_value_with_time() -> None:
    assert chance(FIELD, 19) < chance(FIELD, 3)
    assert chance(FIELD, 19, lost="xy") > chance(FIELD, 19)


def test_every_feature_has_a_name() -> None:
    battle = world(OURS, THEIRS, victory=HELD)
    before = the_game().analysis.features(battle.state, 0)
    battle.state.eliminate(battle.ids["y"])
    after = the_game().analysis.features(battle.state, 0)
    names = list(the_game().words.features)
    assert len(names) == len(after)
    assert [name for name, one, other in zip(names, before, after, strict=True) if other > one] == ["taken", "strength"]


# -------------------------------------------------------------------- styles


def search_plans(state: Battle, seed: int, rollouts: int) -> PlanSearch:
    """Return a finished search in which every plan had this many rollouts."""
    seat = agenda.seats(state)[0]
    plans = policy().plans(the_game(), state, seat, None)
    search = PlanSearch(the_game(), policy(), state, seat, SearchBudget(rollouts, 0.5), 0.0, seed, plans)
    search.run()
    return search


def test_the_candidates_of_all_styles_are_legal() -> None:
    state, player = start_battle("rome", 5, turns=3), policy().rollout_bot(0)
    game, several = the_game(), 0
    for number in range(1, 7):
        play_until(state, number, player)
        for _ in range(8):
            seat = agenda.seats(state)[0]
            actions = policy().for_champion().candidates(game, state, seat, player.choose(game, state, seat))
            assert all(game.check(state, seat, action) is None for action in actions)
            assert len({action.text for action in actions}) == len(actions)
            several += len(actions) > 1
            agenda.act(state, actions[0], seat)
    assert several


def test_a_champion_compares_more_styles_than_a_veteran() -> None:
    state = play_until(start_battle("rome", 5), 7, policy().rollout_bot(0))
    seat = agenda.seats(state)[0]
    while state.phase <= FIRE:
        assert len(policy().for_champion().plans(the_game(), state, seat, None)) == 1
        agenda.act(state, policy().rollout_bot(0).choose(the_game(), state, seat), seat)
    few, many = [one.plans(the_game(), state, seat, None) for one in (policy(), policy().for_champion())]
    assert 1 < len(few) < len(many)
    veteran, champion = few[0], many[0]
    assert isinstance(veteran, TurnPlan)
    assert isinstance(champion, TurnPlan)
    default, aggressive = side_style(state, seat), aggressive_style(state, seat)
    assert compared_weights(default) != compared_weights(aggressive)
    for style in (veteran.bot.style, veteran_styles(default)[0]):
        assert compared_weights(style) == compared_weights(default)
    for style in (champion.bot.style, champion_styles(aggressive)[0]):
        assert compared_weights(style) == compared_weights(aggressive)


def compared_weights(style: Style) -> list[int]:
    """Return the weights in which the candidate styles differ."""
    cautions = [style.caution_ahead, style.caution_behind, style.exposure]
    return [*cautions, style.attack_weight, style.approach, style.hunter_share]


def test_future_dice_do_not_change_the_search() -> None:
    game = the_game()
    state = play_until(start_battle("rome", 5), 7, policy().rollout_bot(0))
    other = state.clone()
    other.dice = TapeDice(seed_from(99))
    seat = agenda.seats(state)[0]
    searches = [search_plans(battle, 4, 2) for battle in (state, other)]
    assert len(searches[0].tallies) > 1
    assert [tally.values for tally in searches[0].tallies] == [tally.values for tally in searches[1].tallies]
    actions = []
    for battle in (state, other):
        bot = bots.make("veteran", game, 3)
        actions.append(bot.choose(game, game.imagine(battle, seat, bytes(32)), seat))
    assert actions[0] == actions[1]


# -------------------------------------------------------------------- lookahead bots


@pytest.mark.parametrize("level", ["veteran", "champion"])
def test_the_bot_searches_once_per_player_turn_and_only_in_its_own(level: str) -> None:
    game = the_game()
    state = start_battle("rome", 5, turns=3)
    veteran, driver = bots.make(level, game, 1), bots.make("driver", game, 1)
    thought: list[int] = []
    while state.number < 6:
        seat = agenda.seats(state)[0]
        if seat == 0:
            analysis = veteran.analyse(game, game.imagine(state, seat, bytes(32)), seat)
            assert game.check(state, seat, analysis.chosen) is None
            if analysis.options[0].visits:
                thought.append(int(state.number))
            agenda.act(state, analysis.chosen, seat)
        else:
            agenda.act(state, driver.choose(game, state, seat), seat)
    assert thought
    assert len(set(thought)) == len(thought)
    assert all(number % 2 for number in thought)
