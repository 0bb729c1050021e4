"""The plain program for Chariot: it marches to what its victory asks for, and fights where the odds are good."""

from __future__ import annotations

from typing import Final

from hippodrome.bots.base import Bot
from hippodrome.bots.chariot import fighting, shooting
from hippodrome.bots.chariot.deploying import choose_deployment, choose_hex
from hippodrome.bots.chariot.distance_maps import DistanceMaps
from hippodrome.bots.chariot.marching import choose_destination, choose_unit
from hippodrome.bots.chariot.riding import choose_boarding, choose_debarking
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
from hippodrome.games.chariot.steps import SampledChoice
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State

MAX_CACHED_MAPS: Final = 4  # of which distances are kept at the most


class ChariotBot(Bot):
    """Thinks once in a phase and remembers its plan; whoever begins in the middle of a phase thinks anew."""

    def __init__(self, temper: Temper = DEFAULT_STYLE) -> None:
        self.temper = temper
        self._maps: list[DistanceMaps] = []
        self._odds: ExpectedLosses | None = None
        self._picture: Situation | None = None

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """By the kind of question."""
        assert isinstance(state, Battle)
        step = state.agenda[-1]
        if isinstance(step, Move):
            return choose_unit(state, self.picture(state, seat))
        if isinstance(step, Go):
            return choose_destination(state, self.picture(state, seat), step)
        if isinstance(step, FireDecision):
            return shooting.choose_target(state, self.odds(state))
        if isinstance(step, Volley):
            return shooting.add_firer(state, step, step.legal(state))
        if isinstance(step, Melee):
            return fighting.choose_attack(state, self.odds(state), self.temper)
        if isinstance(step, Assault):
            return fighting.add_attacker(state, step, step.legal(state))
        return self.other(state, step, seat) if isinstance(step, SampledChoice) else agenda.proposals(state)[0]

    def other(self, s: Battle, step: SampledChoice, seat: int) -> Action:
        """Boarding, losses, advances and what the options ask; the default elsewhere."""
        actions = step.legal(s)
        if isinstance(step, Deploy):
            return choose_deployment(s, actions, self.temper)
        if isinstance(step, Place):
            return choose_hex(s, step, actions, self.temper)
        if isinstance(step, Board):
            return choose_boarding(s, actions)
        if isinstance(step, GetOff):
            return choose_debarking(s, self.picture(s, seat), actions)
        if isinstance(step, Halving | Crowd):
            return fighting.choose_loss(s, actions)
        if isinstance(step, Advance):
            return fighting.choose_advance(s, self.picture(s, seat), actions)
        if isinstance(step, Withdrawal):
            return fighting.choose_withdrawal(s, self.picture(s, seat), step, actions)
        if isinstance(step, Flee):
            return fighting.choose_flight(s, step, actions)
        return actions[0]

    # ---------------------------------------------------------------- what is remembered

    def with_style(self, temper: Style) -> ChariotBot:
        """Return a general of another temper, who shares what this one knows of maps."""
        found = ChariotBot(temper)
        found._maps = self._maps
        found._odds = self._odds
        return found

    def maps(self, s: Battle) -> DistanceMaps:
        """Distances on this map."""
        for found in self._maps:
            if found.ground is s.rules.ground:
                return found
        if len(self._maps) == MAX_CACHED_MAPS:
            self._maps.clear()
        self._maps.append(DistanceMaps(s.rules.ground))
        return self._maps[-1]

    def odds(self, s: Battle) -> ExpectedLosses:
        """What attacks do on average."""
        if self._odds is None:
            self._odds = ExpectedLosses(s.rules.table)
        return self._odds

    def picture(self, s: Battle, seat: int) -> Situation:
        """What the side sees in this phase."""
        if self._picture is None or self._picture.key != situation_key(s, seat):
            self._picture = Situation(s, seat, self.maps(s), self.odds(s), self.temper)
        return self._picture
