# SPDX-License-Identifier: GPL-3.0-or-later
"""The variables of a crashing thread's frames in librados2's libraries, whose debug info is large: from the core to the text, with empty caches and with those of the run before, beside LLDB."""
import os
import shutil
import subprocess

import measure

# What librados2 needs besides the packages that every system has.
PACKAGES = ("librados2", "librados2-dbg", "libboost-thread1.74.0", "libibverbs1", "librdmacm1", "libnl-3-200", "libnl-route-3-200")
FRAMES = 4 # LLDB has no more of this stack.
DEPTH = 2
PROGRAM = """
#include <dlfcn.h>
int main(void)
{
    void* library = dlopen("librados.so.2", RTLD_NOW);
    int (*create)(void**, const char*) = dlsym(library, "rados_create");
    int (*read_file)(void*, const char*) = dlsym(library, "rados_conf_read_file");
    void* cluster;
    create(&cluster, "bench");
    return read_file(cluster, (const char*)8);
}
"""


def unpacked(data):
    """The folder with all packages unpacked into it."""
    folder = data / "librados2"
    if not folder.exists():
        folder.mkdir(parents=True)
        subprocess.run(["apt-get", "download", *PACKAGES], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        for package in folder.glob("*.deb"):
            subprocess.run(["dpkg-deb", "-x", str(package), str(folder)], check=True)
            package.unlink()
    return folder


def crash(work, root):
    """A program that dies in a library of librados2, and its core."""
    source, program = work / "crash.c", work / "crash"
    source.write_text(PROGRAM)
    subprocess.run(["gcc", "-g", "-w", "-o", str(program), str(source), "-ldl"], check=True)
    folders = [root / "usr/lib/x86_64-linux-gnu", root / "usr/lib/x86_64-linux-gnu/ceph", root / "lib/x86_64-linux-gnu"]
    environment = {**os.environ, "LD_LIBRARY_PATH": ":".join(map(str, folders))}
    subprocess.run("ulimit -c unlimited; echo 0x33 > /proc/self/coredump_filter; exec ./crash", shell=True, cwd=work, env=environment, stderr=subprocess.DEVNULL, check=False)
    return program, next(work.glob("core*"), None)


def ask_faultline(binaries, work, root, core, cold):
    if cold:
        shutil.rmtree(work / "cache", ignore_errors=True)
    environment = {**os.environ, "XDG_CACHE_HOME": str(work / "cache"), "XDG_CONFIG_HOME": str(work / "config")}
    return measure.run([str(binaries / "faultline"), "symbolicate", "--offline", "--symbols", str(root), f"--locals={FRAMES}", str(core)], env=environment)


def ask_lldb(lldb, work, root, program, core, cold):
    index = work / "lldb-index"
    if cold:
        shutil.rmtree(index, ignore_errors=True)
    commands = ["settings set symbols.enable-lldb-index-cache true", f"settings set symbols.lldb-index-cache-path {index}",
                f"settings set target.debug-file-search-paths {root / 'usr/lib/debug'}", f"target create {program} --core {core}", "thread backtrace"]
    for number in range(FRAMES):
        commands += [f"frame select {number}", f"frame variable --depth {DEPTH}"]
    return measure.run([lldb, "--no-lldbinit", "--batch", *(word for command in commands for word in ("-o", command))])


def compare(binaries, work, data, lldb):
    root = unpacked(data)
    program, core = crash(work, root)
    if core is None:
        print("  (left out: the kernel writes no core beside the program)")
        return
    # A job that is cold leaves the caches warm for the one after it.
    jobs = {"faultline, cold": lambda: ask_faultline(binaries, work, root, core, True), "faultline, warm": lambda: ask_faultline(binaries, work, root, core, False)}
    if lldb:
        jobs["lldb, cold"] = lambda: ask_lldb(lldb, work, root, program, core, True)
        jobs["lldb, warm"] = lambda: ask_lldb(lldb, work, root, program, core, False)
    results = measure.alternate(jobs)
    for state in ("cold", "warm"):
        pair = {name: result for name, result in results.items() if name.endswith(state)}
        measure.table(f"variables of {FRAMES} frames in librados2, {state}", pair, f"faultline, {state}")
