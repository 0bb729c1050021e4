"""What of each game's view becomes an observation, and between which bounds the numbers lie."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import cos, pi, sin
from typing import Final

from hippodrome.adapters.observation import Each, Field, Layout, Members, Numbers, Part, Rows, Seat, Word, Worked
from hippodrome.kit.game import Game
from hippodrome.kit.geometry.hexes import Hexes

_TURNS: Final = [(cos(pi * tenth / 1800), sin(pi * tenth / 1800)) for tenth in range(3600)]
_HEXES: Final = Hexes(35, 37, 36)
_PLACES: Final = list(zip(_HEXES.column, _HEXES.row, strict=True))


def _pointing(turn: int) -> tuple[float, float]:
    """Cosine and sine of a bearing in tenths of a degree."""
    return _TURNS[turn % 3600]


def _on_map(hex: int) -> tuple[int, int]:
    """Column and row of a hex; -1 off the map."""
    return _PLACES[hex] if hex >= 0 else (-1, -1)


@cache
def _on_track(place: str) -> list[int]:
    """Segment, lane and square of a place such as "2/1/0"; -1 off the track."""
    return [int(number) for number in place.split("/")] if place else [-1, -1, -1]


def _bits(*names: str) -> list[Field]:
    return [Field(name, 0, 1) for name in names]


TURN: Final = Worked("turn", ("cosine", "sine"), -1, 1, _pointing)


def _asked(game: Game) -> list[Part]:
    """Who looks, what is being asked, and whom."""
    seats = game.seats.stop - 1
    return [Seat(seats), Word("asked.name", list(game.words.prompts)), Members("asked.seats", seats)]


def _slugs(game: Game) -> list[str]:
    return [scenario.slug for scenario in game.scenarios()]


def benhur(game: Game) -> Layout:
    """Ben-Hur: the turn in progress, six chariots, one's own tricks and those that were played."""
    chariot = [Field("whips", 0, 3), Field("wounds", 0, 5), Field("crossings", 0, 8), Field("saved", 0, 6)]
    chariot += [Field("fell", 0, 6), Field("tricks", 0, 3), Field("square", -1, 400)]
    chariot += _bits("spun", "wet", "sand", "rein", "bribed")
    place = Worked("place", ("segment", "lane", "square"), -1, 31, _on_track)
    turn = [Field("laps", 0, 7), Field("round", 0, 200), Field("mover", -1, 5), Field("whips", 0, 3)]
    turn += [Field("points", 0, 20), Field("caltrops", -1, 400), Field("deck", 0, 22)]
    return Layout([
        *_asked(game), Word("track", _slugs(game)), Numbers("", *turn),
        Each("order", 6, -1, 5), Each("standings", 6, -1, 5), Each("dice", 6, 0, 6), Each("test", 6, 0, 6),
        Rows("chariots", 6, *chariot, place), Members("hand", 23, mine="chariots"), Members("discard", 23),
    ])  # fmt: skip


def chariot(game: Game) -> Layout:
    """Chariot: the phase, both armies, every counter, and the units and hexes that the question is about."""
    unit = [Field("side", 0, 1), Field("kind", 0, 15), Field("aboard", -1, 127), Field("contact", 0, 63)]
    unit += [Field("facing", 0, 5), *_bits("disrupted", "panicked")]
    army = [Field("vp", 0, 200), Field("lost", 0, 200), Field("panic", 0, 200), Field("killed", 0, 128)]
    army += [Field("exited", 0, 128), Field("standing", 0, 128), Field("south", 0, 128), Field("waiting", 0, 128)]
    turn = [Field("turns", 0, 24), Field("turn", 0, 24), Field("side", 0, 1), Field("standing", 0, 2)]
    turn += [Field("panic", -1, 1), Field("facing", 0, 1)]
    return Layout([
        *_asked(game), Word("scenario", _slugs(game)), Numbers("", *turn), Numbers("asked", Field("kind", -1, 15)),
        Members("asked.units", 128), Each("asked.hexes", 4, -1, 1277), Each("owners", 8, -1, 1),
        Members("moved", 128), Members("fired", 128), Rows("armies", 2, *army),
        Rows("units", 128, *unit, Worked("hex", ("column", "row"), -1, 36, _on_map)),
    ])  # fmt: skip


def magic(game: Game) -> Layout:
    """War in the Age of Magic: the countdown, up to 64 pieces, scenery, spells, and the fight in progress."""
    unit = [Field("side", 0, 1), Field("kind", 0, 12), Field("quality", 0, 3), Field("gear", 0, 63)]
    unit += [Field("bases", 0, 4), Field("full", 0, 4), Field("square", -1, 98), Field("moves", 0, 4)]
    unit += [Field("target", -1, 98), Field("failed", -1, 98), Field("aim", -1, 98), Field("hits", 0, 4)]
    unit += [Field("lost", 0, 4)]
    unit += _bits("spent", "acted", "hasted", "dread", "beaten", "won_before", "led", "strong")
    turn = [Field("layout", 0, 3), Field("turn", 0, 30), Field("countdown", 0, 25), Field("attacker", -1, 1)]
    clash = [Field("side", -1, 1), Field("source", -1, 98), Field("target", -1, 98), Field("mine", 0, 20)]
    scenery = Rows("scenery", 2, Field("side", 0, 1), Field("ground", 0, 15), Field("square", -1, 98))
    return Layout([
        *_asked(game), Numbers("", *turn, Field("first", -1, 1)), Each("motives", 2, 0, 6), Each("points", 2, 0, 60),
        Each("motive", 2, 0, 10), Each("start", 2, 0, 50), Each("lost", 2, 0, 50),
        Each("ward", 8, -1, 98), Each("mist", 8, -1, 98), Each("fought", 99, -1, 2),
        Numbers("clash", *clash, Field("theirs", 0, 20)),
        Numbers("asked", Field("about", -1, 99), Field("left", 0, 20)), scenery, Rows("units", 64, *unit),
    ])  # fmt: skip


def races(game: Game) -> Layout:
    """Chariot Races: eight machines, the move in hand with its plan, and the contact that may be avoided."""
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
    return Layout([
        *_asked(game), Word("track", _slugs(game)), Numbers("", *turn), Members("acted", 8), Each("ranked", 8, -1, 7),
        Numbers("move", *move, *_bits("drift", "free")), Each("move.plan", 24, -900, 24_000), Members("move.reach", 8),
        Numbers("contact", *contact, Field("avoid", 0, 6)), Rows("chariots", 8, *machine, TURN),
    ])  # fmt: skip


def wheelie(game: Game) -> Layout:
    """What a Wheelie: up to twelve units, terrain, and the activation in progress with its dice."""
    unit = [Field("seat", 0, 5), Field("side", 0, 5), Field("kind", 0, 8), Field("x", 0, 72_000), Field("y", 0, 72_000)]
    unit += [Field("edge", -1, 3), Field("status", 0, 7), Field("left", 0, 100), Field("back", 0, 100)]
    unit += [Field("permanent", 0, 8), Field("temporary", 0, 8), Field("team", 0, 4), Field("driver", 0, 4)]
    unit += [Field("warrior", 0, 4), Field("criticals", 0, 6), Field("aim", -1, 11), Field("banked", 0, 6)]
    unit += [Field("trait", 0, 12), Field("seven", 0, 3), Field("expert", 0, 2), Field("pool", 0, 6)]
    unit += [Field("length", 0, 5000), Field("width", 0, 5000), Field("stand", -2000, 2000)]
    unit += _bits("mirrored", "loaded", "shield", "runners")
    piece = [Field("stuff", 0, 8), Field("x", 0, 72_000), Field("y", 0, 72_000)]
    table = [Field("width", 0, 72_000), Field("depth", 0, 72_000), Field("limit", 0, 15), Field("turn", 0, 200)]
    table += [Field("quiet", 0, 20), Field("entry", -1, 3), Field("picked", -1, 6), Field("slant", 0, 1350)]
    act = [Field("unit", -1, 11), Field("die", -1, 6), Field("left", 0, 12_000), Field("moves", 0, 6)]
    return Layout([
        *_asked(game), Word("scenario", _slugs(game)), Numbers("", *table), Each("order", 12, -1, 11),
        Each("edges", 6, -1, 3), Each("points", 6, 0, 30), Numbers("act", *act, Field("turns", 0, 6)),
        Each("act.dice", 8, 0, 6), Each("act.move", 8, -1, 6), Numbers("asked", Field("clear", 0, 12_000)),
        Rows("units", 12, *unit, TURN), Rows("pieces", 12, *piece, TURN),
    ])  # fmt: skip


LAYOUTS: Final[dict[str, Callable[[Game], Layout]]] = {
    "benhur": benhur,
    "chariot": chariot,
    "magic": magic,
    "races": races,
    "wheelie": wheelie,
}
