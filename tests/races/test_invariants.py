"""What is true of every race at every decision."""

from __future__ import annotations

import pytest

from tests.races.world import the_game, world

FAR_AWAY = "boar 900 900 0"


@pytest.mark.parametrize(("deeper", "broken"), [(0, False), (1, False), (4, True), (30, True)])
def test_a_rock_is_passed_closely_but_not_driven_over(deeper: int, broken: bool) -> None:
    """The rock of the Broken Pass lies to the left; a thousandth of an inch is lost when places are rounded."""
    race = world(track="pass", A=f"doomwheel 13.889 {-15.223 + deeper / 1000:.3f} 7.4", B=FAR_AWAY)
    found = the_game().invariants(race.state)
    assert any("outcrop" in line for line in found) == broken
