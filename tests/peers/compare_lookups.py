#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks Faultline and a peer about the same random code addresses of a debug file, and sorts what differs into classes.

The peer is llvm-symbolizer, or with --peer PROGRAM one that builds and reads symcaches (`symcache-build`, `symcache-lookup --print`).
Nothing runs this by itself: it is for looking at large real files. Exit code 1 when a class differs that --expect does not name.
"""
import argparse
import collections
import json
import pathlib
import posixpath
import random
import re
import subprocess
import sys
import tempfile

LLVM_SUFFIX = "-19"

Frame = collections.namedtuple("Frame", "function path line")


def llvm(tool, *arguments, stdin=None, check=True):
    return subprocess.run([f"{tool}{LLVM_SUFFIX}", *map(str, arguments)], input=stdin, check=check, stdout=subprocess.PIPE, text=True, errors="replace").stdout


def code_sections(file):
    """(begin, end) of the sections that llvm-objdump calls text, linked addresses."""
    sections = []
    for line in llvm("llvm-objdump", "--section-headers", file).splitlines():
        fields = line.split()
        if len(fields) >= 5 and fields[0].isdigit() and "TEXT" in fields[4].split(","):
            sections.append((int(fields[3], 16), int(fields[3], 16) + int(fields[2], 16)))
    return [section for section in sections if section[0] < section[1]]


def breakpad_functions(file):
    """(begin, end) of every FUNC record."""
    ranges = []
    with open(file, errors="replace") as lines:
        for line in lines:
            if line.startswith("FUNC "):
                fields = line.split()[2 if line.split()[1] == "m" else 1:]
                ranges.append((int(fields[0], 16), int(fields[0], 16) + int(fields[1], 16)))
    return ranges


def pick(ranges, count, seed):
    generator = random.Random(seed)
    weights = [end - begin for begin, end in ranges]
    return sorted({generator.randrange(*chosen) for chosen in generator.choices(ranges, weights, k=count)})


def load_address(faultline, file):
    return int(json.loads(subprocess.run([faultline, "symbols", "info", "--format", "json", str(file)], check=True, stdout=subprocess.PIPE, text=True).stdout)["load_address"], 16)


def ask_faultline(faultline, file, addresses, work):
    listing = work / "addresses"
    listing.write_text("".join(f"{address:x}\n" for address in addresses))
    run = subprocess.run([faultline, "symbols", "lookup", str(file), "--addresses", str(listing), "--format", "json"], check=True, stdout=subprocess.PIPE, text=True)
    return [[Frame(f["symbol"], f.get("abs_path", ""), f["lineno"]) for f in answer["frames"]] for answer in json.loads(run.stdout)]


def ask_llvm(file, addresses):
    out = llvm("llvm-symbolizer", "--inlines", "--no-demangle", "--output-style=JSON", "-e", file, stdin="".join(f"0x{address:x}\n" for address in addresses))
    answers = []
    for line in out.splitlines():
        frames = [Frame(f["FunctionName"], f["FileName"], f["Line"]) for f in json.loads(line).get("Symbol", [])]
        answers.append([frame for frame in frames if frame.function or frame.path])
    return answers


def ask_symcache_peer(program, file, addresses, work):
    cache, listing = work / "peer.symcache", work / "peer-addresses"
    listing.write_text("".join(f"{address:x}\n" for address in addresses))
    subprocess.run([program, "symcache-build", str(file), str(cache)], check=True, stdout=subprocess.DEVNULL)
    out = subprocess.run([program, "symcache-lookup", str(cache), str(listing), "--rounds", "1", "--print"], check=True, stdout=subprocess.PIPE, text=True, errors="replace").stdout
    answers = {}
    for line in out.splitlines():
        address, *frames = line.split("\t")
        if re.fullmatch("[0-9a-f]+", address):
            answers[int(address, 16)] = [peer_frame(f) for f in frames if f and f != "-"]
    return [answers.get(address, []) for address in addresses]


def peer_frame(text):
    """Of "NAME at PATH:LINE" or "NAME :LINE"; names and paths may have blanks."""
    name, path, line = re.fullmatch(r"(.*?)(?: at (.*)| ):(\d+)", text).groups()
    return Frame(name, path or "", int(line))


def symbol_aliases(file):
    """Every symbol name → the names at the same address."""
    groups = collections.defaultdict(set)
    for arguments in ((), ("--dynamic",)):
        try:
            listing = llvm("llvm-nm", "--no-sort", "--no-demangle", *arguments, file)
        except subprocess.CalledProcessError:
            continue
        for line in listing.splitlines():
            fields = line.split(maxsplit=2)
            if len(fields) == 3:
                groups[fields[0]].add(fields[2].split("@")[0])
    aliases = collections.defaultdict(set)
    for names in groups.values():
        for name in names:
            aliases[name] |= names
    return aliases


def plain(name):
    """Without the version of a symbol and what GCC and LLVM append to clones and parts of a function."""
    return re.sub(r"(\.(cold|part|isra|constprop|lto_priv|llvm|localalias|__uniq|warm)(\.\d+)*|\.\d+)+$", "", name.split("@")[0])


def without_parameters(name):
    """Of a C++ name in plain text: up to the parameter list, that is the last ( outside <> with nothing but qualifiers behind its )."""
    if not name.endswith((")", ") const", ") volatile")):
        return name
    depth = 0
    for position in range(name.rindex(")"), -1, -1):
        depth += {")": 1, "(": -1}.get(name[position], 0)
        if depth == 0:
            return name if name[:position].endswith("operator") else name[:position]
    return name


def canonical_msvc(names):
    """Every mangled or plain name of a Windows program → one spelling without parameters, template arguments, class keys and blanks."""
    mangled = sorted(name for name in names if name.startswith("?"))
    undname = ("--no-access-specifier", "--no-calling-convention", "--no-return-type", "--no-member-type", "--no-variable-type")
    # Each name is followed by what it means, those that llvm-undname refuses by an empty line.
    shown = llvm("llvm-undname", *undname, stdin="\n".join(mangled), check=False).splitlines()
    readable = {name: meaning for name, meaning in zip(shown, shown[1:]) if meaning and name.startswith("?") and not meaning.startswith("?")}
    return {name: canonical_name(readable.get(name, name)) for name in names}


def canonical_name(readable):
    # 32-bit symbols have the decoration of C, the debug info has not: _name, _name@8, @name@8.
    name = re.sub(r"^[@_]?(\w+)@\d+$", r"\1", without_parameters(readable))
    name = name if "::" in name else name.lstrip("_")
    operator = re.search(r"operator *[<>=-]+$", name)
    head = name[: operator.start()] if operator else name
    while (shorter := re.sub(r"(?<!operator)<[^<>]*>", "", head)) != head:
        head = shorter
    name = head + (operator.group() if operator else "")
    # LLVM calls a deleting destructor what its symbol does, the debug info only has the destructor.
    name = re.sub(r"`(scalar|vector) deleting dtor'|~\w+$", "~", name)
    return re.sub(r"\b(class|struct|union|enum) |[ ]", "", name)


def with_canonical_names(*answers):
    names = canonical_msvc({frame.function for answer in answers for frames in answer for frame in frames})
    return [[[frame._replace(function=names[frame.function]) for frame in frames] for frames in answer] for answer in answers]


def same_path(ours, theirs):
    clean = posixpath.normpath(theirs) if theirs else ""
    return posixpath.normpath(ours) == clean if ours else not clean


def difference(ours, theirs, aliases):
    """The class of a difference; empty when both say the same."""
    if ours == theirs or not (ours or theirs):
        return ""
    if not ours and [frame.function for frame in theirs] == [""]:
        return "peer has a line outside all functions"
    if not ours and len(theirs) == 1 and not theirs[0].line:
        return "peer extends a symbol over padding"
    if not ours or not theirs:
        return "only the peer knows" if theirs else "only faultline knows"
    if len(ours) != len(theirs):
        return "inline chain longer" if len(ours) > len(theirs) else "inline chain shorter"
    for depth, (mine, other) in enumerate(zip(ours, theirs)):
        where = "function" if depth + 1 == len(ours) else "inlined"
        if mine.function != other.function:
            if other.function.split("@")[0] in aliases[mine.function.split("@")[0]]:
                return f"{where}: other symbol of the same address"
            if plain(other.function) in {plain(mine.function), *aliases[plain(mine.function)]}:
                return f"{where}: name of a part or clone"
            if mine.function.endswith("::" + other.function):
                return f"{where}: name with its scopes"
            if mine.function.split("::")[-1] == other.function.split("::")[-1]:
                return f"{where}: scopes spelled otherwise"
            return f"{where}: {'no name here' if not mine.function else 'no name there' if not other.function else 'other name'}"
        if not same_path(mine.path, other.path):
            return f"{where}: {'no file here' if not mine.path else 'no file there' if not other.path else 'other file'}"
        if mine.line != other.line:
            return f"{where}: {'no line here' if not mine.line else 'no line there' if not other.line else 'other line'}"
    return ""


def show(frames):
    return "\n".join(f"        {f.function or '?'}  {f.path or '?'}:{f.line}" for f in frames) or "        -"


def report(addresses, ours, theirs, aliases, examples):
    classes = collections.defaultdict(list)
    for address, mine, other in zip(addresses, ours, theirs):
        classes[difference(mine, other, aliases)].append((address, mine, other))
    same = len(classes.pop("", []))
    print(f"{len(addresses)} addresses, {same} the same ({100 * same / len(addresses):.3f} %)")
    for name, found in sorted(classes.items(), key=lambda entry: -len(entry[1])):
        print(f"  {len(found):7}  {name}")
        for address, mine, other in found[:: max(1, len(found) // examples)][:examples] if examples else ():
            print(f"    {address:#x}\n      faultline\n{show(mine)}\n      peer\n{show(other)}")
    return set(classes)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--faultline", default="faultline", help="the program to judge")
    parser.add_argument("--peer-file", type=pathlib.Path, help="what llvm-symbolizer reads instead, and where the code is: the image of a PDB, a file before dwz")
    parser.add_argument("--peer", help="a program that builds and reads symcaches; default: llvm-symbolizer")
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--examples", type=int, default=0, help="how many of each class to print")
    parser.add_argument("--expect", action="append", default=[], metavar="CLASS", help="a class that is explained")
    options = parser.parse_args()
    is_breakpad = options.file.open("rb").read(7) == b"MODULE "
    peer_file = options.peer_file or options.file
    base = 0 if is_breakpad else load_address(options.faultline, peer_file)
    linked = pick(breakpad_functions(options.file) if is_breakpad else code_sections(peer_file), options.count, options.seed)
    relative = [address - base for address in linked]
    with tempfile.TemporaryDirectory(prefix="faultline-compare-") as folder:
        work = pathlib.Path(folder)
        ours = ask_faultline(options.faultline, options.file, relative, work)
        theirs = ask_symcache_peer(options.peer, options.file, relative, work) if options.peer else ask_llvm(peer_file, linked)
    if options.file.suffix.lower() == ".pdb":
        ours, theirs = with_canonical_names(ours, theirs)
    aliases = collections.defaultdict(set) if is_breakpad else symbol_aliases(peer_file)
    classes = report(linked, ours, theirs, aliases, options.examples)
    return 1 if classes - set(options.expect) else 0


if __name__ == "__main__":
    sys.exit(main())
