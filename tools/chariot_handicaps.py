"""Find the handicap that makes each battle of Chariot even between equal bots; write data/handicaps.toml of the game.

    ./play study chariot-handicaps [--games N] [--seed N] [--scenario NAME]...

The side that wins more often gets the handicap. The bot `driver` plays for the victory condition and ignores the
handicap, so matches without one show how often each lead would have been reached. The lead with the most even result
is chosen. Battles that are even without a handicap get none. With the default settings the matches are those of
`./play study fairness`.

The option offers leads around the suggested one. If they change after a release, raise the version of the game, because
a match cannot be read with a handicap that is no longer offered.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import hippodrome as hd
from hippodrome.games.chariot import Chariot
from hippodrome.games.chariot.handicap import HANDICAP_FILE, NO_HANDICAP, Handicap, SuggestedHandicap, read_handicaps
from hippodrome.games.chariot.state import DRAW, Battle
from hippodrome.kit.match import Setup
from hippodrome.lab.match_runner import MatchSpec, derive_seed, name_failure, play
from hippodrome.lab.pool import run_tasks

GAME_FOLDER = Path(__file__).resolve().parents[1] / "src" / "hippodrome" / "games" / "chariot"
LEVEL = "driver"
EVEN = (45, 55)  # per cent
LEADS = range(-150, 151)
BATCH_SIZE = 5

HEAD = """\
# The leads in victory points that make battles even between equal bots (CH-R58), written by tools/chariot_handicaps.py:
#   ./play study chariot-handicaps
# side: the side that needs the lead. without, percent: its measured share of wins without and with it, a draw counting
# half, in that many matches.
"""


@dataclass(frozen=True)
class Batch:
    """Some numbered matches of one battle."""

    scenario: str
    seed: int
    first: int
    count: int


@dataclass(frozen=True)
class Outcome:
    """The end of a match: the winner, or DRAW, and the first side's lead in victory points."""

    winner: int
    lead: int


def the_game() -> Chariot:
    """Return the game."""
    game = hd.game("chariot")
    assert isinstance(game, Chariot)
    return game


def play_batch(batch: Batch) -> list[Outcome]:
    """Play the matches of a batch."""
    is_offered = batch.scenario in the_game().handicaps
    setup = Setup(the_game(), batch.scenario, 2, {"handicap": NO_HANDICAP} if is_offered else {})
    outcomes = []
    for number in range(batch.first, batch.first + batch.count):
        with name_failure(f"match {number} of {batch.scenario}"):
            end = play(MatchSpec(setup, (LEVEL, LEVEL), derive_seed(batch.seed, number))).state
        assert isinstance(end, Battle)
        outcomes.append(Outcome(int(end.winner), end.losses(1) - end.losses(0)))
    return outcomes


def play_matches(scenario: str, arguments: argparse.Namespace) -> list[Outcome]:
    """Play all matches of a battle."""
    batches = [
        Batch(scenario, arguments.seed, first, min(BATCH_SIZE, arguments.games - first))
        for first in range(0, arguments.games, BATCH_SIZE)
    ]
    return [outcome for _, outcomes in run_tasks(play_batch, batches, arguments.processes) for outcome in outcomes]


def share(outcomes: Sequence[Outcome], side: int, lead: int = -1000) -> float:
    """Return the share of a side's wins in per cent if it needs a lead; a draw counts half."""
    sign = 1 if side == 0 else -1
    halves = 0
    for outcome in outcomes:
        if outcome.winner == DRAW:
            halves += 1
        elif outcome.winner == side and sign * outcome.lead >= lead:
            halves += 2
    return 50 * halves / len(outcomes)


def find_handicap(scenario: str, outcomes: Sequence[Outcome]) -> SuggestedHandicap | None:
    """Return the handicap with which these matches would have been most even, or None if they are even without."""
    side = 0 if share(outcomes, 0) > 50 else 1
    percent = share(outcomes, side)
    if percent <= EVEN[1]:
        print(f"{scenario}: even, side {side} wins {percent:.1f} %", flush=True)
        return None
    lead = min(LEADS, key=lambda one: abs(share(outcomes, side, one) - 50))
    handicap, with_lead = Handicap(side, lead), share(outcomes, side, lead)
    print(f"{scenario}: side {side} wins {percent:.1f} %, with {handicap.value()} {with_lead:.1f} %", flush=True)
    return SuggestedHandicap(handicap, round(percent), round(with_lead), len(outcomes))


def file_text(suggestions: dict[str, SuggestedHandicap]) -> str:
    """Return the data file, in the order of the battles."""
    text = HEAD
    for key in the_game().orders:
        if key in suggestions:
            suggested = suggestions[key]
            text += f'\n[[handicap]]\nscenario = "{key}"\nside = {suggested.handicap.side}\n'
            text += f"lead = {suggested.handicap.lead}\nwithout = {suggested.without}\npercent = {suggested.percent}\n"
            text += f"matches = {suggested.matches}\n"
    return text


def main(args: Sequence[str]) -> int:
    """Find the handicaps of the chosen battles and write them with those of the others."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", type=int, default=400, metavar="N", help="matches per battle and lead (400)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="determines all dice (1)")
    parser.add_argument("--scenario", action="append", default=[], metavar="NAME", help="only this; may be repeated")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, metavar="N", help="default: all cores")
    arguments = parser.parse_args(args)
    file = GAME_FOLDER / HANDICAP_FILE
    suggestions = read_handicaps(file.read_text(encoding="utf-8")) if file.exists() else {}
    for key in arguments.scenario or list(the_game().orders):
        suggested = find_handicap(key, play_matches(key, arguments))
        if suggested is None:
            suggestions.pop(key, None)
        else:
            suggestions[key] = suggested
        file.write_text(file_text(suggestions), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
