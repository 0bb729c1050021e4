"""The observation layout of each game: which fields of its view are included, and their bounds."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import cos, pi, sin
from typing import Final

from hippodrome.adapters.observation import (
    DerivedField,
    Field,
    Fields,
    LayoutPart,
    MultiHot,
    NumberList,
    ObservationLayout,
    RowList,
    SeatOneHot,
    WordOneHot,
)
from hippodrome.kit.game import Game
from hippodrome.kit.geometry.hexes import Hexes

_COSINES_AND_SINES: Final = [(cos(pi * tenth / 1800), sin(pi * tenth / 1800)) for tenth in range(3600)]
_HEXES: Final = Hexes(35, 37, 36)
_COLUMNS_AND_ROWS: Final = list(zip(_HEXES.column, _HEXES.row, strict=True))


def _cosine_and_sine(turn: int) -> tuple[float, float]:
    """Return cosine and sine of a direction in tenths of a degree."""
    return _COSINES_AND_SINES[turn % 3600]


def _column_and_row(hex: int) -> tuple[int, int]:
    """Return column and row of a hex; both -1 off the map."""
    return _COLUMNS_AND_ROWS[hex] if hex >= 0 else (-1, -1)


@cache
def _segment_lane_square(place: str) -> list[int]:
    """Return segment, lane and square of a place such as "2/1/0"; all -1 off the track."""
    return [int(number) for number in place.split("/")] if place else [-1, -1, -1]


def _flags(*names: str) -> list[Field]:
    return [Field(name, 0, 1) for name in names]


DIRECTION: Final = DerivedField("turn", ("cosine", "sine"), -1, 1, _cosine_and_sine)


def _decision_parts(game: Game) -> list[LayoutPart]:
    """Return the parts common to all games: the viewing seat, the decision, and the seats that decide."""
    seats = game.seats.stop - 1
    return [SeatOneHot(seats), WordOneHot("asked.name", list(game.words.prompts)), MultiHot("asked.seats", seats)]


def _scenario_slugs(game: Game) -> list[str]:
    return [scenario.slug for scenario in game.scenarios()]


def benhur(game: Game) -> ObservationLayout:
    """Return the layout of Ben-Hur: the turn in progress, six chariots, the seat's own tricks and the discard pile."""
    chariot = [Field("whips", 0, 3), Field("wounds", 0, 5), Field("crossings", 0, 8), Field("saved", 0, 6)]
    chariot += [Field("fell", 0, 6), Field("tricks", 0, 3), Field("square", -1, 400)]
    chariot += _flags("spun", "wet", "sand", "rein", "bribed")
    place = DerivedField("place", ("segment", "lane", "square"), -1, 31, _segment_lane_square)
    turn = [Field("laps", 0, 7), Field("round", 0, 200), Field("mover", -1, 5), Field("whips", 0, 3)]
    turn += [Field("points", 0, 20), Field("caltrops", -1, 400), Field("deck", 0, 22)]
    return ObservationLayout(
        [
            *_decision_parts(game),
            WordOneHot("track", _scenario_slugs(game)),
            Fields("", *turn),
            NumberList("order", 6, -1, 5),
            NumberList("standings", 6, -1, 5),
            NumberList("dice", 6, 0, 6),
            NumberList("test", 6, 0, 6),
            RowList("chariots", 6, *chariot, place),
            MultiHot("hand", 23, own_row_of="chariots"),
            MultiHot("discard", 23),
        ]
    )


def chariot(game: Game) -> ObservationLayout:
    """Return the layout of Chariot: the phase, both armies, every counter, and the units and hexes of the decision."""
    unit = [Field("side", 0, 1), Field("kind", 0, 15), Field("aboard", -1, 127), Field("contact", 0, 63)]
    unit += [Field("facing", 0, 5), *_flags("disrupted", "panicked")]
    army = [Field("vp", 0, 200), Field("lost", 0, 200), Field("panic", 0, 200), Field("killed", 0, 128)]
    army += [Field("exited", 0, 128), Field("standing", 0, 128), Field("south", 0, 128), Field("waiting", 0, 128)]
    turn = [Field("turns", 0, 24), Field("turn", 0, 24), Field("side", 0, 1), Field("standing", 0, 2)]
    turn += [Field("panic", -1, 1), Field("facing", 0, 1)]
    return ObservationLayout(
        [
            *_decision_parts(game),
            WordOneHot("scenario", _scenario_slugs(game)),
            Fields("", *turn),
            Fields("asked", Field("kind", -1, 15)),
            MultiHot("asked.units", 128),
            NumberList("asked.hexes", 4, -1, 1277),
            NumberList("owners", 8, -1, 1),
            MultiHot("moved", 128),
            MultiHot("fired", 128),
            RowList("armies", 2, *army),
            RowList("units", 128, *unit, DerivedField("hex", ("column", "row"), -1, 36, _column_and_row)),
        ]
    )


def magic(game: Game) -> ObservationLayout:
    """Return the layout of War in the Age of Magic: countdown, up to 64 pieces, scenery, spells, the current fight."""
    unit = [Field("side", 0, 1), Field("kind", 0, 12), Field("quality", 0, 3), Field("gear", 0, 63)]
    unit += [Field("bases", 0, 4), Field("full", 0, 4), Field("square", -1, 98), Field("moves", 0, 4)]
    unit += [Field("target", -1, 98), Field("failed", -1, 98), Field("aim", -1, 98), Field("hits", 0, 4)]
    unit += [Field("lost", 0, 4)]
    unit += _flags("spent", "acted", "hasted", "dread", "beaten", "won_before", "led", "strong")
    turn = [Field("layout", 0, 3), Field("turn", 0, 30), Field("countdown", 0, 25), Field("attacker", -1, 1)]
    clash = [Field("side", -1, 1), Field("source", -1, 98), Field("target", -1, 98), Field("mine", 0, 20)]
    scenery = RowList("scenery", 2, Field("side", 0, 1), Field("ground", 0, 15), Field("square", -1, 98))
    return ObservationLayout(
        [
            *_decision_parts(game),
            Fields("", *turn, Field("first", -1, 1)),
            NumberList("motives", 2, 0, 6),
            NumberList("points", 2, 0, 60),
            NumberList("motive", 2, 0, 10),
            NumberList("start", 2, 0, 50),
            NumberList("lost", 2, 0, 50),
            NumberList("ward", 8, -1, 98),
            NumberList("mist", 8, -1, 98),
            NumberList("fought", 99, -1, 2),
            Fields("clash", *clash, Field("theirs", 0, 20)),
            Fields("asked", Field("about", -1, 99), Field("left", 0, 20)),
            scenery,
            RowList("units", 64, *unit),
        ]
    )


def races(game: Game) -> ObservationLayout:
    """Return the layout of Chariot Races: eight machines, the current move with its plan, and an avoidable contact."""
    machine = [Field("kind", 0, 12), Field("status", 0, 4), Field("strength", 0, 6), Field("toughness", 0, 6)]
    machine += [Field("wounds", 0, 6), Field("full", 0, 6), Field("steeds", 0, 4), Field("grit", 0, 4)]
    machine += [Field("save", 0, 7), Field("width", 0, 4000), Field("dice", 0, 6), Field("score", 0, 12)]
    machine += [Field("penalty", 0, 6000), Field("free", 0, 2), Field("moved", 0, 24_000), Field("marks", 0, 8)]
    machine += [Field("progress", -20_000, 300_000), Field("lap", 0, 3)]
    machine += [Field("x", -80_000, 80_000), Field("y", -80_000, 80_000)]
    move = [Field("mover", -1, 7), Field("declared", 0, 2), Field("owed", 0, 24_000), Field("left", 0, 24_000)]
    move += [Field("turns", 0, 4), Field("to_turn", 0, 3000), Field("to_drift", 0, 3000), Field("steer", -450, 450)]
    contact = [Field("kind", -1, 3), Field("attacker", -1, 7), Field("defender", -1, 7), Field("dodger", -1, 7)]
    turn = [Field("laps", 0, 2), Field("turn", 0, 100), Field("phase", 0, 3), Field("number", 0, 12)]
    return ObservationLayout(
        [
            *_decision_parts(game),
            WordOneHot("track", _scenario_slugs(game)),
            Fields("", *turn),
            MultiHot("acted", 8),
            NumberList("ranked", 8, -1, 7),
            Fields("move", *move, *_flags("drift", "free")),
            NumberList("move.plan", 24, -900, 24_000),
            MultiHot("move.reach", 8),
            Fields("contact", *contact, Field("avoid", 0, 6)),
            RowList("chariots", 8, *machine, DIRECTION),
        ]
    )


def wheelie(game: Game) -> ObservationLayout:
    """Return the layout of What a Wheelie: up to twelve units, terrain, and the current activation with its dice."""
    unit = [Field("seat", 0, 5), Field("side", 0, 5), Field("kind", 0, 8), Field("x", 0, 72_000), Field("y", 0, 72_000)]
    unit += [Field("edge", -1, 3), Field("status", 0, 7), Field("left", 0, 100), Field("back", 0, 100)]
    unit += [Field("permanent", 0, 8), Field("temporary", 0, 8), Field("team", 0, 4), Field("driver", 0, 4)]
    unit += [Field("warrior", 0, 4), Field("criticals", 0, 6), Field("aim", -1, 11), Field("banked", 0, 6)]
    unit += [Field("trait", 0, 12), Field("seven", 0, 3), Field("expert", 0, 2), Field("pool", 0, 6)]
    unit += [Field("length", 0, 5000), Field("width", 0, 5000), Field("stand", -2000, 2000)]
    unit += _flags("mirrored", "loaded", "shield", "runners")
    piece = [Field("stuff", 0, 8), Field("x", 0, 72_000), Field("y", 0, 72_000)]
    table = [Field("width", 0, 72_000), Field("depth", 0, 72_000), Field("limit", 0, 15), Field("turn", 0, 200)]
    table += [Field("quiet", 0, 20), Field("entry", -1, 3), Field("picked", -1, 6), Field("slant", 0, 1350)]
    act = [Field("unit", -1, 11), Field("die", -1, 6), Field("left", 0, 12_000), Field("moves", 0, 6)]
    return ObservationLayout(
        [
            *_decision_parts(game),
            WordOneHot("scenario", _scenario_slugs(game)),
            Fields("", *table),
            NumberList("order", 12, -1, 11),
            NumberList("edges", 6, -1, 3),
            NumberList("points", 6, 0, 30),
            Fields("act", *act, Field("turns", 0, 6)),
            NumberList("act.dice", 8, 0, 6),
            NumberList("act.move", 8, -1, 6),
            Fields("asked", Field("clear", 0, 12_000)),
            RowList("units", 12, *unit, DIRECTION),
            RowList("pieces", 12, *piece, DIRECTION),
        ]
    )


LAYOUTS: Final[dict[str, Callable[[Game], ObservationLayout]]] = {
    "benhur": benhur,
    "chariot": chariot,
    "magic": magic,
    "races": races,
    "wheelie": wheelie,
}
