"""Sample variants and templates, which make a variant without the command line."""

from __future__ import annotations

import re

import httpx
import pytest

from hippodrome import catalogue
from hippodrome.lab.variant_check import check_variant, differences
from hippodrome.lab.variant_template import template_file
from hippodrome.variants import parse_variant


@pytest.mark.parametrize("name", catalogue.sample_variants())
def test_a_sample_changes_its_game_and_can_be_played(name: str) -> None:
    variant = parse_variant(catalogue.sample_variants()[name], name)
    assert variant.name == name
    assert differences(variant)
    assert check_variant(catalogue.build_variant(variant)) == []


@pytest.mark.parametrize("game", ["benhur", "races", "chariot", "wheelie", "magic"])
def test_a_template_is_a_variant_without_changes_whose_lines_can_be_used(game: str) -> None:
    text = template_file(game)
    assert differences(parse_variant(text, "template")) == []
    line = next(line for line in text.splitlines() if re.fullmatch(r'# "[^"]+" = \d+', line))
    path, value = line.removeprefix("# ").replace('"', "").split(" = ")
    changed = parse_variant(text.replace(line, line.removeprefix("# ")), "template")
    assert changed.changes == ((path, value),)
    catalogue.build_variant(changed)


def test_samples_and_templates_are_downloads(client: httpx.Client) -> None:
    samples = client.get("/api/variants").json()["samples"]
    assert [sample["name"] for sample in samples] == list(catalogue.sample_variants())
    answer = client.get(f"/api/variants/samples/{samples[0]['name']}")
    assert answer.headers["content-disposition"].endswith(f'"{samples[0]["name"]}.toml"')
    assert answer.text == catalogue.sample_variants()[samples[0]["name"]]
    assert client.get("/api/variants/templates/races").text == template_file("races")
    for path in ("samples/none", "templates/none", "templates/pig"):
        assert client.get(f"/api/variants/{path}").status_code == 404
