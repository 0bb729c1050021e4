"""Build hook: puts the browser client into the wheel, and the rules compiled by mypyc if that is wanted.

The browser client is built by client/node.py, with node from PyPI, where its sources changed since the last build; an
editable installation gets it too, in its place in the sources. HIPPODROME_CLIENT=0 leaves it out: the terminal and
the library do without.

With HIPPODROME_COMPILE=1 the wheel carries kit, games and bots compiled. The compiled modules lie beside their .py
files, which stay in the wheel for tracebacks; Python imports the compiled ones. They are built in a temporary folder.
HIPPODROME_QUICK=1 compiles in two thirds of the time, into code that is slower by a few per cent: for tests.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILED = ("kit", "games", "bots")
"""The folders of the package that are compiled, every module of them, as one group."""


STATIC = "src/hippodrome/server/static"
"""Where the built client lies; git ignores it, so the wheel has to be told."""


def wanted(setting: str, default: str) -> bool:
    """Whether a setting of the environment, or else its default, says yes."""
    return os.environ.get(setting, default) not in ("", "0")


# the browser client -------------------------------------------------------------------------------


def client_tools(root: Path) -> ModuleType:
    """Return client/node.py as a module."""
    spec = importlib.util.spec_from_file_location("hippodrome_client_node", root / "client" / "node.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# the compiled rules -------------------------------------------------------------------------------


def sources(src: Path) -> list[str]:
    """Return the modules to compile, as paths below src, in a fixed order."""
    found = [path for folder in COMPILED for path in (src / "hippodrome" / folder).rglob("*.py")]
    return sorted(path.relative_to(src).as_posix() for path in found)


def missing_compiler() -> str | None:
    """Return the name of the C compiler that cannot be found, or None when there is one."""
    if sys.platform == "win32":
        return None  # setuptools looks for it and says what to install
    from setuptools._distutils.ccompiler import new_compiler
    from setuptools._distutils.sysconfig import customize_compiler

    compiler = new_compiler()
    customize_compiler(compiler)
    command = str(compiler.compiler_so[0])
    return None if shutil.which(command) else command


def compile_all(root: Path, work: Path) -> Path:
    """Compile every module below root/src; return the folder with the results, laid out like src."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    options = ["--config-file", str(root / "pyproject.toml"), "--cache-dir", str(work / "cache")]
    with contextlib.chdir(root / "src"):  # so that tracebacks say hippodrome/kit/..., as installed
        extensions = mypycify(
            [*options, *sources(root / "src")],
            # 3 is no faster here than 2, and takes the compiler a quarter longer.
            opt_level="1" if wanted("HIPPODROME_QUICK", "0") else "2",
            debug_level="0",
            target_dir=str(work / "c"),
            group_name="hippodrome",
            multi_file=True,
        )
        for extension in extensions:  # they share their lists of flags
            compiling, linking = list(extension.extra_compile_args), list(extension.extra_link_args)
            if sys.platform != "win32":
                # No fused multiply-add: compiled and plain Python must agree to the last bit.
                compiling.append("-ffp-contract=off")
            if sys.platform == "linux":
                # Nobody replaces these functions from outside, so calls among them need no detour.
                compiling.append("-fno-semantic-interposition")
                linking.append("-Wl,-Bsymbolic-functions")
            extension.extra_compile_args, extension.extra_link_args = compiling, linking
        command = build_ext(Distribution({"name": "hippodrome", "ext_modules": extensions}))
        command.build_lib = str(work / "lib")
        command.build_temp = str(work / "objects")
        command.ensure_finalized()
        compile_beside(extensions, command)
        command.run()
    return work / "lib"


def compile_beside(extensions: list[Any], command: Any) -> None:
    """Compile the C files of all extensions on all cores; what is left for the command is to link them."""
    from setuptools._distutils.ccompiler import new_compiler
    from setuptools._distutils.sysconfig import customize_compiler

    def objects(extension: Any, source: str) -> list[str]:
        compiler = new_compiler()
        customize_compiler(compiler)
        return list(
            compiler.compile(
                [source],
                output_dir=command.build_temp,
                include_dirs=[*extension.include_dirs, *command.include_dirs],
                extra_postargs=extension.extra_compile_args,
                depends=extension.depends,
            )
        )

    with ThreadPoolExecutor(os.cpu_count()) as cores:
        begun = [[cores.submit(objects, extension, source) for source in extension.sources] for extension in extensions]
        for extension, parts in zip(extensions, begun, strict=True):
            extension.extra_objects = [found for part in parts for found in part.result()]
            extension.sources = []


# the hook -----------------------------------------------------------------------------------------


class Hook(BuildHookInterface):  # type: ignore[type-arg, misc, unused-ignore]
    """Adds the browser client and the compiled modules to the wheel."""

    work: tempfile.TemporaryDirectory[str] | None = None

    def dependencies(self) -> list[str]:
        extras = self.metadata.core.optional_dependencies
        client = wanted("HIPPODROME_CLIENT", "1") and not client_tools(Path(self.root)).is_built()
        compiled = wanted("HIPPODROME_COMPILE", "0")
        return [*(extras["client"] if client else ()), *(extras["compile"] if compiled else ())]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if wanted("HIPPODROME_CLIENT", "1"):
            self.add_client(build_data)
        if wanted("HIPPODROME_COMPILE", "0") and version != "editable":
            self.add_compiled(build_data)

    def add_client(self, build_data: dict[str, Any]) -> None:
        """Build the browser client if need be, and put it into the wheel."""
        tools = client_tools(Path(self.root))
        try:
            tools.build()
        except tools.Failed as failure:
            self.app.abort(f"{failure}\nTo go without the browser client, set HIPPODROME_CLIENT=0.")
        build_data["artifacts"].append(f"/{STATIC}/")

    def add_compiled(self, build_data: dict[str, Any]) -> None:
        """Compile the rules and put them into the wheel, beside their sources."""
        if command := missing_compiler():
            self.app.abort(
                f"HIPPODROME_COMPILE=1 needs a C compiler, and '{command}' was not found: "
                "install one (gcc or clang) or build without HIPPODROME_COMPILE."
            )
        self.work = tempfile.TemporaryDirectory(prefix="hippodrome-")
        lib = compile_all(Path(self.root), Path(self.work.name))
        built = sorted(path for path in lib.rglob("*") if path.is_file())
        build_data["force_include"].update({str(path): path.relative_to(lib).as_posix() for path in built})
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if self.work:
            self.work.cleanup()
