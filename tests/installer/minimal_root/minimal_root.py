#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Installs the packages in a fresh minimal Debian 12 and tries them there: command line, window, service, and the tarball.

usage: minimal_root.py --packages FOLDER [--work FOLDER] [--mirror ADDRESS] [--only WORD]

FOLDER has what ./dev package and ./dev tarball made. Needs root, debootstrap, systemd-container and a mirror: without --mirror, the
first of apt's own. Prints a table and fails when a check does. Pictures of the window and logs stay in the work folder.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile

import command_checks
import desktop_checks
import service_checks
from debian_root import BootedRoot, CheckFailed, Root, host_mirror, is_root, make_base, run

TREE = pathlib.Path(__file__).resolve().parents[3]
CORPORA = TREE / "tests/corpora"
PACKAGES = ("faultline", "faultline-dbgsym", "faultline-workbench", "faultline-workbench-dbgsym", "faultline-server", "libfaultline0.1", "libfaultline0.1-dbgsym", "libfaultline-dev", "python3-faultline",
            "python3-faultline-dbgsym")


class Table:
    def __init__(self, only):
        self.only, self.rows, self.failed = only, [], 0

    def check(self, name, function, *arguments):
        if self.only and self.only not in name:
            return
        try:
            mark, text = "ok", function(*arguments)
        except CheckFailed as failure:
            mark, text = "FAILED", str(failure)
            self.failed += 1
        except (subprocess.TimeoutExpired, OSError, ValueError, KeyError) as failure:
            mark, text = "FAILED", f"{type(failure).__name__}: {failure}"
            self.failed += 1
        self.rows.append((name, mark))
        print(f"| {name} | {mark} | {text} |", flush=True)

    def wants(self, *words):
        return not self.only or any(self.only in word for word in words)


def only_one(folder, pattern):
    found = sorted(folder.glob(pattern))
    if len(found) != 1:
        raise SystemExit(f"minimal_root: {folder} has {len(found)} files {pattern}")
    return found[0]


class Bench:
    """Roots with the packages and sample files in them."""

    def __init__(self, work, packages):
        self.work, self.base = work, work / "base"
        self.packages = {name: only_one(packages, f"{name}_*.deb") for name in PACKAGES}

    def root(self, name):
        root = Root(self.base, self.work / name)
        for package, path in self.packages.items():
            root.put(path, f"/packages/{package}.deb")
        root.put(CORPORA / "samples/default", "/srv/sample")
        root.put(CORPORA / "samples/default/sample.dmp", "/srv/alone/sample.dmp")
        root.put(CORPORA / "apple", "/srv/apple")
        return root


def command_line(table, bench):
    root = bench.root("command-line")
    before = root.installed()
    table.check("command line: from apt install to the first report", command_checks.first_report, root)
    table.check("command line: no graphical library", command_checks.no_graphical_library, root)
    table.check("command line: manual pages and completions", command_checks.documents, root)
    table.check("command line: installed sizes with the server", command_checks.installed_sizes, root, before)
    table.check("command line: a crash of its own", command_checks.own_crash, root, "faultline", "/srv/state", "faultline", "crash", "segv")


def tarball(table, bench, packages):
    archive = only_one(packages, "faultline-[0-9]*-linux-*.tar.xz")
    table.check("tarball: runs without a package", command_checks.portable, bench.root("tarball"), archive)


def python(table, bench):
    table.check("python: the module in its package", command_checks.python_module, bench.root("python"))


def window(table, bench):
    root = bench.root("window")
    before = root.installed()
    table.check("window: installs", desktop_checks.prepare, root)
    table.check("window: installed sizes with the tools of this check", command_checks.installed_sizes, root, before)
    table.check("window: types of files", desktop_checks.types_of_files, root)
    table.check("window: opens a dump from its desktop entry", desktop_checks.opens_from_entry, root, bench.work)
    table.check("window: opens a dump from xdg-open", desktop_checks.opens_from_xdg_open, root, bench.work)
    table.check("window: opens an Apple report from xdg-open", desktop_checks.opens_report_from_xdg_open, root, bench.work)
    table.check("window: a crash of its own", command_checks.own_crash, root, "faultline-workbench", "/srv/state", "faultline-workbench", "--crash")


def service(table, bench):
    root = bench.root("service")
    root.install("systemd", "systemd-sysv", "dbus", "/packages/faultline.deb", "/packages/faultline-server.deb")
    root.run("faultline", "symbols", "sort", "-q", "-o", service_checks.SYMBOLS, "/srv/sample")
    upgrades = []
    for name in ("faultline", "faultline-server"):
        made = service_checks.higher_version(bench.packages[name], bench.work)
        root.put(made, f"/packages/{made.name}")
        upgrades.append(f"/packages/{made.name}")
    booted = BootedRoot(root)
    try:
        here = service_checks.Service(booted, CORPORA / "samples/default/sample.dmp")
        table.check("service: not started by the installation", service_checks.not_started_by_installation, here)
        table.check("service: starts as packaged and answers", service_checks.starts_and_answers, here)
        table.check("service: exposure by systemd-analyze security", service_checks.security, here)
        table.check("service: an operator's source of debug files", service_checks.operators_configuration, here)
        table.check("service: survives kill -9", service_checks.survives_kill, here)
        table.check("service: a full cache folder", service_checks.full_folder, here, service_checks.CACHES)
        table.check("service: a full state folder", service_checks.full_folder, here, service_checks.STATE)
        table.check("service: an upgrade under load", service_checks.upgrade_under_load, here, upgrades)
        table.check("service: the clean-up timer", service_checks.cleanup, here)
        table.check("service: removal and purge", service_checks.removal_and_purge, here)
    finally:
        booted.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--packages", required=True, type=pathlib.Path)
    parser.add_argument("--work", type=pathlib.Path)
    parser.add_argument("--mirror")
    parser.add_argument("--only", help="a word of the checks' names: command, tarball, python, window or service")
    arguments = parser.parse_args()
    if not is_root():
        raise SystemExit("minimal_root: needs root, as debootstrap does")
    with tempfile.TemporaryDirectory(prefix="faultline-root-") as temporary:
        work = (arguments.work or pathlib.Path(temporary)).resolve()
        work.mkdir(parents=True, exist_ok=True)
        make_base(work / "base", arguments.mirror or host_mirror())
        bench, table = Bench(work, arguments.packages), Table(arguments.only)
        print("| check | result | found |\n| --- | --- | --- |", flush=True)
        if table.wants("command line"):
            command_line(table, bench)
        if table.wants("tarball"):
            tarball(table, bench, arguments.packages)
        if table.wants("python"):
            python(table, bench)
        if table.wants("window"):
            window(table, bench)
        if table.wants("service"):
            service(table, bench)
        if not arguments.work:
            run("rm", "-rf", "--one-file-system", work, check=False)
            work.mkdir(exist_ok=True)
    print(f"\n{len(table.rows) - table.failed} of {len(table.rows)} checks ok")
    return 1 if table.failed or not table.rows else 0


if __name__ == "__main__":
    sys.exit(main())
