"""Boards in notebooks, and the notebook that learns to race."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import hippodrome as hd
from hippodrome.adapters import pettingzoo
from hippodrome.adapters.gymnasium import HippodromeEnv
from hippodrome.adapters.notebook import board
from tests.adapters.small import GAMES, begin, small_door

NOTEBOOK = Path(__file__).parents[2] / "docs" / "notebooks" / "learn-benhur.ipynb"
TINY = {"matches": 64, "judged": 8}


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_shows_its_board(slug: str) -> None:
    play = begin(small_door(slug), 1)
    picture = board(play, seat=0, width=300)
    assert picture._repr_html_().startswith('<div style="max-width:300px"><svg')
    assert repr(picture) == f"Picture({len(play.svg(0))} letters of SVG)"


def test_matches_and_environments_have_boards() -> None:
    match = hd.new("benhur", "arena", seats=2, seed=7)
    single = HippodromeEnv("benhur", "arena", seats=2)
    single.reset(seed=7)
    all_seats = pettingzoo.env("benhur", "arena", seats=2)
    all_seats.reset(seed=7)
    assert board(match).drawn == board(single).drawn == board(all_seats).drawn == match._repr_svg_()


def test_something_else_has_no_board() -> None:
    with pytest.raises(TypeError, match="no board in a list"):
        board([])


def cells() -> list[Any]:
    found: list[Any] = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in found if cell["cell_type"] == "code"]


def test_the_notebook_runs_with_a_tiny_budget(capsys: pytest.CaptureFixture[str]) -> None:
    known: dict[str, Any] = {}
    for cell in cells():
        exec("".join(cell["source"]), known)
        if "parameters" in cell["metadata"].get("tags", []):
            assert set(TINY) <= set(known)
            known.update(TINY)
    assert len(known["wins"]) == TINY["matches"]
    assert known["network"].out.any(), "nothing was learned"
    assert "of 8 races" in capsys.readouterr().out


def test_the_notebook_is_kept_as_it_ran_and_beat_the_recruit() -> None:
    assert [cell["execution_count"] for cell in cells()] == list(range(1, len(cells()) + 1))
    outputs = [output for cell in cells() for output in cell["outputs"]]
    assert all(output["output_type"] != "error" for output in outputs)
    told = "".join(["".join(output.get("text", [])) for output in outputs])
    share = told.partition("against recruit: wins ")[2].partition("%")[0]
    assert float(share) > 80
    assert any("<svg" in "".join(output.get("data", {}).get("text/html", [])) for output in outputs)
