"""The writer of mechanical code: rows, steps, events and states follow from their constructors."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]

KIT_STATE = """class Row:
    __slots__ = ()


class FixedData:
    __slots__ = ()


class State:
    __slots__ = ("agenda", "dice")
"""

UNIT = """from typing import ClassVar

from hippodrome.kit.state import Row


class Unit(Row):
    \"\"\"A unit.\"\"\"

    def __init__(
        self,
        id: int,  # the number
        bases: int = 4,
    ) -> None: ...
"""

BATTLE = """from typing import ClassVar

from hippodrome.games.small.units import Unit
from hippodrome.kit.state import Row, State


class Battle(State):
    \"\"\"A battle.\"\"\"

    DERIVED: ClassVar[tuple[str, ...]] = ("total",)

    def __init__(self, rules: Rules, units: list[Unit], leader: Unit, dice: Dice) -> None:
        super().__init__(dice)
        self.rules = rules
        self.units = units
        self.leader = leader
        self.turn: int = 0
        self.total: int = 0
        self.names: list[str] = []
"""


@pytest.fixture(scope="module")
def writer() -> ModuleType:
    spec = importlib.util.spec_from_file_location("write_rows", ROOT / "tools" / "write_rows.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package with a kit and a small game."""
    files = {"kit/state.py": KIT_STATE, "games/small/units.py": UNIT, "games/small/state.py": BATTLE}
    for path, text in files.items():
        file = tmp_path / "hippodrome" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path / "hippodrome"


def test_the_code_of_this_project_is_up_to_date(writer: ModuleType) -> None:
    assert [str(module.path) for module, _ in writer.outdated_modules(ROOT / "src" / "hippodrome")] == []


def test_a_row_is_written_from_the_signature(writer: ModuleType, package: Path) -> None:
    assert [path.name for path in writer.write(package)] == ["state.py", "units.py"]
    text = (package / "games/small/units.py").read_text()
    assert text.endswith(
        '''    """A unit."""

    FIELDS: ClassVar[tuple[str, ...]] = ("id", "bases")
    __slots__ = FIELDS

    def __init__(
        self,
        id: int,  # the number
        bases: int = 4,
    ) -> None:
        self.id = id
        self.bases = bases

    def clone(self) -> Unit:
        """Return a copy."""
        return Unit(self.id, self.bases)
'''
    )
    assert writer.write(package) == [], "nothing is left to write"


def test_a_docstring_of_the_constructor_stays(writer: ModuleType, package: Path) -> None:
    file = package / "games/small/units.py"
    file.write_text(UNIT.replace("-> None: ...", '-> None:\n        """Create a unit."""'))
    writer.write(package)
    assert '"""Create a unit."""\n        self.id = id\n        self.bases = bases\n' in file.read_text()
    assert writer.write(package) == []


def test_a_new_field_is_declared_in_one_place(writer: ModuleType, package: Path) -> None:
    writer.write(package)
    file = package / "games/small/units.py"
    file.write_text(file.read_text().replace("bases: int = 4,", "bases: int = 4,\n        square: int = -1,"))
    writer.write(package)
    text = file.read_text()
    assert '("id", "bases", "square")' in text
    assert "self.square = square" in text
    assert "return Unit(self.id, self.bases, self.square)" in text


def test_a_state_saves_plain_values_and_rows_and_shares_the_rest(writer: ModuleType, package: Path) -> None:
    writer.write(package)
    text = (package / "games/small/state.py").read_text()
    assert 'FIELDS: ClassVar[tuple[str, ...]] = ("turn",)' in text
    assert 'ROWS: ClassVar[dict[str, type[Row]]] = {"units": Unit, "leader": Unit}' in text
    assert '__slots__ = (*FIELDS, "leader", "names", "rules", "total", "units")' in text
    assert "Battle(self.rules, [row.clone() for row in self.units], self.leader.clone(), self.dice.clone())" in text
    assert "other.turn = self.turn\n        other.total = self.total\n        other.names = self.names\n" in text


def test_a_derived_state_inherits_fields_rows_and_the_copy_of_its_base(writer: ModuleType, package: Path) -> None:
    file = package / "games/small/state.py"
    base = f'{BATTLE}\n    def copy_to(self, other: Battle) -> None:\n        """Copy the rest."""\n        ...\n'
    file.write_text(
        f"""{base}

class Siege(Battle):
    def __init__(self, walls: int, rules: Rules, units: list[Unit], leader: Unit, dice: Dice) -> None:
        super().__init__(rules, units, leader, dice)
        self.walls = walls
        self.hunger: int = 0
"""
    )
    writer.write(package)
    first, _, second = file.read_text().partition("class Siege")
    assert "other.undo_barrier = self.undo_barrier\n        other.turn = self.turn\n" in first
    assert "def clone" not in first
    assert 'FIELDS: ClassVar[tuple[str, ...]] = ("turn", "walls", "hunger")\n' in second
    assert '__slots__ = ("hunger", "walls")\n' in second
    assert "ROWS" not in second
    call = "self.walls, self.rules, [row.clone() for row in self.units], self.leader.clone(),"
    assert call in " ".join(second.split())
    assert "        self.copy_to(other)\n        other.hunger = self.hunger\n        return other\n" in second
    assert writer.write(package) == []


def test_a_constructor_that_computes_is_left_alone(writer: ModuleType, package: Path) -> None:
    file = package / "games/small/units.py"
    file.write_text(UNIT.replace("-> None: ...", "-> None:\n        self.strength = 2 * bases"))
    before = file.read_text()
    writer.write(package)
    assert file.read_text() == before


def test_a_class_without_a_known_base_is_left_alone(writer: ModuleType, package: Path) -> None:
    file = package / "games/small/units.py"
    file.write_text(UNIT.replace("class Unit(Row)", "class Unit"))
    assert file not in writer.write(package)
