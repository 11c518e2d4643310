# SPDX-License-Identifier: GPL-3.0-or-later
"""What GDB says about the same variables. Runs inside GDB: `gdb -batch -x debugger_values.py PROGRAM CORE`, with the lines of the program in FL_LINES and the answers, a line each,
to FL_ANSWERS."""
import os

import gdb

gdb.execute("set print frame-arguments none")
gdb.execute("set width 0")


def plain_name(name):
    """The name without scopes, template arguments and parameters."""
    if "operator()" in name:
        return "operator()"
    name = name.replace("(anonymous namespace)", "anonymous")
    return name.split("(")[0].split("<")[0].split("::")[-1]


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


def said_by_gdb(value, kind):
    if value.is_optimized_out:
        return "optimized_out", ""
    code = value.type.strip_typedefs().code
    if code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):
        value = value.referenced_value()
    if kind == "text":
        return "known", value.string()
    if kind == "pointer":
        return "known", hex(int(value) & (2**64 - 1))
    if kind == "char":
        return "known", chr(int(value) & 0xff)
    return "known", str(value)


with open(os.environ["FL_LINES"]) as lines, open(os.environ["FL_ANSWERS"], "w") as answers:
    frames = frames_by_function()
    for line in lines:
        function, path, kind, _ = line.rstrip("\n").split("\t")
        state, text = "absent", ""
        for frame in frames.get(function, []):
            frame.select()
            try:
                state, text = said_by_gdb(gdb.parse_and_eval(path), kind)
            except (gdb.error, gdb.MemoryError, UnicodeDecodeError, ValueError) as error:
                state, text = ("optimized_out" if "optimized out" in str(error) else "failed"), str(error)
            if state == "known":
                break
        answers.write(f"{state}\t{text}\n".replace("\n\n", "\n"))
