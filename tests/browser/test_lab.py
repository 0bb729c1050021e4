"""The lab in the browser: experiments are set up, watched and read; variants are opened and removed."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.table_page import PHONE
from tests.browser.test_accessibility import assert_accessible, axe

EXPERIMENT_TIMEOUT_MS = 180_000
"""Time for an experiment, which runs at low priority, on a busy machine."""


def test_an_experiment_is_set_up_watched_and_its_report_read(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page().page
    page.goto("/")
    page.get_by_role("navigation", name="More ways to play").get_by_role("link", name="Lab").click()
    expect(page.get_by_role("heading", name="Ready-made questions")).to_be_visible()
    page.get_by_role("link", name="New experiment").click()
    page.get_by_text("Pig", exact=True).click()
    page.get_by_label("Your question").fill("Does the goal matter?")
    page.get_by_role("button", name="Add a variation").click()
    page.get_by_role("group", name="Values to try").get_by_text("100").click()
    page.get_by_label("Maximum matches per pairing").fill("6")
    summary = page.get_by_label("Your experiment")
    expect(summary).to_contain_text("Matches, up to12")
    expect(summary).to_contain_text(re.compile(r"Time on this serverat most \d+ second"))
    assert axe(page, "html") == []
    page.get_by_role("tab", name="File").click()
    expect(page.get_by_label("Experiment file", exact=True)).to_have_value(re.compile(r'"option\.goal" = \[20, 50\]'))
    page.get_by_role("tab", name="Form").click()
    page.get_by_label("Maximum matches per pairing").fill("1")
    expect(summary).to_contain_text("Must be from 2 to 10000000, not 1.")
    expect(page.get_by_role("button", name="Start")).to_be_disabled()
    page.get_by_label("Maximum matches per pairing").fill("6")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile("/laboratory/pig-"))
    expect(page.get_by_role("heading", name="Answer")).to_be_visible(timeout=EXPERIMENT_TIMEOUT_MS)
    expect(page.get_by_role("region", name="Answer")).to_contain_text(
        re.compile(r"wins \d+ % \(\d+ to \d+ %\) of 6 matches")
    )
    expect(page.get_by_role("row", name="with Goal")).to_have_count(2)
    report = page.frame_locator("iframe[title='Report']")
    report.get_by_text("How to reproduce this").click()
    expect(report.get_by_text("results digest")).to_be_visible()
    other = open_page().page
    other.goto("/laboratory")
    expect(other.get_by_role("link", name="Read the report: Does the goal matter?")).to_be_visible()
    expect(other.get_by_role("button", name="Delete Does the goal matter?")).to_have_count(0)
    with page.expect_download() as download:
        page.get_by_role("link", name="Save all matches as Parquet").click()
    download.value.save_as(tmp_path / "games.parquet")
    assert (tmp_path / "games.parquet").read_bytes()[:4] == b"PAR1"
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    page.wait_for_url(re.compile("/laboratory$"))
    expect(page.get_by_role("link", name="Does the goal matter?")).to_have_count(0)


def test_an_example_experiment_fits_a_phone_and_shows_its_problems(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page(**PHONE).page
    page.goto("/laboratory")
    assert_accessible(page)
    page.get_by_role("link", name="Ask: What is the Spina Hugger worth?").click()
    expect(page.get_by_label("Value", exact=True)).to_have_value("cards.5.out")
    file = tmp_path / "mine.toml"
    file.write_text('title = "Mine"\ngame = "benhur"\n[vary]\n"cards.7.out" = [false, true]\n')
    page.get_by_label("Open an experiment file").set_input_files(file)
    expect(page.get_by_label("Your question")).to_have_value("Mine")
    expect(page.get_by_label("Value", exact=True)).to_have_value("cards.7.out")
    page.get_by_label("Values to try, comma-separated").fill("perhaps")
    expect(page.get_by_role("button", name="Line 7, vary")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_variant_is_opened_on_the_home_page_and_removed(open_page: OpenPage, tmp_path: Path) -> None:
    file = tmp_path / "quick.toml"
    file.write_text('game = "benhur"\nname = "quick"\ntitle = "Quick"\n[changes]\n"tracks.arena.lapz" = 1\n')
    page = open_page().page
    page.goto("/")
    chooser = page.get_by_label("Variant file")
    chooser.set_input_files(file)
    expect(page.get_by_role("alert")).to_contain_text("changes.tracks.arena.lapz: unknown key; known here:")
    file.write_text(file.read_text().replace("lapz", "laps"))
    chooser.set_input_files(file)
    expect(page.get_by_role("button", name="Play now: Quick (Ben-Hur)")).to_be_visible()
    page.get_by_role("button", name="Remove Quick").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(page.get_by_role("button", name="Play now: Quick (Ben-Hur)")).to_have_count(0)
