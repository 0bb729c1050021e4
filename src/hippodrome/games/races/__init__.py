"""Chariot Races: monsters, elves and madmen race scythed chariots round a track measured in inches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from hippodrome.games.races import damage_table, grid, machines, sequence
from hippodrome.games.races.analysis import RacesAnalysis
from hippodrome.games.races.damage_table import DAMAGE, DamageTable, read_table
from hippodrome.games.races.grid import grid_length
from hippodrome.games.races.machines import (
    CHOSEN_FIELD,
    FIELDS,
    MACHINES,
    WEAPONS,
    Machine,
    Weapon,
    read_fields,
    read_machines,
    read_weapons,
)
from hippodrome.games.races.presentation import RacesPresentation
from hippodrome.games.races.progress import MAX_TURNS_PER_LAP
from hippodrome.games.races.state import MoveInProgress, Options, Race, Rules, new_chariot
from hippodrome.games.races.track import MAX_LAPS, STRAIGHT, TRACKS, Track, read_track
from hippodrome.games.races.track_check import check_drivable
from hippodrome.games.races.view import imagine, view
from hippodrome.kit.agenda import Step
from hippodrome.kit.campaign import CampaignKind
from hippodrome.kit.data_tables import DataFile
from hippodrome.kit.dice import Dice
from hippodrome.kit.game import Game, Lineup, Result, Scenario, Setting, Value, View, option_values
from hippodrome.kit.rulebook import Profile
from hippodrome.kit.season import SeasonKind
from hippodrome.kit.templates import sentence_case
from hippodrome.kit.toml_reader import DataError, raise_all

_TRACKS = "data/tracks/"
_ORDER = ("oval", "eight", "pass", "throat", "circus")
_SEATS = range(2, 9)
_LAPS = tuple(range(1, MAX_LAPS + 1))
_DEFAULT_FIELD = "marauders"
_WOLF = "wolf"
_CLOCK_SETTING = Setting("clock", "Fifteen seconds", "Plan each move within fifteen seconds.", ("off", "on"), "off")
_COMMON_SETTINGS: tuple[Setting, ...] = (
    Setting(
        "bows",
        "Goblin bows",
        "Printed: range 24 inches. Short: range 16 inches, as in the army book.",
        ("printed", "short"),
        "printed",
    ),
    Setting("wagon", "War wagon", "Width of its base in inches.", (2, 3), 3),
    Setting(
        "wrecks",
        "Wrecks",
        "Stay: obstacles to the end, which may close the road. Clear: a square hit removes a wreck.",
        ("stay", "clear"),
        "stay",
    ),
)
_MAX_DECISIONS_PER_MOVE = 460  # more than one chariot can make in one turn
# All machines are of the same kind, because a faster one wins four races of five with any driver.
_LINEUPS = (
    Lineup("two wolf chariots on the Old Oval", "oval", 2, (("field", "wolves"),)),
    Lineup("two marauder chariots on the Broken Pass", "pass", 2, (("field", "marauders"),)),
    Lineup("four wolf chariots, one lap of the Old Oval", "oval", 4, (("field", "wolves"), ("laps", 1))),
)


class Races(Game):
    """The game of Chariot Races: its data, rules and presentation."""

    DATA_FILES: ClassVar[tuple[DataFile, ...]] = (MACHINES, WEAPONS, FIELDS, TRACKS, DAMAGE)

    def __init__(self, texts: Mapping[str, str]) -> None:
        super().__init__(texts)
        self.title = "Chariot Races"
        self.tagline = (
            "Crack the whip, ram your rivals and take the bend on one wheel, from boar chariots to a doomwheel."
        )
        self.length = "30 to 60 minutes"
        self.lineups = _LINEUPS
        self.quick_options = ("laps", "field")
        self.weapons: list[Weapon] = read_weapons(texts["data/weapons.toml"])
        self.machines: list[Machine] = read_machines(texts["data/machines.toml"], self.weapons)
        self.fields = read_fields(texts["data/fields.toml"], self.machines)
        self.table: DamageTable = read_table(texts["data/damage.toml"])
        self.tracks: dict[str, Track] = {}
        ordered = [f"{_TRACKS}{key}.toml" for key in _ORDER]
        added = [file for file in texts if file.startswith(_TRACKS) and file not in ordered]
        errors: list[DataError] = []
        for file in [*[file for file in ordered if file in texts], *added]:
            try:
                track = read_track(texts[file], file)
                check_grid_length(track, file)
                if track.key in self.tracks:
                    raise DataError(f"{file}, line 1, key: there is another track {track.key!r}", 1, "key")
                self.tracks[track.key] = track
            except DataError as error:
                errors.append(error)
        raise_all(errors)
        self._checked_tracks: set[str] = set()
        self.presentation = RacesPresentation(self)
        self.analysis = RacesAnalysis(self)

    # ---------------------------------------------------------------- set-up

    def scenarios(self) -> Sequence[Scenario]:
        """Return one scenario for each track (CR-T3)."""
        return [self._scenario(track) for track in self.tracks.values()]

    def _scenario(self, track: Track) -> Scenario:
        fields = (*self.fields, CHOSEN_FIELD)
        default = _DEFAULT_FIELD if _DEFAULT_FIELD in self.fields else fields[0]
        text = "The machines that race. With more seats than machines, the list starts again."
        options = (
            Setting("field", "Field", text, fields, default, texts=tuple(map(self._field_text, fields))),
            Setting("laps", "Laps", "Number of laps.", _LAPS, track.laps),
            _CLOCK_SETTING,
            self._wolves_setting(),
            *_COMMON_SETTINGS,
        )
        return Scenario(track.key, track.title, track.text, _SEATS, track.default_seats, options)

    def _wolves_setting(self) -> Setting:
        """CR-Q8: return the setting for the number of wolves, by default that of the wolf chariot."""
        steeds = [int(machine.steeds) for machine in self.machines if machine.key == _WOLF]
        default = steeds[0] if steeds else 3
        text = "Number of wolves that draw the wolf chariot."
        return Setting("wolves", "Wolves", text, tuple(sorted({2, 3, default})), default)

    def _field_text(self, field: str) -> str:
        """Return the machines of a field."""
        if field == CHOSEN_FIELD:
            return "Each player picks a machine, and may pick the undead chariot."
        names = [self.machines[number].name for number in self.fields[field]]
        alike = "; all alike, so only driving and dice decide" if len(names) == 1 else ""
        return f"{sentence_case(', '.join(names))}{alike}."

    def setup(self, scenario: Scenario, seats: int, options: Mapping[str, Value], dice: Dice) -> Race:
        """Return a race with its chariots beside the track.

        The first race on a track checks that it can be driven (CR-T1); DataError if it cannot.
        """
        track = self.tracks[scenario.slug]
        if track.key not in self._checked_tracks:
            check_drivable(track)
            self._checked_tracks.add(track.key)
        chosen = options["field"] == CHOSEN_FIELD
        chosen_options = Options(**option_values(options, Options.FIELDS))
        rules = Rules(track, self.machines, self.weapons, self.table, chosen_options)
        field = [0] if chosen else self.fields[str(options["field"])]
        chariots = []
        for seat in range(seats):
            machine = self.machines[field[seat % len(field)]]
            chariots.append(new_chariot(seat, machine, rules.steeds_of(machine), rules.crew_of(machine)))
        race = Race(rules, chariots, MoveInProgress(0), dice)
        first: list[Step] = [sequence.NEW_TURN, grid.GRID]
        race.agenda = [*first, grid.PickMachine(0)] if chosen else first
        return race

    def max_decisions(self, race: Race) -> int:
        """Return an upper bound, from the limit on turns (CR-Q56) and on the decisions of one move."""
        return 100 + int(race.rules.options.laps) * MAX_TURNS_PER_LAP * len(race.chariots) * _MAX_DECISIONS_PER_MOVE

    def profiles(self) -> list[Profile]:
        """Return the machines and the rows of the damage table."""
        rows = list(dict.fromkeys(self.table))
        return [
            *[machines.profile(one, self.weapons) for one in self.machines],
            *[damage_table.profile(row) for row in rows],
        ]

    def data_notes(self) -> list[str]:
        """Return what has less effect than one might expect."""
        notes = [
            f"{machine.name}: steed is shown, but no rule uses it (CR-Q37)."
            for machine in self.machines
            if machine.steed
        ]
        raced = {machine for field in self.fields.values() for machine in field}
        notes += [
            f"{machine.name}: no field has it, so it races only where players pick their machines."
            for machine in self.machines
            if machine.number not in raced
        ]
        return notes

    def campaigns(self) -> list[CampaignKind]:
        """Return the season (CR-Q59), with the options that its players choose once."""
        first = self.scenarios()[0]
        settings = {
            setting.name: [setting.default, *[value for value in setting.values if value != setting.default]]
            for setting in first.options
        }
        settings["laps"] = list(_LAPS)
        titles = {track.key: track.title for track in self.tracks.values()}
        return [SeasonKind(self.slug, titles, _SEATS, first.default_seats, settings)]

    # ---------------------------------------------------------------- play

    def result(self, race: Race) -> Result | None:
        """Return the place of each seat (CR-Q45), or None during the race."""
        return Result(race.places, race.reason) if race.over else None

    # ---------------------------------------------------------------- what a seat may know

    def view(self, race: Race, seat: int) -> View:
        """Return what a seat may know."""
        return view(race, seat)

    def imagine(self, race: Race, seat: int, seed: bytes) -> Race:
        """Return a copy with fresh dice: everything else is known to all seats."""
        return imagine(race, seat, seed)


def check_grid_length(track: Track, file: str = "") -> None:
    """CR-S2: check that the straight before the line holds a grid of eight; DataError if it does not."""
    last = track.pieces[-1]
    need = grid_length(track.width, 8)
    if last.kind != STRAIGHT or last.length < need:
        reason = f"{last.name()} must be a straight of at least {need}, to hold the grid"
        raise DataError(f"{file or track.key + '.toml'}, line 1, piece: {reason}", 1, "piece", reason)
