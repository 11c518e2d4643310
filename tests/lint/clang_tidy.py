#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs clang-tidy on the sources that a change touches, within a time limit.

usage: clang_tidy.py BUILD [--base COMMIT] [--seconds N] [--jobs N] [FILE…]

Touched are the changed .cpp files of core/, ui/ and app/, and for a changed header its own .cpp or, where it has none, the first that
includes it. Without --base the change is what the branch adds to main; on main itself it is the last commit. With FILE the base does not
count. Where no base is known, and for files that the limit leaves over, the reason is printed and nothing fails.
BUILD is a configured folder of the dev preset; nothing in it needs to be built but what the files include of it.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import shlex
import subprocess
import sys
import time

TIDY = os.environ.get("CLANG_TIDY", "clang-tidy-19")
TOPS = ("core/", "ui/", "app/")
PCH = "cmake_pch.hxx"


def git(*arguments):
    run = subprocess.run(["git", *arguments], capture_output=True, text=True, check=False)
    return run.stdout.strip() if run.returncode == 0 else None


def known_base(wanted):
    """(commit, reason why there is none)."""
    if wanted:
        commit = git("rev-parse", "--verify", "--quiet", wanted + "^{commit}")
        return commit, f"{wanted} is no commit here"
    head = git("rev-parse", "HEAD")
    for main in ("origin/main", "main"):
        base = git("merge-base", "HEAD", main)
        if base and base != head:
            return base, ""
    return git("rev-parse", "--verify", "--quiet", "HEAD^"), "this is the first commit, or the clone holds no other"


def changed_files(base):
    names = git("diff", "--name-only", "--diff-filter=d", base) or ""
    return [name for name in names.splitlines() if name.startswith(TOPS) and name.endswith((".cpp", ".h"))]


def sources_of(names):
    """The .cpp files to check, each once."""
    result = dict.fromkeys(name for name in names if name.endswith(".cpp"))
    for name in names:
        if name.endswith(".h"):
            own = name[:-2] + ".cpp"
            users = [own] if pathlib.Path(own).exists() else (git("grep", "-l", f'#include "{name}"', "--", "core/*.cpp", "ui/*.cpp", "app/*.cpp") or "").splitlines()[:1]
            result.update(dict.fromkeys(users))
    return list(result)


def commands_of(build):
    """Per source its compile command, fit for clang: the header that GCC has precompiled is included as text."""
    text = subprocess.run(["ninja", "-C", build, "-t", "compdb"], capture_output=True, text=True, check=True).stdout
    root = pathlib.Path.cwd()
    commands = {}
    for entry in json.loads(text):
        path = pathlib.Path(os.path.normpath(pathlib.Path(entry["directory"], entry["file"])))
        if path.suffix == ".cpp" and path.is_relative_to(root) and " -c " in entry["command"]:
            words = shlex.split(entry["command"])
            compiler = next(i for i, word in enumerate(words) if not word.endswith("ccache"))
            entry["arguments"] = ["c++"] + [without_precompiled(word, build) for word in words[compiler + 1 :] if word != "-Winvalid-pch"]
            del entry["command"]
            commands.setdefault(path.relative_to(root).as_posix(), entry)
    return commands


def without_precompiled(word, build):
    """A copy of the header in a folder of its own, where clang finds no file of GCC's beside it."""
    if not word.endswith(PCH):
        return word
    folder = pathlib.Path(build, "lint", pathlib.Path(word).parent.name)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / PCH).write_text(pathlib.Path(build, word).read_text(encoding="utf-8"), encoding="utf-8")
    return str((folder / PCH).resolve())


def check(source, database, deadline):
    left = deadline - time.monotonic()
    if left <= 0:
        return source, None, ""
    try:
        run = subprocess.run([TIDY, "-p", database, "--quiet", "--warnings-as-errors=*", "--extra-arg=-Wno-unknown-warning-option", "--extra-arg=-Wno-error", source],
                             capture_output=True, text=True, timeout=left, check=False)
    except subprocess.TimeoutExpired:
        return source, None, ""
    if run.returncode < 0:
        return source, False, f"{source}: {TIDY} ended by signal {-run.returncode}"
    return source, run.returncode == 0, run.stdout + ("" if run.returncode == 0 else run.stderr)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("files", nargs="*")
    parser.add_argument("--base")
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_intermixed_args()
    base, reason = (None, "") if options.files else known_base(options.base)
    if not options.files and not base:
        print(f"clang-tidy skipped: {reason}")
        return 0
    sources = sources_of(options.files or changed_files(base))
    commands = commands_of(options.build)
    unknown = [source for source in sources if source not in commands]
    sources = [source for source in sources if source in commands]
    database = pathlib.Path(options.build, "lint")
    database.mkdir(exist_ok=True)
    (database / "compile_commands.json").write_text(json.dumps([commands[source] for source in sources]), encoding="utf-8")
    return report(sources, unknown, database, options, base)


def report(sources, unknown, database, options, base):
    deadline = time.monotonic() + options.seconds
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda source: check(source, database, deadline), sources))
    failed = [source for source, good, _ in results if good is False]
    left = [source for source, good, _ in results if good is None]
    for _, _, output in results:
        if output.strip():
            print(output.strip())
    since = f" changed since {base[:10]}" if base else ""
    print(f"clang-tidy: {len(sources) - len(left)} files{since} checked, {len(failed)} with findings")
    if unknown:
        print(f"clang-tidy skipped {len(unknown)} files that this build does not compile: {' '.join(unknown)}")
    if left:
        print(f"clang-tidy skipped {len(left)} files for the limit of {options.seconds} s: {' '.join(left)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
