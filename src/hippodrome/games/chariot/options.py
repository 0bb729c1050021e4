"""The options of a match: as players choose them and as the rules read them."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from hippodrome.games.chariot.handicap import NO_HANDICAP
from hippodrome.kit.game import Setting
from hippodrome.kit.state import FixedData

_OFF_ON: Final[tuple[str, ...]] = ("off", "on")
CHARIOT_SETTINGS = (
    Setting(
        "chariot_phase_defensive_fire",
        "Defensive Fire in the Chariot Phase",
        "Enemy units may use Defensive Fire against chariots that move next to them in the Chariot Phase (CH-R2).",
        _OFF_ON,
        "on",
    ),
    Setting(
        "passenger_counts_for_stacking",
        "Riders count for stacking",
        "A chariot and its rider count as 2 units, not as 1 (CH-R5).",
        _OFF_ON,
        "off",
    ),
)
SETTINGS = (
    Setting("range_effects", "Range effects", "Fire strength falls with distance (CH-3.1).", _OFF_ON, "off"),
    Setting(
        "capability_chart",
        "Unit capability",
        "Some unit types defend better or worse against others (CH-3.2, CH-S5.39).",
        _OFF_ON,
        "off",
    ),
    Setting("panic", "Panic", "An army that loses too much flees (CH-S13.0a).", _OFF_ON, "off"),
    Setting("elevation", "Elevation", "Infantry attacks uphill at half strength (CH-S14.11).", _OFF_ON, "off"),
    Setting("facing", "Facing", "Units have front and flank sides (CH-S16.0).", _OFF_ON, "off"),
    Setting(
        "retreat_before_combat",
        "Retreat before combat",
        "Fast units may step back before a melee (CH-S17.0).",
        _OFF_ON,
        "off",
    ),
    Setting("contact", "Contact", "A melee without effect holds both sides (CH-S18.1).", _OFF_ON, "off"),
    Setting("concession", "Tactical concession", "You may concede the battle (CH-S15.0).", _OFF_ON, "off"),
)


class Options(FixedData):
    """The options of a match; a scenario offers only some of them."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        "turns", "chariot_phase_defensive_fire", "passenger_counts_for_stacking", "range_effects", "capability_chart",
        "panic", "elevation", "facing", "retreat_before_combat", "contact", "concession", "handicap",
    )  # fmt: skip
    __slots__ = FIELDS

    def __init__(
        self,
        turns: i64,
        chariot_phase_defensive_fire: bool = True,
        passenger_counts_for_stacking: bool = False,
        range_effects: bool = False,
        capability_chart: bool = False,
        panic: bool = False,
        elevation: bool = False,
        facing: bool = False,
        retreat_before_combat: bool = False,
        contact: bool = False,
        concession: bool = False,
        handicap: str = NO_HANDICAP,
    ) -> None:
        self.turns = turns
        self.chariot_phase_defensive_fire = chariot_phase_defensive_fire
        self.passenger_counts_for_stacking = passenger_counts_for_stacking
        self.range_effects = range_effects
        self.capability_chart = capability_chart
        self.panic = panic
        self.elevation = elevation
        self.facing = facing
        self.retreat_before_combat = retreat_before_combat
        self.contact = contact
        self.concession = concession
        self.handicap = handicap
