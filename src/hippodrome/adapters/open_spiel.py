"""OpenSpiel: every game as a registered Python game with explicit chance.

    import pyspiel
    import hippodrome.adapters.open_spiel
    game = pyspiel.load_game("hippodrome_benhur(scenario=arena,seats=2,options=laps:1)")
    state = game.new_initial_state()

Before every roll of dice the state is a chance node, whose outcomes are tapes of dice (`chance_nodes.py`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, ClassVar, Final

import numpy as np
import pyspiel

import hippodrome
from hippodrome.adapters.chance_nodes import Position
from hippodrome.adapters.session import EnvironmentConfig, rewards_from_places
from hippodrome.catalogue import all_games
from hippodrome.kit.game import Game, Setting, Value
from hippodrome.kit.preview import NoDice

PREFIX: Final = "hippodrome_"

PARAMETERS: Final[dict[str, int | str]] = {
    "scenario": "",  # empty: the first of the game
    "seats": 0,  # 0: the default of the scenario
    "options": "",  # for example laps:1;tricks:0
    "seed": 0,  # determines all tapes of dice
    "tapes": 256,  # outcomes of a chance node
}


def game_type(game: Game) -> pyspiel.GameType:
    """Return the properties of a game that do not depend on its set-up."""
    return pyspiel.GameType(
        short_name=PREFIX + game.slug,
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats.stop - 1,
        min_num_players=game.seats.start,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


def read_options(text: str, settings: tuple[Setting, ...]) -> dict[str, Value]:
    """Parse options such as "laps:1;tricks:0"; raise ValueError for bad syntax. `Setup` checks the values."""
    options: dict[str, Value] = {}
    for one in filter(None, text.split(";")):
        name, colon, word = one.partition(":")
        if not colon:
            raise ValueError(f"options are written as name:value;name:value, not {text!r}")
        values = [value for setting in settings if setting.name == name for value in setting.values]
        options[name] = next((value for value in values if str(value) == word), word)
    return options


class HippodromeGame(pyspiel.Game):
    """A game with its scenario, seats and options."""

    SLUG: ClassVar[str] = ""

    def __init__(self, given: dict[str, Any] | None = None) -> None:
        parameters = {**PARAMETERS, **(given or {})}
        game = hippodrome.game(self.SLUG)
        scenario = game.scenario(parameters["scenario"]) if parameters["scenario"] else game.scenarios()[0]
        options = read_options(parameters["options"], scenario.options)
        self.config = EnvironmentConfig(self.SLUG, scenario.slug, parameters["seats"] or None, options)
        self.seed = int(parameters["seed"])
        tapes = int(parameters["tapes"])
        self.outcomes = [(tape, 1 / tapes) for tape in range(tapes)]
        self.max_decisions = game.max_decisions(self.config.start(NoDice(0)))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.config.action_count,
            max_chance_outcomes=tapes,
            num_players=self.config.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_decisions,
        )
        super().__init__(game_type(game), info, given or {})

    def new_initial_state(self) -> HippodromeState:
        """Return a match before its first dice."""
        return HippodromeState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the maximum number of chance nodes: one for the set-up and one for each decision."""
        return self.max_decisions + 1

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return an observer of the current view, or with perfect recall of the player's whole history."""
        if params:
            raise ValueError(f"observations take no parameters, but got {params}")
        if iig_obs_type is None:
            return Observer(self.config, False)
        single = iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if not single or not iig_obs_type.public_info:
            raise ValueError(
                "only observations with public information and the player's own private information are supported"
            )
        return Observer(self.config, iig_obs_type.perfect_recall)


class HippodromeState(pyspiel.State):
    """A node: a decision, a roll of dice, or the end."""

    def __init__(self, game: HippodromeGame) -> None:
        super().__init__(game)
        self.position = Position(game.config, game.seed)

    def current_player(self) -> int:
        """Return the deciding seat, or OpenSpiel's id for chance or for the end."""
        position = self.position
        if position.waits_for_dice:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if position.is_over else position.seat

    def is_terminal(self) -> bool:
        """Return whether the match has ended."""
        return self.position.is_over

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.position.numbers)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the tapes of dice, all equally likely."""
        outcomes: list[tuple[int, float]] = self.get_game().outcomes
        return outcomes

    def _apply_action(self, action: int) -> None:
        if self.position.waits_for_dice:
            self.position.roll(action)
        else:
            self.position.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"tape {action}"
        known = self.position.numbers.get(action)
        return self.position.config.action_encoding.meaning(action) if known is None else known.text

    def returns(self) -> list[float]:
        """Return the reward of each seat; all 0 before the end."""
        position = self.position
        result = position.config.game.result(position.state) if position.is_over else None
        return [0.0] * position.config.seats if result is None else rewards_from_places(result.places)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> HippodromeState:
        """Return a copy in which everything hidden from the deciding player is dealt again.

        Raise ValueError for any other player, and before a roll.
        """
        if player != self.position.seat or self.position.waits_for_dice:
            raise ValueError("only the deciding player can resample what is hidden, and not while dice are pending")
        other: HippodromeState = self.clone()
        other.position = self.position.imagine(hashlib.sha256(repr(sampler()).encode()).digest())
        return other

    def __str__(self) -> str:
        position = self.position
        waiting = f", {position.pending.text} waits for dice" if position.pending is not None else ""
        return f"move {position.moves}{waiting}, {position.digest()}"


class Observer:
    """The observation of a player, as a tensor and as text."""

    def __init__(self, config: EnvironmentConfig, perfect_recall: bool) -> None:
        self.perfect_recall = perfect_recall
        self.tensor = None if perfect_recall else np.zeros(config.observation_layout.size, np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: HippodromeState, player: int) -> None:
        """Fill the tensor; before the first roll it is all 0. Raise ValueError with perfect recall."""
        position = state.position
        if self.tensor is None:
            raise ValueError(
                "there is no information state tensor; use string_from, or an observer without perfect recall"
            )
        if position.has_started:
            self.tensor[:] = position.config.observation_layout.vector(position.view(player))
        else:
            self.tensor.fill(0)

    def string_from(self, state: HippodromeState, player: int) -> str:
        """Return the view as JSON; with perfect recall, first the player's log and own moves."""
        position = state.position
        view = position.view(player).text() if position.has_started else ""
        return "\n".join([*position.history_lines(player), view]) if self.perfect_recall else view


def register() -> None:
    """Register the games, including those for development, with `pyspiel.load_game` as "hippodrome_benhur" and so on.

    OpenSpiel holds the factory of a game until after the interpreter has shut down; a class survives that, a function
    does not.
    """
    for slug in all_games():
        factory = type(f"{HippodromeGame.__name__}_{slug}", (HippodromeGame,), {"SLUG": slug})
        pyspiel.register_game(game_type(hippodrome.game(slug)), factory)


register()
