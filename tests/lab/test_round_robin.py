"""Round robins: every pair meets on every track from both seats, and the report gives the exact counts."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.etree import ElementTree

import pytest

import hippodrome as hd
from hippodrome.kit.match import Setup
from hippodrome.lab import round_robin as round_robin_module
from hippodrome.lab.heatmap import heatmap
from hippodrome.lab.match_runner import MatchSpec, PlayedMatch, play
from hippodrome.lab.round_robin import (
    PairTally,
    PairTask,
    RoundRobinReport,
    play_task,
    round_robin_spec,
    run_round_robin,
    won_grid,
)
from hippodrome.lab.stats import wilson
from tests.support import once

pytestmark = once

THREE_MACHINES = ("boar", "wolf", "wagon")
DOCS = Path(__file__).parents[2] / "docs"
TOOLS = Path(__file__).parents[2] / "tools"


@pytest.fixture(scope="module")
def report() -> RoundRobinReport:
    return run_round_robin("races", 4, 3, level="random", only=THREE_MACHINES)


def test_every_pair_meets_and_every_match_is_counted_once(report: RoundRobinReport) -> None:
    shown = report.json()
    assert [pair["pair"] for pair in shown["pairs"]] == [["boar", "wolf"], ["boar", "wagon"], ["wolf", "wagon"]]
    for pair in shown["pairs"]:
        assert pair["games"] == 4
        assert sum(row["count"] for row in pair["won"]) + pair["draws"] == 4
    for row in shown["contenders"]:
        assert row["games"] == 8
        mine = [pair["won"][pair["pair"].index(row["key"])] for pair in shown["pairs"] if row["key"] in pair["pair"]]
        assert row["won"]["count"] == sum(one["count"] for one in mine)
        exact = wilson(row["won"]["count"], 8)
        assert (row["won"]["low"], row["won"]["high"]) == (round(exact.low, 4), round(exact.high, 4))


def test_the_report_does_not_depend_on_the_number_of_processes(report: RoundRobinReport) -> None:
    calls: list[tuple[int, int]] = []
    again = run_round_robin("races", 4, 3, 2, lambda *done: calls.append(done), "random", THREE_MACHINES)
    assert again.text() == report.text()
    assert calls[-1] == (12, 12)
    assert run_round_robin("races", 4, 4, level="random", only=THREE_MACHINES).text() != report.text()


def test_a_match_is_played_again_with_swapped_seats_and_the_same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[str, str, int]] = []
    key_by_opening = {contender.opening: contender.key for contender in round_robin_spec(hd.game("races")).contenders}

    def watch_match(spec: MatchSpec) -> PlayedMatch:
        played.append((spec.setup.scenario.slug, key_by_opening[spec.openings[0]], spec.seed))
        return play(spec)

    monkeypatch.setattr(round_robin_module, "play", watch_match)
    pair = play_task(PairTask("races", "random", 1, 0, 1, range(8)))
    assert pair.games == 8
    assert [row[0] for row in played] == ["oval", "pass"] * 4
    assert [row[1] for row in played] == ["boar", "boar", "wolf", "wolf"] * 2
    assert [row[2] for row in played[:2]] == [row[2] for row in played[2:4]]
    assert len({row[2] for row in played}) == 4


def test_wins_are_counted_for_the_contender_not_for_the_seat() -> None:
    game = hd.game("races")
    spec = round_robin_spec(game)
    setup = Setup(game, "oval", 2, spec.options)
    openings = (spec.contenders[0].opening, spec.contenders[8].opening)
    played = play(MatchSpec(setup, ("random", "random"), 6, openings))
    assert len(played.result.winners) == 1
    straight, swapped = PairTally(0, 8), PairTally(8, 0)
    straight.count(game, played, False)
    swapped.count(game, played, True)
    assert (straight.wins, straight.losses) == (swapped.losses, swapped.wins)
    assert (straight.home, straight.other_home) == (swapped.other_home, swapped.home)
    assert straight.wins + straight.losses == 1


def test_all_eleven_machines_of_the_article_take_part() -> None:
    contenders = round_robin_spec(hd.game("races")).contenders
    assert len(contenders) == 11
    assert "khemri" not in [contender.key for contender in contenders]


def test_impossible_round_robins_are_rejected() -> None:
    with pytest.raises(ValueError, match="nothing to compare"):
        run_round_robin("benhur", 4)
    with pytest.raises(ValueError, match="must be a multiple of 4"):
        run_round_robin("races", 6)
    with pytest.raises(ValueError, match="two or more of: boar, wolf"):
        run_round_robin("races", 4, only=("boar", "tank"))
    with pytest.raises(ValueError, match="no bot"):
        run_round_robin("races", 4, level="clever")


def test_tables_agree_with_the_figures(report: RoundRobinReport) -> None:
    totals, grid = report.tables()
    shown = report.json()
    best = max(shown["contenders"], key=lambda row: row["won"]["share"])
    assert totals.rows[0][0] == best["name"]
    assert grid.head == ["", *THREE_MACHINES]
    assert grid.rows[0][1] == ""
    assert grid.rows[0][2] == f"{100 * shown['pairs'][0]['won'][0]['share']:.0f} %"
    assert "12 matches, 4 per pair, seed 3" in report.title()


# the picture --------------------------------------------------------------------------------------


def test_the_picture_shows_every_number_in_both_themes(report: RoundRobinReport) -> None:
    shown = report.json()
    picture = heatmap(shown, "Who beats whom", ("A line.",))
    texts = ["".join(node.itertext()) for node in ElementTree.fromstring(picture).iter() if node.tag.endswith("text")]
    for row in won_grid(shown):
        for cell in row:
            assert cell is None or f"{100 * cell['share']:.0f}" in texts
    assert texts.count("war wagon") == 2
    assert "prefers-color-scheme:dark" in picture


def balance_script() -> ModuleType:
    """Return the script that writes the page."""
    spec = importlib.util.spec_from_file_location("races_balance", TOOLS / "races_balance.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_page_and_picture_agree_with_the_figures() -> None:
    script = balance_script()
    figures: dict[str, Any] = json.loads((DOCS / "races-balance.json").read_text(encoding="utf-8"))
    assert (DOCS / "races-balance.md").read_text(encoding="utf-8") == script.page(figures)
    assert (DOCS / "pictures" / "races-balance.svg").read_text(encoding="utf-8") == script.picture(figures)
    assert len(figures["pairs"]) == 55
    assert all(pair["games"] == figures["games"] for pair in figures["pairs"])
    assert re.search(r"--games \d+ --seed \d+ --json", script.page(figures))
