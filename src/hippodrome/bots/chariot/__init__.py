"""The plain program for Chariot: it marches to what its victory asks for, and fights where the odds are good."""

from __future__ import annotations

from typing import Final

from hippodrome.bots.base import Bot
from hippodrome.bots.chariot import fighting, shooting
from hippodrome.bots.chariot.deploying import deploy, find_place
from hippodrome.bots.chariot.distance_maps import Maps
from hippodrome.bots.chariot.marching import go_on, next_move
from hippodrome.bots.chariot.riding import board, get_off
from hippodrome.bots.chariot.situation import Picture, key_of
from hippodrome.bots.chariot.style import PLAIN, Temper
from hippodrome.bots.chariot.unit_values import Odds
from hippodrome.games.chariot.boarding import Board, Crowd, GetOff
from hippodrome.games.chariot.deployment import Deploy, Place
from hippodrome.games.chariot.fire import Shooting, Volley
from hippodrome.games.chariot.melee import Advance, Assault, Melee, Withdrawal
from hippodrome.games.chariot.movement import Go, Move
from hippodrome.games.chariot.panic import Flee
from hippodrome.games.chariot.results import Halving
from hippodrome.games.chariot.state import Battle
from hippodrome.games.chariot.steps import Question
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State

GROUNDS: Final = 4  # of which distances are kept at the most


class ChariotGeneral(Bot):
    """Thinks once in a phase and remembers its plan; whoever begins in the middle of a phase thinks anew."""

    def __init__(self, temper: Temper = PLAIN) -> None:
        self.temper = temper
        self._maps: list[Maps] = []
        self._odds: Odds | None = None
        self._picture: Picture | None = None

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """By the kind of question."""
        assert isinstance(state, Battle)
        step = state.agenda[-1]
        if isinstance(step, Move):
            return next_move(state, self.picture(state, seat))
        if isinstance(step, Go):
            return go_on(state, self.picture(state, seat), step)
        if isinstance(step, Shooting):
            return shooting.aim(state, self.odds(state))
        if isinstance(step, Volley):
            return shooting.join(state, step, step.legal(state))
        if isinstance(step, Melee):
            return fighting.next_attack(state, self.odds(state), self.temper)
        if isinstance(step, Assault):
            return fighting.join(state, step, step.legal(state))
        return self.other(state, step, seat) if isinstance(step, Question) else agenda.proposals(state)[0]

    def other(self, s: Battle, step: Question, seat: int) -> Action:
        """Boarding, losses, advances and what the options ask; the default elsewhere."""
        actions = step.legal(s)
        if isinstance(step, Deploy):
            return deploy(s, actions, self.temper)
        if isinstance(step, Place):
            return find_place(s, step, actions, self.temper)
        if isinstance(step, Board):
            return board(s, actions)
        if isinstance(step, GetOff):
            return get_off(s, self.picture(s, seat), actions)
        if isinstance(step, Halving | Crowd):
            return fighting.lose(s, actions)
        if isinstance(step, Advance):
            return fighting.advance(s, self.picture(s, seat), actions)
        if isinstance(step, Withdrawal):
            return fighting.withdraw(s, self.picture(s, seat), step, actions)
        if isinstance(step, Flee):
            return fighting.flee(s, step, actions)
        return actions[0]

    # ---------------------------------------------------------------- what is remembered

    def kin(self, temper: Temper) -> ChariotGeneral:
        """Return a general of another temper, who shares what this one knows of maps."""
        found = ChariotGeneral(temper)
        found._maps = self._maps
        found._odds = self._odds
        return found

    def maps(self, s: Battle) -> Maps:
        """Distances on this map."""
        for found in self._maps:
            if found.ground is s.rules.ground:
                return found
        if len(self._maps) == GROUNDS:
            self._maps.clear()
        self._maps.append(Maps(s.rules.ground))
        return self._maps[-1]

    def odds(self, s: Battle) -> Odds:
        """What attacks do on average."""
        if self._odds is None:
            self._odds = Odds(s.rules.table)
        return self._odds

    def picture(self, s: Battle, seat: int) -> Picture:
        """What the side sees in this phase."""
        if self._picture is None or self._picture.key != key_of(s, seat):
            self._picture = Picture(s, seat, self.maps(s), self.odds(s), self.temper)
        return self._picture
