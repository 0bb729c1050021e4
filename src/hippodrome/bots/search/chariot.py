"""Looking ahead in Chariot: a general takes counsel once in each of his Player-Turns how to lead it.

A battle has hundreds of small decisions that mean little one by one. So what is weighed is a manner of leading the
whole Player-Turn: each member of a council, bolder or more careful than the others, leads it in the same imagined
worlds, the enemy answers, and the one who does best is followed to its end.
"""

from __future__ import annotations

import hashlib
import time
from typing import Final

from mypy_extensions import i64

from hippodrome.bots.base import Bot
from hippodrome.bots.chariot import ChariotGeneral
from hippodrome.bots.chariot.council import council, usual_temper
from hippodrome.bots.chariot.temper import Temper
from hippodrome.bots.search.effort import Effort
from hippodrome.bots.search.guide import Guide
from hippodrome.bots.search.weighing import MOST_STEPS, Tally, Weighing, lead
from hippodrome.bots.thoughts import Thoughts, Weighed
from hippodrome.games.chariot.state import SET_UP, Battle
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State

AHEAD: Final = 2  # Player-Turns: one's own and the enemy's
EARLY: Final = 4  # worlds before a member may be left out for the first time


class Counsel(Effort):
    """How hard a general thinks: how many members his council has, and how many Player-Turns they look ahead."""

    __slots__ = ("ahead", "members")

    def __init__(self, worlds: int, trust: float, members: int, ahead: int) -> None:
        super().__init__(worlds, trust)
        self.members = members
        self.ahead = ahead


class ChariotGuide(Guide):
    """What a council knows: the tempers of its members, and maps that they share."""

    def __init__(self) -> None:
        self.small = Counsel(4, 1.0, 3, AHEAD)
        self.large = Counsel(16, 0.5, 6, AHEAD)
        super().__init__(AHEAD, self.small, self.large)
        self.home = ChariotGeneral()

    def player(self, seed: int) -> Bot:
        """A general who plays both sides."""
        return Both(self)

    def program(self, effort: Effort, seconds: float, seed: int) -> Bot | None:
        """A general who takes counsel."""
        return Commander(self, self.large if effort is self.champion else self.small, seconds, seed)

    def candidates(self, game: Game, state: State, seat: int, usual: Action) -> list[Action]:
        """What the members of the council would do."""
        found = [usual]
        for temper in self.tempers(state, seat, self.large.members):
            action = self.home.kin(temper).choose(game, state, seat)
            if action not in found:
                found.append(action)
        return found

    def tempers(self, state: State, seat: int, members: int) -> list[Temper]:
        """The members of a council, the usual one first."""
        assert isinstance(state, Battle)
        return council(state, seat)[:members]

    def generals(self, state: State) -> list[Bot]:
        """The usual general of each side."""
        assert isinstance(state, Battle)
        self.home.maps(state)
        self.home.odds(state)
        return [self.home.kin(usual_temper(state, side)) for side in range(2)]


class Both(Bot):
    """The usual generals of both sides."""

    def __init__(self, guide: ChariotGuide) -> None:
        self.guide = guide
        self.generals: list[Bot] = []

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """What the general of the seat does."""
        if not self.generals:
            self.generals = self.guide.generals(state)
        return self.generals[seat].choose(game, state, seat)


# -------------------------------------------------------------------- who takes counsel


class Commander(Bot):
    """Takes counsel when he first has something to decide in a Player-Turn of his own, and follows it to its end."""

    def __init__(self, guide: ChariotGuide, counsel: Counsel, seconds: float, seed: int) -> None:
        self.guide = guide
        self.counsel = counsel
        self.seconds = seconds
        self.seed = seed
        self.number: i64 = -1  # of the Player-Turn for which he has taken counsel
        self.place = 0  # of the member whom he follows
        self.general: Bot | None = None

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """What the member does whom he follows."""
        return self.think(game, state, seat).chosen

    def think(self, game: Game, state: State, seat: int) -> Thoughts:
        """The same; where he takes counsel, with what was expected of the members."""
        assert isinstance(state, Battle)
        is_asked = state.phase != SET_UP and state.side == seat and state.number != self.number
        if is_asked and self.counsel.members > 1:
            return self.take_counsel(game, state, seat)
        action = self.follow(state, seat).choose(game, state, seat)
        return Thoughts([Weighed(action, 0, 0, [])], action)

    def take_counsel(self, game: Game, state: Battle, seat: int) -> Thoughts:
        """Ask the council whom to follow in this Player-Turn."""
        council = Council(game, self.guide, state, seat, self.counsel, self.seconds, self.seed + int(state.number))
        thoughts = council.run()
        self.number = state.number
        self.place = council.place
        self.general = None
        return thoughts

    def follow(self, state: Battle, seat: int) -> Bot:
        """The member whom he follows now; the usual one before anything was weighed."""
        if self.general is None:
            self.guide.home.maps(state)
            self.guide.home.odds(state)
            self.general = self.guide.home.kin(self.guide.tempers(state, seat, self.counsel.members)[self.place])
        return self.general


class Council(Weighing):
    """Several generals, each of whom leads the Player-Turn in the same imagined worlds."""

    def __init__(
        self, game: Game, guide: ChariotGuide, state: Battle, seat: int, counsel: Counsel, seconds: float, seed: int
    ) -> None:
        super().__init__(game, guide, state, seat, counsel, seconds, seed)
        self.home = guide.home
        self.members = guide.tempers(state, seat, counsel.members)
        self.tallies = [Tally(self.home.kin(temper).choose(game, state, seat)) for temper in self.members]
        self.live = list(self.tallies)
        self.turn = game.moment(state)
        self.until = self.turn + counsel.ahead
        self.place = 0  # of the member who does best
        self.ends: list[tuple[tuple[int, ...], bytes]] = []  # what came of the members in the first world

    def run(self) -> Thoughts:
        """Weigh until it is clear who does best, or the effort is spent."""
        check = EARLY
        for number in range(self.effort.worlds):
            if len(self.live) == 1 or not self.sweep(number):
                break
            if number == 0:
                self.leave_out_twins()
            if number + 1 == check:
                self.leave_out()
                check *= 2
        return self.thoughts()

    def sweep(self, number: int) -> bool:
        """Let every member who is left lead in one more world; whether there was time for all of them."""
        seed = hashlib.blake2b(f"{self.seed}/{number}".encode(), digest_size=32).digest()
        for tally in self.live:
            if time.monotonic() >= self.deadline:
                return False
            world = self.game.imagine(self.state, self.seat, seed)
            assert isinstance(world, Battle)
            self.lead_on(world, self.members[self.tallies.index(tally)])
            tally.add(self.game.value(world, self.seat), self.game.aspects(world, self.seat))
            if number == 0:
                self.ends.append((world.hexes, world.disrupted))
        return True

    def lead_on(self, world: Battle, temper: Temper) -> None:
        """Play a world to the end of the time that is looked ahead: this Player-Turn led by one member."""
        player = self.guide.player(0)
        member = self.home.kin(temper)
        for _ in range(MOST_STEPS):
            if not world.agenda or world.number >= self.until:
                return
            actions = agenda.proposals(world)
            seat = agenda.seats(world)[0]
            leader = member if seat == self.seat and world.number == self.turn else player
            action = actions[0] if len(actions) == 1 else leader.choose(self.game, world, seat)
            agenda.act(world, action, seat)

    def leave_out_twins(self) -> None:
        """Those of whom the same came as of one before them: where no enemy is near, most lead alike."""
        kept: list[Tally] = []
        for place, tally in enumerate(self.tallies):
            if self.ends.index(self.ends[place]) == place:
                kept.append(tally)
        self.live = kept

    def thoughts(self) -> Thoughts:
        """Who does best so far, by his first action: the usual member, unless another is clearly better."""
        ranked = sorted(self.live, key=lambda tally: -tally.mean())
        best = ranked[0]
        if best is not self.tallies[0]:
            gap, error = lead(best, self.tallies[0])
            if gap < self.effort.trust * error:
                best = self.tallies[0]
        self.place = self.tallies.index(best)
        options: list[Weighed] = []
        for tally in [best, *ranked, *self.tallies]:
            if tally.values and all(tally.action != option.action for option in options):
                options.append(tally.weighed())
        return Thoughts(options or [best.weighed()], self.tallies[0].action)
