"""Build hook: adds the browser client to the wheel, and the compiled rules if requested.

client/node.py builds the browser client, with Node from PyPI, if its sources have changed since the last build. An
editable installation gets it too, inside the source tree. HIPPODROME_CLIENT=0 leaves it out: the terminal and the
library do not need it.

With HIPPODROME_COMPILE=1 the wheel contains rules, geometry and bots compiled by mypyc: kit, games and bots without the
modules that only draw, describe or read files. The .py files stay in the wheel for tracebacks; Python imports the
compiled modules. They are built in a temporary folder. HIPPODROME_QUICK=1, for tests, compiles in half the time,
into slower code.
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

INTERPRETED = {
    "kit": (
        "campaign",
        "custom_files",
        "default_scene",
        "inspection",
        "ending",
        "json_reader",
        "menu",
        "odds_text",
        "quick_start",
        "recap",
        "rulebook",
        "scene",
        "season",
        "selection",
        "sheets",
        "svg_renderer",
        "templates",
        "text_renderer",
        "toml_parser",
        "toml_reader",
    ),
    "games": (
        "animation",
        "attack_breakdown",
        "attack_plans",
        "bearings",
        "counter_symbols",
        "crew_view",
        "custom_files",
        "description",
        "drawing",
        "fuzz_goals",
        "handles",
        "inspection",
        "ladder",
        "map_drawing",
        "march",
        "orders",
        "pieces",
        "preview_overlay",
        "quick_start",
        "reach_overlay",
        "scene",
        "sheets",
        "text_board",
        "track_check",
    ),
    "bots": ("advice", "explanations", "review"),
}
"""The folders of the package that are compiled, as one group, each with the names of modules that are not.

No rollout runs these modules, and compiling them would take a fifth of the time. They may not define subclasses of
compiled classes.
"""

STATIC = "src/hippodrome/server/static"
"""The folder of the built client. Git ignores it, so the wheel must include it explicitly."""


def is_enabled(variable: str, default: str) -> bool:
    """Return whether an environment variable, or else its default, is on."""
    return os.environ.get(variable, default) not in ("", "0")


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
    paths = [
        path
        for folder, interpreted in INTERPRETED.items()
        for path in (src / "hippodrome" / folder).rglob("*.py")
        if path.stem not in interpreted
    ]
    return sorted(path.relative_to(src).as_posix() for path in paths)


def missing_compiler() -> str | None:
    """Return the name of the missing C compiler, or None if there is one."""
    if sys.platform == "win32":
        return None  # setuptools finds it, or says what to install
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

    is_quick = is_enabled("HIPPODROME_QUICK", "0")
    options = ["--config-file", str(root / "pyproject.toml"), "--cache-dir", str(work / "cache")]
    with contextlib.chdir(root / "src"):  # so that tracebacks show hippodrome/kit/..., as installed
        extensions = mypycify(
            [*options, *sources(root / "src")],
            opt_level="1" if is_quick else "2",
            debug_level="0",
            target_dir=str(work / "c"),
            group_name="hippodrome",
            multi_file=True,
        )
        for extension in extensions:  # all share the same lists of flags, so each gets a copy
            compiling, linking = list(extension.extra_compile_args), list(extension.extra_link_args)
            if sys.platform != "win32":
                # No fused multiply-add: compiled and plain Python must agree to the last bit.
                compiling.append("-ffp-contract=off")
                # The last level counts: half of the passes of level 1, and no analysis for warnings.
                compiling += ["-Og", "-w"] if is_quick else []
            if sys.platform == "linux":
                # No other library overrides these functions, so calls among them can be direct.
                compiling.append("-fno-semantic-interposition")
                linking.append("-Wl,-Bsymbolic")
            extension.extra_compile_args, extension.extra_link_args = compiling, linking
        command = build_ext(Distribution({"name": "hippodrome", "ext_modules": extensions}))
        command.build_lib = str(work / "lib")
        command.build_temp = str(work / "objects")
        command.ensure_finalized()
        compile_in_parallel(extensions, command)
        command.run()
    return work / "lib"


def compile_in_parallel(extensions: list[Any], command: Any) -> None:
    """Compile the C files of all extensions on all cores; the command then only links them.

    Level 3 of the optimiser pays off for the engine and mypyc's library only, and takes a quarter longer than level 2.
    """
    from setuptools._distutils.ccompiler import new_compiler
    from setuptools._distutils.sysconfig import customize_compiler

    def objects(extension: Any, source: str) -> list[str]:
        compiler = new_compiler()
        customize_compiler(compiler)
        is_engine = "___games___" not in source and "___bots___" not in source
        arguments = [
            "-O3" if argument == "-O2" and is_engine else argument for argument in extension.extra_compile_args
        ]
        return list(
            compiler.compile(
                [source],
                output_dir=command.build_temp,
                include_dirs=[*extension.include_dirs, *command.include_dirs],
                extra_postargs=arguments,
                depends=extension.depends,
            )
        )

    with ThreadPoolExecutor(os.cpu_count()) as cores:
        jobs = [[cores.submit(objects, extension, source) for source in extension.sources] for extension in extensions]
        for extension, parts in zip(extensions, jobs, strict=True):
            extension.extra_objects = [path for part in parts for path in part.result()]
            extension.sources = []


# the hook -----------------------------------------------------------------------------------------


class Hook(BuildHookInterface):  # type: ignore[type-arg, misc, unused-ignore]
    """Adds the browser client and the compiled modules to the wheel."""

    work: tempfile.TemporaryDirectory[str] | None = None

    def dependencies(self) -> list[str]:
        extras = self.metadata.core.optional_dependencies
        client = is_enabled("HIPPODROME_CLIENT", "1") and not client_tools(Path(self.root)).is_built()
        compiled = is_enabled("HIPPODROME_COMPILE", "0")
        return [*(extras["client"] if client else ()), *(extras["compile"] if compiled else ())]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if is_enabled("HIPPODROME_CLIENT", "1"):
            self.add_client(build_data)
        if is_enabled("HIPPODROME_COMPILE", "0") and version != "editable":
            self.add_compiled(build_data)

    def add_client(self, build_data: dict[str, Any]) -> None:
        """Build the browser client if needed, and add it to the wheel."""
        tools = client_tools(Path(self.root))
        try:
            tools.build()
        except tools.ClientBuildError as failure:
            self.app.abort(f"{failure}\nTo build without the browser client, set HIPPODROME_CLIENT=0.")
        build_data["artifacts"].append(f"/{STATIC}/")

    def add_compiled(self, build_data: dict[str, Any]) -> None:
        """Compile the rules and add them to the wheel, beside their sources."""
        if command := missing_compiler():
            self.app.abort(
                f"HIPPODROME_COMPILE=1 needs a C compiler, but '{command}' was not found: "
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
