"""Experiments: a question about a game, as a TOML file, and the matches that answer it.

    title = "Is the wolf chariot too strong?"
    game = "races"
    scenarios = ["oval", "pass"]
    sides = ["wolf", "boar"]          # what the game compares, or the values of `side_option`; "all" for everything
    only = ["wolf"]                   # only pairings in which one of these takes part; without it, all
    players = ["driver"]              # programs; each plays each side, and everybody meets everybody
    games = 200                       # at most so many of each pairing, on each scenario, in each arm
    [vary]
    "machines.wolf.save" = [4, 5, 6]  # any value of the data files; "option.laps" for an option
    [stop]
    margin = 0.05                     # stop when it is settled whether a pairing is fair, give or take so much

A *cell* is one pairing on one scenario in one arm: what is varied has one value in it. All that decides what happens in
it is in the file, so the same file gives the same results on any machine.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from itertools import combinations, product
from math import prod
from pathlib import Path
from typing import Any

from hippodrome import catalogue
from hippodrome.bots import default_level, make
from hippodrome.kit.custom_files import OptionError
from hippodrome.kit.game import Game, Value
from hippodrome.kit.match import Setup
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.toml_reader import DataError, Table
from hippodrome.lab.round_robin import round_robin_spec
from hippodrome.lab.simulation import derive_seed
from hippodrome.variants import Variant, VariantError, read

FORMAT = 1
OPTION_PREFIX = "option."
ALL_SIDES = "all"
SEAT_PLACEHOLDER = "*"
MAX_CELLS = 20_000


class ExperimentError(ValueError):
    """An experiment that cannot be run; the message names file, line and key, and what would be right.

    `reason` is the message without them.
    """

    def __init__(self, message: str, line: int = 1, key: str = "", reason: str = "") -> None:
        super().__init__(message)
        self.line = line
        self.key = key
        self.reason = reason or message


@dataclass(frozen=True)
class StopRule:
    """When a cell is settled: its share of wins is not a half, or lies within `margin` of it; wrong with `alpha`."""

    margin: float = 0.05
    alpha: float = 0.05
    least: int = 20


@dataclass(frozen=True)
class Entrant:
    """Somebody who meets others: a program, and what it plays with."""

    level: str
    side: str = ""
    hide_level: bool = False  # whether all are played by the same program, so that it need not be said

    @property
    def name(self) -> str:
        """As results show it."""
        if not self.side:
            return self.level
        return self.side if self.hide_level else f"{self.side} ({self.level})"


@dataclass(frozen=True)
class Cell:
    """One pairing on one scenario in one arm. It is sent to other processes, so it holds plain data only."""

    number: int
    game: str
    variant: Variant | None
    scenario: str
    options: tuple[tuple[str, Value], ...]
    arm: str
    entrants: tuple[Entrant, ...]
    uses_openings: bool  # whether sides are chosen by the opening of the game's contest
    side_option: str
    seats: int
    rotations: int
    seed: int

    @property
    def pairing(self) -> str:
        """Who meets whom."""
        return " v ".join(entrant.name for entrant in self.entrants)

    def seats_in_order(self, rotation: int) -> list[Entrant]:
        """Who sits where: the entrants fill the seats in turn, and every rotation moves them on by one."""
        return [self.entrants[(seat + rotation) % len(self.entrants)] for seat in range(self.seats)]

    def options_for(self, rotation: int) -> dict[str, Value]:
        """Return the options of a match, those that choose a side among them."""
        found = dict(self.options)
        if self.side_option:
            for seat, entrant in enumerate(self.seats_in_order(rotation)):
                found[self.side_option.replace(SEAT_PLACEHOLDER, FACTIONS[seat].lower())] = entrant.side
        return found

    def rules(self) -> Game:
        """Return the game, as the arm has altered it."""
        return catalogue.lend(self.variant) if self.variant is not None else catalogue.all_games()[self.game]


@dataclass(frozen=True)
class Experiment:
    """What is asked, and of which matches the answer is made."""

    title: str
    game: str
    scenarios: tuple[str, ...]
    players: tuple[str, ...]
    sides: tuple[str, ...]
    only: tuple[str, ...]
    side_option: str
    seats: int
    games: int
    batch: int
    seed: int
    swap: bool
    mirror: bool
    decisions: bool
    options: tuple[tuple[str, Value], ...]
    vary: tuple[tuple[str, tuple[str, ...]], ...]  # path and values as JSON
    stop: StopRule | None
    variant: Variant | None = None
    text: str = field(default="", compare=False)

    def rules(self) -> Game:
        """Return the game before anything is varied."""
        return catalogue.lend(self.variant) if self.variant is not None else catalogue.all_games()[self.game]

    @property
    def digest(self) -> str:
        """A fingerprint of everything that can make a difference to the results: file, data and version of the game."""
        told = {name: value for name, value in asdict(self).items() if name not in ("text", "title", "variant")}
        told["variant"] = self.variant.digest if self.variant is not None else ""
        told["data"] = {name: text for name, text in catalogue.texts(self.game).items() if name.startswith("data/")}
        told["version"] = self.rules().version
        return hashlib.blake2b(json.dumps(told, sort_keys=True).encode(), digest_size=16).hexdigest()

    # ---------------------------------------------------------------- what is played

    def entrants(self) -> list[Entrant]:
        """Everybody who takes part."""
        hide_level = len(self.players) == 1
        return [Entrant(level, side, hide_level) for side in self.sides or ("",) for level in self.players]

    def pairings(self) -> list[tuple[Entrant, ...]]:
        """Who meets whom: everybody everybody else, and himself where that is wanted or nobody else is there."""
        there = self.entrants()
        found: list[tuple[Entrant, ...]] = list(combinations(there, 2))
        found += [(one, one) for one in there if self.mirror or len(there) == 1]
        return [pair for pair in found if not self.only or any(self._is_selected(one) for one in pair)]

    def _is_selected(self, entrant: Entrant) -> bool:
        """Return whether it is among the `only`: by its side, or its program where programs are compared."""
        return (entrant.side if self.sides else entrant.level) in self.only

    def is_about(self, name: str) -> bool:
        """Return whether somebody of this name is what the experiment is about: only he meets everybody else."""
        return name in [entrant.name for entrant in self.entrants() if self._is_selected(entrant)]

    def arms(self) -> list[dict[str, Any]]:
        """What is varied, one value each; a single empty one if nothing is."""
        names = [path for path, _ in self.vary]
        return [
            {name: json.loads(value) for name, value in zip(names, values, strict=True)}
            for values in product(*[values for _, values in self.vary])
        ]

    @property
    def size(self) -> int:
        """How many cells there are."""
        return prod(len(values) for _, values in self.vary) * len(self.scenarios) * len(self.pairings())

    def cells(self) -> list[Cell]:
        """Everything that is played, in its order."""
        found: list[Cell] = []
        pairings = self.pairings()
        for arm in self.arms():
            variant, options = self._apply_arm(arm)
            for place, scenario in enumerate(self.scenarios):
                for pair, entrants in enumerate(pairings):
                    seed = derive_seed(derive_seed(self.seed, pair), place)
                    found.append(self._cell(len(found), arm, variant, options, scenario, entrants, seed))
        return found

    def _cell(
        self,
        number: int,
        arm: Mapping[str, Any],
        variant: Variant | None,
        options: dict[str, Value],
        scenario: str,
        entrants: tuple[Entrant, ...],
        seed: int,
    ) -> Cell:
        differ = len(set(entrants)) > 1
        return Cell(
            number=number,
            game=self.game,
            variant=variant,
            scenario=scenario,
            options=tuple(options.items()),
            arm=describe_arm(arm),
            entrants=entrants,
            uses_openings=bool(self.sides) and not self.side_option,
            side_option=self.side_option,
            seats=self.seats,
            rotations=len(entrants) if differ and self.swap else 1,
            seed=seed,
        )

    def _apply_arm(self, arm: Mapping[str, Any]) -> tuple[Variant | None, dict[str, Value]]:
        """Return the variant and the options of an arm."""
        options = dict(self.options)
        options |= {name[len(OPTION_PREFIX) :]: value for name, value in arm.items() if name.startswith(OPTION_PREFIX)}
        data = {name: value for name, value in arm.items() if not name.startswith(OPTION_PREFIX)}
        base = self.variant if self.variant is not None or not data else Variant(self.game, "arm")
        return (base.changed(data, "arm") if base is not None and data else base), options


def describe_arm(arm: Mapping[str, Any]) -> str:
    """Return an arm in words."""
    return ", ".join(f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in arm.items())


# -------------------------------------------------------------------- reading


def load(path: Path, variant: Variant | None = None) -> Experiment:
    """Return an experiment from its file; a variant given here comes before the one that the file names."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ExperimentError(
            f"there is no file {str(path)!r}; hippodrome lab new GAME FILE begins an experiment, lab examples lists some"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise ExperimentError(f"cannot read {path}: {error}") from None
    return parse(text, str(path), variant, path.parent)


def parse(text: str, file: str, variant: Variant | None = None, folder: Path = Path()) -> Experiment:
    """Return an experiment from its text; ExperimentError names file, line and key."""
    try:
        table = Table(text, file)
        found = _Reader(table, variant, folder).experiment(text)
        _validate(found, table)
    except DataError as error:
        raise ExperimentError(str(error), error.line, error.key, error.reason) from None
    except VariantError as error:
        raise ExperimentError(str(error)) from None
    return found


class _Reader:
    """Reads the keys of an experiment one after the other, each with what it may be."""

    def __init__(self, table: Table, variant: Variant | None, folder: Path) -> None:
        self.table = table
        base = table.text("game")
        named = table.text_or("with", "")
        self.variant = read(folder / named) if variant is None and named else variant
        if base not in catalogue.packaged():
            raise table.error("game", f"there is no game {base!r}; there are: {', '.join(catalogue.games())}")
        if self.variant is not None and self.variant.game != base:
            raise table.error("game", f"the variant {self.variant.name} is of {self.variant.game}, not of {base}")
        self.game = catalogue.lend(self.variant) if self.variant is not None else catalogue.all_games()[base]

    def experiment(self, text: str) -> Experiment:
        """Return the experiment."""
        table, game = self.table, self.game
        side_option = table.text_or("side_option", "")
        sides = self.sides(side_option)
        contest = game.round_robin() if sides and not side_option else None
        scenarios = tuple(table.texts_or_empty("scenarios")) or self._default_scenarios(contest)
        for slug in scenarios:
            if slug not in [scenario.slug for scenario in game.scenarios()]:
                known = ", ".join(scenario.slug for scenario in game.scenarios())
                raise table.error("scenarios", f"there is no scenario {slug!r}; there are: {known}")
        players = tuple(table.texts_or_empty("players")) or (default_level(game),)
        swap = table.flag("swap") if "swap" in table else True
        found = Experiment(
            title=table.text_or("title", f"An experiment with {game.title}"),
            game=game.base,
            scenarios=scenarios,
            players=players,
            sides=sides,
            only=self.only(sides or players),
            side_option=side_option,
            seats=self.number(
                "seats", 1, 8, 2 if sides or len(players) > 1 else game.scenario(scenarios[0]).default_seats
            ),
            games=self.number("games", 2, 10_000_000, 200),
            batch=self.number("batch", 2, 10_000, 20),
            seed=self.number("seed", 0, 2**53, 1),
            swap=swap,
            mirror=table.flag("mirror") if "mirror" in table else False,
            decisions=table.flag("decisions") if "decisions" in table else False,
            options=tuple(self.options(dict(contest.options) if contest is not None else {}).items()),
            vary=self.vary(),
            stop=self.stop(),
            variant=self.variant,
            text=text,
        )
        table.done()
        return found

    def _default_scenarios(self, contest: Any) -> tuple[str, ...]:
        known = [scenario.slug for scenario in self.game.scenarios()]
        wanted = contest.scenarios if contest is not None else ()
        return tuple(slug for slug in wanted if slug in known) or (known[0],)

    def number(self, key: str, least: int, most: int, usual: int) -> int:
        """Return a whole number that may be left out."""
        return self.table.integer(key, least, most) if key in self.table else usual

    def sides(self, side_option: str) -> tuple[str, ...]:
        """What is compared: contenders of the game's contest, or values of an option."""
        if "sides" not in self.table:
            return ()
        given = self.table.raw_value("sides")
        if given == ALL_SIDES and not side_option:
            return tuple(contender.key for contender in self._contest().contenders)
        sides = tuple(self.table.texts("sides"))
        if not side_option:
            known = [contender.key for contender in self._contest().contenders]
            for side in sides:
                if side not in known:
                    raise self.table.error("sides", f"there is no {side!r}; there are: {', '.join(known)}")
        return sides

    def only(self, known: tuple[str, ...]) -> tuple[str, ...]:
        """Those without whom nothing is played; without the key, everybody meets everybody."""
        found = tuple(self.table.texts_or_empty("only"))
        for name in found:
            if name not in known:
                raise self.table.error("only", f"{name!r} is not compared here; there are: {', '.join(known)}")
        return found

    def _contest(self) -> Any:
        try:
            return round_robin_spec(self.game)
        except ValueError as error:
            raise self.table.error("sides", f"{error}; name the option that chooses a side with side_option") from None

    def options(self, found: dict[str, Value]) -> dict[str, Value]:
        """Options of the scenarios."""
        given = self.table.raw("options") if "options" in self.table else {}
        for name, value in given.items():
            if not isinstance(value, (int, str)) or isinstance(value, bool):
                raise self.table.error("options", f"{name} must be a whole number or a text, not {value!r}")
        return {**found, **given}

    def vary(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """What is varied, and its values."""
        given = self.table.raw("vary") if "vary" in self.table else {}
        for path, values in given.items():
            if not isinstance(values, list) or not values:
                raise self.table.error("vary", f"{path} must be a list of values to try, not {values!r}")
        return tuple((path, tuple(json.dumps(value) for value in values)) for path, values in given.items())

    def stop(self) -> StopRule | None:
        """When to stop early; without the table, never."""
        if "stop" not in self.table:
            return None
        inside = self.table.table("stop")
        usual = StopRule()
        found = StopRule(
            _fraction(inside, "margin", 0.001, 0.5) if "margin" in inside else usual.margin,
            _fraction(inside, "alpha", 0.000001, 0.5) if "alpha" in inside else usual.alpha,
            inside.integer("least", 2, 1_000_000) if "least" in inside else usual.least,
        )
        inside.done()
        return found


def _fraction(table: Table, key: str, least: float, most: float) -> float:
    """Return a number with a point."""
    found = table.raw_value(key)
    if not isinstance(found, (int, float)) or isinstance(found, bool) or not least <= found <= most:
        raise table.error(key, f"must be a number from {least} to {most}, not {found!r}")
    return float(found)


def _validate(found: Experiment, table: Table) -> None:
    """See that every cell can be played."""
    if found.size > MAX_CELLS:
        told = f"this makes {found.size} cells (arms, scenarios, pairings); {MAX_CELLS} is the most"
        raise table.error("vary", told)
    for level in found.players:
        try:
            make(level, found.rules(), 0)
        except ValueError as error:
            raise table.error("players", str(error)) from None
    try:
        for cell in found.cells():
            _validate_cell(cell, found, table)
    except VariantError as error:
        raise table.error("vary", str(error)) from None


def _validate_cell(cell: Cell, found: Experiment, table: Table) -> None:
    """See that the matches of a cell can be set up."""
    try:
        for rotation in range(cell.rotations):
            Setup(cell.rules(), cell.scenario, cell.seats, cell.options_for(rotation))
    except OptionError as error:
        varied = f"{OPTION_PREFIX}{error.option}" in dict(found.vary)
        chosen = found.side_option and error.option not in dict(cell.options)
        raise table.error("vary" if varied else "side_option" if chosen else "options", str(error)) from None
    except VariantError:
        raise
    except ValueError as error:
        raise table.error("seats", str(error)) from None
    for key, count in (("games", found.games), ("batch", found.batch)):
        if count % cell.rotations:
            raise table.error(key, f"must be even, so that seats can be swapped; not {count}")
