# SPDX-License-Identifier: GPL-3.0-or-later
"""Writers of crash files: each runs a program until it crashes and leaves a file."""
import os
import resource
import shutil
import subprocess
from pathlib import Path

SECONDS = 120
# core(5): anonymous private and shared memory, ELF headers, private huge pages; without the headers; with mapped files.
FILTERS = {"kernel, default filter": 0x33, "kernel, no ELF headers": 0x23, "kernel, all memory": 0x7f}


def _run(words, folder, **options):
    try:
        subprocess.run([str(word) for word in words], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       timeout=SECONDS, check=False, **options)
    except subprocess.TimeoutExpired:
        pass


def _kernel(coredump_filter):
    def prepare():
        resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        Path("/proc/self/coredump_filter").write_text(hex(coredump_filter))

    def write(program, kind, target, _tools):
        folder = target.parent / "run"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        _run([program, kind], folder, preexec_fn=prepare)
        for core in folder.glob("core*"):
            core.rename(target)
    return write


def _gcore(program, kind, target, _tools):
    _run(["gdb", "-nx", "-batch", "-ex", "set debuginfod enabled off", "-ex", "handle SIGUSR1 nostop noprint pass", "-ex", f"run {kind}",
          "-ex", f"gcore {target}", program], target.parent)


def _lldb(style):
    def write(program, kind, target, _tools):
        save = f"process save-core --plugin-name=minidump --style={style} {target}"
        _run(["lldb-19", "--no-lldbinit", "--batch", "-o", "process launch --stop-at-entry -- " + kind, "-o", "process handle -s false -p true -n false SIGUSR1",
              "-o", "continue", "-k", save, "-k", "quit", program], target.parent)
    return write


def _ours(program, kind, target, tools):
    _run([tools["dumper"], program, target, kind], target.parent)


def _wine(program, kind, target, _tools):
    environment = {**os.environ, "WINEDEBUG": "-all", "WINEPREFIX": str(target.parent.parent / "wine"), "DISPLAY": ""}
    _run(["wine", program, kind, f"Z:{target}".replace("/", "\\")], target.parent, env=environment)


WRITERS = {
    **{name: _kernel(value) for name, value in FILTERS.items()},
    "gcore": _gcore,
    "LLDB, stacks": _lldb("stack"),
    "LLDB, changed memory": _lldb("modified-memory"),
    "ours": _ours,
    "MiniDumpWriteDump of Wine": _wine,
}


def missing_tool(name, build, tools):
    """What keeps a writer from writing; empty if nothing does."""
    if ("Wine" in name) != build.is_windows:
        return "another system's programs"
    if name.startswith("kernel") and Path("/proc/sys/kernel/core_pattern").read_text().startswith("|"):
        return "core_pattern is a pipe"
    tool = {"gcore": "gdb", "LLDB, stacks": "lldb-19", "LLDB, changed memory": "lldb-19", "MiniDumpWriteDump of Wine": "wine"}.get(name)
    if tool and not shutil.which(tool):
        return f"{tool} is not installed"
    if name == "ours" and "dumper" not in tools:
        return "no --dumper"
    return ""
