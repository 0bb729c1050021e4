"""The content of variants: everything is data, all errors come at once, and the rulebook says the same."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

import hippodrome as hd
from hippodrome import catalogue
from hippodrome.games.benhur import BenHur
from hippodrome.games.benhur.state import Race
from hippodrome.games.chariot import Chariot
from hippodrome.games.races import Races
from hippodrome.games.wheelie.state import Skirmish
from hippodrome.kit.data_tables import check_files
from hippodrome.kit.svg_renderer import svg
from hippodrome.lab.data_reference import PAGES_FOLDER, reference_page, walk
from hippodrome.lab.variant_check import check_variant, data_notes
from hippodrome.lab.variant_fuzz import fuzz_variants
from hippodrome.lab.variant_template import template_files
from hippodrome.variants import Variant, VariantError
from hippodrome.variants.symbols import SymbolError, read_drawing

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("benhur", "chariot", "magic", "races", "wheelie")


@pytest.fixture(autouse=True)
def remove_registered_variants() -> Iterator[None]:
    """Remove the variants that a test has registered."""
    yield
    for variant in catalogue.registered_variants():
        catalogue.unregister_variant(variant)


def variant(game: str, **files: str) -> Variant:
    """Return a variant with files; data_machines becomes data/machines.toml."""
    named = [(name.replace("_", "/", 1) + ".toml", text) for name, text in files.items()]
    return Variant(game, "mine", files=tuple(sorted(named)))


def load(game: str, **files: str) -> hd.Game:
    """Return the registered game of a variant with files."""
    return catalogue.register_variant(variant(game, **files))


def problems(made: Variant) -> list[str]:
    """Return the errors of a variant."""
    with pytest.raises(VariantError) as error:
        catalogue.build_variant(made)
    assert str(error.value) == "\n".join(error.value.problems)
    return error.value.problems


# -------------------------------------------------------------------- all errors at once


def test_all_errors_of_all_files_are_listed_with_file_line_and_key() -> None:
    wolf = '[[machine]]\nkey = "wolf"\nsave = 9\nspeed = 3\n\n'
    machines = f'{wolf}[[machine]]\nkey = "boar"\ncrew = ["laser"]\nsymbol = "cat"\n'
    fields = '[[field]]\nkey = "mine"\nmachines = []\n'
    found = problems(variant("races", data_machines=machines, data_fields=fields))
    assert [text.split(": ")[0] for text in found] == [
        "data/machines.toml, line 3, machine[0].save",
        "data/machines.toml, line 4, machine[0].speed",
        "data/fields.toml, line 3, field[0].machines",
        "data/machines.toml, line 8, machine[1].crew",
        "data/machines.toml, line 9, machine[1].symbol",
    ]
    found = problems(variant("races", data_machines=machines.replace("save = 9\nspeed = 3\n", "")))
    assert found == [
        "data/machines.toml, line 6, machine[1].crew: there is no weapon 'laser'; there are: none, bow, shortbow, "
        "crossbow, rifle, handgun, lightning",
        "data/machines.toml, line 7, machine[1].symbol: there is no symbol 'cat'; there are: horse, boar, wolf, "
        "lizard, wagon, roller, wheel",
    ]


def test_the_files_of_the_games_fit_their_declarations() -> None:
    for game in GAMES:
        assert check_files(hd.game(game).DATA_FILES, catalogue.game_texts(game)) == []


# -------------------------------------------------------------------- Ben-Hur: cards


FIVE = "[[card]]\nnumber = 1\nadd = 5\n"
WILD = '[[card]]\nnumber = 30\ntitle = "Wild Horses"\neffect = "fresh-horses"\nadd = 6\n'


def test_a_card_does_what_its_number_says() -> None:
    game = cast(BenHur, load("benhur", data_cards=FIVE + WILD))
    assert game.cards[1].short == "add 5 to this move"
    assert game.rulebook.clauses["BH-T1"].text.endswith("This move is 5 points longer.")
    assert game.rulebook.clauses["BH-V.30"].title == "Wild Horses"
    assert "6 points longer" in game.rulebook.clauses["BH-V.30"].text
    for number, points in ((1, 5), (30, 6)):
        match = hd.new(game.slug, "arena", seats=2, seed=1, options={"tricks": 0})
        race = cast(Race, match.state)
        while match.decision is not None and match.decision.name != "SetWhips":
            match.play(match.proposals()[0])
        race.chariots[race.turn.mover].hand = 1 << number
        race.recount_hands()
        match.play("whips 1")
        assert f"trick {number}" in [action.text for action in match.proposals()]
        match.play(f"trick {number}")
        assert race.turn.bonus == points
        [played] = [event for event in match.events if type(event).__name__ == "TrickPlayed"]
        assert played.rule == ("BH-T1" if number == 1 else "BH-V.30")


def test_cards_can_be_added_and_removed_and_are_played_to_the_end() -> None:
    removed = "".join([f"[[card]]\nnumber = {number}\nremove = true\n" for number in (15, 16, 20)])
    more = "".join(
        [
            f'[[card]]\nnumber = {number}\ntitle = "Duck {number}"\neffect = "duck"\nwounds_on = 2\n'
            for number in range(23, 40)
        ]
    )
    game = cast(BenHur, load("benhur", data_cards=removed + more))
    assert check_variant(game) == []
    assert len(game.cards) == 22 - 3 + 17
    match = hd.new(game.slug, "arena", seats=6, seed=3, options={"tricks": 2, "laps": 1})
    while match.decision is not None:
        match.play(match.proposals()[-1])
    assert game.analysis.invariants(match.state) == []


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (
            'short = "add 5 to this move"',
            "line 3, card[0].short: the card does not do what 'add 5 to this move' says: it does",
        ),
        ("heal = 2", "line 3, card[0].heal: has no effect on a card with fresh-horses; its numbers are: add"),
        ("add = 9", "line 3, card[0].add: must be from 1 to 6"),
        ('when = "end"', "line 3, card[0].when: has no effect: fresh-horses is always played after a movement roll"),
    ],
)
def test_a_card_that_would_do_something_else_is_refused(row: str, message: str) -> None:
    assert message in problems(variant("benhur", data_cards=f"[[card]]\nnumber = 1\n{row}\n"))[0]


def test_a_number_that_lasts_is_the_same_on_all_cards() -> None:
    text = '[[card]]\nnumber = 23\ntitle = "Nails"\neffect = "caltrops"\nwounds_on = 2\n'
    assert "wounds_on: must be 4, as on card 15" in problems(variant("benhur", data_cards=text))[0]


# -------------------------------------------------------------------- What a Wheelie: parties


def test_a_party_of_any_size_takes_the_field() -> None:
    text = """
[[scenario]]
key = "three"
title = "Three by three"
text = "Three a side."
least = 2
most = 2
usual = 2
everyone = false
parties = ["egyptian egyptian celtic", "hittite assyrian mycenaean sumerian indian"]
table = 0
centre = ""
limit = 0
ending = "kills"
"""
    game = load("wheelie", data_scenarios=text)
    skirmish = cast(Skirmish, hd.new(game.slug, "three", seats=2, seed=1).state)
    parties = [[skirmish.kind(unit).key for unit in skirmish.units if unit.side == side] for side in (0, 1)]
    assert parties == [["egyptian", "egyptian", "celtic"], ["hittite", "assyrian", "mycenaean", "sumerian", "indian"]]
    assert check_variant(game) == []


def test_a_default_that_hides_a_party_is_explained() -> None:
    made = Variant("wheelie", "mine").with_changes({"scenarios.duel.parties": ["egyptian", "celtic"]})
    [note] = data_notes(catalogue.build_variant(made))
    assert note == (
        "Duel at the waterhole: by default every side has egyptian, as the first side; set even = false so that the "
        "others have celtic."
    )
    assert data_notes(catalogue.build_variant(made.with_changes({"scenarios.duel.even": False}))) == []


def test_seats_parties_and_traits_that_contradict_each_other_are_refused() -> None:
    text = '[[scenario]]\nkey = "duel"\nparties = ["egyptian"]\n'
    assert "line 3, scenario[0].parties: must have 2 texts" in problems(variant("wheelie", data_scenarios=text))[0]
    text = '[[chariot]]\nkey = "celtic"\ntraits = ["fierce"]\n'
    assert "fierce has no effect without aggressive" in problems(variant("wheelie", data_chariots=text))[0]


def test_a_new_chariot_needs_a_picture() -> None:
    text = catalogue.game_texts("wheelie")["data/chariots.toml"]
    hun = text[text.index("[[chariot]]") :].split("[[chariot]]")[1].replace('key = "egyptian"', 'key = "hun"')
    [found] = problems(variant("wheelie", data_chariots=f"[[chariot]]{hun}"))
    assert "symbol: missing; a new chariot needs the picture of another: egyptian, celtic" in found
    made = catalogue.build_variant(variant("wheelie", data_chariots=f'[[chariot]]{hun}symbol = "celtic"\n'))
    assert made.rulebook.clauses["WW-V.HUN"].text == made.profiles()[0].text, "it is like the Egyptian chariot"


# -------------------------------------------------------------------- Chariot: battles and maps

MAP = "\n".join(
    [
        'key = "ford"',
        'title = "The Ford"',
        "rows = [",
        *['"............",' if row % 2 == 0 else '"...........",' for row in range(5)],
        '"~~~~~.~~~~~",',
        *['"............",' if row % 2 == 0 else '"...........",' for row in range(6, 11)],
        "]",
        "[letters]",
        "A = [5, 5]",
        "B = [2, 1]",
        "C = [8, 9]",
    ]
)
BATTLE = """
[[scenario]]
key = "ford"
title = "The Ford"
date = "1200 BC"
note = "Two bands meet at a ford."
turns = 6
flat = false
leaders = false
map = "ford"
[scenario.victory]
rule = "hold"
hexes = ["A"]
[[scenario.side]]
name = "Reds"
deploys = 1
moves = 1
stacking = 2
panic = 0
chariots = 9
edges = []
at_once = false
[[scenario.side.group]]
zones = ["B-2"]
force = "6AX 2BW"
leaders = ""
[[scenario.side]]
name = "Blues"
deploys = 2
moves = 2
stacking = 2
panic = 0
chariots = 9
edges = []
at_once = false
[[scenario.side.group]]
zones = ["C-2"]
force = "8MS 2SK"
leaders = ""
"""


def test_a_battle_has_its_own_map_computed_points_and_a_clause() -> None:
    made = Variant("chariot", "mine", files=(("data/maps/ford.toml", MAP), ("data/scenarios.toml", BATTLE)))
    game = cast(Chariot, catalogue.register_variant(made))
    order = game.orders["ford"]
    assert (order.ground.hexes.rows, [army.vp for army in order.armies]) == (11, [6 * 2 + 2 * 3, 8 * 2 + 2 * 3])
    assert order.goal == "The side that controls A at the end wins."
    assert game.rulebook.clauses[order.victory_clause].text == f"{order.goal} It lasts 6 Game-Turns."
    match = hd.new(game.slug, "ford", seats=2, seed=1)
    while match.decision is not None:
        actions = match.proposals()
        match.play(actions[len(match.moves) % len(actions)])
    assert match.events[-1].rule in game.rulebook.clauses
    assert "chariot-map-ford" in svg(match.scene(-1))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("panic = 0", "vp = 5\npanic = 0", "side[0].vp: the army has 18 victory points, not 5; vp may be left out"),
        (
            'hexes = ["A"]',
            'hexes = ["A"]\nleast = 5',
            "victory.least: has no effect on the rule hold, which uses: hexes",
        ),
        (
            'title = "The Ford"',
            'title = "The Ford"\ngoal = "Destroy 9 units."',
            "goal: says 9, but the condition is: The side",
        ),
        ('map = "ford"', 'map = "fjord"', "map: there is no value 'fjord'; there are: ford"),
        ('zones = ["B-2"]', "zones = []", "zones: must name at least one, because the army has no edges"),
        ('force = "6AX 2BW"', 'force = "90AX"', "zones: 90 units do not fit there"),
        ("moves = 2", "moves = 1", "moves: must differ from that of the first side"),
    ],
)
def test_a_battle_that_contradicts_itself_is_refused(old: str, new: str, message: str) -> None:
    assert old in BATTLE
    text = BATTLE.replace(old, new, 1)
    made = Variant("chariot", "mine", files=(("data/maps/ford.toml", MAP), ("data/scenarios.toml", text)))
    found = problems(made)
    assert len(found) == 1
    assert message in found[0]
    assert found[0].startswith("data/scenarios.toml, line ")


def test_a_changed_battle_has_a_changed_clause() -> None:
    made = Variant("chariot", "mine").with_changes({"scenarios.delta.victory.hexes": ["J"], "scenarios.delta.turns": 7})
    clause = catalogue.build_variant(made).rulebook.clauses["CH-V.5.1-1"]
    assert clause.text == "The side that controls J at the end of Game-Turn 7 wins."


# -------------------------------------------------------------------- Chariot Races: machines and symbols

CENTAUR = """
[[machine]]
key = "centaur"
name = "centaur chariot"
body = [5, 4, 4]
save = 4
crew = ["none", "bow"]
fighter = [4, 4, 3, 3, 5, 1, 8]
team = "centaurs"
steeds = 2
move = 9
symbol = "own-centaur"
"""
DRAWING = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="-50 -50 100 100">
<path d="M-40 0L40 9Z" fill="var(--figure)"/>
</svg>"""
HOUSE_RULES = '[[clause]]\nid = "CR-V1"\nchapter = "House rules"\ntitle = "Proud"\ntext = "Centaurs are proud."\n'


def test_a_machine_brings_its_drawing_and_its_clauses() -> None:
    files = (("data/machines.toml", CENTAUR), ("rules.toml", HOUSE_RULES), ("symbols/centaur.svg", DRAWING))
    made = Variant("races", "mine", files=files).with_changes({"fields.marauders.machines": ["centaur"]})
    game = catalogue.register_variant(made)
    assert check_variant(game) == []
    clause = game.rulebook.clauses["CR-V.CENTAUR"]
    assert clause.text.startswith("Body Strength 5, Toughness 4, 4 wounds, save 4+.")
    assert game.rulebook.clauses["CR-V1"].text == "Centaurs are proud."
    match = hd.new(game.slug, "oval", seats=2, seed=1, options={"field": "chosen"})
    match.play(match.proposals()[-1])
    assert match.events[-1].rule == "CR-V.CENTAUR" or "CR-V.CENTAUR" in [event.rule for event in match.events]
    picture = svg(hd.new(game.slug, "oval", seats=2, seed=1).scene(-1))
    assert '<symbol id="races-own-centaur"' in picture
    assert "onclick" not in picture


def test_profiles_in_the_rulebook_follow_the_data() -> None:
    game = cast(Races, catalogue.build_variant(Variant("races", "mine").with_changes({"machines.wolf.save": 4})))
    assert "save 4+" in game.rulebook.clauses["CR-C2"].text
    listed = [clause.text for clause in game.rulebook.clauses.values() if clause.chapter == "This variant"]
    assert listed == ["Wolf chariot: save 4 instead of 5."]
    copied = CENTAUR.replace('"own-centaur"', '"horse"') + 'rule = "CR-C2"\n'
    game = cast(Races, catalogue.build_variant(variant("races", data_machines=copied)))
    assert game.machines[-1].rule == "CR-V.CENTAUR"
    assert game.rulebook.clauses["CR-C2"].text == hd.game("races").rulebook.clauses["CR-C2"].text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("version = 9\n", "rules.toml, line 1, version: a variant may only add and change clauses"),
        (
            '[[clause]]\nid = "CR-C1"\nremove = true\n',
            "rules.toml, line 3, clause[0].remove: a clause cannot be removed",
        ),
        ('[[clause]]\nid = "my rule"\n', "rules.toml, line 2, clause[0].id: must be like BH-V1"),
        ('[[clause]]\nid = "CR-V1"\ntitle = "X"\ntext = "x"\nsee = ["CR-V9"]\n', "CR-V1 points to CR-V9"),
    ],
)
def test_rules_of_a_variant_that_cannot_work_are_refused(text: str, message: str) -> None:
    assert message in problems(Variant("races", "mine", files=(("rules.toml", text),)))[0]


def test_the_option_for_wolves_follows_the_data() -> None:
    game = catalogue.build_variant(Variant("races", "mine").with_changes({"machines.wolf.steeds": 4}))
    [setting] = [setting for setting in game.scenario("oval").options if setting.name == "wolves"]
    assert (setting.values, setting.default) == ((2, 3, 4), 4)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("dice = 2", "machine[0].steeds: has no effect on a machine that moves by dice"),
        ("grit = 3", "machine[0].grit: has no effect on a crew of several men"),
        ("lighting = true", "machine[0].lighting: unknown key"),
    ],
)
def test_a_value_without_effect_is_refused(row: str, message: str) -> None:
    text = f"{CENTAUR.replace('own-centaur', 'horse')}{row}\n"
    assert message in problems(variant("races", data_machines=text))[0]


@pytest.mark.parametrize(
    "inside",
    [
        "<script>alert(1)</script>",
        '<path d="M0 0" onclick="x"/>',
        '<path d="M0 0" fill="url(#a)"/>',
        '<path d="M0 0" style="background:url(http://x)"/>',
        '<use href="http://x/y.svg#z"/>',
        '<image href="x.png"/>',
        "<foreignObject/>",
        '<a href="javascript:x"><path d="M0 0"/></a>',
        "<text>words</text>",
        '<path d="M0 0" xlink:href="x"/>',
        '<animate attributeName="x"/>',
        "words",
    ],
)
def test_a_drawing_with_anything_else_is_refused(inside: str) -> None:
    with pytest.raises(SymbolError):
        read_drawing(f'<svg viewBox="0 0 9 9">{inside}</svg>')
    found = problems(Variant("races", "mine", files=(("symbols/bad.svg", f'<svg viewBox="0 0 9 9">\n{inside}</svg>'),)))
    assert found[0].startswith("symbols/bad.svg, line 2: ")


def test_entities_and_doctypes_are_refused() -> None:
    with pytest.raises(SymbolError, match="DOCTYPE"):
        read_drawing('<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1"><path d="&a;"/></svg>')


def test_measured_figures_cannot_be_changed() -> None:
    text = '[[balance]]\nscenario = "delta"\nmatches = 10\n'
    assert "a variant cannot change data/balance.toml" in problems(variant("chariot", data_balance=text))[0]


# -------------------------------------------------------------------- guidance


@pytest.mark.parametrize("game", GAMES)
def test_the_reference_pages_are_fresh(game: str) -> None:
    page = (ROOT / PAGES_FOLDER / f"{game}.md").read_text(encoding="utf-8")
    command = f"hippodrome variant reference {game} --out {PAGES_FOLDER}/{game}.md"
    assert page == reference_page(game), f"write it again: {command}"


@pytest.mark.parametrize("game", GAMES)
def test_new_files_explain_every_column(game: str) -> None:
    files = template_files(game, "mine")
    for file in hd.game(game).DATA_FILES:
        for name in file.names(catalogue.game_texts(game)):
            if file.fixed:
                assert name not in files
                continue
            for _, table in walk(file.table):
                for column in [column for column in table.columns.values() if column.table is None]:
                    assert f"#   {column.name}" in files[name], f"{name} does not explain {column.name}"


# -------------------------------------------------------------------- fuzzing


@pytest.mark.parametrize("game", GAMES)
def test_random_variants_are_refused_with_their_place_or_play(game: str) -> None:
    report = fuzz_variants(game, count=8, seed=3, matches=1, decisions=12)
    assert report.ok, report.text()
    assert report.refused + report.played == 8
