"""The road ahead of a driver: the skids and jumps of a move straight on, for the choice of whips."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from hippodrome.games.benhur.formatting import count_text
from hippodrome.games.benhur.skill_rolls import lane_roll_needed
from hippodrome.games.benhur.state import Chariot, Race
from hippodrome.games.benhur.track import BEND, JUMP
from hippodrome.games.benhur.tricks import SPINA_HUGGER

ONE: Final = Fraction(1)
JUMP_NEEDS: Final = 5  # BH-J2
MOVE: Final = "move "  # the start of an outcome that is the length of a move
MAX_SQUARES_NOTED: Final = 12  # a bend or jump farther ahead is not mentioned


class Hazards:
    """The risks of driving straight on with as many points as were rolled.

    `skid` is the chance to skid or spin in this turn, `fall` that of a failed jump. `ahead` says what comes next.
    """

    def __init__(self, race: Race, chariot: Chariot, whips: int, chances: dict[str, Fraction]) -> None:
        self.race = race
        self.whips = whips
        self.skid = self.fall = Fraction(0)
        for outcome, chance in chances.items():
            if outcome.startswith(MOVE):
                self.drive(int(chariot.square), int(outcome.removeprefix(MOVE)), chance)
        self.value, self.ahead = self.next_hazard(int(chariot.square))

    def drive(self, square: int, points: int, chance: Fraction) -> None:
        """Follow a move that has this chance, up to a jump, a rival or the caltrops."""
        race = self.race
        for _ in range(points):
            kind = race.track.kind[square]
            if kind == BEND:
                holds = chance * self.hold_chance(square)
                self.skid += chance - holds
                chance = holds
            elif kind == JUMP:
                self.fall += chance * (Fraction(JUMP_NEEDS - 1, 6) ** self.whips)
                return
            square = int(race.track.ahead[square])
            if race.chariot_at(square) is not None or square == race.caltrops:
                return

    def skid_value(self, square: int) -> int:
        """BH-S2, BH-T5: return the lowest die that holds a bend square."""
        if self.race.turn.hugger:
            return int(self.race.cards.lasting_number(SPINA_HUGGER, "value"))
        return int(self.race.track.skid[square])

    def hold_chance(self, square: int) -> Fraction:
        """BH-S3: return the chance that every die holds a bend square."""
        return Fraction(7 - self.skid_value(square), 6) ** self.whips

    def next_hazard(self, square: int) -> tuple[int, str]:
        """Return the skid value of the next bend, or 0, and a sentence on what comes next; empty if nothing is near."""
        for distance in range(MAX_SQUARES_NOTED + 1):
            kind = self.race.track.kind[square]
            where = f"is {count_text(distance, 'square')} ahead" if distance else "is where you stand"
            if kind == BEND:
                value = self.skid_value(square)
                return value, f"The next bend {where} and asks {value}+ of every die."
            if kind == JUMP:
                return 0, f"The jump {where} and asks for a 5 or 6 on any die."
            square = int(self.race.track.ahead[square])
        return 0, ""


def whips_summary(
    race: Race, chariot: Chariot, whips: int, chances: dict[str, Fraction]
) -> tuple[list[tuple[str, Fraction]], list[str]]:
    """BH-M3: return what a number of whips risks in the bend or at the jump ahead, and what it asks of lane changes.

    `chances` are those of the lengths of the move: "move 4".
    """
    hazards = Hazards(race, chariot, whips, chances)
    key: list[tuple[str, Fraction]] = []
    if hazards.skid:
        key.append((f"skid (bend {hazards.value}+)" if hazards.value else "skid", hazards.skid))
    if hazards.fall:
        key.append(("into the water", hazards.fall))
    needed = int(lane_roll_needed(whips))
    notes = [f"{hazards.ahead} The chance is for this turn, driving straight on."] if key else [hazards.ahead]
    if whips:
        notes.append(f"A lane change takes a {needed} or more.")
    return key, [note for note in notes if note]
