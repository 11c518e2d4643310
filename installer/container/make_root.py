#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the file system of the server's image: the program, the libraries that it loads, certificates, licences, a list of parts, and nothing else.

usage: make_root.py --build BUILD --source ROOT --out FOLDER

BUILD has the target faultline. FOLDER gets root.tar, in which every file has the time SOURCE_DATE_EPOCH. Libraries are not those of this machine:
mmdebstrap fetches their packages, from the sources of packages that this machine has.
"""
import argparse
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "sbom"))
import make_sbom  # noqa: E402: it lies beside the list of parts.
import parts_of_program  # noqa: E402

USER = 65532  # As images without a distribution have it.
PROGRAM = "faultline"
PASSWD = f"root:x:0:0:root:/:/sbin/nologin\nnonroot:x:{USER}:{USER}:nonroot:/data:/sbin/nologin\n"
GROUP = f"root:x:0:\nnonroot:x:{USER}:\n"
NSSWITCH = "hosts: files dns\n"
CERTIFICATES = "usr/share/ca-certificates"
LICENCES = "usr/share/common-licenses"  # Packages' copyrights refer to them.
BUNDLE = "etc/ssl/certs/ca-certificates.crt"


def output(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


def cache_value(build, name):
    """A value that CMake keeps for the build."""
    return re.search(rf"^{name}(?::\w+)?=(.*)$", (build / "CMakeCache.txt").read_text(encoding="utf-8"), flags=re.M).group(1)


def codename():
    return re.search(r"^VERSION_CODENAME=(\w+)$", pathlib.Path("/etc/os-release").read_text(encoding="utf-8"), flags=re.M).group(1)


def own_files(build):
    """The program and what it opens at first use, by their place in the image."""
    modules = {f"usr/lib/faultline/{module}.so": build / f"lib/faultline/{module}.so" for module in parts_of_program.PRIVATE_MODULES}
    return {f"usr/bin/{PROGRAM}": build / "bin" / PROGRAM, **modules}


def first_libraries(files):
    """What our own files name, and what they load later."""
    return sorted({name for path in files for name in parts_of_program.needed_libraries(path)} | set(parts_of_program.LOADED_LATER[PROGRAM]))


def unpack_packages(names, folder):
    """Unpacks the packages and all that they depend on. Returns the packages: name, version, source and files."""
    subprocess.run(["mmdebstrap", "--quiet", "--variant=extract", "--skip=cleanup/apt", f"--include={','.join(sorted(names))}", codename(), str(folder)],
                   check=True, stderr=subprocess.PIPE, text=True)
    return [described(archive) for archive in sorted((folder / "var/cache/apt/archives").glob("*.deb"))]


def described(archive):
    fields = dict(line.split(": ", 1) for line in output("dpkg-deb", "-f", str(archive), "Package", "Version", "Source", "Architecture").splitlines())
    files = [line.removeprefix("./").rstrip("/") for line in output("sh", "-c", 'dpkg-deb --fsys-tarfile "$1" | tar -t', "sh", str(archive)).splitlines()]
    source = re.fullmatch(r"(\S+)(?: \((\S+)\))?", fields.get("Source", fields["Package"]))
    version = fields["Version"]
    return {"name": fields["Package"], "version": version, "source": source.group(1), "source_version": source.group(2) or version, "files": set(files),
            "how": "DYNAMIC_LINK", "supplier": "Organization: Debian",
            "purl": f"pkg:deb/debian/{fields['Package']}@{version.replace(':', '%3A').replace('+', '%2B')}?arch={fields['Architecture']}&distro={codename()}"}


def library_folders(root):
    triplet = output("gcc", "-print-multiarch").strip()
    return [root / folder for folder in (f"lib/{triplet}", f"usr/lib/{triplet}", "lib64", "lib", "usr/lib")]


def all_libraries(names, root):
    """The files of the named libraries and of all that these need, by soname."""
    folders, found, wanted = library_folders(root), {}, list(names)
    while wanted:
        name = wanted.pop()
        if name in found:
            continue
        path = next((folder / name for folder in folders if (folder / name).exists()), None)
        if path is None:
            raise SystemExit(f"make_root: no package of the image has {name}")
        found[name] = path
        wanted += parts_of_program.needed_libraries(path)
    return found


def owners(paths, root, packages):
    """The packages that have these files, however their links lead there."""
    spelled = {name for path in paths for one in (path, path.resolve()) for name in (str(one.relative_to(root)), f"usr/{one.relative_to(root)}")}
    return [package for package in packages if package["files"] & spelled]


class Tree:
    """The image's files in memory: content or target of a link, mode and owner."""

    def __init__(self, time):
        self._time = time
        self._entries = {}

    def _add(self, name, kind, mode, owner, **rest):
        for parent in pathlib.PurePosixPath(name).parents:
            if str(parent) != "." and str(parent) not in self._entries:
                self._add(str(parent), tarfile.DIRTYPE, 0o755, 0)
        info = tarfile.TarInfo(name)
        info.type, info.mode, info.uid, info.gid, info.mtime, info.linkname = kind, mode, owner, owner, self._time, rest.get("target", "")
        content = rest.get("content", b"")
        info.size = len(content)
        self._entries[name] = (info, content)

    def folder(self, name, mode=0o755, owner=0):
        self._add(name, tarfile.DIRTYPE, mode, owner)

    def file(self, name, content, mode=0o644, owner=0):
        self._add(name, tarfile.REGTYPE, mode, owner, content=content)

    def link(self, name, target):
        self._add(name, tarfile.SYMTYPE, 0o777, 0, target=target)

    def write(self, path):
        with tarfile.open(path, "w", format=tarfile.GNU_FORMAT) as tar:
            for name in sorted(self._entries):
                info, content = self._entries[name]
                tar.addfile(info, io.BytesIO(content))

    def size(self):
        return sum(len(content) for _, content in self._entries.values())


def stripped(path, folder):
    """Names of functions stay, so that a crash of our own can be read."""
    copy = folder / path.name
    output("strip", "--strip-debug", "-o", str(copy), str(path))
    return copy.read_bytes()


def add_program(tree, files):
    with tempfile.TemporaryDirectory() as folder:
        for name, path in files.items():
            tree.file(name, stripped(path, pathlib.Path(folder)), 0o755)
    tree.link("usr/bin/symbolicator", PROGRAM)
    for name in ("bin", "lib", "lib64"):
        tree.link(name, f"usr/{name}")


def add_libraries(tree, libraries, root):
    triplet = output("gcc", "-print-multiarch").strip()
    for name, path in libraries.items():
        place = "usr/lib64" if name.startswith("ld-linux") else f"usr/lib/{triplet}"
        tree.file(f"{place}/{name}", (root / path.resolve()).read_bytes(), 0o755)


def add_certificates(tree, root):
    files = sorted((root / CERTIFICATES).rglob("*.crt"))
    tree.file(BUNDLE, b"".join(file.read_bytes().rstrip(b"\n") + b"\n" for file in files))


def notice_of(package, root):
    """A package's copyright; its folder of documents may be a link to that of another package."""
    return ((root / "usr/share/doc" / package["name"]).resolve() / "copyright").read_bytes()


def add_documents(tree, parts, root, source, sbom):
    documents = "usr/share/doc"
    for path in sorted((root / LICENCES).iterdir()):
        if path.is_symlink():
            tree.link(f"{LICENCES}/{path.name}", os.readlink(path))
        else:
            tree.file(f"{LICENCES}/{path.name}", path.read_bytes())
    for package in parts:
        tree.file(f"{documents}/{package['name']}/copyright", notice_of(package, root))
    tree.file(f"{documents}/{PROGRAM}/copyright", (source / "installer/debian/copyright").read_bytes())
    tree.file(f"{documents}/{PROGRAM}/image.spdx.json", sbom)


def add_settings(tree):
    for name, text in (("passwd", PASSWD), ("group", GROUP), ("nsswitch.conf", NSSWITCH)):
        tree.file(f"etc/{name}", text.encode())
    tree.folder("etc/symbolicator", owner=USER)
    tree.file("etc/symbolicator/config.yml", (HERE / "config.yml").read_bytes(), owner=USER)
    tree.folder("data", owner=USER)
    tree.folder("data/tmp", 0o700, USER)
    for name in ("dev", "proc", "run", "sys"):
        tree.folder(name)
    tree.folder("tmp", 0o1777)


def sbom_of(build, source, packages):
    """What is compiled into the program, and the packages whose files are in the image."""
    licences = json.loads((HERE.parent / "sbom/licences.json").read_text(encoding="utf-8"))
    grammars = pathlib.Path(cache_value(build, "FAULTLINE_GRAMMARS"))
    inside = [part for part in parts_of_program.find(PROGRAM, build, source, grammars) if part["how"] == "STATIC_LINK"]
    loaded = [{key: value for key, value in package.items() if key != "files"} for package in packages]
    parts = make_sbom.with_licences([*inside, *loaded], licences)
    version = cache_value(build, "CMAKE_PROJECT_VERSION")
    text = json.dumps(make_sbom.document("faultline-server", version, parts, make_sbom.creation_time()), indent=1, ensure_ascii=False)
    return (text + "\n").encode()


def make(build, source, out):
    files = own_files(build)
    names = first_libraries(files.values())
    wanted = {owner.split(":")[0] for owner in parts_of_program.owners(parts_of_program.paths_of_libraries(names, files[f"usr/bin/{PROGRAM}"]))}
    tree = Tree(int(os.environ["SOURCE_DATE_EPOCH"]))
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder).resolve() / "packages"
        packages = unpack_packages(wanted | {"base-files", "ca-certificates"}, root)
        libraries = all_libraries(names, root)
        kept = owners([*libraries.values(), *(root / CERTIFICATES).rglob("*.crt"), root / LICENCES], root, packages)
        add_program(tree, files)
        add_libraries(tree, libraries, root)
        add_certificates(tree, root)
        add_documents(tree, kept, root, source, sbom_of(build, source, kept))
        shutil.rmtree(root)
    add_settings(tree)
    out.mkdir(parents=True, exist_ok=True)
    tree.write(out / "root.tar")
    print(f"{out}/root.tar: {tree.size() / 1e6:.1f} MB, {len(libraries)} libraries of {len(kept)} packages")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    for name in ("build", "source", "out"):
        parser.add_argument(f"--{name}", required=True, type=pathlib.Path)
    arguments = parser.parse_args()
    make(arguments.build.resolve(), arguments.source.resolve(), arguments.out)


if __name__ == "__main__":
    sys.exit(main())
