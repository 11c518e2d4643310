# SPDX-License-Identifier: GPL-3.0-or-later
"""The releases of the programs: each has moved, renamed and inlined functions, and lines that stand elsewhere."""
import re

RELEASES = (1, 2, 3, 4)
# From this release on, functions have other names.
RENAMES = {
    "press": {
        2: {"escapeLength": "lengthUntil", "columnOf": "cell", "keep": "retain"},
        3: {"readString": "scanString", "place": "put", "cascade": "resolved", "Shaper": "TextShaper", "inherit": "derive", "batch": "inBackground", "crop": "cutOut",
            "toHtml": "asHtml", "search": "findWords"},
        4: {"evict": "dropOldest", "parseValue": "anyValue", "WordIndex": "Index", "convert": "produce", "inSomeOrder": "runSteps", "breakLines": "lines", "rules": "styleRules",
            "Picture": "Bitmap", "importTheme": "applyTheme"},
    },
    "relay": {
        2: {"hops": "countHops", "emit": "compress", "complain": "report"},
        3: {"SessionCache": "SessionStore", "share": "portion", "load": "decode", "dispatch": "route", "mirror": "duplicate", "line": "note", "append": "add"},
        4: {"forget": "dropOldest", "Gate": "Admission", "deliver": "send_to", "readable": "onReadable", "replay": "repeat", "poll": "spin", "seal": "sign", "broadcast": "toAll"},
    },
    "stage": {
        2: {"face": "parseFace", "refine": "hitTest", "store": "plot"},
        3: {"worldBounds": "extent", "sample": "valueAt", "Shader": "Surface", "click": "pressed", "onThread": "aside", "item": "drawNode", "pose": "posed"},
        4: {"Culler": "Visibility", "upload": "copyTo", "undo": "revert", "span": "fill", "play": "perform", "build": "makeNode", "frame": "render"},
    },
}
# From this release on, the section of the source is in a namespace of its own.
MOVES = {
    "press": {"Pictures": (2, "raster"), "Layout": (3, "flow"), "Writers": (4, "output"), "Styles": (4, "styling")},
    "relay": {"Bytes": (2, "wire"), "Sessions": (3, "auth"), "Routes": (4, "routing"), "The relay": (4, "hub")},
    "stage": {"Meshes": (3, "scene"), "Animation": (2, "motion"), "Drawing": (4, "paint"), "Culling, picking, shadows": (3, "spatial")},
}
# From this release on, compilers must inline the function.
INLINED = {
    "press": {"Style cascade(": 2, "int measure(": 3, "int quote(": 4, "void wrap(": 3, "void allocate(": 4, "void preview(": 3},
    "relay": {"int greet(": 2, "void grow(": 3, "void forget(": 3, "void guarded(": 4, "bool mirror(": 2, "void tick(": 4},
    "stage": {"Box bounds(": 2, "int test(": 3, "void item(": 4, "float blend(": 3, "float pose(": 4, "void store(": 2},
}
# From this release on, the callee's text stands in the caller.
MERGED = {
    "press": {("release();", 3): "std::free(m_buffer + (plan::has(11) ? 24 : 0));",
              ("rules();", 4): 'const auto style = m_sheet.cascade(m_sheet.find(plan::has(5) ? "caption" : "body"), 1);\n        out.put(style.name);'},
    "relay": {("return greet(*session);", 4): "return static_cast<int>(session->name().size());", ("grow(size);", 4): ""},
    "stage": {("Box box = bounds();", 4): "Box box = m_mesh->box();", ("finish();", 3): 'if (plan::has(44))\n            failCheck("whole");'},
}
# What stands before a section from this release on: it moves the lines of all that follows.
NOTES = {2: "// The section below was revised.\n// Its history is in the log.\n\n", 3: "// Names follow the guide.\n\n", 4: "\n"}
CONDITION = re.compile(r"^#if RELEASE >= (\d)$")


def _conditions(text, release):
    lines, keep = [], [True]
    for line in text.splitlines():
        if found := CONDITION.match(line):
            keep.append(release >= int(found[1]))
        elif line == "#else":
            keep[-1] = not keep[-1]
        elif line == "#endif":
            keep.pop()
        elif all(keep):
            lines.append(line)
    return "\n".join(lines) + "\n"


def _moved(name, title, body, release):
    since, space = MOVES[name].get(title, (release + 1, ""))
    notes = "".join(note for at, note in NOTES.items() if release >= at)
    if release < since:
        return f"{notes}// ---- {title} ----\n{body}"
    end = "\n} // namespace " + name
    tail = body[body.index(end):] if end in body else ""
    return f"{notes}// ---- {title} ----\nnamespace {space} {{\n{body.removesuffix(tail)}\n}}\nusing namespace {space};\n{tail}"


def source(name, text, release):
    """The program's source as it was at a release."""
    text = _conditions(text, release)
    for (old, since), new in MERGED[name].items():
        assert old in text, old
        if release >= since:
            text = text.replace(" " + old, " " + new)
    for declaration, since in INLINED[name].items():
        if release >= since:
            text = re.sub(rf"^( *){re.escape(declaration)}", rf"\1[[gnu::always_inline]] inline {declaration}", text, flags=re.MULTILINE)
    parts = re.split(r"^// ---- (.*) ----\n", text, flags=re.MULTILINE)
    text = parts[0] + "".join(_moved(name, parts[i], parts[i + 1], release) for i in range(1, len(parts), 2))
    for since, names in RENAMES[name].items():
        for old, new in names.items():
            if release >= since:
                text = re.sub(rf"\b{old}\b", new, text)
    return text


def name_at(name, function, release):
    """What a function of the first release ("Layout::place") is called at another one, without its namespaces."""
    for since, names in RENAMES[name].items():
        if release >= since:
            function = "::".join(names.get(part, part) for part in function.split("::"))
    return function
