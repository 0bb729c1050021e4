"""Texts that clients write, read in a worker process: custom files, campaign files and the changes of variants."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from hippodrome import bots, catalogue
from hippodrome.catalogue import all_games
from hippodrome.kit import svg_renderer
from hippodrome.kit.campaign import read_campaign
from hippodrome.kit.custom_files import Values, check_file, clean
from hippodrome.kit.toml_reader import DataError
from hippodrome.lab.variant_check import check_variant, differences
from hippodrome.server.storage.rows import BY_LINK, INVALID_NAME, THIS_SCREEN, clean_name
from hippodrome.variants import Variant, VariantError, parse_variant

FILE_NAME = "the file"
CAMPAIGN_FILE_NAME = "this file"
VARIANT_FILE_NAME = "variant.toml"
"""Names of files in error messages."""


class FileProblem(msgspec.Struct, frozen=True):
    """A problem in a file: its line, its key and what is wrong."""

    line: int
    key: str
    text: str


class CheckedFile(msgspec.Struct):
    """A custom file: its text, what it contains, its problems, its form, and a picture as SVG or an empty text."""

    text: str
    is_readable: bool = False
    title: str = ""
    summary: list[str] = []
    notes: list[str] = []
    problems: list[FileProblem] = []
    head: Values = {}
    rows: list[Values] = []
    picture: str = ""


class CampaignFile(msgspec.Struct):
    """A campaign read from a file: its game and kind, its text, and the names and players by seat.

    `problem` says with line and key why it cannot be read, or is empty.
    """

    game: str = ""
    kind: str = ""
    text: str = ""
    names: list[str] = []
    players: list[str] = []
    problem: str = ""


def check_custom_file(
    game: str, kind: str, text: str, form: tuple[Values, list[Values]] | None, theme: str
) -> CheckedFile:
    """Return the check of a custom file; a form, its head and its rows, is converted to a file first."""
    file_kind = all_games()[game].custom_file_kind(kind)
    checked = CheckedFile(clean(text) if form is None else file_kind.form.write(*form))
    report, problems = check_file(file_kind, checked.text, FILE_NAME)
    checked.problems = [FileProblem(one.line, one.key, one.text) for one in problems]
    if report is not None:
        checked.is_readable, checked.title = True, report.title
        checked.summary, checked.notes = list(report.summary), list(report.notes)
        checked.head, checked.rows = file_kind.form.fill(checked.text)
        checked.picture = svg_renderer.svg(report.scene, theme) if report.scene is not None else ""
    return checked


def read_campaign_file(text: str, games: Collection[str]) -> CampaignFile:
    """Return the campaign of a file, if it belongs to one of these games. Unknown bots become the default one."""
    kinds = [kind for slug in games for kind in all_games()[slug].campaigns()]
    try:
        campaign = read_campaign(text, CAMPAIGN_FILE_NAME, kinds)
    except DataError as error:
        return CampaignFile(problem=str(error).removeprefix(f"{CAMPAIGN_FILE_NAME}, "))
    if any(clean_name(name) != name for name in campaign.names):
        return CampaignFile(problem=f"names: {INVALID_NAME.rstrip('.')}")
    game = all_games()[campaign.kind.game]
    for seat, code in enumerate(campaign.players):
        if code not in (THIS_SCREEN, BY_LINK, *bots.all_levels(game)):
            campaign.players[seat] = bots.default_level(game)
    return CampaignFile(game.slug, campaign.kind.slug, campaign.text(), list(campaign.names), list(campaign.players))


def read_variant_file(text: str) -> tuple[Variant | None, str]:
    """Return a variant and an empty text, or what is wrong with it, after playing its scenarios for a while."""
    try:
        variant = parse_variant(text, VARIANT_FILE_NAME)
        problems = check_variant(catalogue.build_variant(variant))
    except VariantError as error:
        return None, str(error)
    return (None, problems[0]) if problems else (variant, "")


def list_changes(variant: Variant) -> list[str]:
    """Return the changes of a variant as sentences."""
    return [f"{one.path}: {one.text()}" for one in differences(variant)]
