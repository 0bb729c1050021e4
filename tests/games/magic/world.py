"""Small test battles: pieces placed by hand, scripted dice, and the steps of the rules under test.

    battle = world(knights="r d3 CV-E-ak > d4", orcs="w d4 CO-k 3", steps=[NEXT_FIGHT[0]], dice="5 2 | 6")
    battle.play("follow")
    assert battle.bases("orcs") == 2

A piece is described by its side (r or w), its square and its code: kind, quality (E, V or L) and gear (a armoured,
s shieldless, m missile, k shock, e elf). Optional words follow: a number of bases; `> d4` for a declared attack;
`aim d4`; `failed d4`; `came` (it has moved and has no move left); `fresh` (it won last turn); `ready` (it may move);
`lost` (it lost a base this turn); and any other flag of a unit, such as `dread`, `beaten` or `led`.

With dice="any" the dice are not scripted. Red attacks upwards from row 1 unless `attacker` says otherwise. All ground
is open unless `ground` draws it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import hippodrome as hd
from hippodrome.games.magic import Magic
from hippodrome.games.magic.kinds import KIND_CODES, SQUARES_PER_TURN
from hippodrome.games.magic.layouts import SCENERY, Layout, read_layouts
from hippodrome.games.magic.setup import PickLayout
from hippodrome.games.magic.state import NONE, Battle, Clash, Options, Rules, Scenery, Unit, new_unit
from hippodrome.kit.dice import Dice, ScriptDice, TapeDice, seed_from
from hippodrome.kit.match import Setup
from tests.games.scripted_world import ScriptedWorld, match_in, parse_dice

OPEN_FIELD = "\n".join([". . . . . . ."] * 5)


def the_game() -> Magic:
    """Return the game with its own type."""
    game = hd.game("magic")
    assert isinstance(game, Magic)
    return game


def layout_of(ground: str) -> Layout:
    """Return a layout by its key, or from a drawing."""
    for layout in the_game().layouts:
        if layout.key == ground:
            return layout
    return read_layouts(f'[[layout]]\nkey = "k"\ntitle = "T"\ntext = "t"\nground = """\n{ground}\n"""', "test")[0]


def world(
    *,
    steps: Any = (),
    dice: str | Sequence[int] = (),
    ground: str = OPEN_FIELD,
    attacker: Any = 0,
    first: Any = 0,
    turn: Any = 2,
    countdown: Any = 25,
    fought: str = "",
    mist: str = "",
    ward: str = "",
    scenery: Any = (),
    motives: Any = False,
    rally: Any = False,
    priority: Any = "shared",
    attackers_shoot: Any = "no",
    armies: Any = ("river", "crag"),
    **units: str,
) -> World:
    """Return a battle with these pieces that runs these steps and then waits at a PickLayout decision, the "end".

    Settings have loose types so that units can be passed as a dict: `world(steps=[...], **units)`.
    """
    game = the_game()
    layout = layout_of(ground)
    chosen = [game.armies[key] for key in armies]
    layouts = game.layouts if layout in game.layouts else [layout]
    options = Options("ready", motives=motives, rally=rally, priority=priority, attackers_shoot=attackers_shoot)
    rules = Rules(chosen, layouts, NONE, attacker, options)
    source: Dice = TapeDice(seed_from(1)) if dice == "any" else ScriptDice(parse_dice(dice))
    state = Battle(rules, [], [], Clash(), source)
    state.layout = layouts.index(layout)
    board = layout.squares
    state.units = [unit_from(layout, number, text) for number, text in enumerate(units.values())]
    for number, text in enumerate(scenery):
        side, square, kind = text.split()
        state.scenery.append(Scenery(number, "rw".index(side), SCENERY[int(kind)], board.parse_name(square), False))
    state.update_ground()
    state.names = list(units)
    state.plans = [(0, 1)] * len(units)
    state.turn, state.first, state.countdown = turn, first, countdown
    state.fought = tuple([fought.split().count(name) for name in board.name])
    state.mist = tuple([board.parse_name(name) for name in mist.split()])
    state.ward = tuple([board.parse_name(name) for name in ward.split()])
    return World(match_in(Setup(game, "battle", 2, {}), state)).run(*steps, PickLayout(0))


def unit_from(layout: Layout, number: int, text: str) -> Unit:
    """Return a unit from its description."""
    side, square, code, *words = text.split()
    kind, *rest = code.split("-")
    quality = gear = 0
    for part in rest:
        if part in "VEL":
            quality = "-VEL".index(part)
        else:
            gear = sum([1 << "asmke".index(letter) for letter in part])
    unit = new_unit(number, "rw".index(side), KIND_CODES.index(kind), quality, gear)
    board = layout.squares
    unit.square = board.parse_name(square)
    assert unit.square != NONE, f"there is no square {square}"
    while words:
        word = words.pop(0)
        if word.isdigit():
            unit.bases = int(word)
            unit.square = unit.square if unit.bases else NONE
        elif word in (">", "aim", "failed"):
            setattr(unit, {">": "target"}.get(word, word), board.parse_name(words.pop(0)))
        elif word == "came":
            unit.walked = 1
        elif word == "ready":
            unit.moves = SQUARES_PER_TURN[unit.kind]
        elif word == "lost":
            unit.lost = 1
        else:
            setattr(unit, {"fresh": "won_before"}.get(word, word), True)
    return unit


class World(ScriptedWorld[Battle]):
    """A battle with short queries. Units and squares go by name."""

    state_class = Battle

    def action_text(self, action: str) -> str:
        """Return the canonical text of an action that uses names, such as `hit orcs` or `go d4`."""
        names, squares = self.state.names, self.state.board.name
        words = [
            str(names.index(w)) if w in names else str(squares.index(w)) if w in squares else w for w in action.split()
        ]
        return " ".join(words)

    def play_out(self) -> Self:
        """Play the default until the steps of the world are done."""
        while self.decision not in ("end", ""):
            self.match.play(self.match.proposals()[0])
        return self

    @property
    def decision(self) -> str:
        """The name of the pending decision; `end` when the steps of the world are done, empty after the battle."""
        name = super().decision
        return "end" if name == "PickLayout" else name

    @property
    def labels(self) -> list[str]:
        """The labels of the proposed actions, the default first."""
        return [self.match.game.presentation.label(self.state, action) for action in self.match.proposals()]

    def unit(self, name: str) -> Unit:
        """Return the row of a piece."""
        return self.state.units[self.state.names.index(name)]

    def bases(self, name: str) -> int:
        """Return the number of bases of a piece."""
        return int(self.unit(name).bases)

    def at(self, name: str) -> str:
        """Return the square of a piece, or an empty string if it is gone."""
        square = self.unit(name).square
        return self.state.board.name[square] if square != NONE else ""
