"""Boards in notebooks, and the notebook in the documentation."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import hippodrome as hd
from hippodrome.adapters import pettingzoo
from hippodrome.adapters.gymnasium import HippodromeEnv
from hippodrome.adapters.notebook import board
from tests.adapters.short_matches import GAMES, short_config, start_session

NOTEBOOK = Path(__file__).parents[2] / "docs" / "notebooks" / "learn-benhur.ipynb"
TINY_BUDGET = {"matches": 64, "test_races": 8}


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_a_board(slug: str) -> None:
    session = start_session(short_config(slug), 1)
    picture = board(session, seat=0, width=300)
    assert picture._repr_html_().startswith('<div style="max-width:300px"><svg')
    assert repr(picture) == f"BoardPicture({len(session.svg(0))} characters of SVG)"


def test_a_match_and_its_environments_have_the_same_board() -> None:
    match = hd.new("benhur", "arena", seats=2, seed=7)
    single = HippodromeEnv("benhur", "arena", seats=2)
    single.reset(seed=7)
    all_seats = pettingzoo.env("benhur", "arena", seats=2)
    all_seats.reset(seed=7)
    assert board(match).svg == board(single).svg == board(all_seats).svg == match._repr_svg_()


def test_an_object_without_a_board_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="a list has no board"):
        board([])


def code_cells() -> list[Any]:
    all_cells: list[Any] = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in all_cells if cell["cell_type"] == "code"]


def test_the_notebook_runs_with_a_tiny_budget(capsys: pytest.CaptureFixture[str]) -> None:
    variables: dict[str, Any] = {}
    for cell in code_cells():
        exec("".join(cell["source"]), variables)
        if "parameters" in cell["metadata"].get("tags", []):
            assert set(TINY_BUDGET) <= set(variables)
            variables.update(TINY_BUDGET)
    assert len(variables["wins"]) == TINY_BUDGET["matches"]
    assert variables["network"].out.any(), "nothing was learned"
    assert "of 8 races" in capsys.readouterr().out


def test_the_stored_outputs_are_complete_and_beat_the_recruit() -> None:
    assert [cell["execution_count"] for cell in code_cells()] == list(range(1, len(code_cells()) + 1))
    outputs = [output for cell in code_cells() for output in cell["outputs"]]
    assert all(output["output_type"] != "error" for output in outputs)
    printed = "".join(["".join(output.get("text", [])) for output in outputs])
    share = printed.partition("against recruit: wins ")[2].partition("%")[0]
    assert float(share) > 80
    assert any("<svg" in "".join(output.get("data", {}).get("text/html", [])) for output in outputs)
