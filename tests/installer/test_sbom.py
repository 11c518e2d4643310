#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of parts of this very build is whole and well-formed, and a part without a licence or a notice stops the packages.

usage: test_sbom.py ROOT BUILD GRAMMARS
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
IDENTIFIER = re.compile(r"SPDXRef-[A-Za-z0-9.-]+$")
LICENCE = re.compile(r"(LicenseRef-)?[A-Za-z0-9.+-]+$")


def structure_defects(document):
    """What SPDX 2.3 demands of the fields that we write."""
    packages = document["packages"]
    ids = [package["SPDXID"] for package in packages]
    yield from (f"{name} is not an identifier" for name in ids if not IDENTIFIER.match(name))
    yield from (f"{name} is there twice" for name in set(ids) if ids.count(name) > 1)
    known = {"SPDXRef-DOCUMENT", *ids}
    for relationship in document["relationships"]:
        ends = {relationship["spdxElementId"], relationship["relatedSpdxElement"]}
        yield from (f"a relationship names {end}, which is not there" for end in ends - known)
    related = {relationship["relatedSpdxElement"] for relationship in document["relationships"]}
    yield from (f"nothing refers to {name}" for name in set(ids) - related)
    extracted = {info["licenseId"] for info in document.get("hasExtractedLicensingInfos", [])}
    for package in packages:
        for word in re.split(r"[\s()]+", package["licenseDeclared"]):
            if word not in ("AND", "OR", "WITH", "") and not LICENCE.match(word):
                yield f"{package['name']} has the licence {package['licenseDeclared']}"
            if word.startswith("LicenseRef-") and word not in extracted:
                yield f"{word} has no text"
    if not re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$", document["creationInfo"]["created"]):
        yield f"created {document['creationInfo']['created']}"


def missing_libraries(document, program):
    """By another way than the maker's: the loader says which files it takes, dpkg whose they are."""
    names = {package["name"] for package in document["packages"]}
    needed = re.findall(r"\(NEEDED\)[^\[]*\[([^\]]+)\]", subprocess.run(["readelf", "-d", program], check=True, capture_output=True, text=True).stdout)
    paths = dict(re.findall(r"^\s+(\S+) => (\S+)", subprocess.run(["ldd", program], check=True, capture_output=True, text=True).stdout, flags=re.M))
    for soname in needed:
        path = os.path.realpath(paths.get(soname, "/nowhere"))
        owners = {subprocess.run(["dpkg-query", "-S", spelling], capture_output=True, text=True, check=False).stdout.split(":")[0]
                  for spelling in (path, path.removeprefix("/usr"))} - {""}
        if path != "/nowhere" and not owners & names:
            yield f"{soname} of {owners} is not listed"


class Maker:
    def __init__(self, root, build, grammars):
        self.root, self.build, self.grammars = root, build, grammars

    def run(self, script, out):
        command = [sys.executable, str(script), "--build", self.build, "--source", str(self.root), "--grammars", self.grammars,
                   "--program", "faultline", "--version", "1.2.3-4", "--out", str(out)]
        return subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000"})


def refusal_defects(maker, folder):
    """A copy of the maker that lacks a licence, and one whose notice is not in debian/copyright."""
    copied = folder / "sbom"
    shutil.copytree(maker.root / "installer/sbom", copied)
    licences = json.loads((copied / "licences.json").read_text(encoding="utf-8"))
    without = {name: value for name, value in licences.items() if name != "yaml-cpp"}
    unnamed = {**licences, "nlohmann-json3": {"spdx": "MIT", "notice": "somebody else"}}
    for changed, expected in ((without, "no licence for yaml-cpp"), (unnamed, 'does not have "somebody else"')):
        (copied / "licences.json").write_text(json.dumps(changed), encoding="utf-8")
        result = maker.run(copied / "make_sbom.py", folder / "refused.json")
        if result.returncode == 0 or expected not in result.stderr:
            yield f"expected \"{expected}\", got {result.returncode} {result.stderr}"


def main():
    root, build, grammars = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    program = f"{build}/bin/faultline"
    missing = [tool for tool in ("ninja", "dpkg-query", "readelf", "ldd") if not shutil.which(tool)]
    if not pathlib.Path(build, "build.ninja").exists():
        missing.append("a build by Ninja")
    if missing:
        print(f"not here: {', '.join(missing)}")
        return 1 if os.environ.get("FAULTLINE_REQUIRE_TOOLS") else SKIPPED
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        maker = Maker(root, build, grammars)
        texts = []
        for name in ("first.json", "second.json"):
            result = maker.run(root / "installer/sbom/make_sbom.py", folder / name)
            if result.returncode != 0:
                raise SystemExit(result.stderr)
            texts.append((folder / name).read_text(encoding="utf-8"))
        document = json.loads(texts[0])
        problems = [*structure_defects(document), *missing_libraries(document, program), *refusal_defects(maker, folder)]
        if texts[0] != texts[1]:
            problems.append("two runs differ")
        if "SPDXRef-llvm-19-dev" not in texts[0]:
            problems.append("LLVM, which is linked statically, is not listed")
    print("\n".join(problems) or f"{len(document['packages'])} packages")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
