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
    learning,
    plan_execution,
    planning,
    scene,
    sequence,
    shooting,
)
from hippodrome.games.races import events as race_events
from hippodrome.games.races.damage_table import DamageTable, read_table
from hippodrome.games.races.drawing import TrackDrawing, draw_track
from hippodrome.games.races.formatting import needed_text, side_text, turn_text
from hippodrome.games.races.grid import grid_length
from hippodrome.games.races.invariants import broken_invariants
from hippodrome.games.races.machines import Machine, Weapon, read_fields, read_machines, read_weapons
from hippodrome.games.races.odds import exact_odds
from hippodrome.games.races.outcomes import assumed_answer, classify_outcome
from hippodrome.games.races.planning import STEP_NAMES
from hippodrome.games.races.progress import MAX_TURNS_PER_LAP
from hippodrome.games.races.state import (
    DRIFT,
    FORWARD,
    RACING,
    SHOOTING,
    SWIPE,
    MoveInProgress,
    Options,
    Race,
    Rules,
    new_chariot,
)
from hippodrome.games.races.track import STRAIGHT, Track, read_track
from hippodrome.games.races.track_check import check_drivable
from hippodrome.games.races.view import imagine, view
from hippodrome.games.races.warnings import warning
from hippodrome.kit.actions import Action, Decision
from hippodrome.kit.agenda import Step
from hippodrome.kit.dice import Dice
from hippodrome.kit.events import SPECTATOR, Event, event_fields
from hippodrome.kit.game import Game, Lineup, Result, Scenario, Setting, Value, View, option_values
from hippodrome.kit.learning import LearningTables
from hippodrome.kit.round_robin import Contender, RoundRobinSpec
from hippodrome.kit.scene import FACTIONS, Scene
from hippodrome.kit.toml_reader import DataError
from hippodrome.kit.units import INCH, inches

_STEPS: list[type[Step]] = [
    grid.PickMachine, grid.Grid, sequence.NewTurn, sequence.Phase, sequence.Call, sequence.LookRound,
    planning.BeginMove, planning.Declare, planning.MakePlan, plan_execution.RunPlan, plan_execution.EndMove,
    collisions.Avoid, collisions.PassBy, ending.RunWild, ending.WildRun, ending.Settle, shooting.Shoot,
    shooting.FireLightning, fighting.Fight, fighting.Blow, fighting.LoseMan,
]  # fmt: skip
_TRACKS = "data/tracks/"
_ORDER = ("oval", "eight", "pass", "throat", "circus")
_SEATS = range(2, 9)
_COMMON_SETTINGS: tuple[Setting, ...] = (
    Setting("clock", "Fifteen seconds", "Plan each move within fifteen seconds.", ("off", "on"), "off"),
    Setting("wolves", "Wolves", "Number of wolves that draw the wolf chariot.", (2, 3), 3),
    Setting(
        "bows",
        "Goblin bows",
        "Printed: range 24 inches. Short: range 16 inches, as in the army book.",
        ("printed", "short"),
        "printed",
    ),
    Setting("wagon", "War wagon", "Width of its base in inches.", (2, 3), 3),
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

    def __init__(self, texts: Mapping[str, str]) -> None:
        super().__init__(texts)
        self.slug = "races"
        self.title = "Chariot Races"
        self.tagline = (
            "Crack the whip, ram your rivals and take the bend on one wheel, from boar chariots to a doomwheel."
        )
        self.length = "30 to 60 minutes"
        self.lineups = _LINEUPS
        self.weapons: list[Weapon] = read_weapons(texts["data/weapons.toml"])
        self.machines: list[Machine] = read_machines(texts["data/machines.toml"], self.weapons)
        self.fields = read_fields(texts["data/fields.toml"], self.machines)
        self.table: DamageTable = read_table(texts["data/damage.toml"])
        self.tracks: dict[str, Track] = {}
        ordered = [f"{_TRACKS}{key}.toml" for key in _ORDER]
        added = [file for file in texts if file.startswith(_TRACKS) and file not in ordered]
        for file in [*[file for file in ordered if file in texts], *added]:
            track = read_track(texts[file], file[len(_TRACKS) :])
            check_grid_length(track)
            self.tracks[track.key] = track
        self._checked_tracks: set[str] = set()
        self._track_drawings: dict[str, TrackDrawing] = {}  # filled on first use

    # ---------------------------------------------------------------- set-up

    def scenarios(self) -> Sequence[Scenario]:
        """Return one scenario for each track (CR-T3)."""
        return [self._scenario(track) for track in self.tracks.values()]

    def _scenario(self, track: Track) -> Scenario:
        fields = (*self.fields, "chosen")
        text = "The machines that race. Chosen: each player picks one, and may pick the undead chariot."
        options = (
            Setting("field", "Field", text, fields, "classic"),
            Setting("laps", "Laps", "Number of laps.", (1, 2), track.laps),
            *_COMMON_SETTINGS,
        )
        return Scenario(track.key, track.title, track.text, _SEATS, track.default_seats, options)

    def setup(self, scenario: Scenario, seats: int, options: Mapping[str, Value], dice: Dice) -> Race:
        """Return a race with its chariots beside the track.

        The first race on a track checks that it can be driven (CR-T1); DataError if it cannot.
        """
        track = self.tracks[scenario.slug]
        if track.key not in self._checked_tracks:
            check_drivable(track)
            self._checked_tracks.add(track.key)
        chosen = options["field"] == "chosen"
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

    def steps(self) -> dict[str, type[Step]]:
        """Return every step class by name."""
        return {step.__name__: step for step in _STEPS}

    def max_decisions(self, race: Race) -> int:
        """Return an upper bound, from the limit on turns (CR-Q56) and on the decisions of one move."""
        return 100 + int(race.rules.options.laps) * MAX_TURNS_PER_LAP * len(race.chariots) * _MAX_DECISIONS_PER_MOVE

    # ---------------------------------------------------------------- play

    def result(self, race: Race) -> Result | None:
        """Return the place of each seat (CR-Q45), or None during the race."""
        return Result(race.places, race.reason) if race.over else None

    def value(self, race: Race, seat: int) -> int:
        """Return the win chance of a seat in thousandths: exact once the race is over, estimated before."""
        if race.over:
            if race.places[seat] > 1:
                return 0
            return 1000 if race.places.count(1) == 1 else 500
        if race.chariots[seat].status == RACING:
            return evaluation.win_chance(race, seat)
        return 1 if race.turn else 1000 // len(race.chariots)

    def features(self, race: Race, seat: int) -> list[int]:
        """Return the features of a seat's position, in the order of words.toml."""
        return evaluation.features(race, seat)

    def round_number(self, race: Race) -> int:
        """Return the number of the turn."""
        return int(race.turn)

    # ---------------------------------------------------------------- what a seat may know

    def view(self, race: Race, seat: int) -> View:
        """Return what a seat may know."""
        return view(race, seat)

    def imagine(self, race: Race, seat: int, seed: bytes) -> Race:
        """Return a copy with fresh dice: everything else is known to all seats."""
        return imagine(race, seat, seed)

    # ---------------------------------------------------------------- pictures and words

    def scene(self, view: View, decision: Decision | None) -> Scene:
        """Return the board, prompt and panels of a view."""
        return scene.draw(self.track_drawing(view.table["track"]), self.words, self.symbols, view, decision)

    def track_drawing(self, key: str) -> TrackDrawing:
        """Return the drawing of a track, made on first use."""
        if key not in self._track_drawings:
            self._track_drawings[key] = draw_track(self.tracks[key])
        return self._track_drawings[key]

    def animation_paths(self, race: Race, events: list[Event]) -> dict[str, list[tuple[int, int, int]]]:
        """Return the waypoints of the chariots that moved, by node."""
        return animation.paths(race, events)

    def describe(self, view: View) -> str:
        """Return the text view of a race."""
        return description.describe(self.tracks[view.table["track"]], self.words, view)

    def placeholder_text(self, race: Race, event: Event, name: str) -> str:
        """Return the text of a placeholder: lengths in inches, angles in degrees, chariots by name."""
        fields = event_fields(event)
        number = fields.get("number", fields.get("amount", 0))
        amount = number if isinstance(number, int) else 0
        if name == "need":
            return needed_text(int(str(fields["need"])))
        if name == "under":
            return f"{fields['need']} or less"
        if name == "plan":
            return plan_step_text(race, int(str(fields["step"])), amount)
        if name == "crew_loss":
            return crew_loss_text(race, event.actor(), amount)
        if name == "initiative":
            return initiative_text(race, fields["order"], fields["scores"])
        text = amount_text(name, amount)
        if text:
            return text
        if name == "machine":
            return self.machines[amount].name
        if name == "row_of":
            return self.table[amount].text
        if name == "seat_of":
            return FACTIONS[event.actor()]
        return super().placeholder_text(race, event, name)

    def actor_name(self, race: Race, seat: int) -> str:
        """Return the name of a chariot."""
        return race.chariot_name(seat)

    def field_text(self, race: Race, name: str, value: object) -> str:
        """Return a field of an event as text, with chariots by name."""
        if name == "target" and isinstance(value, int):
            return race.chariot_name(value)
        return super().field_text(race, name, value)

    def argument_text(self, verb: str, place: int, value: int) -> str:
        """Return a number of an action as text: lengths in inches, angles in degrees, machines by name."""
        if verb == "forward":
            return inches(value)
        if verb in ("turn", "pivot"):
            return turn_text(value)
        if verb == "drift":
            return side_text(value)
        if verb == "pick":
            return self.machines[value].name if 0 <= value < len(self.machines) else str(value)
        return super().argument_text(verb, place, value)

    def partial_label(self, race: Race, verb: str, args: tuple[int, ...]) -> str:
        """Return the label of an action, with targets and crew members by name."""
        if verb in ("swipe", "shoot", "single", "strike") and args and 0 <= args[0] < len(race.chariots):
            return self.words.labels[verb].replace("{0}", race.chariot_name(args[0]))
        if verb == "pick" and args and race.agenda and isinstance(race.agenda[-1], fighting.LoseMan):
            crew = race.chariots[race.agenda[-1].who].crew
            if 0 < args[0] < len(crew):
                return f"Lose the man with the {self.weapons[crew[args[0]]].name}"
        if verb in ("go", "straight"):
            return go_label(race, verb)
        if verb == "hold":
            return "Hold fire" if race.phase == SHOOTING else "Hold back"
        if verb == "act":
            return f"{sequence.ACT_VERBS[race.phase]} now"
        return super().partial_label(race, verb, args)

    def prompt(self, race: Race, asked: Decision) -> str:
        """Return who must decide what, in one sentence."""
        return scene.prompt(self.words, view(race, SPECTATOR).table, asked)

    def warning(self, race: Race, seat: int, action: Action) -> str:
        """Return a warning of rams and walls in the way of a plan; empty if there is nothing to warn of."""
        return warning(race, seat, action)

    # ---------------------------------------------------------------- the laboratory

    def exact_odds(self, race: Race, action: Action) -> dict[str, Fraction] | None:
        """Return the exact odds of a plan, a swipe or an attempt to avoid; None for any other action."""
        return exact_odds(race, action)

    def assumed_answer(self, race: Race) -> Action | None:
        """Return the answer that odds assume: a driver about to be hit tries to avoid it."""
        return assumed_answer(race)

    def classify_outcome(self, race: Race, action: Action, seat: int, events: Sequence[Event]) -> tuple[str, int]:
        """Return the outcome of a declaration, plan, attempt to avoid, shot or blow, and how many events decided it."""
        return classify_outcome(race, action, seat, events)

    def match_statistics(self, race: Race) -> dict[str, int]:
        """Return the turns, the chariots still racing, and the progress of each chariot in inches."""
        statistics = {"turns": int(race.turn), "racing": len(race.racing())}
        for chariot in race.chariots:
            statistics[f"inches {FACTIONS[chariot.id]}"] = int(chariot.progress) // INCH
        return statistics

    def counted_events(self) -> dict[str, str]:
        """Return the events that statistics count, with their names in reports."""
        return {kind.__name__: name for kind, name in _COUNTED_EVENTS}

    def round_robin(self) -> RoundRobinSpec:
        """CR-O14: the missing playtest, of all machines of the article, on a simple and on a winding track."""
        machines = [machine for machine in self.machines if machine.rule != "CR-G2"]
        contenders = [
            Contender(machine.key, machine.name, (grid.PICK_ACTIONS[machine.number],)) for machine in machines
        ]
        return RoundRobinSpec(("oval", "pass"), {"field": "chosen"}, contenders)

    def has_survived(self, race: Race, seat: int) -> bool:
        """CR-Q54: return whether the chariot was still racing at the end."""
        return race.chariots[seat].status == RACING

    def learning_tables(self) -> LearningTables:
        """Return the tables for learning agents."""
        return learning.tables(self)

    def invariants(self, race: Race) -> list[str]:
        """Return a sentence for each broken invariant."""
        return broken_invariants(race)

    def fuzz_actions(self) -> list[str]:
        """Return the actions a fuzz must reach: odd machines, declarations and the kinds of steps in a plan."""
        picks = [f"pick {machine.number}" for machine in self.machines if machine.whip_penalty or machine.is_random()]
        steps = [f"turn {angle}" for angle in planning.TURN_HINTS]
        return [*picks, *steps, "drift -1", "drift 1", "whip", "reins", "straight", "fire"]

    def fuzz_features(self) -> list[str]:
        """Return the machines, weapons and rows of the damage table that a fuzz must reach."""
        return fuzz_goals.all_goals(self.machines, self.weapons, self.table)

    def fuzz_features_of_action(self, race: Race, action: Action) -> list[str]:
        """Return the fuzz features that an action shows."""
        return fuzz_goals.goals_of_action(race, action)

    def fuzz_features_of_event(self, event: Event) -> list[str]:
        """Return the fuzz features that an event shows."""
        return fuzz_goals.goals_of_event(self.table, event)

    def start_positions(self, events: Sequence[Event]) -> dict[int, str]:
        """Return each seat's place on the grid."""
        return grid.grid_positions(events)


def check_grid_length(track: Track) -> None:
    """CR-S2: check that the straight before the line holds a grid of eight; DataError if it does not."""
    last = track.pieces[-1]
    need = grid_length(track.width, 8)
    if last.kind != STRAIGHT or last.length < need:
        raise DataError(f"{track.key}.toml: {last.name()} must be a straight of at least {need}, to hold the grid")


# -------------------------------------------------------------------- texts


def go_label(race: Race, verb: str) -> str:
    """Return the label of running the plan or dropping it (CR-Q49)."""
    if verb == "straight":
        return "Drop the plan and go straight ahead" if race.move.plan else "Go straight ahead"
    if not race.move.plan:
        return "Go straight ahead"
    left = planning.PlannedPath(race).distance_left(race)
    return f"Go, with the last {inches(left)} straight ahead" if left > 0 else "Go"


def plan_step_text(race: Race, step: int, amount: int) -> str:
    """Return a step of a plan as text."""
    if step == FORWARD:
        return f"forward {inches(amount)}"
    if step == DRIFT:
        return f"drift {side_text(amount)}"
    if step == SWIPE:
        return f"swipe at {race.chariot_name(amount)}"
    return f"turn {turn_text(amount)}"


def crew_loss_text(race: Race, who: int, left: int) -> str:
    """Return what a blow cost a crew: a man, or a wound of a crew that steers alone."""
    if race.machine(race.chariots[who]).steers_and_fights():
        return f"loses a crew wound; {left} left"
    return f"loses a man; {left} left aboard" if left else "loses its last man"


def initiative_text(race: Race, order: object, scores: object) -> str:
    """Return the Initiative order of a turn with each score."""
    assert isinstance(order, tuple)
    assert isinstance(scores, tuple)
    return ", ".join([f"{race.chariot_name(seat)} {score}" for seat, score in zip(order, scores, strict=True)])


def amount_text(hole: str, value: int) -> str:
    """Return the amount of an event as the hole wants it; empty if the hole does not stand for an amount."""
    if hole in ("distance", "distance_of"):
        return inches(value)
    if hole == "inches":
        return inches(value * INCH)
    if hole == "angle":
        return turn_text(value)
    if hole == "turns":
        return f"turns {turn_text(value)}" if value else "has no room to turn"
    if hole == "drifts":
        return f"drifts {inches(abs(value))} to the {side_text(value)}" if value else "has no room to drift"
    if hole == "veers":
        return f"veers {side_text(value)}" if value else "goes straight ahead"
    if hole == "phase":
        return sequence.PHASE_NAMES[value]
    if hole == "step_of":
        return STEP_NAMES[value]
    return str(value) if hole == "row" else ""


# Only events that are certain when they are logged, not those that a die still decides.
_COUNTED_EVENTS: list[tuple[type[Event], str]] = [
    (race_events.Shunted, "shunts"),
    (race_events.Smashed, "smashes"),
    (race_events.MetHeadOn, "head-on collisions"),
    (race_events.Swiped, "swipes"),
    (race_events.Avoided, "hits avoided"),
    (race_events.TableRolled, "rolls on the damage table"),
    (race_events.ObstacleHit, "obstacles hit"),
    (race_events.Shot, "shots"),
    (race_events.LightningStruck, "bolts of lightning"),
    (race_events.Struck, "blows"),
    (race_events.SteedKilled, "steeds killed"),
    (race_events.CrewFell, "times crew fell off"),
    (race_events.RanWild, "runaways"),
    (race_events.Wrecked, "wrecks"),
    (race_events.Destroyed, "chariots destroyed"),
]


def make(texts: Mapping[str, str]) -> Game:
    """Return the game built from its texts."""
    return Races(texts)
