# SPDX-License-Identifier: GPL-3.0-or-later
"""What GDB says about the same variables. Runs inside GDB, with the lines of the program in the file FL_LINES; writes, as JSON to the file FL_ANSWERS, a list of answers for each line: one for each
frame of its function, with the forms that is_equal() compares."""
import itertools
import json
import os
import sys

import gdb

sys.path.insert(0, os.environ["FL_FOLDER"])
from value_paths import plain_name, steps_of  # noqa: E402

MOST_CHARACTERS = 512


def frames_by_function():
    found = {}
    frame = gdb.newest_frame()
    while frame is not None:
        found.setdefault(plain_name(frame.name() or ""), []).append(frame)
        try:
            frame = frame.older()
        except gdb.error:
            break
    return found


def without_reference(value):
    if value.type.strip_typedefs().code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):
        return value.referenced_value()
    return value


def member_of(value, name):
    try:
        return value[name]
    except gdb.error:
        return value.cast(value.dynamic_type)[name]


def child_of(value, index):
    """An item of a container, by GDB's printer of it."""
    printer = gdb.default_visualizer(value)
    if printer is None:
        return value[index]
    is_map = hasattr(printer, "display_hint") and printer.display_hint() == "map"
    last = 2 * index + 1 if is_map else index
    # A damaged container has any number of items.
    children = [child for _, child in itertools.islice(printer.children(), last + 1)]
    return (children[last - 1], children[last]) if is_map else children[last]


def stepped(value, steps):
    for kind, what in steps:
        if isinstance(value, tuple):
            value = value[what in ("second", "__1")]
            continue
        value = without_reference(value)
        code = value.type.strip_typedefs().code
        if kind == "follow":
            value = value.dereference() if code == gdb.TYPE_CODE_PTR else child_of(value, 0).dereference()
        elif kind == "index":
            value = value[what] if code in (gdb.TYPE_CODE_PTR, gdb.TYPE_CODE_ARRAY) else child_of(value, what)
        else:
            value = member_of(value, what)
    return value if isinstance(value, tuple) else without_reference(value)


def text_of(value):
    code = value.type.strip_typedefs().code
    printer = None if code in (gdb.TYPE_CODE_PTR, gdb.TYPE_CODE_ARRAY) else gdb.default_visualizer(value)
    if printer is not None:
        shown = printer.to_string()
        if hasattr(shown, "length"): # A text that was not read yet.
            whole = shown.value()
            length = min(shown.length, MOST_CHARACTERS) if shown.length >= 0 else MOST_CHARACTERS
            return whole.string(length=length) if whole.type.strip_typedefs().code == gdb.TYPE_CODE_PTR else whole.string()
        return shown if isinstance(shown, str) else str(shown)
    if code == gdb.TYPE_CODE_STRUCT and value.type.fields() and value.type.fields()[0].name == "str":
        return value["str"].string(length=int(value["len"]))
    if code == gdb.TYPE_CODE_STRING:
        return value.string()
    return value.string()


def said_of(value, kind):
    if value.is_optimized_out:
        return None
    kind = kind.replace(" if known", "")
    if kind == "text":
        return {"text": text_of(value)}
    if kind == "pointer":
        return {"pointer": hex(int(value) & (2**64 - 1))}
    if kind == "char":
        return {"text": chr(int(value) & 0xff)}
    if value.type.strip_typedefs().code == gdb.TYPE_CODE_STRUCT:
        return None # Its parts are elsewhere than in Faultline's summary.
    value.fetch_lazy()
    return {"number": str(value)}


def value_of(path, frame, function):
    if function:
        frame.select()
    name, steps = steps_of(path)
    value = gdb.parse_and_eval(name)
    # GDB shows what was not written yet, and says so.
    if gdb.default_visualizer(value) is None and "[uninitialized]" in gdb.execute(f"output {name}", to_string=True):
        raise gdb.error("not initialized")
    return stepped(value, steps)


def captured(path, frame, function):
    """What a lambda has captured is a member of its object where the compiler says no more."""
    try:
        return value_of(path, frame, function)
    except gdb.error:
        if function != "operator()":
            raise
        return value_of(f"(*this).{path}", frame, function)


def answers_of(line, frames):
    function, path, kind, _ = line.split("\t")
    answers = []
    for frame in frames.get(function, []) if function else [gdb.newest_frame()]:
        try:
            answers.append(said_of(captured(path, frame, function), kind))
        except (gdb.error, gdb.MemoryError, UnicodeDecodeError, ValueError, IndexError, AttributeError, TypeError, RuntimeError, KeyError, OverflowError):
            answers.append(None)
    return answers


gdb.execute("set width 0")
gdb.execute("set print frame-arguments none")
with open(os.environ["FL_LINES"]) as lines:
    FRAMES = frames_by_function()
    ALL = [answers_of(line.rstrip("\n"), FRAMES) for line in lines]
with open(os.environ["FL_ANSWERS"], "w") as answers_file:
    json.dump(ALL, answers_file)
