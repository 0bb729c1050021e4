"""The language check finds what it should. ./play check runs it over the project."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def checker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("check_language", ROOT / "tools" / "check_language.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def hits(checker: ModuleType, path: str, text: str) -> list[str]:
    language = checker.Language(checker.WORD_LIST_FILE.read_text(encoding="utf-8"))
    return [hit.text for hit in language.check(path, text)]


@pytest.mark.parametrize(("text", "code"), [("nobody else is looking\n", 0), ("nothing\n", 1)])
def test_an_exception_that_matches_nothing_is_reported(
    checker: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    text: str,
    code: int,
) -> None:
    source = checker.WORD_LIST_FILE.read_text(encoding="utf-8").partition("[[allow]]")[0]
    source += '\n[[allow]]\nfiles = "README.md"\ntext = "nobody else"\nwhy = "a test"\n'
    (tmp_path / "list.toml").write_text(source)
    (tmp_path / "README.md").write_text(text)
    check = checker.check
    monkeypatch.setattr(checker, "WORD_LIST_FILE", tmp_path / "list.toml")
    monkeypatch.setattr(checker, "check", lambda paths, language: check(paths, language, tmp_path))
    assert checker.main([]) == code
    assert ("nobody else" in capsys.readouterr().out) == bool(code)


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("# whoever plays next", "whoever"),
        ("# the seat keeps his card", "his"),
        ("value = reckoned_chance", "reckoned"),
        ("const somebodyElse = 1;", "somebody"),
        ("# the dice are thrown", "dice are thrown"),
        ("# the match goes on", "goes on"),
    ],
)
def test_a_stilted_word_is_found_in_prose_and_in_names(checker: ModuleType, line: str, word: str) -> None:
    assert hits(checker, "src/example.md", line) == [word]


def test_ordinary_words_pass(checker: ModuleType) -> None:
    text = "# The header of this page lists theme, history and anyone who plays.\n"
    assert hits(checker, "src/example.py", text) == []


@pytest.mark.parametrize("word", ["What", "How", "Where", "Whether", "Who", "When"])
def test_a_docstring_may_not_begin_with_a_relative_clause(checker: ModuleType, word: str) -> None:
    assert hits(checker, "src/example.py", f'def total():\n    """{word} the seats have."""\n') == [word]
    assert hits(checker, "src/example.ts", f"/** {word} the seats have. */\n") == [word]
    assert hits(checker, "src/example.py", f'"""{word} is it?"""\n') == []


@pytest.mark.parametrize("name", ["told", "settled", "_filled", "kept"])
def test_a_function_may_not_be_named_by_a_participle(checker: ModuleType, name: str) -> None:
    assert hits(checker, "src/example.py", f"def {name}():\n    pass\n") == [name]
    assert hits(checker, "src/example.ts", f"function {name}() {{}}\n") == [name]
    assert hits(checker, "src/example.py", f"def {name.strip('_')}_rows():\n    pass\n") == []


def test_an_exception_allows_a_word_in_one_place(checker: ModuleType) -> None:
    source = checker.WORD_LIST_FILE.read_text(encoding="utf-8")
    source += '\n[[allow]]\nfiles = "src/quoted.md"\ntext = "nobody else"\nwhy = "a test"\n'
    language = checker.Language(source)
    assert list(language.check("src/quoted.md", "nobody else is looking")) == []
    assert [hit.text for hit in language.check("src/other.md", "nobody else is looking")] == ["nobody"]


def test_the_command_lists_hits_and_fails(
    checker: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "README.md").write_text("Somebody must decide.\n")
    monkeypatch.setattr(checker, "ROOT", tmp_path)
    language = checker.Language(checker.WORD_LIST_FILE.read_text(encoding="utf-8"))
    assert [str(hit) for hit in checker.check([], language, tmp_path)] == [
        "README.md:1: 'Somebody': a player, no seat, all viewers"
    ]
    assert checker.main([str(ROOT / "LICENSE")]) == 0
    assert capsys.readouterr().out == ""
