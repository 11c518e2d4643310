#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Packs the command line with the libraries that it needs, for distributions with glibc 2.36 or later that are not Debian 12.

usage: make_tarball.py BUILD FOLDER

BUILD has the targets faultline and faultline_portable. FOLDER gets faultline-VERSION-linux-MACHINE.tar.xz. The libraries of glibc stay out: they
belong to the machine's kernel and loader. SOURCE_DATE_EPOCH is the time of everything in it.
"""
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "sbom"))
import parts_of_program  # noqa: E402: it lies beside the list of parts.

GLIBC = re.compile(r"(linux-vdso|ld-linux[\w-]*|lib(c|m|mvec|dl|pthread|rt|resolv|util|anl|nsl|nss_\w+|BrokenLocale|thread_db))\.so\b")
(LOADED_LATER,) = parts_of_program.LOADED_LATER["faultline"]
README = """Faultline's command line for Linux with glibc {glibc} or later on {machine}.

    bin/faultline symbolicate crash.dmp
    bin/faultline --help

The folder may lie anywhere; a link to bin/faultline in a folder of $PATH is enough. Its libraries, with their licences in
share/doc/faultline/libraries, are in lib/faultline, where only this program looks. share/man, share/bash-completion, share/zsh and share/fish
can be copied to the same places below /usr/local.

Servers' certificates are checked against /etc/ssl/certs/ca-certificates.crt. If your distribution keeps its authorities elsewhere
(Fedora: /etc/pki/tls/certs/ca-bundle.crt), name that file in ~/.config/faultline/config.yml:

    download_tls:
      ca_file: /etc/pki/tls/certs/ca-bundle.crt
"""


def output(*command, **environment):
    return subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ, **environment}).stdout


def cache_value(build, name):
    """A value that CMake keeps for the build."""
    return re.search(rf"^{name}(?::\w+)?=(.*)$", (build / "CMakeCache.txt").read_text(encoding="utf-8"), flags=re.M).group(1)


def libraries_of(path):
    """Paths of all libraries that the loader takes, by soname."""
    text = output("ldd", str(path))
    if "not found" in text:
        raise SystemExit(f"make_tarball: {path} misses libraries:\n{text}")
    return {name: pathlib.Path(where) for name, where in re.findall(r"^\s+(\S+) => (\S+)", text, flags=re.M) if not GLIBC.match(name)}


def copy_licences(files, folder):
    """The notices of the packages that have the files, the licences that these notices name, and where the packages' source is."""
    packages = sorted(parts_of_program.owners([str(path) for path in files]))
    folder.mkdir(parents=True, exist_ok=True)
    for package in packages:
        name = package.split(":")[0]
        shutil.copyfile(f"/usr/share/doc/{name}/copyright", folder / f"{name}.copyright")
    shutil.copytree("/usr/share/common-licenses", folder / "common-licenses", dirs_exist_ok=True)
    fields = "${Package}=${Version} is built from ${source:Package}=${source:Version}\n"
    lines = output("dpkg-query", "-W", f"-f={fields}", *packages)
    (folder / "PACKAGES").write_text("Of Debian, whose archive has the source of each (apt source NAME=VERSION):\n\n" + lines, encoding="utf-8")


def copy_libraries(libraries, top):
    folder = top / "lib/faultline"
    folder.mkdir(parents=True, exist_ok=True)
    for name, path in libraries.items():
        shutil.copyfile(path, folder / name)
    copy_licences(libraries.values(), top / "share/doc/faultline/libraries")


def check_libraries(program, top, is_of_system):
    """The packed program takes its libraries from beside itself, although this machine has them, too."""
    outside = [str(path) for name, path in libraries_of(program).items() if not is_of_system(name) and not path.resolve().is_relative_to(top.resolve())]
    if outside:
        raise SystemExit(f"make_tarball: the program would take {', '.join(outside)}")


def newest_glibc(paths):
    """The newest version of glibc's symbols that any of the files asks for."""
    found = {tuple(map(int, version.split("."))) for path in paths for version in re.findall(r"GLIBC_(\d+\.\d+)", output("objdump", "-T", str(path)))}
    return ".".join(map(str, max(found)))


def pack(top, archive):
    time = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))

    def same_everywhere(info):
        info.mtime, info.uid, info.gid, info.uname, info.gname = time, 0, 0, "root", "root"
        info.mode = 0o755 if info.isdir() or info.mode & 0o100 else 0o644
        return info

    with tarfile.open(archive, "w:xz", format=tarfile.GNU_FORMAT) as tar:
        for path in [top, *sorted(top.rglob("*"))]:
            tar.add(path, arcname=str(path.relative_to(top.parent)), recursive=False, filter=same_everywhere)


def main():
    build, folder = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    program = build / "installer/portable/faultline"
    version = output(str(build / "bin/faultline"), "--version").split()[-1]
    machine = platform.machine()
    with tempfile.TemporaryDirectory() as temporary:
        stage = pathlib.Path(temporary)
        output("cmake", "--install", str(build), "--component", "cli", "--prefix", "/usr", DESTDIR=str(stage))
        top = stage / f"faultline-{version}-linux-{machine}"
        (stage / "usr").rename(top)
        shutil.rmtree(top / "share/lintian", ignore_errors=True)
        # Names of functions stay, so that a crash of our own can be read.
        output("strip", "--strip-debug", "-o", str(top / "bin/faultline"), str(program))
        curl = pathlib.Path(*parts_of_program.paths_of_libraries([LOADED_LATER], program))
        modules = sorted((top / "lib/faultline").glob("*.so"))
        for module in modules:
            output("strip", "--strip-debug", str(module))
        libraries = {**libraries_of(program), LOADED_LATER: curl, **libraries_of(curl), **{name: path for module in modules for name, path in libraries_of(module).items()}}
        copy_libraries(libraries, top)
        check_libraries(top / "bin/faultline", top, GLIBC.match)
        glibc = newest_glibc([top / "bin/faultline", *(top / "lib/faultline").iterdir()])
        (top / "README").write_text(README.format(glibc=glibc, machine=machine), encoding="utf-8")
        archive = folder / f"{top.name}.tar.xz"
        pack(top, archive)
    print(f"{archive}: {archive.stat().st_size / 1e6:.1f} MB, {len(libraries)} libraries, glibc {glibc} or later")


if __name__ == "__main__":
    main()
