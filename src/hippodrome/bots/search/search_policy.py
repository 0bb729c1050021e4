"""Search policies: what lookahead needs to know about a game."""

from __future__ import annotations

from hippodrome.bots.base import Bot
from hippodrome.bots.search.budget import SearchBudget
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State


class Plan(Bot):
    """A bot that plays one stretch of a game, such as all moves of a side in a turn, for its seat."""

    def applies(self, state: State) -> bool:
        """Return whether the pending decision belongs to the stretch."""
        raise NotImplementedError

    def fresh_copy(self) -> Plan:
        """Return the plan for another rollout; a plan with memory returns a copy without it."""
        return self


class Rollout:
    """An imagined state that is played on, to evaluate an option for a seat."""

    __slots__ = ("game", "policy", "seat", "state")

    def __init__(self, policy: SearchPolicy, game: Game, state: State, seat: int) -> None:
        self.policy = policy
        self.game = game
        self.state = state
        self.seat = seat

    def act(self, action: Action, seat: int) -> None:
        """Play a legal action of a seat."""
        agenda.act(self.state, action, seat)

    def value(self) -> int:
        """Return the evaluation of the state for the seat, in thousandths."""
        return self.policy.value(self.game, self.state, self.seat)


class SearchPolicy:
    """The search settings of one game.

    `rounds_ahead` is the number of rounds (`GameAnalysis.round_number`) of a rollout; `veteran` and `champion` are the
    budgets of these levels.
    """

    def __init__(self, rounds_ahead: int, veteran: SearchBudget, champion: SearchBudget) -> None:
        self.rounds_ahead = rounds_ahead
        self.veteran = veteran
        self.champion = champion

    def rollout_bot(self, seed: int) -> Bot:
        """Return the bot that plays all seats of one rollout."""
        raise NotImplementedError

    def baseline(self, seed: int) -> Bot:
        """Return the bot whose choice is the default; rollouts may use a faster one."""
        return self.rollout_bot(seed)

    def rollout_bot_for(self, seed: int, state: State, seat: int, intent: int) -> Bot:
        """Return the bot of one rollout in which a seat follows an intent from this state on; 0 means no intent."""
        return self.rollout_bot(seed)

    def candidates_with_intent(self, game: Game, state: State, seat: int, default: Action) -> list[tuple[Action, int]]:
        """Return the actions worth searching, each with its intent; the default first."""
        return [(action, 0) for action in self.candidates(game, state, seat, default)]

    def candidates(self, game: Game, state: State, seat: int, default: Action) -> list[Action]:
        """Return the actions worth searching, the default first; only the default if nothing is at stake."""
        return [default, *[action for action in agenda.proposals(state) if action.text != default.text]]

    def start_rollout(self, game: Game, state: State, seat: int, seed: bytes) -> Rollout:
        """Return a rollout in a newly imagined state."""
        return Rollout(self, game, game.imagine(state, seat, seed), seat)

    def value(self, game: Game, end: State, seat: int) -> int:
        """Return the evaluation of the end of a rollout for a seat, in thousandths."""
        return game.analysis.value(end, seat)

    def for_champion(self) -> SearchPolicy:
        """Return the policy of the champion, if it differs from the veteran's."""
        return self

    def plans(self, game: Game, state: State, seat: int, base: Plan | None) -> list[Plan]:
        """Return the plans worth searching at the start of a stretch, the default first; none to search actions.

        With `base`, the best plan so far, return it first and then variations of it.
        """
        return []
