"""Balance of the armies of War in the Age of Magic, and what happens in its battles: bots play, tables show the counts.

    ./play study magic-battles [--seats LEVEL,LEVEL] [--games N] [--seed N] [--jobs N] [--armies KEY,...] [--play-now]

Each army fights N battles against the others in turn, on all layouts in turn, half of them in each colour; dice decide
who attacks. A draw counts half. The second table has the mean number of spells, terrain moves and other events of a
battle on each layout. With --play-now the first scenario is played with its defaults, and the tables show its seats.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations

import hippodrome as hd
from hippodrome.bots.base import BotMatch
from hippodrome.games.magic import Magic, events
from hippodrome.games.magic.spells import SPELL_NAMES
from hippodrome.games.magic.state import Battle
from hippodrome.kit.match import Setup
from hippodrome.lab.match_runner import MatchObserver, MatchSpec, derive_seed
from hippodrome.lab.match_runner import play as play_match
from hippodrome.lab.stats import wilson

SHOWN = {
    "terrain moves tried": (events.SceneryMoved, events.SceneryStuck),
    "terrain moved": (events.SceneryMoved,),
    "unbinding tried": (events.UnbindFailed, events.Unbound),
    "unbound": (events.Unbound,),
    "strikes": (events.Struck, events.StrikeMissed),
    "volleys": (events.VolleyShot,),
    "artillery": (events.ArtilleryShot,),
    "fights": (events.FightBegan,),
    "won by attacker": (events.AttackerWon,),
    "morale failed": (events.MoraleFailed,),
    "countdowns": (events.CountedDown,),
}
COLUMNS = [*SPELL_NAMES, *SHOWN, "attacking side wins", "draws"]

Task = tuple[str, tuple[str, ...], tuple[str, ...], int]
"""Scenario, armies by seat (none for the defaults), levels by seat, seed."""
Outcome = tuple[Task, tuple[int, ...], dict[str, int]]
"""The task, the places by seat, and the counted events."""


class EventCounter(MatchObserver):
    """Counts the events of a battle."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    def before_action(self, match: BotMatch) -> None:
        """Log the events of the action."""
        match.state.logging = True
        match.state.events.clear()

    def after_action(self, match: BotMatch) -> None:
        """Count the events of the action."""
        for event in match.state.events:
            for name, kinds in SHOWN.items():
                self.counts[name] += isinstance(event, kinds)
            if isinstance(event, events.SpellTried):
                self.counts[SPELL_NAMES[event.spell]] += 1


def play(task: Task) -> Outcome:
    """Play one battle."""
    scenario, armies, levels, seed = task
    options = dict(zip(("army_red", "army_white"), armies, strict=False))
    counter = EventCounter()
    end = play_match(MatchSpec(Setup(hd.game("magic"), scenario, 2, options), levels, seed), counter)
    assert isinstance(end.state, Battle)
    places = tuple(end.state.places)
    counter.counts["attacking side wins"] += places[end.state.attacker] < places[1 - end.state.attacker]
    counter.counts["draws"] += places == (1, 1)
    return task, places, dict(counter.counts)


def army_tasks(armies: list[str], layouts: list[str], levels: tuple[str, ...], games: int, seed: int) -> Iterator[Task]:
    """Return battles of every pair of armies: about `games` for each army."""
    pairs = list(combinations(armies, 2))
    number = 0
    for one in range(-(-games // (len(armies) - 1))):
        for index, pair in enumerate(pairs):
            swapped = pair if one % 2 == 0 else (pair[1], pair[0])
            yield layouts[(one // 2 + index) % len(layouts)], swapped, levels, derive_seed(seed, number)
            number += 1


def army_keys() -> list[str]:
    """Return the keys of the prepared armies."""
    game = hd.game("magic")
    assert isinstance(game, Magic)
    return list(game.armies)


def score(places: tuple[int, ...], seat: int) -> int:
    """Return half points: 2 for a win, 1 for a draw."""
    return 1 if places[0] == places[1] else (2 if places[seat] == 1 else 0)


def share_rows(outcomes: list[Outcome]) -> list[str]:
    """Return a table row for each army, or for each seat where the armies are the defaults."""
    halves: Counter[str] = Counter()
    played: Counter[str] = Counter()
    for (_, armies, _, _), places, _ in outcomes:
        for seat, name in enumerate(armies or ("Red", "White")):
            halves[name] += score(places, seat)
            played[name] += 1
    rows = []
    for name in played:
        interval = wilson(halves[name] // 2, played[name])
        share = 50 * halves[name] / played[name]
        rows.append(
            f"| {name} | {played[name]} | {share:.1f} % | {100 * interval.low:.0f} - {100 * interval.high:.0f} % |"
        )
    return rows


def event_rows(outcomes: list[Outcome]) -> list[str]:
    """Return a table row with mean counts for each scenario."""
    rows = []
    for scenario in dict.fromkeys(task[0] for task, _, _ in outcomes):
        chosen = [counts for task, _, counts in outcomes if task[0] == scenario]
        means = [f"{sum(counts.get(name, 0) for counts in chosen) / len(chosen):.2f}" for name in COLUMNS]
        rows.append(f"| {scenario} | {len(chosen)} | {' | '.join(means)} |")
    return rows


def main(args: Sequence[str]) -> int:
    """Play the battles and print the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seats", default="driver,driver", metavar="LEVEL,LEVEL", help="bots (driver,driver)")
    parser.add_argument("--games", type=int, default=400, metavar="N", help="battles per army (400)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="determines all dice (1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="processes (all cores)")
    parser.add_argument("--armies", default="", metavar="KEY,KEY", help="only these armies")
    parser.add_argument("--play-now", action="store_true", help="the first scenario with its defaults")
    arguments = parser.parse_args(args)
    scenarios = hd.game("magic").scenarios()
    levels = tuple(arguments.seats.split(","))
    if arguments.play_now:
        first = scenarios[0].slug
        tasks: list[Task] = [(first, (), levels, derive_seed(arguments.seed, n)) for n in range(arguments.games)]
    else:
        keys = arguments.armies.split(",") if arguments.armies else army_keys()
        layouts = [scenario.slug for scenario in scenarios[1:]]
        tasks = list(army_tasks(keys, layouts, levels, arguments.games, arguments.seed))
    with ProcessPoolExecutor(arguments.jobs) as pool:
        outcomes = list(pool.map(play, tasks, chunksize=4))
    print("| army | battles | won | 95 % |\n|---|---|---|---|", *share_rows(outcomes), "", sep="\n")
    print(f"| layout | battles | {' | '.join(COLUMNS)} |\n|---|---|{'---|' * len(COLUMNS)}", sep="\n")
    print(*event_rows(outcomes), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
