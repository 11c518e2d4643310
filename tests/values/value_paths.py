# SPDX-License-Identifier: GPL-3.0-or-later
"""Paths of values as the programs print them: "(*this).m_items[2].x". Used inside GDB and LLDB too, so that it needs nothing else."""
import re


def plain_name(function):
    """The name as __func__ has it: without scopes, template arguments, parameters."""
    function = re.sub(r"\(anonymous namespace\)", "anonymous", function)
    function = re.sub(r"::h[0-9a-f]{16}$", "", function) # Rust's own name of an instance.
    depth, kept = 0, []
    for character in function.replace("operator()", "operator_call"):
        depth += character in "<("
        if depth == 0:
            kept.append(character)
        depth -= character in ">)"
    name = re.sub(r"( const| volatile| \[.*\]|\.\w+)+$", "", "".join(kept).strip()).replace("operator_call", "operator()")
    return name.split("::")[-1].split(" ")[-1]


def steps_of(path):
    """(the variable's name, [("follow", ""), ("member", name), ("index", number)])."""
    if path.startswith("(*"):
        depth = 0
        for end, character in enumerate(path):
            depth += (character == "(") - (character == ")")
            if depth == 0:
                break
        name, steps = steps_of(path[2:end])
        steps.append(("follow", ""))
        rest = path[end + 1:]
    else:
        name = re.match(r"[\w:]+", path).group()
        steps, rest = [], path[len(name):]
    for member, index, item in re.findall(r"\.(\w+)|\[(-?\d+)\]|\[(\w+)\]", rest):
        # Items with a name are what a summary calls them.
        steps.append(("member", member or item) if member or item else ("index", int(index)))
    return name, steps
