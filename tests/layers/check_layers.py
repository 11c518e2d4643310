#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds core/, ui/ and app/ to the table in layers.json.

usage: check_layers.py ROOT [TABLE]

The table names every folder that has sources, from the ground up, and what it may include: a folder stands above all that it uses, so the
table itself has no circles. "core/formats/debug" as something used means that folder and every folder in it. Checked are:
- folders: each has a row; each row has a folder, unless it is listed under "coming";
- includes: by full path, of a folder that the row names; no Qt below core/;
- circles: none between files, none between folders, at any depth;
- the picture in docs/architecture.md: its rooms in the table's order, those of "split_rooms" in their parts, its arrows as the table has
  them (see picture());
- link lists: a target links each target whose headers it includes, and no other; visibly (DEPENDS) exactly what its headers include;
- third-party libraries: each is included by its adapters only, in headers only where the table says why;
- nevers: what a row's expression finds stands in the row's folders and files only.

Prints each defect and fails on any.
"""
import json
import pathlib
import re
import sys

from source_tree import Tree

QT = re.compile(r"Q[A-Z]\w*$|Qt([A-Z]\w*)?(/|$)")
STANDARD = re.compile(r"[a-z_0-9]+$|c[a-z]+$")
ARROW = "──►"


class Table:
    def __init__(self, path):
        data = json.loads(path.read_text(encoding="utf-8"))
        self.rows = data["folders"]
        self.coming = set(data.get("coming", []))
        self.libraries = data["libraries"]
        self.exceptions = data.get("link_exceptions", [])
        self.split_rooms = set(data.get("split_rooms", []))
        self.nevers = data.get("nevers", [])
        self.system = re.compile(data["system_headers"])
        self.order = {folder: i for i, folder in enumerate(self.rows)}

    def covered(self, used):
        return [folder for folder in self.rows if folder == used or folder.startswith(used + "/")]

    def allows(self, folder, other):
        return folder == other or any(other == used or other.startswith(used + "/") for used in self.rows.get(folder, []))

    def room(self, folder):
        """The first two parts of the path; three for a room that is shown in parts."""
        return cut(folder, 3 if cut(folder, 2) in self.split_rooms else 2)

    def find_library(self, header):
        return next((library for library in self.libraries if re.match(library["headers"], header)), None)


def table_defects(table, tree):
    for folder, uses in table.rows.items():
        for used in uses:
            covered = table.covered(used)
            if not covered:
                yield f"layers.json: {folder} uses {used}, which has no row"
            for other in covered:
                if other != folder and table.order[other] > table.order[folder]:
                    yield f"layers.json: {folder} uses {other}, which stands above it"
    for folder in tree.folders:
        if folder not in table.rows:
            yield f"layers.json: {folder} has no row"
        elif folder in table.coming:
            yield f"layers.json: {folder} is there, so it is no longer coming"
    for folder in table.rows:
        if folder not in tree.folders and folder not in table.coming:
            yield f"layers.json: there is no folder {folder}"
    for folder in sorted(table.coming - set(table.rows)):
        yield f"layers.json: {folder} is coming, but has no row"
    for room in sorted(table.split_rooms):
        if room in table.rows or not table.covered(room):
            yield f"layers.json: {room} has no parts to show"


def include_defects(table, tree):
    for file in tree.files.values():
        for target, line in file.own:
            if target not in tree.files:
                yield f"{file.name}:{line}: {target} is no file's full path"
            elif not table.allows(file.folder, target.rpartition("/")[0]):
                yield f"{file.name}:{line}: {file.folder} may not include {target}"
        for target, line in file.foreign:
            if file.name.startswith("core/") and QT.match(target):
                yield f"{file.name}:{line}: core knows no Qt ({target})"


def circles(graph):
    """The strongly connected parts with more than one node (Tarjan)."""
    number, low, stack, found = {}, {}, [], []

    def visit(node):
        number[node] = low[node] = len(number)
        stack.append(node)
        for other in graph.get(node, ()):
            if other not in number:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], number[other])
        if low[node] == number[node]:
            part = stack[stack.index(node) :]
            del stack[stack.index(node) :]
            if len(part) > 1:
                found.append(sorted(part))

    for node in sorted(graph):
        if node not in number:
            visit(node)
    return found


def cut(path, depth):
    return "/".join(path.split("/")[:depth])


def graph_of(tree, name_of):
    graph = {}
    for file in tree.files.values():
        others = {name_of(target) for target, _ in file.own if target in tree.files}
        graph.setdefault(name_of(file.name), set()).update(others - {name_of(file.name)})
    return graph


def circle_defects(tree):
    sys.setrecursionlimit(10000)
    for part in circles(graph_of(tree, lambda name: name)):
        yield f"files include each other in a circle: {', '.join(part)}"
    seen = set()
    deepest = max((folder.count("/") + 1 for folder in tree.folders), default=0)
    for depth in range(1, deepest + 1):
        for part in circles(graph_of(tree, lambda name: cut(name.rpartition("/")[0], depth))):
            if tuple(part) not in seen:
                seen.add(tuple(part))
                yield f"folders include each other in a circle: {', '.join(part)}"


def room_graph(table):
    """The table, folded to rooms."""
    graph = {}
    for folder, uses in table.rows.items():
        others = {table.room(other) for used in uses for other in table.covered(used)}
        graph.setdefault(table.room(folder), set()).update(others - {table.room(folder)})
    return graph


def reachable(graph, start):
    found, open_nodes = set(), [start]
    while open_nodes:
        for other in graph.get(open_nodes.pop(), ()):
            if other not in found:
                found.add(other)
                open_nodes.append(other)
    return found


def picture(table):
    """The lines that docs/architecture.md shows: each room from the top down with the rooms that it stands on, left out what follows from them."""
    graph = room_graph(table)
    order = list(dict.fromkeys(table.room(folder) for folder in reversed(table.rows)))
    width = max(map(len, order))
    for room in order:
        nearest = [other for other in order if other in graph[room] and not any(other in reachable(graph, third) for third in graph[room])]
        yield f"{room:<{width}} {ARROW} {', '.join(nearest)}" if nearest else room


def picture_defects(table, tree):
    path = tree.root / "docs/architecture.md"
    if circles(room_graph(table)):
        yield f"layers.json: rooms in a circle: {circles(room_graph(table))}"
        return
    blocks = re.findall(r"^```\n(.*?)^```", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL) if path.exists() else []
    drawn = next((block.splitlines() for block in blocks if ARROW in block), [])
    expected = list(picture(table))
    for line in drawn:
        if line not in expected:
            yield f"docs/architecture.md: the table does not say “{line}”"
    for line in expected:
        if line not in drawn:
            yield f"docs/architecture.md: the picture lacks “{line}”"
    if sorted(drawn) == sorted(expected) and drawn != expected:
        yield "docs/architecture.md: the picture's lines are not in the table's order"


def needs_of(target, table, tree):
    """(own targets, library names) that the target's headers and all its files include."""
    visible, every, libraries = set(), set(), set()
    for name in target.files:
        file = tree.files.get(name)
        if not file:
            continue
        for other, _ in file.own:
            owner = tree.owners.get(other)
            if owner and owner is not target:
                every.add(owner.name)
                if file.is_header:
                    visible.add(owner.name)
        libraries |= {library["name"] for header, _ in file.foreign for library in [table.find_library(header)] if library}
    return visible, every, libraries


def link_defects(table, tree):
    for file in tree.files.values():
        if file.name not in tree.owners and not file.name.endswith(".inc"):
            yield f"{file.name}: no target lists it"
    for target in tree.targets.values():
        for name in target.files:
            if name not in tree.files:
                yield f"{target.place}: there is no {name}"
        visible, every, libraries = needs_of(target, table, tree)
        yield from own_link_defects(target, visible, every, table, tree)
        yield from library_link_defects(target, table, libraries)
    for exception in table.exceptions:
        if exception["target"] not in tree.targets:
            yield f"layers.json: there is no target {exception['target']}"


def own_link_defects(target, visible, every, table, tree):
    listed = set(target.visible) | set(target.hidden)
    exception = next((e for e in table.exceptions if e["target"] == target.name), {"missing": [], "unused": []})
    missing, unused = every - listed, (listed & set(tree.targets)) - every
    for other in sorted(missing - set(exception["missing"])):
        yield f"{target.place}: {target.name} includes headers of {other}, but does not link it"
    for other in sorted(unused - set(exception["unused"])):
        yield f"{target.place}: {target.name} links {other}, but includes nothing of it"
    for other in sorted((set(exception["missing"]) - missing) | (set(exception["unused"]) - unused)):
        yield f"layers.json: {target.name} needs no exception for {other}"
    for other in sorted(visible & set(target.hidden)):
        yield f"{target.place}: headers of {target.name} include {other}: it belongs to DEPENDS"
    if any(name.endswith(".h") for name in target.files) and target.is_library:
        for other in sorted(set(target.visible) & every - visible):
            yield f"{target.place}: only sources of {target.name} include {other}: it belongs to PRIVATE_DEPENDS"


def library_link_defects(target, table, included):
    listed = set(target.visible) | set(target.hidden)
    served = {t for library in table.libraries if library["name"] in included for t in library["targets"]}
    for library in table.libraries:
        if library["name"] in included and not listed & set(library["targets"]):
            yield f"{target.place}: {target.name} includes {library['name']}, but does not link {' or '.join(library['targets'])}"
        for other in sorted((listed & set(library["targets"])) - served):
            yield f"{target.place}: {target.name} links {other}, but includes nothing of {library['name']}"


def library_defects(table, tree):
    users = {library["name"]: set() for library in table.libraries}
    for file in tree.files.values():
        for header, line in file.foreign:
            library = table.find_library(header)
            if library is None:
                if not (STANDARD.match(header) or table.system.match(header) or QT.match(header)):
                    yield f"{file.name}:{line}: {header} belongs to no library of layers.json"
                continue
            pair = file.name.rpartition(".")[0]
            users[library["name"]].add(pair)
            if pair not in library["adapters"]:
                yield f"{file.name}:{line}: {library['name']} is for its adapters: {', '.join(library['adapters'])}"
            if file.is_header and file.name not in library.get("in_headers", {}):
                yield f"{file.name}:{line}: {header} in a header; layers.json says nowhere why"
    for library in table.libraries:
        adapters = library["adapters"]
        for pair in adapters:
            if pair not in users[library["name"]] and pair.rpartition("/")[0] not in table.coming:
                yield f"layers.json: {pair} includes nothing of {library['name']}"
        if len(adapters) > 1 and not library.get("because"):
            yield f"layers.json: {library['name']} has {len(adapters)} adapters, and no reason for it"
        for header in library.get("in_headers", {}):
            included = tree.files[header].foreign if header in tree.files else []
            if not any(table.find_library(other) is library for other, _ in included):
                yield f"layers.json: {header} does not include {library['name']}"


def never_defects(table, tree):
    for never in table.nevers:
        places = never["only"]
        found = {place: 0 for place in places}
        for file in tree.files.values():
            place = next((p for p in places if file.name == p or file.name.startswith(p + "/")), None)
            for match in re.finditer(never["text"], file.code):
                if place:
                    found[place] += 1
                else:
                    yield f"{file.name}:{file.code.count(chr(10), 0, match.start()) + 1}: {never['what']} is for {', '.join(places)}: {never['because']}"
        for place in places:
            if not found[place]:
                yield f"layers.json: {place} has nothing of “{never['what']}”"


def check(root, table_path):
    table, tree = Table(table_path), Tree(root)
    defects = list(tree.defects)
    for part in (table_defects(table, tree), include_defects(table, tree), circle_defects(tree), picture_defects(table, tree),
                 link_defects(table, tree), library_defects(table, tree), never_defects(table, tree)):
        defects += part
    return defects, table, tree


def main():
    root = pathlib.Path(sys.argv[1])
    table_path = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else pathlib.Path(__file__).with_name("layers.json")
    defects, table, tree = check(root, table_path)
    if any("picture" in defect or "architecture" in defect for defect in defects):
        defects.append("The picture that the table gives:\n" + "\n".join(picture(table)))
    print("\n".join(defects) if defects else f"{len(tree.files)} files, {len(tree.folders)} folders and {len(tree.targets)} targets follow the layers")
    sys.exit(1 if defects or not tree.files else 0)


if __name__ == "__main__":
    main()
