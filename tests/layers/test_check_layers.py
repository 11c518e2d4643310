#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Feeds small wrong trees to check_layers.py: each names its defect, and the tree that they are made from has none."""
import json
import pathlib
import sys
import tempfile

import check_layers

TABLE = {
    "folders": {"core/base": [], "core/json": ["core/base"], "core/json/deep": ["core/base", "core/json"], "core/net": ["core/base", "core/json"], "ui/views": ["core/net"]},
    "coming": [],
    "link_exceptions": [],
    "libraries": [{"name": "zlib", "headers": "zlib\\.h", "targets": ["ZLIB::ZLIB"], "adapters": ["core/base/packer"]}],
    "nevers": [{"what": "a kind", "text": "get_if<\\w+Kind>", "only": ["core/base"], "because": "x"}],
    "system_headers": "sys/|unistd\\.h",
}
PICTURE = "```\nui/views  ──► core/net\ncore/net  ──► core/json\ncore/json ──► core/base\ncore/base\n```\n"
TREE = {
    "core/base/CMakeLists.txt": "fl_library(core_base SOURCES packer.cpp HEADERS packer.h text.h PRIVATE_DEPENDS ZLIB::ZLIB)",
    "core/base/packer.h": "#include <string>\n",
    "core/base/packer.cpp": '#include "core/base/packer.h"\n#include <zlib.h>\n#include <unistd.h>\nauto a = get_if<RedKind>(&b);\n',
    "core/base/text.h": "",
    "core/json/CMakeLists.txt": "fl_library(core_json SOURCES json.cpp HEADERS json.h DEPENDS core_base)",
    "core/json/json.h": '#include "core/base/text.h"\n',
    "core/json/json.cpp": '#include "core/json/json.h"\n',
    "core/json/deep/CMakeLists.txt": "fl_library(core_json_deep SOURCES deep.cpp PRIVATE_DEPENDS core_json)",
    "core/json/deep/deep.cpp": '#include "core/json/json.h"\n',
    "core/net/CMakeLists.txt": "fl_library(core_net SOURCES net.cpp HEADERS net.h PRIVATE_DEPENDS core_json)",
    "core/net/net.h": "#include <vector>\n",
    "core/net/net.cpp": '#include "core/net/net.h"\n#include "core/json/json.h"\n',
    "ui/views/CMakeLists.txt": "fl_library(ui_views QT SOURCES view.cpp DEPENDS Qt6::Core PRIVATE_DEPENDS core_net)",
    "ui/views/view.cpp": '#include "core/net/net.h"\n#include <QString>\n',
    "docs/architecture.md": PICTURE,
}

# A room that has parts only.
PARTS = {
    "core/ab/c/c.h": '#include "core/base/text.h"\n',
    "core/ab/c/CMakeLists.txt": "fl_library(core_ab_c HEADERS c.h DEPENDS core_base)",
    "core/ab/d/d.h": '#include "core/ab/c/c.h"\n',
    "core/ab/d/CMakeLists.txt": "fl_library(core_ab_d HEADERS d.h DEPENDS core_ab_c)",
}
PARTS_ROWS = {"core/base": [], "core/json": ["core/base"], "core/json/deep": ["core/base", "core/json"], "core/net": ["core/base", "core/json"],
              "core/ab/c": ["core/base"], "core/ab/d": ["core/ab/c"], "ui/views": ["core/net"]}

# What is changed in the tree, and the table; then the defects that must be printed, and no other.
CASES = {
    "a folder without a row": ({"core/new/a.h": "", "core/new/CMakeLists.txt": "fl_library(core_new HEADERS a.h)"}, {}, ["layers.json: core/new has no row"]),
    "a row without a folder": ({}, {"folders": TABLE["folders"] | {"ui/views/gone": []}}, ["layers.json: there is no folder ui/views/gone"]),
    "a row that no longer comes": ({}, {"coming": ["core/net"]}, ["layers.json: core/net is there, so it is no longer coming"]),
    "a table that looks up": ({}, {"folders": {"core/base": []} | {"core/json": ["core/base"], "core/json/deep": ["core/base", "core/json", "core/net"],
                                                                   "core/net": ["core/base", "core/json"], "ui/views": ["core/net"]}},
                              ["layers.json: core/json/deep uses core/net, which stands above it", "layers.json: rooms in a circle"]),
    "an include upwards": (
        {"core/json/json.cpp": '#include "core/net/net.h"\n', "core/json/CMakeLists.txt": "fl_library(core_json SOURCES json.cpp HEADERS json.h DEPENDS core_base PRIVATE_DEPENDS core_net)"}, {},
        ["core/json/json.cpp:1: core/json may not include core/net/net.h", "folders include each other in a circle: core/json, core/net"]),
    "a circle within a room": (
        {"core/json/json.cpp": '#include "core/json/deep/deep.h"\n', "core/json/deep/deep.h": "",
         "core/json/deep/CMakeLists.txt": "fl_library(core_json_deep SOURCES deep.cpp HEADERS deep.h PRIVATE_DEPENDS core_json)",
         "core/json/CMakeLists.txt": "fl_library(core_json SOURCES json.cpp HEADERS json.h DEPENDS core_base PRIVATE_DEPENDS core_json_deep)"}, {},
        ["core/json/json.cpp:1: core/json may not include core/json/deep/deep.h", "folders include each other in a circle: core/json, core/json/deep"]),
    "a circle of files": (
        {"core/base/packer.h": '#include "core/base/text.h"\n', "core/base/text.h": '#include "core/base/packer.h"\n'}, {},
        ["files include each other in a circle: core/base/packer.h, core/base/text.h"]),
    "Qt in core": ({"core/net/net.h": "#include <QString>\n"}, {}, ["core/net/net.h:1: core knows no Qt (QString)"]),
    "a short path": ({"core/net/net.cpp": '#include "net.h"\n#include "core/json/json.h"\n'}, {}, ["core/net/net.cpp:1: net.h is no file's full path"]),
    "a picture with a wrong arrow": (
        {"docs/architecture.md": PICTURE.replace("core/net  ──► core/json", "core/net  ──► ui/views")}, {},
        ["docs/architecture.md: the table does not say “core/net  ──► ui/views”", "docs/architecture.md: the picture lacks “core/net  ──► core/json”"]),
    "a picture in another order": (
        {"docs/architecture.md": "```\ncore/net  ──► core/json\nui/views  ──► core/net\ncore/json ──► core/base\ncore/base\n```\n"}, {},
        ["docs/architecture.md: the picture's lines are not in the table's order"]),
    "a picture that shows a room whole": (
        PARTS | {"docs/architecture.md": PICTURE.replace("core/net  ──► core/json", "core/ab   ──► core/base\ncore/net  ──► core/json")}, {"folders": PARTS_ROWS, "split_rooms": ["core/ab"]},
        ["docs/architecture.md: the table does not say “core/ab   ──► core/base”", "docs/architecture.md: the picture lacks “core/ab/c ──► core/base”",
         "docs/architecture.md: the picture lacks “core/ab/d ──► core/ab/c”"]),
    "a room in parts": (
        PARTS | {"docs/architecture.md": PICTURE.replace("core/net  ──► core/json", "core/ab/d ──► core/ab/c\ncore/ab/c ──► core/base\ncore/net  ──► core/json")},
        {"folders": PARTS_ROWS, "split_rooms": ["core/ab"]}, []),
    "parts of a room that has none": ({}, {"split_rooms": ["core/gone"]}, ["layers.json: core/gone has no parts to show"]),
    "an include that is not linked": (
        {"core/net/CMakeLists.txt": "fl_library(core_net SOURCES net.cpp HEADERS net.h)"}, {},
        ["core/net/CMakeLists.txt:1: core_net includes headers of core_json, but does not link it"]),
    "a link that nothing uses": (
        {"core/net/net.cpp": '#include "core/net/net.h"\n'}, {}, ["core/net/CMakeLists.txt:1: core_net links core_json, but includes nothing of it"]),
    "a link hidden from users": (
        {"core/net/net.h": '#include "core/json/json.h"\n'}, {}, ["core/net/CMakeLists.txt:1: headers of core_net include core_json: it belongs to DEPENDS"]),
    "a link shown to users": (
        {"core/net/CMakeLists.txt": "fl_library(core_net SOURCES net.cpp HEADERS net.h DEPENDS core_json)"}, {},
        ["core/net/CMakeLists.txt:1: only sources of core_net include core_json: it belongs to PRIVATE_DEPENDS"]),
    "an exception that is not needed": (
        {}, {"link_exceptions": [{"target": "core_net", "missing": ["core_base"], "unused": [], "because": "x"}]}, ["layers.json: core_net needs no exception for core_base"]),
    "links beside the list": (
        {"core/net/CMakeLists.txt": TREE["core/net/CMakeLists.txt"] + "\ntarget_link_libraries(core_net PRIVATE m)"}, {},
        ["core/net/CMakeLists.txt:2: name what a target links in fl_library or fl_executable"]),
    "a file of no target": ({"core/net/more.h": ""}, {}, ["core/net/more.h: no target lists it"]),
    "a file that is gone": ({"core/net/CMakeLists.txt": "fl_library(core_net SOURCES net.cpp gone.cpp HEADERS net.h PRIVATE_DEPENDS core_json)"}, {}, ["core/net/CMakeLists.txt:1: there is no core/net/gone.cpp"]),
    "a second adapter": (
        {"core/net/net.cpp": '#include "core/net/net.h"\n#include "core/json/json.h"\n#include <zlib.h>\n',
         "core/net/CMakeLists.txt": "fl_library(core_net SOURCES net.cpp HEADERS net.h PRIVATE_DEPENDS core_json ZLIB::ZLIB)"}, {},
        ["core/net/net.cpp:3: zlib is for its adapters: core/base/packer"]),
    "two adapters without a reason": (
        {"core/base/text.cpp": "#include <zlib.h>\n", "core/base/CMakeLists.txt": TREE["core/base/CMakeLists.txt"].replace("packer.cpp", "packer.cpp text.cpp")},
        {"libraries": [TABLE["libraries"][0] | {"adapters": ["core/base/packer", "core/base/text"]}]}, ["layers.json: zlib has 2 adapters, and no reason for it"]),
    "an adapter that is none": (
        {}, {"libraries": [TABLE["libraries"][0] | {"adapters": ["core/base/packer", "core/base/text"], "because": "x"}]}, ["layers.json: core/base/text includes nothing of zlib"]),
    "a library in a header": ({"core/base/packer.h": "#include <zlib.h>\n"}, {}, ["core/base/packer.h:1: zlib.h in a header; layers.json says nowhere why"]),
    "a library of no row": ({"core/net/net.h": "#include <png.h>\n"}, {}, ["core/net/net.h:1: png.h belongs to no library of layers.json"]),
    "a library that is not linked": (
        {"core/base/CMakeLists.txt": "fl_library(core_base SOURCES packer.cpp HEADERS packer.h text.h)"}, {}, ["core/base/CMakeLists.txt:1: core_base includes zlib, but does not link ZLIB::ZLIB"]),
    "what never stands here": (
        {"core/net/net.cpp": '#include "core/net/net.h"\n#include "core/json/json.h"\n// get_if<BlueKind>(&b)\nauto a = get_if<RedKind>(&b);\n'}, {},
        ["core/net/net.cpp:4: a kind is for core/base: x"]),
    "a never whose place has nothing of it": (
        {"core/base/packer.cpp": '#include "core/base/packer.h"\n#include <zlib.h>\n'}, {}, ["layers.json: core/base has nothing of “a kind”"]),
    "a library linked for nothing": (
        {"core/net/CMakeLists.txt": "fl_library(core_net SOURCES net.cpp HEADERS net.h PRIVATE_DEPENDS core_json ZLIB::ZLIB)"}, {},
        ["core/net/CMakeLists.txt:1: core_net links ZLIB::ZLIB, but includes nothing of zlib"]),
}


def defects_of(files, table):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in (TREE | files).items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        (root / "layers.json").write_text(json.dumps(TABLE | table), encoding="utf-8")
        return check_layers.check(root, root / "layers.json")[0]


def main():
    failures = [f"the right tree: {defect}" for defect in defects_of({}, {})]
    for name, (files, table, expected) in CASES.items():
        found = defects_of(files, table)
        failures += [f"{name}: missing: {part}" for part in expected if not any(defect.startswith(part) for defect in found)]
        failures += [f"{name}: unexpected: {defect}" for defect in found if not any(defect.startswith(part) for part in expected)]
    print("\n".join(failures) if failures else f"{len(CASES)} wrong trees found")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
