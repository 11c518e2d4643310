# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the set of crashes: builds every release of the programs, lets each planted bug crash in many ways, and writes down which crash has which bug."""
import concurrent.futures
import json
import random
import resource
import shutil
import subprocess
from pathlib import Path

import releases

PROGRAMS = Path(__file__).resolve().parent / "programs"
COMPILERS = {"gcc": "g++", "clang": "clang++-19"}
LEVELS = ("-O0", "-O1", "-O2")
BUILDS_PER_PROGRAM = 12
ROUTES, SEEDS = 6, 5
FEWEST, MOST = 8, 40
SECONDS = 30
COREDUMP_FILTER = "0x33"  # core(5): anonymous memory and ELF headers, which is what the kernel writes by default.
# Each bug with the function where the mistake is, by its name in the first release.
BUGS = {
    "press": {1: "Lexer::escapeLength", 2: "Picture::crop", 3: "Output::put", 4: "Layout::measure", 5: "HtmlWriter::rules", 6: "Project::importTheme",
              7: "Layout::columnOf", 8: "WordIndex::lookup", 9: "Layout::breakLines", 10: "PictureCache::evict", 11: "Output::release", 12: "Parser::parseList",
              13: "FontCache::load", 14: "Picture::decode", 15: "WordIndex::add"},
    "relay": {16: "Frame::load", 17: "SessionCache::forget", 18: "Filters::apply", 19: "Router::match", 20: "Compressor::emit", 21: "Record::seal", 22: "Archive::store",
              23: "Quota::share", 24: "Quota::share", 25: "Journal::check", 26: "Compressor::table", 27: "SessionCache::open", 28: "Handlers::call", 29: "Router::mirror",
              30: "Relay::hops"},
    "stage": {31: "Culler::test", 32: "Picker::refine", 33: "ShadowPass::fit", 34: "Mesh::upload", 35: "Track::sample", 36: "Skeleton::blend", 37: "Materials::texture",
              38: "Canvas::store", 39: "Node::depth", 40: "Loader::face", 41: "Pool::release", 42: "Renderer::item", 43: "Loader::vertex", 44: "Renderer::finish",
              45: "History::undo"},
}


def _chosen_builds(chance):
    """Some of all combinations, with every release, compiler and level among them."""
    every = [(release, compiler, level) for release in releases.RELEASES for compiler in COMPILERS for level in LEVELS]
    while True:
        chosen = sorted(chance.sample(every, BUILDS_PER_PROGRAM))
        if all(len({build[part] for build in chosen}) == len({build[part] for build in every}) for part in range(3)):
            return chosen


def _build(folder, name, release, compiler, level):
    place = folder / f"{name}-{release}-{compiler}{level}"
    program = place / name
    if not program.exists():
        place.mkdir(parents=True, exist_ok=True)
        source = place / f"{name}.cpp"
        source.write_text(releases.source(name, (PROGRAMS / f"{name}.cpp").read_text(), release))
        partial = place / "partial"
        subprocess.run([COMPILERS[compiler], "-std=c++20", "-g", "-w", level, "-pthread", f"-I{PROGRAMS}", "-o", partial, source], check=True)
        partial.rename(program)
    return program


def _no_core_limit():
    resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    Path("/proc/self/coredump_filter").write_text(COREDUMP_FILTER)


def _crash(program, core, words):
    """Runs the program; false if it did not crash. What the kernel wrote becomes `core`."""
    run = core.with_suffix(".run")
    shutil.rmtree(run, ignore_errors=True)
    run.mkdir()
    done = subprocess.run([program, *map(str, words)], cwd=run, capture_output=True, timeout=SECONDS, check=False, preexec_fn=_no_core_limit)
    found = list(run.glob("core*"))
    if done.returncode < 0 and found:
        found[0].rename(core)
    shutil.rmtree(run)
    return core.exists()


def _wanted(chance, builds):
    """Which crashes of a bug to try: the build, the way there and the input."""
    ways = [(build, route, seed) for build in builds for route in range(ROUTES) for seed in range(SEEDS)]
    return chance.sample(ways, chance.randint(FEWEST, MOST))


def make(folder, jobs, seed):
    """Makes the set in `folder` unless it is there: cores/*.core and crashes.jsonl, a line for each crash in the order of arrival."""
    listing = folder / "crashes.jsonl"
    if listing.exists():
        return
    if Path("/proc/sys/kernel/core_pattern").read_text().startswith("|"):
        raise SystemExit("core_pattern is a pipe: the kernel writes no files")
    chance = random.Random(seed)
    cores = folder / "cores"
    cores.mkdir(parents=True, exist_ok=True)
    rows = []
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for name, bugs in BUGS.items():
            builds = _chosen_builds(chance)
            programs = dict(zip(builds, pool.map(lambda build, name=name: _build(folder / "programs", name, *build), builds)))
            tries = []
            for bug, guilty in bugs.items():
                for number, (build, route, way) in enumerate(_wanted(chance, builds)):
                    core = cores / f"{name}-{bug}-{number}.core"
                    row = {"file": f"cores/{core.name}", "bug": f"{name}-{bug}", "guilty": releases.name_at(name, guilty, build[0]), "build": " ".join(map(str, build)), "route": route}
                    tries.append((row, programs[build], core, (bug, route, way)))
            made = pool.map(lambda entry: entry[2].exists() or _crash(*entry[1:]), tries)
            rows += [entry[0] for entry, crashed in zip(tries, made) if crashed]
    chance.shuffle(rows)
    rows.sort(key=lambda row: int(row["build"].split()[0]) + chance.random() * 2)  # Releases overlap in time.
    listing.write_text("".join(json.dumps(row) + "\n" for row in rows))
