"""Variants: games with changed data, and errors that name file, line, key and what would be right."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import hippodrome as hd
from hippodrome import catalogue
from hippodrome.bots import levels
from hippodrome.lab.simulation import run_simulation
from hippodrome.lab.variant_check import check_variant, differences
from hippodrome.lab.variant_template import template_files
from hippodrome.variants import Variant, VariantError, pack_variant, parse_variant, read_variant

HEAD = 'game = "{game}"\nname = "mine"\ntitle = "Mine"\n'


@pytest.fixture(autouse=True)
def remove_registered_variants() -> Iterator[None]:
    """Remove the variants that a test has registered."""
    yield
    for variant in catalogue.registered_variants():
        catalogue.unregister_variant(variant)


def write_variant(folder: Path, game: str, head: str = "", **files: str) -> Path:
    """Write a variant into a folder; a file `tracks_hill` becomes data/tracks/hill.toml."""
    (folder / "data").mkdir(parents=True, exist_ok=True)
    (folder / "variant.toml").write_text(HEAD.format(game=game) + head)
    for name, text in files.items():
        path = folder / "data" / f"{name.replace('_', '/')}.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def change(path: str, value: object) -> str:
    """Return the lines of a manifest that change a single value."""
    return f'[changes]\n"{path}" = {json.dumps(value)}\n'


def error_of(path: Path) -> str:
    """Return the error message for a variant that cannot be used, without the folder."""
    with pytest.raises(VariantError) as error:
        catalogue.register_variant(read_variant(path))
    return str(error.value).replace(f"{path}/", "").replace(str(path), "")


# -------------------------------------------------------------------- changes


def test_a_row_changes_the_row_with_its_key_or_is_new(tmp_path: Path) -> None:
    wolf = '[[machine]]\nkey = "wolf"\nmove = 11\n'
    fresh = hd.game("races")
    text = catalogue.game_texts("races")["data/machines.toml"]
    copy = text[text.index("[[machine]]") :].split("[[machine]]")[1].replace('key = "boar"', 'key = "hog"')
    variant = read_variant(write_variant(tmp_path, "races", machines=f"{wolf}\n[[machine]]{copy}"))
    game = catalogue.register_variant(variant)
    spec, plain = game.analysis.round_robin(), fresh.analysis.round_robin()
    assert spec is not None
    assert plain is not None
    assert [one.key for one in spec.contenders] == [*[one.key for one in plain.contenders], "hog"]
    assert {row.path: row.text() for row in differences(variant)}["machines.wolf.move"] == "9, now 11"
    assert len(differences(variant)) == 2


def test_single_values_are_changed_by_their_paths(tmp_path: Path) -> None:
    head = '[changes]\n"chariots.egyptian.front.0" = 5\n"scenarios.duel.title" = "A duel"\n'
    variant = read_variant(write_variant(tmp_path, "wheelie", head))
    assert {row.path: row.now for row in differences(variant)} == {
        "chariots.egyptian.front": [5, 4, 2, 0],
        "scenarios.duel.title": "A duel",
    }
    assert catalogue.register_variant(variant).scenario("duel").title == "A duel"


def test_a_whole_file_can_be_added_or_left_out(tmp_path: Path) -> None:
    track = catalogue.game_texts("races")["data/tracks/oval.toml"].replace('key = "oval"', 'key = "ring"')
    game = catalogue.register_variant(
        read_variant(write_variant(tmp_path, "races", 'without = ["data/tracks/eight.toml"]\n', tracks_ring=track))
    )
    slugs = [scenario.slug for scenario in game.scenarios()]
    assert "ring" in slugs
    assert "eight" not in slugs
    assert hd.new(game.slug, "ring", seats=2, seed=1).decision is not None


def test_a_row_can_be_removed(tmp_path: Path) -> None:
    variant = read_variant(write_variant(tmp_path, "races", fields='[[field]]\nkey = "elves"\nremove = true\n'))
    assert [(row.path, row.text()) for row in differences(variant)] == [("fields.elves", "removed")]
    catalogue.register_variant(variant)


def test_a_card_can_be_removed_from_the_deck() -> None:
    game = catalogue.register_variant(Variant("benhur", "less").with_changes({"cards.5.out": True}))
    assert check_variant(game) == []
    match = hd.new(game.slug, "arena", seats=6, seed=3, options={"tricks": 2, "laps": 1})
    while match.decision is not None:
        assert "trick 5" not in [action.text for action in match.proposals()]
        match.play(match.proposals()[-1])
    assert game.analysis.invariants(match.state) == []


def test_the_original_game_does_not_change(tmp_path: Path) -> None:
    before = run_simulation("benhur", "arena", ["driver"] * 2, 4, options={"laps": 1}).text()
    catalogue.register_variant(read_variant(write_variant(tmp_path, "benhur", '[changes]\n"cards.5.out" = true\n')))
    assert run_simulation("benhur", "arena", ["driver"] * 2, 4, options={"laps": 1}).text() == before


# -------------------------------------------------------------------- records, processes and files

PACKED = """\
game = "races"
name = "mine"
title = "Mine"
text = ""
without = ["data/tracks/oval.toml"]

[changes]
"weapons.bow.range" = 20000
"machines.wolf.save" = [4, 5]

[files]
"data/fields.toml" = "note = '''x'''\\n"
"data/machines.toml" = '''
[[machine]]
key = "wolf"
'''
"""


def test_a_record_names_the_variant_and_needs_it(tmp_path: Path) -> None:
    variant = read_variant(write_variant(tmp_path, "benhur", '[changes]\n"tracks.arena.laps" = 1\n'))
    game = catalogue.register_variant(variant)
    assert game.title == "Mine (Ben-Hur)"
    assert levels(game) == levels(hd.game("benhur"))
    match = hd.new(game.slug, "arena", seats=2, seed=1)
    for _ in range(6):
        match.play(match.proposals()[0])
    record = match.record()
    assert f"game benhur~mine-{variant.digest[:8]} {game.version}" in record
    assert hd.replay(record).record() == record
    catalogue.unregister_variant(variant)
    with pytest.raises(
        hd.RecordError, match=r"line 2: it belongs to the variant 'mine-[0-9a-f]{8}' of benhur, .*--variant FOLDER"
    ):
        hd.replay(record)
    with pytest.raises(ValueError, match="--variant FOLDER loads it"):
        hd.load(match.snapshot())
    catalogue.register_variant(variant.with_changes({"tracks.arena.laps": 2}))
    with pytest.raises(hd.RecordError, match="which is not loaded"):
        hd.replay(record)


@pytest.mark.parametrize("start", ["fork", "spawn"])
def test_other_processes_know_the_variant(tmp_path: Path, start: str) -> None:
    slug = catalogue.register_variant(
        read_variant(write_variant(tmp_path, "benhur", '[changes]\n"cards.5.out" = true\n'))
    ).slug
    one = run_simulation(slug, "arena", ["random"] * 2, 4, options={"laps": 1})
    two = run_simulation(slug, "arena", ["random"] * 2, 4, options={"laps": 1}, processes=2, start=start)
    assert one.text() == two.text()


def test_a_variant_is_shared_as_one_file(tmp_path: Path) -> None:
    folder = write_variant(
        tmp_path / "mine", "races", 'text = "It\'s \\"fast\\"."\n[changes]\n"weapons.bow.range" = 20000\n',
        machines='[[machine]]\nkey = "wolf" # a comment\nname = """the "quick" one"""\n',
    )  # fmt: skip
    (tmp_path / "mine.toml").write_text(pack_variant(read_variant(folder)))
    shared = read_variant(tmp_path / "mine.toml")
    assert shared == read_variant(folder)
    assert shared.digest == read_variant(folder).digest
    assert catalogue.register_variant(shared).tagline == 'It\'s "fast".'


def test_a_packed_variant_is_readable() -> None:
    files = (("data/fields.toml", "note = '''x'''\n"), ("data/machines.toml", '[[machine]]\nkey = "wolf"\n'))
    variant = Variant("races", "mine", "Mine", files=files, without=("data/tracks/oval.toml",))
    text = pack_variant(variant.with_changes({"weapons.bow.range": 20000, "machines.wolf.save": [4, 5]}))
    assert text == PACKED
    assert pack_variant(parse_variant(text, "mine.toml")) == text


@pytest.mark.parametrize("game", ["benhur", "chariot", "magic", "races", "wheelie"])
def test_a_template_is_a_valid_variant_without_changes(tmp_path: Path, game: str) -> None:
    for path, text in template_files(game, "fresh").items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    variant = read_variant(tmp_path)
    assert differences(variant) == []
    example = next(line for line in (tmp_path / "variant.toml").read_text().splitlines() if line.startswith('# "'))
    (tmp_path / "variant.toml").write_text((tmp_path / "variant.toml").read_text() + example[2:] + "\n")
    catalogue.register_variant(read_variant(tmp_path))


# -------------------------------------------------------------------- errors


def test_a_wrong_key_is_named(tmp_path: Path) -> None:
    text = '\n[[machine]]\nkey = "boar"\n\n[[machine]]\nkey = "wolf"\nsaves = 4\n'
    message = "data/machines.toml, line 7, machine[1].saves: unknown key; known here: body, crew"
    assert error_of(write_variant(tmp_path, "races", machines=text)).startswith(message)


def test_a_missing_id_is_named(tmp_path: Path) -> None:
    text = '[[field]]\nkey = "mine"\nmachines = ["wolf", "tank"]\n'
    message = "data/fields.toml, line 3, field[0].machines: there is no machine 'tank'; there are: boar, wolf"
    assert error_of(write_variant(tmp_path, "races", fields=text)).startswith(message)


def test_negative_dice_are_rejected(tmp_path: Path) -> None:
    text = '[[chariot]]\nkey = "celtic"\nfront = [0, 0, 0, -6]\n'
    message = "data/chariots.toml, line 3, chariot[0].front: must be 4 whole numbers from 0 to 12 (bow at Short range"
    assert error_of(write_variant(tmp_path, "wheelie", chariots=text)).startswith(message)


@pytest.mark.parametrize(
    ("segments", "message"),
    [
        ('["S14", "L"]', "the track does not close"),
        ('["S14", "L", "S2", "L", "S2", "L", "S8", "L", "S9", "L"]', "segment 6 (S8) overlaps segment 0"),
    ],
)
def test_a_track_that_does_not_close_or_overlaps_itself_is_rejected(
    tmp_path: Path, segments: str, message: str
) -> None:
    text = f"segments = {segments}\n"
    error = error_of(write_variant(tmp_path, "benhur", tracks_circus=text))
    assert error.startswith(f"data/tracks/circus.toml, line 1, segments: {message}")


@pytest.mark.parametrize(
    ("game", "head", "files", "message"),
    [
        ("chess", "", {}, "variant.toml, game: there is no game 'chess'; there are: benhur"),
        ("races", "colour = 1\n", {}, "variant.toml, line 4, colour: unknown key"),
        (
            "races",
            'without = ["data/x.toml"]\n',
            {},
            "variant.toml, without: there is no file 'data/x.toml'; there are:",
        ),
        ("races", "", {"machine": ""}, "data/machine.toml: the game reads no such file; it reads: data/damage.toml"),
        ("races", "", {"machines": "[[machine]\n"}, "data/machines.toml, line 1: this is not TOML"),
        ("races", "", {"machines": '[[machine]]\nname = "x"\n'}, "machine[0].key: missing; it must name a new row"),
        ("races", "", {"machines": '[[machine]]\nkey = "x"\n'}, "line 1, machine[0].name: missing; it must be a text"),
        ("races", "", {"fields": '[[field]]\nkey = "x"\nremove = true\n'}, "there is no such row to remove; there are"),
        ("races", change("machines.wolf.move", -3), {}, "changes.machines.wolf.move: must be from 1 to 12, not -3"),
        (
            "races",
            change("machines.wolf.move", "x"),
            {},
            "changes.machines.wolf.move: must have the same type as the present value 9, so it cannot be 'x'",
        ),
        ("races", change("machines.wolf", False), {}, "field[0].machines: there is no machine 'wolf'"),
        (
            "races",
            change("machines", 1),
            {},
            "the path ends at a file; name a row and a value in it, such as machines.",
        ),
        ("benhur", change("cards.5", 2), {}, "which can be true (included) or false (removed), not 2"),
        (
            "benhur",
            change("cards.5.rule", "BH-T99"),
            {},
            "changes.cards.5.rule: there is no clause 'BH-T99'; there are: BH",
        ),
        ("benhur", change("cards.5.title", ""), {}, "changes.cards.5.title: must not be empty"),
        ("benhur", change("tracks.arena.key", "my track"), {}, "changes.tracks.arena.key: must be one word of letters"),
        (
            "benhur",
            change("tracks.river.jumps.0.segment", 0),
            {},
            "changes.tracks.river.jumps.0.segment: the jump lies",
        ),
        ("races", change("machines.boar.crew", []), {}, "changes.machines.boar.crew: must name at least one"),
        ("races", change("fields.classic.machines", []), {}, "changes.fields.classic.machines: must name at least one"),
        ("races", change("machines.pump.dice", -2), {}, "changes.machines.pump.dice: must be from 1 to 6, not -2"),
        ("races", change("tracks.oval.start", [1]), {}, "changes.tracks.oval.start: must be 2 whole numbers"),
        (
            "races",
            change("tracks.throat.start.0", 300_000),
            {},
            "changes.tracks.throat.start.0: this variant makes data",
        ),
        (
            "wheelie",
            change("scenarios.duel.parties", []),
            {},
            "changes.scenarios.duel.parties: must name at least one",
        ),
        (
            "wheelie",
            change("scenarios.duel.parties.0", "tank"),
            {},
            "parties.0: there is no chariot 'tank'; there are: egyptian",
        ),
        (
            "wheelie",
            change("scenarios.duel.centre", "lava"),
            {},
            "centre: there is no piece 'lava'; there are: scrub",
        ),
        (
            "chariot",
            change("map.letters.A", [99, 1]),
            {},
            "changes.map.letters.A: must be 2 whole numbers from 0 to 36 (column, row)",
        ),
        ("chariot", change("combat.columns", []), {}, "changes.combat.columns: must name at least one"),
    ],
)
def test_an_error_says_what_is_wrong_and_what_would_be_right(
    tmp_path: Path, game: str, head: str, files: dict[str, str], message: str
) -> None:
    assert message in error_of(write_variant(tmp_path, game, head, **files))


def test_a_folder_without_a_manifest_or_with_other_files_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(
        VariantError, match=r"there is no .*variant.toml; create a variant with: hippodrome variant new GAME FOLDER"
    ):
        read_variant(tmp_path)
    write_variant(tmp_path, "races")
    (tmp_path / "notes.doc").write_text("")
    with pytest.raises(
        VariantError, match=r"notes.doc: a variant may contain only variant.toml, rules.toml, TOML files in"
    ):
        read_variant(tmp_path)
