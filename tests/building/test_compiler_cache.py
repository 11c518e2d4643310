#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compiles in two copies of the tree: the second takes all from the compiler cache, and its debug info does not name the first.

Usage: test_compiler_cache.py SOURCE_FOLDER. Exits with 77 without ccache, which ./dev installs."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

OBJECTS = [f"core/base/CMakeFiles/core_base.dir/{name}.cpp.o" for name in ("error", "text", "hex", "language")]
KEPT = ("CMakeLists.txt", "CMakePresets.json", "cmake", "core", "app", "installer", "ui", "resources", "translations", "docs", "CHANGELOG.md", "LICENSE")


def settings_of_dev(source: Path, copy: Path) -> dict[str, str]:
    """The cache's variables as ./dev exports them for a checkout."""
    script = (source / "dev").read_text(encoding="utf-8")
    exports = "\n".join(line for line in script.splitlines() if line.startswith("export CCACHE_"))
    shown = subprocess.run(["bash", "-c", f"root={copy}\n{exports}\nenv"], env={"PATH": os.environ["PATH"]}, capture_output=True, text=True, check=True)
    return dict(line.split("=", 1) for line in shown.stdout.splitlines() if line.startswith("CCACHE_"))


def build(source: Path, copy: Path, cache: Path) -> dict[str, int]:
    """Compiles the objects, with the precompiled header, in a copy of the tree. Returns the cache's counters of that build."""
    for name in KEPT:
        target = copy / name
        (shutil.copytree if (source / name).is_dir() else shutil.copy2)(source / name, target)
    environment = {**os.environ, **settings_of_dev(source, copy), "CCACHE_DIR": str(cache)}
    environment.pop("CCACHE_DISABLE", None)

    def run(*command: str) -> str:
        done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{' '.join(command)}: {done.stdout}{done.stderr}"
        return done.stdout

    run("cmake", "--preset", "dev", "-DBUILD_TESTING=OFF", "-DFAULTLINE_GUI=OFF", "-DFAULTLINE_UNITY=OFF")
    run("ccache", "--zero-stats")
    run("cmake", "--build", "--preset", "dev", "--target", *OBJECTS)
    return {name: int(count) for name, count in (line.split("\t") for line in run("ccache", "--print-stats").splitlines())}


def main() -> int:
    source = Path(sys.argv[1]).resolve()
    if shutil.which("ccache") is None:
        print("no ccache")
        return 1 if os.environ.get("FAULTLINE_REQUIRE_TOOLS") else 77
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        copies = [root / "first", root / "second" / "deeper"]
        counts = []
        for copy in copies:
            copy.mkdir(parents=True)
            counts.append(build(source, copy, root / "cache"))
        compiled = counts[0]["cache_miss"]
        assert compiled > len(OBJECTS), f"the first copy compiled {compiled} files"
        hits = counts[1]["direct_cache_hit"] + counts[1]["preprocessed_cache_hit"]
        assert (hits, counts[1]["cache_miss"]) == (compiled, 0), f"of {compiled} files, the second copy took {hits} from the cache"
        for name in OBJECTS:
            info = subprocess.run(["readelf", "--debug-dump=info", copies[1] / "build/dev" / name], capture_output=True, text=True, check=True).stdout
            folders = set(re.findall(r"DW_AT_comp_dir.*: (\S+)$", info, re.MULTILINE))
            assert folders == {"./build/dev"}, folders
            named = [line for line in info.splitlines() if str(root) in line]
            assert not named, f"{name}: debug info names a folder of this machine: {named[:3]}"
    print(f"the second copy took {compiled} of {compiled} files from the cache")
    return 0


if __name__ == "__main__":
    sys.exit(main())
