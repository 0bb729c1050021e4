"""The rule-based bot for Chariot: it advances to its objectives and fights where the odds are good."""

from __future__ import annotations

from typing import Final

from hippodrome.bots.base import Bot
from hippodrome.bots.chariot import fire, melee
from hippodrome.bots.chariot.chariots import choose_boarding, choose_debarking
from hippodrome.bots.chariot.deployment import choose_deployment, choose_hex
from hippodrome.bots.chariot.distance_maps import DistanceMaps
from hippodrome.bots.chariot.movement import choose_destination, choose_unit
from hippodrome.bots.chariot.situation import Situation, situation_key
from hippodrome.bots.chariot.style import DEFAULT_STYLE, Style
from hippodrome.bots.chariot.unit_values import ExpectedLosses
from hippodrome.games.chariot.boarding import Board, Crowd, GetOff
from hippodrome.games.chariot.deployment import Deploy, Place
from hippodrome.games.chariot.fire import FireDecision, Volley
from hippodrome.games.chariot.melee import Advance, Assault, Melee, Withdrawal
from hippodrome.games.chariot.movement import Go, Move
from hippodrome.games.chariot.panic import Flee
from hippodrome.games.chariot.results import Halving
from hippodrome.games.chariot.state import Battle
from hippodrome.games.chariot.steps import SideChoice
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State

MAX_CACHED_MAPS: Final = 4  # maps whose distances stay cached


class ChariotBot(Bot):
    """A bot that assesses the situation once per phase and caches its plan for the rest of the phase."""

    def __init__(self, style: Style = DEFAULT_STYLE) -> None:
        self.style = style
        self._distance_maps: list[DistanceMaps] = []
        self._expected_losses: ExpectedLosses | None = None
        self._situation: Situation | None = None

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """Return an action for the pending decision."""
        assert isinstance(state, Battle)
        step = state.agenda[-1]
        if isinstance(step, Move):
            return choose_unit(state, self.situation(state, seat))
        if isinstance(step, Go):
            return choose_destination(state, self.situation(state, seat), step)
        if isinstance(step, FireDecision):
            return fire.choose_target(state, self.expected_losses(state))
        if isinstance(step, Volley):
            return fire.add_firer(state, step, step.legal(state))
        if isinstance(step, Melee):
            return melee.choose_attack(state, self.expected_losses(state), self.style)
        if isinstance(step, Assault):
            return melee.add_attacker(state, step, step.legal(state))
        return self._choose_other(state, step, seat) if isinstance(step, SideChoice) else agenda.proposals(state)[0]

    def _choose_other(self, s: Battle, step: SideChoice, seat: int) -> Action:
        """Return an action for the less frequent decisions; the default for those without a rule."""
        actions = step.legal(s)
        if isinstance(step, Deploy):
            return choose_deployment(s, actions, self.style)
        if isinstance(step, Place):
            return choose_hex(s, step, actions, self.style)
        if isinstance(step, Board):
            return choose_boarding(s, actions)
        if isinstance(step, GetOff):
            return choose_debarking(s, self.situation(s, seat), actions)
        if isinstance(step, Halving | Crowd):
            return melee.choose_loss(s, actions)
        if isinstance(step, Advance):
            return melee.choose_advance(s, self.situation(s, seat), actions)
        if isinstance(step, Withdrawal):
            return melee.choose_withdrawal(s, self.situation(s, seat), step, actions)
        if isinstance(step, Flee):
            return melee.choose_flight(s, step, actions)
        return actions[0]

    # ---------------------------------------------------------------- caches

    def with_style(self, style: Style) -> ChariotBot:
        """Return a bot of another style that shares the caches of this one."""
        bot = ChariotBot(style)
        bot._distance_maps = self._distance_maps
        bot._expected_losses = self._expected_losses
        return bot

    def distance_maps(self, s: Battle) -> DistanceMaps:
        """Return the cached distances on the battle's map."""
        for maps in self._distance_maps:
            if maps.ground is s.rules.ground:
                return maps
        if len(self._distance_maps) == MAX_CACHED_MAPS:
            self._distance_maps.clear()
        self._distance_maps.append(DistanceMaps(s.rules.ground))
        return self._distance_maps[-1]

    def expected_losses(self, s: Battle) -> ExpectedLosses:
        """Return the average losses of attacks."""
        if self._expected_losses is None:
            self._expected_losses = ExpectedLosses(s.rules.table)
        return self._expected_losses

    def situation(self, s: Battle, seat: int) -> Situation:
        """Return the side's situation in this phase, assessed again if it has changed."""
        if self._situation is None or self._situation.key != situation_key(s, seat):
            self._situation = Situation(s, seat, self.distance_maps(s), self.expected_losses(s), self.style)
        return self._situation
