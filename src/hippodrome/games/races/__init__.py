"""Chariot Races: monsters, elves and madmen race scythed chariots round a track measured in inches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from hippodrome.games.races import (
    animation,
    collisions,
    description,
    ending,
    evaluation,
    fighting,
    fuzz_goals,
    grid,
    planning,
    running,
    scene,
    sequence,
    shooting,
)
from hippodrome.games.races import events as told
from hippodrome.games.races.damage_table import Table, read_table
from hippodrome.games.races.drawing import Course, course
from hippodrome.games.races.formatting import hand, inches, name, sideways
from hippodrome.games.races.grid import grid_length
from hippodrome.games.races.invariants import broken
from hippodrome.games.races.machines import Machine, Weapon, read_fields, read_machines, read_weapons
from hippodrome.games.races.outcomes import outcome, presumed
from hippodrome.games.races.planning import NAMES
from hippodrome.games.races.progress import TURNS_A_LAP
from hippodrome.games.races.state import DRIFT, FORWARD, RACING, SWIPE, Race, Rules, new_chariot, new_move
from hippodrome.games.races.track import STRAIGHT, Track, read_track
from hippodrome.games.races.track_check import prove
from hippodrome.games.races.view import imagine, view
from hippodrome.games.races.warnings import chances, warning
from hippodrome.kit.actions import Action, Decision
from hippodrome.kit.agenda import Step
from hippodrome.kit.dice import Dice
from hippodrome.kit.events import DiceRolled, Event, facts
from hippodrome.kit.game import Game, Result, Scenario, Setting, Value, View
from hippodrome.kit.round_robin import Contender, RoundRobinSpec
from hippodrome.kit.scene import FACTIONS, Scene
from hippodrome.kit.templates import filled, sentence_case
from hippodrome.kit.toml_reader import DataError

_STEPS: list[type[Step]] = [
    grid.PickMachine, grid.Grid, sequence.NewTurn, sequence.Phase, sequence.Call, sequence.LookRound,
    planning.BeginMove, planning.Declare, planning.MakePlan, running.RunPlan, running.EndMove, collisions.Avoid,
    collisions.PassBy, ending.RunWild, ending.WildRun, ending.Settle, shooting.Shoot, shooting.FireLightning,
    fighting.Fight, fighting.Blow, fighting.LoseMan,
]  # fmt: skip
_TRACKS = "data/tracks/"
_ORDER = ("oval", "eight", "pass", "throat", "circus")
_SEATS = range(2, 9)
_COMMON: tuple[Setting, ...] = (
    Setting("clock", "Fifteen seconds", "Whether a move must be planned in fifteen seconds.", ("off", "on"), "off"),
    Setting("wolves", "Wolves", "How many wolves draw the wolf chariot.", (2, 3), 3),
    Setting(
        "bows",
        "Goblin bows",
        "printed: bows of 24 inches. short: bows of 16, as in the army book.",
        ("printed", "short"),
        "printed",
    ),
    Setting("wagon", "War wagon", "How wide its base is, in inches.", (2, 3), 3),
)
_BOUND_PER_MOVE = 460  # decisions of one chariot in one turn, and more


class Races(Game):
    """The game object."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        super().__init__(texts)
        self.slug = "races"
        self.title = "Chariot Races"
        self.tagline = (
            "Crack the whip, ram your rivals and take the bend on one wheel, from boar chariots to a doomwheel."
        )
        self.length = "30 to 60 minutes"
        self.weapons: list[Weapon] = read_weapons(texts["data/weapons.toml"])
        self.machines: list[Machine] = read_machines(texts["data/machines.toml"], self.weapons)
        self.fields = read_fields(texts["data/fields.toml"], self.machines)
        self.table: Table = read_table(texts["data/damage.toml"])
        self.tracks: dict[str, Track] = {}
        ordered = [f"{_TRACKS}{key}.toml" for key in _ORDER]
        added = [file for file in texts if file.startswith(_TRACKS) and file not in ordered]
        for file in [*[file for file in ordered if file in texts], *added]:
            track = checked(read_track(texts[file], file[len(_TRACKS) :]))
            self.tracks[track.key] = track
        self._proved: set[str] = set()
        self._courses: dict[str, Course] = {}  # drawn when first looked at

    # ---------------------------------------------------------------- set-up

    def scenarios(self) -> Sequence[Scenario]:
        """One for each track (CR-T3)."""
        return [self._scenario(track) for track in self.tracks.values()]

    def _scenario(self, track: Track) -> Scenario:
        fields = (*self.fields, "chosen")
        text = "Which machines race; chosen: everybody picks his own, the undead chariot among them."
        options = (
            Setting("field", "Field", text, fields, "classic"),
            Setting("laps", "Laps", "How many laps are raced.", (1, 2), track.laps),
            *_COMMON,
        )
        return Scenario(track.key, track.title, track.text, _SEATS, track.usual, options)

    def setup(self, scenario: Scenario, seats: int, options: Mapping[str, Value], dice: Dice) -> Race:
        """Chariots beside the track, which has been proved to be drivable (CR-T1)."""
        track = self.tracks[scenario.slug]
        if track.key not in self._proved:
            prove(track)
            self._proved.add(track.key)
        chosen = options["field"] == "chosen"
        rules = Rules(
            track, self.machines, self.weapons, self.table, int(options["laps"]), chosen,
            15 if options["clock"] == "on" else 0, int(options["wolves"]), options["bows"] == "short",
            options["wagon"] == 3,
        )  # fmt: skip
        field = [0] if chosen else self.fields[str(options["field"])]
        chariots = []
        for seat in range(seats):
            machine = self.machines[field[seat % len(field)]]
            chariots.append(new_chariot(seat, machine, rules.steeds_of(machine), rules.crew_of(machine)))
        race = Race(rules, chariots, new_move(0), dice)
        first: list[Step] = [sequence.NEW_TURN, grid.GRID]
        race.agenda = [*first, grid.PickMachine(0)] if chosen else first
        return race

    def steps(self) -> dict[str, type[Step]]:
        """Return every kind of step."""
        return {step.__name__: step for step in _STEPS}

    def max_decisions(self, race: Race) -> int:
        """Turns are bounded (CR-Q56), and so is what can be decided in one."""
        return 100 + int(race.rules.laps) * TURNS_A_LAP * len(race.chariots) * _BOUND_PER_MOVE

    # ---------------------------------------------------------------- play

    def result(self, race: Race) -> Result | None:
        """Places by seat (CR-Q45)."""
        return Result(race.places, race.reason) if race.over else None

    def value(self, race: Race, seat: int) -> int:
        """Winning is everything; before that, turns to the line and what a chariot can still take (`worth`)."""
        if race.over:
            if race.places[seat] > 1:
                return 0
            return 1000 if race.places.count(1) == 1 else 500
        if race.chariots[seat].status == RACING:
            return evaluation.chance(race, seat)
        return 1 if race.turn else 1000 // len(race.chariots)

    def features(self, race: Race, seat: int) -> list[int]:
        """What speaks for a seat."""
        return evaluation.aspects(race, seat)

    def round_number(self, race: Race) -> int:
        """Turns."""
        return int(race.turn)

    # ---------------------------------------------------------------- what a seat may know

    def view(self, race: Race, seat: int) -> View:
        """What a seat may know."""
        return view(race, seat)

    def imagine(self, race: Race, seat: int, seed: bytes) -> Race:
        """How a seat may imagine the rest."""
        return imagine(race, seat, seed)

    # ---------------------------------------------------------------- pictures and words

    def scene(self, view: View, decision: Decision | None) -> Scene:
        """Return the picture."""
        return scene.draw(self.course(view.table["track"]), self.words, self.symbols, view, decision)

    def course(self, key: str) -> Course:
        """Return a track as it is drawn."""
        if key not in self._courses:
            self._courses[key] = course(self.tracks[key])
        return self._courses[key]

    def animation_paths(self, race: Race, events: list[Event]) -> dict[str, list[tuple[int, int, int]]]:
        """Chariots drive, turn, drift and are put somewhere."""
        return animation.paths(race, events)

    def describe(self, view: View) -> str:
        """Return the race in words."""
        return description.describe(self.tracks[view.table["track"]], self.words, view)

    def sentence(self, race: Race, event: Event) -> str:
        """Return an event as a sentence of the log."""
        fields = facts(event)
        if isinstance(event, DiceRolled):
            template = self.words.rolls[event.purpose]
        else:
            template = self.words.events[type(event).__name__]
        return sentence_case(filled(template, lambda hole: self.hole(race, hole, fields)))

    def hole(self, race: Race, hole: str, fields: dict[str, object]) -> str:
        """Return a hole of a sentence: lengths in inches, angles in degrees, chariots by name."""
        number = fields.get("number", fields.get("amount", 0))
        amount = number if isinstance(number, int) else 0
        if hole in ("need", "under"):
            return need_words(hole, int(str(fields["need"])))
        if hole == "plan":
            return plan_words(race, int(str(fields["step"])), amount)
        words = amount_words(hole, amount)
        if words:
            return words
        if hole == "machine":
            return self.machines[amount].name
        if hole == "row_of":
            return self.table[amount].words
        if hole == "seat_of":
            return FACTIONS[int(str(fields["who"]))]
        return self.field_text(race, hole, fields[hole])

    def field_text(self, race: Race, name: str, value: object) -> str:
        """Chariots by name."""
        if name in ("who", "target") and isinstance(value, int):
            return chariot_name(race, value)
        if name == "order" and isinstance(value, tuple):
            return ", ".join([f"{chariot_name(race, who)} {race.chariots[who].score}" for who in value])
        return super().field_text(race, name, value)

    def argument_text(self, verb: str, place: int, value: int) -> str:
        """Lengths in inches, angles in degrees, things by name."""
        if verb == "forward":
            return inches(value)
        if verb in ("turn", "pivot"):
            return sideways(value)
        if verb == "drift":
            return hand(value)
        if verb == "pick":
            return self.machines[value].name if 0 <= value < len(self.machines) else str(value)
        return super().argument_text(verb, place, value)

    def partial_label(self, race: Race, verb: str, args: tuple[int, ...]) -> str:
        """Targets and men by name."""
        if verb in ("swipe", "shoot", "single", "strike") and args and 0 <= args[0] < len(race.chariots):
            return self.words.labels[verb].replace("{0}", chariot_name(race, args[0]))
        if verb == "pick" and args and race.agenda and isinstance(race.agenda[-1], fighting.LoseMan):
            crew = race.chariots[race.agenda[-1].who].crew
            if 0 < args[0] < len(crew):
                return f"Lose the man with the {self.weapons[crew[args[0]]].name}"
        if verb in ("go", "straight"):
            return go_words(race, verb)
        return super().partial_label(race, verb, args)

    def warning(self, race: Race, seat: int, action: Action) -> str:
        """Rams and walls in the way of a plan."""
        return warning(race, seat, action)

    # ---------------------------------------------------------------- the laboratory

    def exact_odds(self, race: Race, action: Action) -> dict[str, Fraction] | None:
        """What a plan meets and what comes of that, and what comes of an attempt to avoid."""
        return chances(race, action)

    def assumed_answer(self, race: Race) -> Action | None:
        """Whoever is run into tries to avoid it."""
        return presumed(race)

    def classify_outcome(self, race: Race, action: Action, seat: int, events: Sequence[Event]) -> tuple[str, int]:
        """What came of a declaration, a plan, an attempt to avoid, a shot or a blow."""
        return outcome(race, action, seat, events)

    def match_statistics(self, race: Race) -> dict[str, int]:
        """For statistics: turns, who still raced, and how far everybody came, in inches."""
        found = {"turns": int(race.turn), "racing": len(race.racing())}
        for chariot in race.chariots:
            found[f"inches {FACTIONS[chariot.id]}"] = int(chariot.progress) // 1000
        return found

    def counted_events(self) -> dict[str, str]:
        """For statistics."""
        return {kind.__name__: words for kind, words in _MEASURES}

    def round_robin(self) -> RoundRobinSpec:
        """CR-O14: the playtest that the article asks for, of all its machines, on a plain and on a winding track."""
        found = [machine for machine in self.machines if machine.rule != "CR-G2"]
        rivals = [Contender(machine.key, machine.name, (grid.PICK[machine.number],)) for machine in found]
        return RoundRobinSpec(("oval", "pass"), {"field": "chosen"}, rivals)

    def survived(self, race: Race, seat: int) -> bool:
        """CR-Q54: still racing when the race was over."""
        return race.chariots[seat].status == RACING

    def invariants(self, race: Race) -> list[str]:
        """What is wrong with a race."""
        return broken(race)

    def fuzz_actions(self) -> list[str]:
        """Return every odd machine, every declaration, every kind of step in a plan."""
        picks = [f"pick {machine.number}" for machine in self.machines if machine.heavy or machine.is_random()]
        steps = [f"turn {angle}" for angle in planning.TURNS]
        return [*picks, *steps, "drift -1", "drift 1", "whip", "reins", "straight", "fire"]

    def fuzz_features(self) -> list[str]:
        """Return every machine, weapon and row of the damage table."""
        return fuzz_goals.everything(self.machines, self.weapons, self.table)

    def fuzz_features_of_action(self, race: Race, action: Action) -> list[str]:
        """Which of these an action shows."""
        return fuzz_goals.shown_by(race, action)

    def fuzz_features_of_event(self, event: Event) -> list[str]:
        """Which of these an event shows."""
        return fuzz_goals.shown_in(self.table, event)

    def start_positions(self, events: Sequence[Event]) -> dict[int, str]:
        """Everybody's place on the grid."""
        return fuzz_goals.places_on_the_grid(events)


def checked(track: Track) -> Track:
    """CR-S2: the grid of eight needs a straight before the line."""
    last = track.pieces[-1]
    need = grid_length(track.width, 8)
    if last.kind != STRAIGHT or last.length < need:
        raise DataError(f"{track.key}.toml: {last.name()} must be a straight of {need} at least, for the grid")
    return track


def chariot_name(race: Race, who: int) -> str:
    """Return a chariot's name: whose it is, and what."""
    return name(who, race.machine(race.chariots[who]).name)


def go_words(race: Race, verb: str) -> str:
    """Running the plan, or dropping it (CR-Q49)."""
    if verb == "straight":
        return "Drop the plan, go straight ahead" if race.move.plan else "All straight ahead"
    if not race.move.plan:
        return "Go straight ahead"
    left = planning.Sketch(race).left(race)
    return f"Go, the last {inches(left)} straight on" if left > 0 else "Go"


def plan_words(race: Race, step: int, amount: int) -> str:
    """Return a step of a plan."""
    if step == FORWARD:
        return f"forward {inches(amount)}"
    if step == DRIFT:
        return f"drift {hand(amount)}"
    if step == SWIPE:
        return f"swipe at {chariot_name(race, amount)}"
    return f"turn {sideways(amount)}"


def need_words(hole: str, need: int) -> str:
    """What a die must show: "4 or more", or "3 or less" of one that must stay under a number."""
    if hole == "under":
        return f"{need} or less" if need > 1 else "1"
    return f"{need} or more" if need < 6 else "6"


def amount_words(hole: str, value: int) -> str:
    """Return a number of an event in the words that a sentence wants; nothing for a hole that is no number."""
    if hole in ("distance", "distance_of"):
        return inches(value)
    if hole == "angle":
        return sideways(value)
    if hole == "aside":
        return f"{inches(abs(value))} to the {hand(value)}" if value else "nowhere, for want of room"
    if hole == "veer":
        return hand(value) if value else "neither way"
    if hole == "phase":
        return sequence.PHASES[value]
    if hole == "step_of":
        return NAMES[value]
    return str(value) if hole == "row" else ""


# What is settled when this is told, and not by a die.
_MEASURES: list[tuple[type[Event], str]] = [
    (told.Shunted, "shunts"),
    (told.Smashed, "smashes"),
    (told.MetHeadOn, "meetings head on"),
    (told.Swiped, "swipes"),
    (told.Avoided, "times avoided"),
    (told.TableRolled, "rolls on the damage table"),
    (told.ObstacleHit, "obstacles hit"),
    (told.Shot, "shots"),
    (told.LightningStruck, "bolts of lightning"),
    (told.Struck, "blows"),
    (told.SteedKilled, "steeds killed"),
    (told.CrewFell, "times crew thrown off"),
    (told.RanWild, "runaways"),
    (told.Wrecked, "wrecks"),
    (told.Destroyed, "chariots torn to pieces"),
]


def make(texts: Mapping[str, str]) -> Game:
    """Return the game, from its texts."""
    return Races(texts)
