"""Experiments: a question about a game, as a TOML file, and the matches that answer it.

    title = "Is the wolf chariot too strong?"
    game = "races"
    scenarios = ["oval", "pass"]
    sides = ["wolf", "boar"]          # sides of the game, or values of `side_option`; "all" for all sides
    only = ["wolf"]                   # only pairings with one of these; leave it out for all pairings
    players = ["driver"]              # bots; each plays each side, against each other
    games = 200                       # at most this many per pairing, scenario and arm
    [vary]
    "machines.wolf.save" = [4, 5, 6]  # any value of the data files; "option.laps" for an option
    [stop]
    margin = 0.05                     # stop when the score is known to differ from 0.5, or to lie within 0.05 of it

An *arm* is one choice of all varied values, and a *cell* is one pairing on one scenario in one arm. Results depend only
on the file and the version of the game, so they are the same on any machine.
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
from hippodrome.kit.toml_reader import DataError, TomlTable
from hippodrome.lab.match_runner import derive_seed
from hippodrome.lab.round_robin import round_robin_spec
from hippodrome.variants import Variant, VariantError, read_variant

OPTION_PREFIX = "option."
ALL_SIDES = "all"
SEAT_PLACEHOLDER = "*"
MAX_CELLS = 20_000


class ExperimentError(ValueError):
    """An experiment that cannot be run. The message names file, line and key, and says what would be right.

    `reason` is the message without the place.
    """

    def __init__(self, message: str, line: int = 1, key: str = "", reason: str = "") -> None:
        super().__init__(message)
        self.line = line
        self.key = key
        self.reason = reason or message


@dataclass(frozen=True)
class StopRule:
    """Rule for stopping a cell early: its score is known to differ from 0.5, or to lie within `margin` of it.

    `alpha` is the chance of any wrong verdict in the experiment; `least` the number of matches before the first check.
    """

    margin: float = 0.05
    alpha: float = 0.05
    least: int = 20


@dataclass(frozen=True)
class Entrant:
    """A bot and the side it plays."""

    level: str
    side: str = ""
    hide_level: bool = False  # if all entrants have the same level

    @property
    def name(self) -> str:
        """The name in results and reports."""
        if not self.side:
            return self.level
        return self.side if self.hide_level else f"{self.side} ({self.level})"


@dataclass(frozen=True)
class Cell:
    """One pairing on one scenario in one arm, as plain data that can be sent to another process."""

    number: int
    game: str
    variant: Variant | None
    scenario: str
    options: tuple[tuple[str, Value], ...]
    arm: str
    entrants: tuple[Entrant, ...]
    uses_openings: bool  # whether sides are chosen by opening actions, as in the game's round robin
    side_option: str
    seats: int
    rotations: int
    seed: int

    @property
    def pairing(self) -> str:
        """The names of the entrants, such as "boar v wolf"."""
        return " v ".join(entrant.name for entrant in self.entrants)

    def entrants_by_seat(self, rotation: int) -> list[Entrant]:
        """Return the entrant of each seat: they alternate, and every rotation shifts them by one seat."""
        return [self.entrants[(seat + rotation) % len(self.entrants)] for seat in range(self.seats)]

    def options_for(self, rotation: int) -> dict[str, Value]:
        """Return the options of a match, including those that choose the sides."""
        options = dict(self.options)
        if self.side_option:
            for seat, entrant in enumerate(self.entrants_by_seat(rotation)):
                options[self.side_option.replace(SEAT_PLACEHOLDER, FACTIONS[seat].lower())] = entrant.side
        return options

    def rules(self) -> Game:
        """Return the game as changed by the arm."""
        return catalogue.variant_game(self.variant) if self.variant is not None else catalogue.all_games()[self.game]


@dataclass(frozen=True)
class Experiment:
    """A question about a game, and the matches to play for it. Field names and values go into the digest."""

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
        """Return the game or variant, before anything is varied."""
        return catalogue.variant_game(self.variant) if self.variant is not None else catalogue.all_games()[self.game]

    @property
    def digest(self) -> str:
        """A digest of everything that results depend on: the experiment, and the data and version of the game."""
        facts = {name: value for name, value in asdict(self).items() if name not in ("text", "title", "variant")}
        facts["variant"] = self.variant.digest if self.variant is not None else ""
        facts["data"] = {
            name: text for name, text in catalogue.game_texts(self.game).items() if name.startswith("data/")
        }
        facts["version"] = self.rules().version
        return hashlib.blake2b(json.dumps(facts, sort_keys=True).encode(), digest_size=16).hexdigest()

    # ---------------------------------------------------------------- what is played

    def entrants(self) -> list[Entrant]:
        """Return all entrants: every side with every player."""
        hide_level = len(self.players) == 1
        return [Entrant(level, side, hide_level) for side in self.sides or ("",) for level in self.players]

    def pairings(self) -> list[tuple[Entrant, ...]]:
        """Return every pair of entrants, and mirror pairs if they are wanted or there is only one entrant."""
        entrants = self.entrants()
        pairs: list[tuple[Entrant, ...]] = list(combinations(entrants, 2))
        pairs += [(one, one) for one in entrants if self.mirror or len(entrants) == 1]
        return [pair for pair in pairs if not self.only or any(self._is_selected(one) for one in pair)]

    def _is_selected(self, entrant: Entrant) -> bool:
        """Return whether the key `only` names the entrant: by its side, or by its level if levels are compared."""
        return (entrant.side if self.sides else entrant.level) in self.only

    def is_about(self, name: str) -> bool:
        """Return whether the key `only` names the entrant of this name, which then meets all others."""
        return name in [entrant.name for entrant in self.entrants() if self._is_selected(entrant)]

    def arms(self) -> list[dict[str, Any]]:
        """Return every combination of the varied values, by path; one empty arm if nothing is varied."""
        names = [path for path, _ in self.vary]
        return [
            {name: json.loads(value) for name, value in zip(names, values, strict=True)}
            for values in product(*[values for _, values in self.vary])
        ]

    @property
    def size(self) -> int:
        """The number of cells."""
        return prod(len(values) for _, values in self.vary) * len(self.scenarios) * len(self.pairings())

    def cells(self) -> list[Cell]:
        """Return all cells in order. Cells that differ only in the arm have the same seed."""
        cells: list[Cell] = []
        pairings = self.pairings()
        for arm in self.arms():
            variant, options = self._apply_arm(arm)
            for place, scenario in enumerate(self.scenarios):
                for pair, entrants in enumerate(pairings):
                    seed = derive_seed(derive_seed(self.seed, pair), place)
                    cells.append(self._cell(len(cells), arm, variant, options, scenario, entrants, seed))
        return cells

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
        """Return the variant and the options with which an arm is played."""
        options = dict(self.options)
        options |= {name[len(OPTION_PREFIX) :]: value for name, value in arm.items() if name.startswith(OPTION_PREFIX)}
        data = {name: value for name, value in arm.items() if not name.startswith(OPTION_PREFIX)}
        base = self.variant if self.variant is not None or not data else Variant(self.game, "arm")
        return (base.with_changes(data, "arm") if base is not None and data else base), options


def describe_arm(arm: Mapping[str, Any]) -> str:
    """Return an arm as text, such as "option.laps = 1"."""
    return ", ".join(f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in arm.items())


# -------------------------------------------------------------------- reading


def load(path: Path, variant: Variant | None = None) -> Experiment:
    """Load an experiment file. A variant given here replaces the one that the file names."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ExperimentError(
            f"there is no file {str(path)!r}; hippodrome lab new GAME FILE writes one, lab examples lists some"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise ExperimentError(f"cannot read {path}: {error}") from None
    return parse(text, str(path), variant, path.parent)


def parse(text: str, file: str, variant: Variant | None = None, folder: Path = Path()) -> Experiment:
    """Return an experiment from its text; raise ExperimentError if it cannot be run."""
    try:
        table = TomlTable(text, file)
        experiment = _ExperimentReader(table, variant, folder).experiment(text)
        _validate(experiment, table)
    except DataError as error:
        raise ExperimentError(str(error), error.line, error.key, error.reason) from None
    except VariantError as error:
        raise ExperimentError(str(error)) from None
    return experiment


class _ExperimentReader:
    """Reads and checks the keys of an experiment file, one method per key."""

    def __init__(self, table: TomlTable, variant: Variant | None, folder: Path) -> None:
        self.table = table
        base = table.text("game")
        named = table.text_or("with", "")
        self.variant = read_variant(folder / named) if variant is None and named else variant
        if base not in catalogue.packaged_games():
            raise table.error("game", f"there is no game {base!r}; there are: {', '.join(catalogue.games())}")
        if self.variant is not None and self.variant.game != base:
            raise table.error("game", f"{self.variant.name} is a variant of {self.variant.game}, not of {base}")
        self.game = catalogue.variant_game(self.variant) if self.variant is not None else catalogue.all_games()[base]

    def experiment(self, text: str) -> Experiment:
        """Return the experiment; raise DataError if a key is wrong or unknown."""
        table, game = self.table, self.game
        side_option = table.text_or("side_option", "")
        sides = self.sides(side_option)
        spec = game.analysis.round_robin() if sides and not side_option else None
        scenarios = tuple(table.texts_or_empty("scenarios")) or self._default_scenarios(spec)
        for slug in scenarios:
            if slug not in [scenario.slug for scenario in game.scenarios()]:
                known = ", ".join(scenario.slug for scenario in game.scenarios())
                raise table.error("scenarios", f"there is no scenario {slug!r}; there are: {known}")
        players = tuple(table.texts_or_empty("players")) or (default_level(game),)
        swap = table.flag("swap") if "swap" in table else True
        experiment = Experiment(
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
            options=tuple(self.options(dict(spec.options) if spec is not None else {}).items()),
            vary=self.vary(),
            stop=self.stop(),
            variant=self.variant,
            text=text,
        )
        table.reject_unread()
        return experiment

    def _default_scenarios(self, spec: Any) -> tuple[str, ...]:
        known = [scenario.slug for scenario in self.game.scenarios()]
        wanted = spec.scenarios if spec is not None else ()
        return tuple(slug for slug in wanted if slug in known) or (known[0],)

    def number(self, key: str, minimum: int, maximum: int, default: int) -> int:
        """Return an optional whole number."""
        return self.table.integer(key, minimum, maximum) if key in self.table else default

    def sides(self, side_option: str) -> tuple[str, ...]:
        """Return the sides to compare: contenders of the game's round robin, or values of an option."""
        if "sides" not in self.table:
            return ()
        given = self.table.raw_value("sides")
        if given == ALL_SIDES and not side_option:
            return tuple(contender.key for contender in self._spec().contenders)
        sides = tuple(self.table.texts("sides"))
        if not side_option:
            known = [contender.key for contender in self._spec().contenders]
            for side in sides:
                if side not in known:
                    raise self.table.error("sides", f"there is no {side!r}; there are: {', '.join(known)}")
        return sides

    def only(self, known: tuple[str, ...]) -> tuple[str, ...]:
        """Return the entrants of which every pairing must have one; empty if all pairings are played."""
        names = tuple(self.table.texts_or_empty("only"))
        for name in names:
            if name not in known:
                raise self.table.error("only", f"{name!r} is not compared here; there are: {', '.join(known)}")
        return names

    def _spec(self) -> Any:
        try:
            return round_robin_spec(self.game)
        except ValueError as error:
            raise self.table.error("sides", f"{error}; name the option that chooses a side with side_option") from None

    def options(self, defaults: dict[str, Value]) -> dict[str, Value]:
        """Return the options of the scenarios, on top of some defaults."""
        given = self.table.raw("options") if "options" in self.table else {}
        for name, value in given.items():
            if not isinstance(value, (int, str)) or isinstance(value, bool):
                raise self.table.error("options", f"{name} must be a whole number or a text, not {value!r}")
        return {**defaults, **given}

    def vary(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return what is varied, by path, and its values as JSON."""
        given = self.table.raw("vary") if "vary" in self.table else {}
        for path, values in given.items():
            if not isinstance(values, list) or not values:
                raise self.table.error("vary", f"{path} must be a list of values to try, not {values!r}")
        return tuple((path, tuple(json.dumps(value) for value in values)) for path, values in given.items())

    def stop(self) -> StopRule | None:
        """Return when to stop early; None if the table is missing."""
        if "stop" not in self.table:
            return None
        table = self.table.table("stop")
        default = StopRule()
        rule = StopRule(
            _fraction(table, "margin", 0.001, 0.5) if "margin" in table else default.margin,
            _fraction(table, "alpha", 0.000001, 0.5) if "alpha" in table else default.alpha,
            table.integer("least", 2, 1_000_000) if "least" in table else default.least,
        )
        table.reject_unread()
        return rule


def _fraction(table: TomlTable, key: str, minimum: float, maximum: float) -> float:
    """Return a required number; raise DataError if it is not between two bounds."""
    number = table.raw_value(key)
    if not isinstance(number, (int, float)) or isinstance(number, bool) or not minimum <= number <= maximum:
        raise table.error(key, f"must be a number from {minimum} to {maximum}, not {number!r}")
    return float(number)


def _validate(experiment: Experiment, table: TomlTable) -> None:
    """Reject an experiment that has too many cells, an unknown bot, or a cell that cannot be played."""
    if experiment.size > MAX_CELLS:
        message = f"this makes {experiment.size} cells (arms × scenarios × pairings); at most {MAX_CELLS} are allowed"
        raise table.error("vary", message)
    for level in experiment.players:
        try:
            make(level, experiment.rules(), 0)
        except ValueError as error:
            raise table.error("players", str(error)) from None
    try:
        for cell in experiment.cells():
            _validate_cell(cell, experiment, table)
    except VariantError as error:
        raise table.error("vary", str(error)) from None


def _validate_cell(cell: Cell, experiment: Experiment, table: TomlTable) -> None:
    """Reject a cell whose matches cannot be set up."""
    try:
        for rotation in range(cell.rotations):
            Setup(cell.rules(), cell.scenario, cell.seats, cell.options_for(rotation))
    except OptionError as error:
        varied = f"{OPTION_PREFIX}{error.option}" in dict(experiment.vary)
        chosen = experiment.side_option and error.option not in dict(cell.options)
        raise table.error("vary" if varied else "side_option" if chosen else "options", str(error)) from None
    except VariantError:
        raise
    except ValueError as error:
        raise table.error("seats", str(error)) from None
    for key, count in (("games", experiment.games), ("batch", experiment.batch)):
        if count % cell.rotations:
            raise table.error(key, f"must be even, so that seats can be swapped, not {count}")
