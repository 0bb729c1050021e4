"""The verbs of each game and the ranges of their arguments, from which actions get their numbers.

A tuple has one range for each argument. A number allows that many combinations, numbered in the order of the proposals.
A new verb in a game needs a line here; a test in tests/adapters fails without it.
"""

from __future__ import annotations

from typing import Final

from hippodrome.adapters.action_encoding import ArgumentRanges

NO_ARGUMENTS: Final[ArgumentRanges] = ()

# Ben-Hur
_LANE: Final = (range(1, 5),)
_RIVAL: Final = (range(6),)

BENHUR: Final[dict[str, ArgumentRanges | int]] = {
    "pass": NO_ARGUMENTS,
    "straight": NO_ARGUMENTS,
    "left": NO_ARGUMENTS,
    "right": NO_ARGUMENTS,
    "lane": _LANE,
    "whips": (range(1, 4),),
    "fight": _RIVAL,
    "trick": (range(1, 23), range(-1, 6)),  # the card and the rival it is played on; -1 for no rival
}

# Chariot: hexes are numbered row by row, units in the order of their army lists.
_HEX: Final = (range(1278),)
_UNIT: Final = (range(128),)
_PAIRS: Final = 16

CHARIOT: Final[dict[str, ArgumentRanges | int]] = {
    "auto": NO_ARGUMENTS,
    "done": NO_ARGUMENTS,
    "stop": NO_ARGUMENTS,
    "leave": NO_ARGUMENTS,
    "all": NO_ARGUMENTS,
    "loose": NO_ARGUMENTS,
    "strike": NO_ARGUMENTS,
    "stand": NO_ARGUMENTS,
    "take": (range(16),),
    "turn": (range(6),),
    "move": _UNIT,
    "add": _UNIT,
    "lose": _UNIT,
    "place": _HEX,
    "go": _HEX,
    "aim": _HEX,
    "attack": _HEX,
    "also": _HEX,
    "flee": _HEX,
    "board": _PAIRS,
    "off": _PAIRS,
    "withdraw": _PAIRS,
    "advance": _PAIRS,
}

# War in the Age of Magic: as many squares and pieces as custom layouts and armies may have.
_SQUARE: Final = (range(99),)
_PIECE: Final = (range(100),)
_TARGETS: Final = 40

MAGIC: Final[dict[str, ArgumentRanges | int]] = {
    "pass": NO_ARGUMENTS,
    "ready": NO_ARGUMENTS,
    "done": NO_ARGUMENTS,
    "hold": NO_ARGUMENTS,
    "reroll": NO_ARGUMENTS,
    "skip": NO_ARGUMENTS,
    "lead": NO_ARGUMENTS,
    "follow": NO_ARGUMENTS,
    "stay": NO_ARGUMENTS,
    "remain": NO_ARGUMENTS,
    "layout": (range(8),),
    "scenery": (range(8),),
    "place": _SQUARE,
    "shift": _SQUARE,
    "go": _SQUARE,
    "attack": _SQUARE,
    "shoot": _SQUARE,
    "withdraw": _SQUARE,
    "rally": _SQUARE,
    "move": _PIECE,
    "ward": _PIECE,
    "unbind": _PIECE,
    "hit": _PIECE,
    "lose": _PIECE,
    "advance": _PIECE,
    "bolt": _TARGETS,
    "dread": _TARGETS,
    "mist": _TARGETS,
    "haste": _TARGETS,
    "strike": _TARGETS,
    "assault": _TARGETS,
    "fight": _TARGETS,
}

# Chariot Races: distances in half inches (500 thousandths), angles in steps of five degrees (50 tenths).
_CHARIOT: Final = (range(8),)

RACES: Final[dict[str, ArgumentRanges | int]] = {
    "act": NO_ARGUMENTS,
    "wait": NO_ARGUMENTS,
    "steady": NO_ARGUMENTS,
    "whip": NO_ARGUMENTS,
    "reins": NO_ARGUMENTS,
    "straight": NO_ARGUMENTS,
    "go": NO_ARGUMENTS,
    "avoid": NO_ARGUMENTS,
    "brace": NO_ARGUMENTS,
    "pass": NO_ARGUMENTS,
    "stay": NO_ARGUMENTS,
    "hold": NO_ARGUMENTS,
    "fire": NO_ARGUMENTS,
    "pick": (range(20),),
    "drift": (range(-1, 2),),
    "swipe": _CHARIOT,
    "shoot": _CHARIOT,
    "single": _CHARIOT,
    "strike": _CHARIOT,
    "forward": (range(0, 24_001, 500),),
    "turn": (range(-450, 451, 50),),
    "pivot": (range(-900, 901, 50),),
}

# What a Wheelie: distances in quarter inches, angles in steps of five degrees, places in tenths of an inch.
_DIE: Final = (range(7),)

WHEELIE: Final[dict[str, ArgumentRanges | int]] = {
    "none": NO_ARGUMENTS,
    "take": NO_ARGUMENTS,
    "leave": NO_ARGUMENTS,
    "plain": NO_ARGUMENTS,
    "mirror": NO_ARGUMENTS,
    "end": NO_ARGUMENTS,
    "stop": NO_ARGUMENTS,
    "pick": (range(10),),
    "terrain": (range(7),),
    "choose": (range(1, 4),),
    "edge": (range(4),),
    "slant": (range(0, 1351, 450),),
    "place": 40,
    "deploy": (range(0, 721, 10),),
    "advance": _DIE,
    "turn": _DIE,
    "shoot": _DIE,
    "reload": _DIE,
    "heal": _DIE,
    "bank": _DIE,
    "leg": _DIE,
    "keep": _DIE,
    "aim": (range(7), range(8)),
    "drive": (range(0, 12_001, 250),),
    "wheel": (range(-900, 901, 50),),
}

ACTION_RANGES: Final[dict[str, dict[str, ArgumentRanges | int]]] = {
    "benhur": BENHUR,
    "chariot": CHARIOT,
    "magic": MAGIC,
    "races": RACES,
    "wheelie": WHEELIE,
}
