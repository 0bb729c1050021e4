"""Write the mechanical code of rows, steps, events and states from their constructors.

    python tools/write_rows.py [--check]

A field is declared in one place: as a parameter of `__init__` (rows, steps, events) or as an assignment in it (states).
FIELDS, ROWS, `__slots__`, the body of `__init__` and `clone` follow from that. Only code that differs is rewritten. A
constructor that computes something is left to its author. With --check, nothing is written, and the exit code is 1 if
some code is out of date.
"""

import argparse
import ast
import sys
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "hippodrome"
FOLDERS = ("kit", "games")
WIDTH = 120
INDENT = "    "

ROW, FIXED, STEP, EVENT, STATE = "Row", "FixedData", "Step", "Event", "State"
BASES = {f"{PACKAGE}.kit.state.Row": ROW, f"{PACKAGE}.kit.agenda.Step": STEP, f"{PACKAGE}.kit.events.Event": EVENT,
         f"{PACKAGE}.kit.state.FixedData": FIXED,
         f"{PACKAGE}.kit.state.State": STATE}  # fmt: skip
PLAIN_TYPES = ("i64", "int", "bool", "str", "bytes", "tuple")
"""The types of values that a snapshot can hold.

An attribute of a state is not saved if it has another type and is no row, or if DERIVED names it; it is copied anyway.
"""

PROGRESS_LINES = [
    f"{INDENT * 2}other.agenda = self.agenda.copy()",
    f"{INDENT * 2}other.over = self.over",
    f"{INDENT * 2}other.undo_barrier = self.undo_barrier",
]


class Edit(NamedTuple):
    """Lines of a file, from `start` up to but not including `end`, and their replacement."""

    start: int
    end: int
    lines: list[str]


class Source:
    """A class in its module."""

    def __init__(self, module: "Module", node: ast.ClassDef) -> None:
        self.module = module
        self.node = node
        self.name = f"{module.name}.{node.name}"
        self.bases = [module.resolve(ast.unparse(base)) for base in node.bases]
        self.init = self.method("__init__")

    def method(self, name: str) -> ast.FunctionDef | None:
        """Return a method that the class itself defines, or None."""
        return next((item for item in self.node.body if isinstance(item, ast.FunctionDef) and item.name == name), None)

    def variable(self, name: str) -> ast.Assign | ast.AnnAssign | None:
        """Return the assignment of a class variable, or None."""
        for item in self.node.body:
            if isinstance(item, ast.Assign) and ast.unparse(item.targets[0]) == name:
                return item
            if isinstance(item, ast.AnnAssign) and ast.unparse(item.target) == name:
                return item
        return None

    def names(self, variable: str) -> list[str] | None:
        """Return the names in a class variable such as FIELDS; None if the class does not define it."""
        assignment = self.variable(variable)
        if assignment is None:
            return None
        names: list[str] = []
        for item in getattr(assignment.value, "elts", [assignment.value]):
            value = item.value if isinstance(item, ast.Starred) else item
            names += (self.names("FIELDS") or []) if isinstance(value, ast.Name) else [str(ast.literal_eval(value))]
        return names


class Module:
    """A source file with its classes and the names it imports."""

    def __init__(self, path: Path, root: Path) -> None:
        self.path = path
        parts = path.relative_to(root).with_suffix("").parts
        self.name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        self.text = path.read_text(encoding="utf-8")
        tree = ast.parse(self.text, str(path))
        self.imports = {
            alias.asname or alias.name: f"{node.module}.{alias.name}"
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        self.classes = [Source(self, node) for node in tree.body if isinstance(node, ast.ClassDef)]

    def resolve(self, name: str) -> str:
        """Return the full name of a class as this module calls it."""
        return self.imports.get(name, f"{self.name}.{name}")


class Writer:
    """Writes the mechanical code of all classes of a package."""

    def __init__(self, package: Path) -> None:
        files = sorted(path for folder in FOLDERS for path in (package / folder).rglob("*.py"))
        self.modules = [Module(path, package.parent) for path in files]
        self.sources = {source.name: source for module in self.modules for source in module.classes}

    def kind(self, name: str) -> str:
        """Return the base in BASES that a class is derived from, or an empty string."""
        if name in BASES:
            return BASES[name]
        source = self.sources.get(name)
        return next((kind for base in source.bases if (kind := self.kind(base))), "") if source else ""

    def inherited_slots(self, source: Source) -> set[str]:
        """Return the slots of all base classes."""
        slots: set[str] = set()
        for base in source.bases:
            if base in self.sources:
                slots |= {*(self.sources[base].names("__slots__") or []), *self.inherited_slots(self.sources[base])}
        return slots

    def edits(self, module: Module) -> Iterator[Edit]:
        """Yield the edits that bring a module up to date."""
        for source in module.classes:
            kind = "" if source.name in BASES else self.kind(source.name)
            if kind == STATE:
                yield from self.state_edits(source)
            elif kind and source.init is not None and is_mechanical(source.init):
                yield from self.row_edits(source, kind)

    def row_edits(self, source: Source, kind: str) -> Iterator[Edit]:
        """Yield the edits of a row, step or event."""
        assert source.init is not None
        fields = list(parameters(source.init))
        slots = sorted(name for name in fields if name not in self.inherited_slots(source))
        yield from variable_edits(source, "FIELDS", fields, fields_lines(fields))
        yield from variable_edits(source, "__slots__", slots, slots_lines(slots, fields))
        if [ast.unparse(item) for item in statements(source.init)] != [f"self.{name} = {name}" for name in fields]:
            body = [f"{INDENT * 2}self.{name} = {name}" for name in fields]
            yield body_edit(source.init, body, source.module.text)
        if kind == ROW:
            args = [f"self.{name}" for name in fields]
            yield from clone_edits(source, "Return a copy.", call_lines(f"return {source.node.name}", args))

    def state_edits(self, source: Source) -> Iterator[Edit]:
        """Yield the edits of a state; one that defines `copy_to` is a base of others and has no `clone`."""
        assert source.init is not None, source.name
        types, given = attribute_types(source.init), parameters(source.init)
        rows = {name: row for name, type in types.items() if (row := self.row_class(source.module, type))}
        derived = source.names("DERIVED") or []
        fields = [name for name, type in types.items() if is_plain(type) and name not in derived]
        bases = [self.sources[base] for base in source.bases if base in self.sources and base not in BASES]
        inherited = [name for base in bases for name in base.names("FIELDS") or []]
        slots = sorted(types)
        yield from variable_edits(source, "FIELDS", [*inherited, *fields], fields_lines([*inherited, *fields]))
        if rows or not bases:
            yield from self.rows_edits(source, rows)
        yield from variable_edits(source, "__slots__", slots, slots_lines(slots, [*inherited, *fields]))
        copied = [
            f"{INDENT * 2}other.{name} = {copy_of(name, types[name], name in rows)}"
            for name in types
            if name not in given
        ]
        if source.method("copy_to") is not None:
            yield from body_edits(source, "copy_to", [*PROGRESS_LINES, *copied])
            return
        is_row = {name: bool(self.row_class(source.module, type)) for name, type in given.items()}
        args = [copy_of(name, type, is_row[name]) for name, type in given.items() if name != "dice"]
        call = call_lines(f"other = {source.node.name}", [*args, "self.dice.clone()"])
        progress = [f"{INDENT * 2}self.copy_to(other)"] if bases else PROGRESS_LINES
        lines = [*call, *progress, *copied, f"{INDENT * 2}return other"]
        yield from clone_edits(source, "Return an independent copy without the log.", lines)

    def rows_edits(self, source: Source, rows: dict[str, str]) -> Iterator[Edit]:
        """Yield the edit of ROWS."""
        items = ", ".join(f'"{name}": {row}' for name, row in rows.items())
        line = f"{INDENT}ROWS: ClassVar[dict[str, type[Row]]] = {{{items}}}"
        old = source.variable("ROWS")
        if old is None or normal(ast.unparse(old)) != normal(line):
            yield replacement(source, old, [line])

    def row_class(self, module: Module, type: str) -> str:
        """Return the row class of an attribute that holds a row or a list of rows, or an empty string."""
        name = type.removeprefix("list[").removesuffix("]")
        return name if self.kind(module.resolve(name)) == ROW else ""


# reading ------------------------------------------------------------------------------------------


def parameters(init: ast.FunctionDef) -> dict[str, str]:
    """Return the types of the parameters of a constructor by name, without self."""
    return {arg.arg: ast.unparse(arg.annotation) if arg.annotation else "" for arg in init.args.args[1:]}


def is_mechanical(init: ast.FunctionDef) -> bool:
    """Return whether a constructor does nothing but store its parameters, or has no body yet."""
    stores = {f"self.{name} = {name}" for name in parameters(init)}
    return all(ast.unparse(item) in {*stores, "...", "pass"} for item in statements(init))


def statements(function: ast.FunctionDef) -> list[ast.stmt]:
    """Return the body of a function without its docstring."""
    return function.body[1:] if ast.get_docstring(function) else function.body


def attribute_types(init: ast.FunctionDef) -> dict[str, str]:
    """Return the types of the attributes that a constructor sets, in order; an empty string where none is given."""
    given, types = parameters(init), dict[str, str]()
    for item in init.body:
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Attribute):
            types[item.target.attr] = ast.unparse(item.annotation)
        elif isinstance(item, ast.Assign) and isinstance(item.targets[0], ast.Attribute):
            types[item.targets[0].attr] = given.get(item.targets[0].attr, "")
    return types


def is_plain(type: str) -> bool:
    """Return whether a snapshot can hold values of a type."""
    return type.partition("[")[0] in PLAIN_TYPES


def normal(text: str) -> str:
    """Return code in the notation of `ast.unparse`."""
    return ast.unparse(ast.parse(textwrap.dedent(text)))


# writing ------------------------------------------------------------------------------------------


def bracketed_lines(opening: str, items: Sequence[str], indent: str) -> list[str]:
    """Return a bracketed list on one line if it fits, else on several filled lines."""
    comma = "," if len(items) == 1 and opening.endswith("= (") else ""
    line = f"{indent}{opening}{', '.join(items)}{comma})"
    if len(line) <= WIDTH:
        return [line]
    inner = indent + INDENT
    filled = textwrap.wrap(
        ", ".join(items) + ",", WIDTH, initial_indent=inner, subsequent_indent=inner, break_on_hyphens=False
    )
    return [f"{indent}{opening}", *filled, f"{indent})  # fmt: skip"]


def fields_lines(fields: Sequence[str]) -> list[str]:
    """Return the lines of FIELDS."""
    return bracketed_lines("FIELDS: ClassVar[tuple[str, ...]] = (", [f'"{name}"' for name in fields], INDENT)


def slots_lines(slots: Sequence[str], fields: Sequence[str]) -> list[str]:
    """Return the line of `__slots__`."""
    others = [f'"{name}"' for name in slots if name not in fields]
    if len(slots) == len(fields):
        return [f"{INDENT}__slots__ = FIELDS"]
    if others and len(slots) == len(fields) + len(others):
        return bracketed_lines("__slots__ = (", ["*FIELDS", *others], INDENT)
    return bracketed_lines("__slots__ = (", [f'"{name}"' for name in slots], INDENT)


def call_lines(call: str, args: Sequence[str]) -> list[str]:
    """Return the lines of a call in the body of a method."""
    return bracketed_lines(f"{call}(", args, INDENT * 2)


def copy_of(name: str, type: str, is_row: bool) -> str:
    """Return the expression that copies an attribute of a state."""
    if not is_row:
        return f"self.{name}"
    return f"[row.clone() for row in self.{name}]" if type.startswith("list[") else f"self.{name}.clone()"


def variable_edits(source: Source, name: str, names: Sequence[str], lines: list[str]) -> Iterator[Edit]:
    """Yield the edit of a class variable that lists names, if it lists others."""
    old = source.names(name)
    if (old if name == "FIELDS" or old is None else sorted(old)) != list(names):
        yield replacement(source, source.variable(name), lines)


def replacement(source: Source, old: ast.stmt | None, lines: list[str]) -> Edit:
    """Return the edit that replaces a statement of a class, or inserts it before `__slots__` or the constructor."""
    if old is not None:
        return Edit(old.lineno - 1, old.end_lineno or old.lineno, lines)
    assert source.init is not None
    slots = source.variable("__slots__")
    if slots is not None:
        return Edit(slots.lineno - 1, slots.lineno - 1, lines)
    is_last = lines[0].lstrip().startswith("__slots__")
    return Edit(source.init.lineno - 1, source.init.lineno - 1, [*lines, ""] if is_last else lines)


def body_edit(init: ast.FunctionDef, body: list[str], text: str) -> Edit:
    """Return the edit that replaces the body of a constructor, after its docstring."""
    end = init.end_lineno or 0
    if not statements(init):  # nothing but a docstring
        return Edit(end, end, body)
    first = statements(init)[0]
    signature = text.splitlines()[first.lineno - 1][: first.col_offset].rstrip()
    return Edit(first.lineno - 1, end, [signature, *body] if signature else body)


def clone_edits(source: Source, docstring: str, lines: list[str]) -> Iterator[Edit]:
    """Yield the edit of `clone`, if it does something else; its docstring is left to the author."""
    assert source.init is not None
    old, end = source.method("clone"), source.init.end_lineno or 0
    head = [f"{INDENT}def clone(self) -> {source.node.name}:", f'{INDENT * 2}"""{docstring}"""']
    if old is None:
        yield Edit(end, end, ["", *head, *lines])
    else:
        yield from body_edits(source, "clone", lines)


def body_edits(source: Source, name: str, lines: list[str]) -> Iterator[Edit]:
    """Yield the edit of the body of a method, if it does something else; its docstring is left to the author."""
    old = source.method(name)
    assert old is not None
    if "\n".join(ast.unparse(item) for item in statements(old)) != normal("\n".join(lines)):
        yield Edit(statements(old)[0].lineno - 1, old.end_lineno or 0, lines)


def apply_edits(module: Module, edits: Sequence[Edit]) -> str:
    """Return the text of a module after its edits."""
    lines = module.text.splitlines()
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end))[::-1]:  # the first of equal edits comes last
        lines[edit.start : edit.end] = edit.lines
    return "\n".join(lines) + "\n"


def outdated_modules(package: Path) -> list[tuple[Module, list[Edit]]]:
    """Return the modules of a package that do not match their constructors, with the edits that they need."""
    writer = Writer(package)
    return [(module, edits) for module in writer.modules if (edits := list(writer.edits(module)))]


def write(package: Path) -> list[Path]:
    """Bring all modules of a package up to date; return the paths of those that were not."""
    written: list[Path] = []
    while outdated := outdated_modules(package):  # again, since `__slots__` may refer to FIELDS
        for module, edits in outdated:
            module.path.write_text(apply_edits(module, edits), encoding="utf-8")
            written.append(module.path)
    return sorted(set(written))


def main(argv: Sequence[str] | None = None) -> int:
    """Write or check the package of this checkout; return an exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; fail if some code is out of date")
    args = parser.parse_args(argv)
    package = ROOT / "src" / PACKAGE
    paths = [module.path for module, _ in outdated_modules(package)] if args.check else write(package)
    for path in paths:
        text = "does not match its constructors; run ./play fix" if args.check else "written"
        print(f"{path.relative_to(ROOT)}: {text}")
    return int(args.check and bool(paths))


if __name__ == "__main__":
    sys.exit(main())
