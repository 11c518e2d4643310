# SPDX-License-Identifier: GPL-3.0-or-later
"""The parts of a program: packages of Debian by the files that were linked, loaded or included, and grammars by their notes."""
import os
import pathlib
import re
import subprocess

# Shared objects of our own that each program opens at their first use (fl_private_module).
PRIVATE_MODULES = ["faultline-disassembler"]
# Loaded when the first transfer starts, so the linker does not know it (core/base/shared_library.h).
LOADED_LATER = {"faultline": ["libcurl.so.4"], "faultline-workbench": ["libcurl.so.4"]}


def output(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


def chunks(items, size):
    items = list(items)
    return (items[i : i + size] for i in range(0, len(items), size))


def linked_inputs(build, program):
    """All files from which the program is made, as Ninja knows them."""
    return output("ninja", "-C", str(build), "-t", "inputs", program).splitlines()


def included_headers(build, objects):
    """Headers outside the tree, of the program's objects. A header that is precompiled is an input of its own."""
    headers = set()
    for some in chunks(objects, 500):
        for line in output("ninja", "-C", str(build), "-t", "deps", *some).splitlines():
            path = line.strip()
            if path.startswith("/usr/"):
                headers.add(path)
    return headers


def needed_libraries(program):
    return re.findall(r"\(NEEDED\)[^\[]*\[([^\]]+)\]", output("readelf", "-d", str(program)))


def kind_of_machine(path):
    """Class and machine of an ELF file: 64 bits of x86 and x32 have the same names of libraries."""
    with open(path, "rb") as file:
        header = file.read(20)
    return header[4], header[18:20]


def paths_of_libraries(names, program):
    """Where the dynamic linker finds them."""
    kind, known = kind_of_machine(program), {}
    for name, path in re.findall(r"^\s+(\S+) \([^)]*\) => (\S+)", output("/sbin/ldconfig", "-p"), flags=re.M):
        if name in names and kind_of_machine(path) == kind:
            known.setdefault(name, path)
    missing = [name for name in names if name not in known]
    if missing:
        raise SystemExit(f"make_sbom: ldconfig does not know {', '.join(missing)}")
    return set(known.values())


def spellings(path):
    """Packages name files below /lib or /usr/lib, which is one folder, and links or what they point to."""
    for name in dict.fromkeys((path, os.path.realpath(path))):
        yield name
        yield name[len("/usr") :] if name.startswith("/usr/lib") else "/usr" + name


def owners(paths):
    """Names of the packages to which the files belong."""
    found, packages = set(), set()
    names = {name: path for path in paths for name in spellings(path)}
    for some in chunks(sorted(names), 1000):
        # It fails when it does not know one of the names, and tells what it knows of the others.
        text = subprocess.run(["dpkg-query", "--search", *some], capture_output=True, text=True, check=False).stdout
        for line in text.splitlines():
            owner, _, name = line.partition(": ")
            if name in names and not owner.startswith("diversion "):
                found.add(names[name])
                packages.add(owner.split(", ")[0])
    unknown = sorted(set(paths) - found)
    if unknown:
        raise SystemExit(f"make_sbom: no package has {', '.join(unknown[:5])}" + (f" and {len(unknown) - 5} more" if len(unknown) > 5 else ""))
    return packages


def debian_part(name, how):
    fields = "${Package}\t${Version}\t${source:Package}\t${source:Version}\t${Architecture}"
    package, version, source, source_version, architecture = output("dpkg-query", "-W", f"-f={fields}", name).split("\t")
    return {"name": package, "version": version, "source": source, "source_version": source_version, "how": how, "supplier": "Organization: Debian",
            "purl": f"pkg:deb/debian/{package}@{version.replace(':', '%3A').replace('+', '%2B')}?arch={architecture}&distro=bookworm"}


def grammar_parts(grammars):
    """cmake/fetch-grammars.sh notes names and versions in a file's name: javascript-0.23.1-typescript-0.23.2."""
    stamps = [path.name for path in grammars.iterdir() if path.is_file()]
    for name, version in re.findall(r"([a-z]+)-(\d[\d.]*\d)", " ".join(stamps)):
        full = f"tree-sitter-{name}"
        yield {"name": full, "version": version, "source": full, "source_version": version, "how": "STATIC_LINK",
               "supplier": "Organization: tree-sitter", "purl": f"pkg:npm/{full}@{version}"}


def find(program, build, source, grammars):
    inputs = linked_inputs(build, program)
    inputs += [path for module in PRIVATE_MODULES for path in linked_inputs(build, module) if path not in set(inputs)]
    objects = [path for path in inputs if path.endswith((".o", ".gch"))]
    archives = {path for path in inputs if path.startswith("/") and path.endswith(".a") and not path.startswith((str(build), str(source)))}
    binary = pathlib.Path(build) / "bin" / program
    modules = [pathlib.Path(build) / "lib/faultline" / f"{module}.so" for module in PRIVATE_MODULES]
    needed = {name for file in (binary, *modules) for name in needed_libraries(file)}
    shared = paths_of_libraries([*sorted(needed), *LOADED_LATER[program]], binary)
    parts = [debian_part(name, "DYNAMIC_LINK") for name in owners(shared)]
    # Headers of a library that is linked anyway bring nothing new.
    sources = {part["source"] for part in parts}
    inside = [debian_part(name, "STATIC_LINK") for name in owners(archives | included_headers(build, objects))]
    parts += [part for part in inside if part["source"] not in sources]
    if any("grammars" in path and path.endswith(".o") for path in objects):
        parts += grammar_parts(pathlib.Path(grammars))
    return parts
