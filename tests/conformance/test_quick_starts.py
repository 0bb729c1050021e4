"""Quick starts of all games: they are complete, their figures are right, and their diagrams draw; also in variants."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest

import hippodrome as hd
from hippodrome.catalogue import build_variant, packaged_games, quick_start, sample_variants
from hippodrome.games.wheelie.arcs import bow_bands
from hippodrome.games.wheelie.quick_start import LONG_INCHES, SHORT_INCHES
from hippodrome.kit.game import Game
from hippodrome.kit.quick_start import QuickLine, QuickStart
from hippodrome.kit.svg_renderer import THEMES
from hippodrome.kit.toml_parser import parse_toml
from hippodrome.kit.units import INCH
from hippodrome.variants import Variant, parse_variant

GAMES = list(hd.games())
NUMBER_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
# Figures of a line that come from data files or are worked out from them, so that no clause states them.
FROM_DATA = {"benhur": {"tricks"}, "chariot": {"chariot_points"}, "races": {"move"}}


def page_of(slug: str) -> QuickStart:
    page = hd.quick_start(slug)
    assert page is not None
    return page


def clause_words(game: Game, ids: list[str]) -> str:
    """Return all that some clauses say, with numbers as figures."""
    clauses = [game.rulebook.clauses[id] for id in ids]
    text = " ".join([f"{clause.title} {clause.text} {clause.reading}" for clause in clauses]).lower()
    for number, word in enumerate(NUMBER_WORDS):
        text = re.sub(rf"\b{word}\b", str(number), text)
    return re.sub(r"\b(once|double[ds]?)\b", "1 2", text.replace("twice", "2"))


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_a_complete_quick_start(slug: str) -> None:
    page = page_of(slug)
    assert page.goal.text
    assert len(page.turn) == 5
    assert 2 <= len(page.wins) <= 3
    assert 2 <= len(page.losses) <= 3
    assert 2 <= len(page.diagrams) <= 3
    assert all(line.name for line in page.lines()[1:])
    assert max(len(line.text) for line in page.lines()) <= 170, "short lines"


def test_a_game_may_have_none() -> None:
    assert [slug for slug, game in packaged_games().items() if quick_start(game) is None] == ["drill", "pig"]


@pytest.mark.parametrize("slug", GAMES)
def test_no_figure_is_written_out_and_none_is_unused(slug: str) -> None:
    game = hd.game(slug)
    texts = [text for _, text in texts_of(parse_toml(game.quick_start_text))]
    words = "|".join(NUMBER_WORDS[2:])
    assert not [text for text in texts if re.search(rf"\b({words})\b", re.sub(r"{[^}]*}", "", text), re.IGNORECASE)]
    used = {name for text in texts for name in re.findall(r"{(\w+)", text)}
    assert used == set(game.presentation.quick_start_figures())


def texts_of(table: Any, key: str = "") -> list[tuple[str, str]]:
    """Return the texts that players read, with their keys."""
    if isinstance(table, dict):
        return [found for name, value in table.items() for found in texts_of(value, name)]
    if isinstance(table, list):
        return [found for value in table for found in texts_of(value, key)]
    return [(key, table)] if key in ("text", "name", "title", "win_title", "loss_title") else []


@pytest.mark.parametrize("slug", GAMES)
def test_the_clauses_of_a_line_state_its_figures(slug: str) -> None:
    """Figures from data files are checked by the variants below."""
    game, page = hd.game(slug), page_of(slug)
    figures = game.presentation.quick_start_figures()
    free = {figures[name] for name in FROM_DATA.get(slug, set())}
    for line in page.lines():
        stated = set(re.findall(r"\d+", clause_words(game, line.clauses)))
        assert numbers_in(line) - free <= stated, f"{line.text} ({', '.join(line.clauses)})"


def numbers_in(line: QuickLine) -> set[str]:
    return set(re.findall(r"\d+", f"{line.name} {line.text}"))


@pytest.mark.parametrize("slug", GAMES)
def test_diagrams_draw_their_marked_pieces(slug: str) -> None:
    for diagram in page_of(slug).diagrams:
        x, y, width, height = diagram.scene().box
        for theme in THEMES:
            root = ElementTree.fromstring(diagram.svg(theme))
            ids = {element.get("id") for element in root.iter()}
            assert {mark.on for mark in diagram.marks} | set(diagram.way) <= ids
            assert {link[1:] for element in root.iter() if (link := element.get("href"))} <= ids
            assert len(diagram.svg(theme)) < 200_000
        nodes = {node.id: node for layer in diagram.scene().layers for node in layer.nodes}
        for mark in diagram.marks:
            assert x <= nodes[mark.on].x <= x + width
            assert y <= nodes[mark.on].y <= y + height
        for node in nodes.values():
            if node.id.startswith("mark-text"):
                half = node.size // 2
                assert y + half <= node.y <= y + height - half, "words inside the picture"


# -------------------------------------------------------------------- figures from the data


def variant_page(game: str, changes: dict[str, Any]) -> QuickStart:
    page = quick_start(build_variant(Variant(game, "changed").with_changes(changes)))
    assert page is not None
    return page


def all_texts(page: QuickStart) -> str:
    return " ".join([f"{line.name} {line.text}" for line in page.lines()] + [one.text for one in page.diagrams])


def test_the_bow_of_a_variant_shows_in_text_and_diagram() -> None:
    page = variant_page("wheelie", {"chariots.egyptian.front": [9, 5, 3, 0]})
    assert "A bow has 9 dice within 6 inches, and only 3 at 18." in all_texts(page)
    assert [one.title for one in page.diagrams] == [one.title for one in page_of("wheelie").diagrams]
    assert ">9</text>" in page.diagrams[0].svg()
    assert ">9</text>" not in page_of("wheelie").diagrams[0].svg()


def test_ranges_are_those_of_the_rules() -> None:
    [diagram, *_] = page_of("wheelie").diagrams
    battle: Any = diagram.position.new_match().state
    short, _, long = bow_bands(battle.units[0])
    assert (short, long) == (SHORT_INCHES * INCH, LONG_INCHES * INCH)


def test_the_machine_of_a_variant_shows_in_the_text() -> None:
    page = variant_page("races", {"machines.marauder.move": 6, "machines.marauder.save": 4})
    assert "(6 inches for a marauder chariot)" in all_texts(page)
    assert "rolling 3 or less" in all_texts(page)


def test_odds_follow_from_the_strengths_of_a_variant() -> None:
    usual, page = all_texts(page_of("chariot")), all_texts(variant_page("chariot", {"units.AX.melee": 5}))
    assert "doubled to 12, against 3: 4-1, which eliminates on 4+" in usual
    assert "doubled to 20, against 3: 6-1, which eliminates on 2+" in page


def test_a_diagram_whose_ground_a_variant_changes_is_left_out() -> None:
    page = variant_page("benhur", {"tracks.circus.line": 9})
    assert page.diagrams == []
    assert len(page.turn) == 5
    without = Variant("benhur", "changed", without=("data/tracks/circus.toml",))
    page_without = quick_start(build_variant(without))
    assert page_without is not None
    assert page_without.diagrams == []


def test_sample_variants_have_the_page() -> None:
    for name, text in sample_variants().items():
        variant = parse_variant(text, name)
        page = quick_start(build_variant(variant))
        assert page is not None
        assert len(page.turn) == 5
        for diagram in page.diagrams:
            diagram.svg()
