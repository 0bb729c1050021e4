"""OpenSpiel: every game as a registered Python game with explicit chance.

    import pyspiel
    import hippodrome.adapters.open_spiel
    game = pyspiel.load_game("hippodrome_benhur(scenario=arena,seats=2,options=laps:1)")
    state = game.new_initial_state()

Whenever dice are about to fall, the state becomes a chance node whose outcomes are tapes of dice (`chance.py`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, ClassVar, Final

import numpy as np
import pyspiel

import hippodrome
from hippodrome.adapters.action_ranges import VERBS
from hippodrome.adapters.chance_nodes import Position
from hippodrome.adapters.session import Door, shares
from hippodrome.kit.game import Game, Setting, Value
from hippodrome.kit.preview import NoDice

PREFIX: Final = "hippodrome_"

PARAMETERS: Final[dict[str, int | str]] = {
    "scenario": "",  # the game's first
    "seats": 0,  # as many as usual
    "options": "",  # such as laps:1;tricks:0
    "seed": 0,  # of all tapes of dice
    "tapes": 256,  # outcomes of a chance node
}


def game_type(game: Game) -> pyspiel.GameType:
    """What OpenSpiel must know of a game before it is set up."""
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
    """Options written as laps:1;tricks:0. Whether they can be so is the set-up's to say."""
    found: dict[str, Value] = {}
    for one in filter(None, text.split(";")):
        name, colon, word = one.partition(":")
        if not colon:
            raise ValueError(f"options are written as name:value;name:value, not {text!r}")
        values = [value for setting in settings if setting.name == name for value in setting.values]
        found[name] = next((value for value in values if str(value) == word), word)
    return found


class HippodromeGame(pyspiel.Game):
    """A game with its scenario, seats and options."""

    SLUG: ClassVar[str] = ""

    def __init__(self, given: dict[str, Any] | None = None) -> None:
        parameters = {**PARAMETERS, **(given or {})}
        game = hippodrome.game(self.SLUG)
        scenario = game.scenario(parameters["scenario"]) if parameters["scenario"] else game.scenarios()[0]
        options = read_options(parameters["options"], scenario.options)
        self.door = Door(self.SLUG, scenario.slug, parameters["seats"] or None, options)
        self.seed = int(parameters["seed"])
        tapes = int(parameters["tapes"])
        self.outcomes = [(tape, 1 / tapes) for tape in range(tapes)]
        self.bound = game.max_decisions(self.door.start(NoDice(0)))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.door.actions,
            max_chance_outcomes=tapes,
            num_players=self.door.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.bound,
        )
        super().__init__(game_type(game), info, given or {})

    def new_initial_state(self) -> HippodromeState:
        """Return a match before its first dice."""
        return HippodromeState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return every decision may throw dice, and so may the set-up."""
        return self.bound + 1

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What a player sees: all he may know now, or with perfect recall all he has seen and done."""
        if params:
            raise ValueError(f"observations take no parameters, such as {params}")
        if iig_obs_type is None:
            return Observer(self.door, False)
        single = iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if not single or not iig_obs_type.public_info:
            raise ValueError("a player is shown all that he may know: public and his own")
        return Observer(self.door, iig_obs_type.perfect_recall)


class HippodromeState(pyspiel.State):
    """A node: a decision, a throw of dice, or the end."""

    def __init__(self, game: HippodromeGame) -> None:
        super().__init__(game)
        self.position = Position(game.door, game.seed)

    def current_player(self) -> int:
        """Return the seat that must decide; or chance; or nobody, at the end."""
        position = self.position
        if position.waits_for_dice:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if position.over else position.seat

    def is_terminal(self) -> bool:
        """Return whether the match has ended."""
        return self.position.over

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.position.numbers)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Tapes of dice, each as likely as the others."""
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
        return self.position.door.numbering.meaning(action) if known is None else known.text

    def returns(self) -> list[float]:
        """What each seat has won."""
        position = self.position
        result = position.door.game.result(position.state) if position.over else None
        return [0.0] * position.door.seats if result is None else shares(result.places)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> HippodromeState:
        """Return a copy in which what the player cannot know is dealt anew; he must be the one to decide."""
        if player != self.position.seat or self.position.waits_for_dice:
            raise ValueError("only the player who must decide can imagine what is hidden from him")
        other: HippodromeState = self.clone()
        other.position = self.position.imagined(hashlib.sha256(repr(sampler()).encode()).digest())
        return other

    def __str__(self) -> str:
        position = self.position
        waiting = f", {position.pending.text} waits for dice" if position.pending is not None else ""
        return f"move {position.moves}{waiting}, {position.digest()}"


class Observer:
    """What a player sees, as a tensor and as text."""

    def __init__(self, door: Door, recalls: bool) -> None:
        self.recalls = recalls
        self.tensor = None if recalls else np.zeros(door.layout.size, np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: HippodromeState, player: int) -> None:
        """Fill the tensor. Before the first dice there is nothing to see."""
        position = state.position
        if self.tensor is None:
            raise ValueError("there is no tensor of all that a player has seen")
        if position.begun:
            self.tensor[:] = position.door.layout.vector(position.view(player))
        else:
            self.tensor.fill(0)

    def string_from(self, state: HippodromeState, player: int) -> str:
        """Return the view as JSON; with perfect recall the log as the player may read it, and his own moves,
        before it.
        """
        position = state.position
        seen = position.view(player).text() if position.begun else ""
        return "\n".join([*position.lines(player), seen]) if self.recalls else seen


def register() -> None:
    """Make the games known to `pyspiel.load_game`, as "hippodrome_benhur" and so on.

    OpenSpiel keeps whatever makes a game until after Python has ended; a class survives that, a function does not.
    """
    for slug in VERBS:
        made = type(f"{HippodromeGame.__name__}_{slug}", (HippodromeGame,), {"SLUG": slug})
        pyspiel.register_game(game_type(hippodrome.game(slug)), made)


register()
