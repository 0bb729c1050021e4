"""The verbs of each game and the ranges of their arguments, from which actions get their numbers.

A tuple of ranges: one for each argument. A number: that many combinations, numbered in the order of the proposals.
Whoever adds a verb to a game adds a line here; the tests of the doors miss it otherwise.
"""

from __future__ import annotations

from typing import Final

from hippodrome.adapters.action_encoding import Ranges

ALONE: Final[Ranges] = ()

# Ben-Hur
_LANE: Final = (range(1, 5),)
_RIVAL: Final = (range(6),)

BENHUR: Final[dict[str, Ranges | int]] = {
    "pass": ALONE,
    "straight": ALONE,
    "left": ALONE,
    "right": ALONE,
    "lane": _LANE,
    "whips": (range(1, 4),),
    "fight": _RIVAL,
    "trick": (range(1, 23), range(-1, 6)),  # the card, and whom it is played on; -1: nobody in particular
}

# Chariot: hexes are numbered row by row, units in the order of their army lists.
_HEX: Final = (range(1278),)
_UNIT: Final = (range(128),)
_PAIRS: Final = 16

CHARIOT: Final[dict[str, Ranges | int]] = {
    "auto": ALONE,
    "done": ALONE,
    "stop": ALONE,
    "leave": ALONE,
    "all": ALONE,
    "loose": ALONE,
    "strike": ALONE,
    "stand": ALONE,
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

# War in the Age of Magic: as many squares and pieces as files of one's own may have.
_SQUARE: Final = (range(99),)
_PIECE: Final = (range(100),)
_TARGETS: Final = 40

MAGIC: Final[dict[str, Ranges | int]] = {
    "pass": ALONE,
    "ready": ALONE,
    "done": ALONE,
    "hold": ALONE,
    "reroll": ALONE,
    "skip": ALONE,
    "lead": ALONE,
    "follow": ALONE,
    "stay": ALONE,
    "remain": ALONE,
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

RACES: Final[dict[str, Ranges | int]] = {
    "act": ALONE,
    "wait": ALONE,
    "steady": ALONE,
    "whip": ALONE,
    "reins": ALONE,
    "straight": ALONE,
    "go": ALONE,
    "avoid": ALONE,
    "brace": ALONE,
    "pass": ALONE,
    "stay": ALONE,
    "hold": ALONE,
    "fire": ALONE,
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

WHEELIE: Final[dict[str, Ranges | int]] = {
    "none": ALONE,
    "take": ALONE,
    "leave": ALONE,
    "plain": ALONE,
    "mirror": ALONE,
    "end": ALONE,
    "stop": ALONE,
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

VERBS: Final[dict[str, dict[str, Ranges | int]]] = {
    "benhur": BENHUR,
    "chariot": CHARIOT,
    "magic": MAGIC,
    "races": RACES,
    "wheelie": WHEELIE,
}
