#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The version in the top CMakeLists.txt is the version everywhere, and the two lists of build packages agree.

usage: test_one_version.py ROOT PROGRAM
"""
import pathlib
import re
import subprocess
import sys

# ./dev installs these for itself: its compiler cache, clones and tests of downloads; and what Debian's builders have in any case.
ONLY_IN_DEV = {"ccache", "git", "ca-certificates", "dpkg-dev", "gzip"}


def only(pattern, text, what):
    found = re.search(pattern, text, flags=re.M | re.S)
    if not found:
        raise SystemExit(f"{what} does not match {pattern}")
    return found.group(1)


def versions(root, program):
    def read(name):
        return (root / name).read_text(encoding="utf-8")

    yield "installer/debian/changelog", only(r"\Afaultline \(([^)]+)-\d+\)", read("installer/debian/changelog"), "the changelog")
    metadata = "installer/desktop/org.faultline.faultline.metainfo.xml.in"
    yield metadata, only(r'<releases>\s*<release version="([^"]+)"', read(metadata), metadata)
    for name, pattern in (("installer/kubernetes/kustomization.yaml", r"newTag: (\S+)"), ("installer/compose/compose.yml", r"faultline-server:([\d.]+)}")):
        yield name, only(pattern, read(name), name)
    yield "faultline --version", subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout.split()[-1]
    released = re.search(r"^## (\d[\d.]*)", read("CHANGELOG.md"), flags=re.M)
    if released and "## Unreleased" not in read("CHANGELOG.md"):
        yield "CHANGELOG.md", released.group(1)


def dates(root):
    """Of the newest release, in Debian's changelog and in the store entry."""
    changelog = subprocess.run(["date", "-u", "+%F", "-d", only(r"\n -- [^\n]*>  ([^\n]+)", (root / "installer/debian/changelog").read_text(encoding="utf-8"), "the changelog")],
                               check=True, capture_output=True, text=True).stdout.strip()
    metadata = (root / "installer/desktop/org.faultline.faultline.metainfo.xml.in").read_text(encoding="utf-8")
    return changelog, only(r'<releases>\s*<release [^>]*date="([^"]+)"', metadata, "the store entry")


def build_packages(root):
    control = only(r"^Build-Depends: (.*?)\n(?=\S|\n)", (root / "installer/debian/control").read_text(encoding="utf-8"), "debian/control")
    script = (root / "dev").read_text(encoding="utf-8")
    lists = " ".join(only(rf"^{name}=\(([^)]*)\)", script, "dev") for name in ("build_packages", "package_packages"))
    return set(re.split(r",\s+", control.strip())), set(lists.split()) - ONLY_IN_DEV


def main():
    root, program = pathlib.Path(sys.argv[1]), sys.argv[2]
    version = only(r"^project\(Faultline VERSION (\S+)", (root / "CMakeLists.txt").read_text(encoding="utf-8"), "CMakeLists.txt")
    problems = [f"{where} says {found}, CMakeLists.txt says {version}" for where, found in versions(root, program) if found != version]
    in_changelog, in_store = dates(root)
    if in_changelog != in_store:
        problems.append(f"installer/debian/changelog is of {in_changelog}, the store entry of {in_store}")
    in_control, in_dev = build_packages(root)
    problems += [f"only debian/control builds with {name}" for name in sorted(in_control - in_dev)]
    problems += [f"only ./dev builds with {name}" for name in sorted(in_dev - in_control)]
    print("\n".join(problems) or f"{version} everywhere, {len(in_control)} packages to build with")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
