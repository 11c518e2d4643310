# SPDX-License-Identifier: GPL-3.0-or-later
"""What may differ between the trace of a program and that of its obfuscated form, though every name is right.

1. A frame without a line names the method that ran. Calls inlined into it leave no trace.
2. Optimizers remove what compilers made: accessors, bridges, `$default` functions, bodies of lambdas.
3. ProGuard turns recursion at a method's end into a loop, so fewer frames of the same method are left.
4. A class is initialized when a static method of it is called, and after inlining that call when its code is reached. A call on null
   fails at the call, and after inlining in the code of the method. So the frame of the inlined method stands below `<clinit>`, on top of
   NoClassDefFoundError or on top of NullPointerException only in the obfuscated program.
5. kotlin.jvm.internal.Intrinsics removes its own frames from exceptions, and finds them by their class's name.
6. The virtual machine describes the same null pointer differently after optimization, and optimizers remove messages. A message counts
   if the obfuscated one has as many words, and the same ones where they are those of the virtual machine.
7. Where no attribute records the files (`no_lines`), each file is a guess from the class.
"""
import re

RULE = "by rule"
INTRINSICS = "kotlin.jvm.internal.Intrinsics"


def rows_around(pairs, at):
    """The frames of the program before and after, in either trace."""
    return [expected or row for expected, row in (pairs[max(at - 1, 0):at] + pairs[at + 1:at + 2])]


def is_made_by_compiler(row, neighbours):
    if "$" in row.method or row.file == "Unknown Source":
        return True
    # A bridge calls the method of the same name in its class.
    return any(other.owner == row.owner and other.method == row.method for other in neighbours)


def of_missing(pairs, at):
    """The rule by which a frame may be absent from the obfuscated trace; None if none does."""
    row = pairs[at][0]
    is_loop = any(other and other is not row and other.name() == row.name() for other, _ in pairs)
    if is_loop or is_made_by_compiler(row, rows_around(pairs, at)) or is_near_frame_without_line(pairs, at):
        return RULE
    return None


def is_near_frame_without_line(pairs, at):
    """Is the next frame that the obfuscated trace has one without a line?"""
    before = next((row for _, row in reversed(pairs[:at]) if row), None)
    after = next((row for _, row in pairs[at + 1:] if row), None)
    return any(row and row.line == 0 for row in (before, after))


def of_extra(pairs, at, header):
    """The rule by which a frame may be in the obfuscated trace only; None if none does."""
    row = pairs[at][1]
    neighbours = rows_around(pairs, at)
    is_initialized = any(other.method == "<clinit>" and other.owner == row.owner for other in neighbours)
    is_refused = at == 0 and f"Could not initialize class {row.owner}" in header
    is_null = at == 0 and "NullPointerException" in header
    if row.owner == INTRINSICS or is_initialized or is_refused or is_null:
        return RULE
    return None


def comparable(header):
    return re.sub(r"<local\d+>", "<local>", header)


def expressions(header):
    """The quoted parts of NullPointerException's message: where each begins, and its text if it names the library."""
    result = []
    for text in re.findall(r'"([^"]*)"', header):
        kind = "this" if text.startswith("this.") else "local" if text.startswith("<local") else "name"
        library = text if re.match(r"(java\.|Object\.|String\.)[^(]*\([^()]*\)$", text) else ""
        result.append((kind, text.endswith(")"), library))
    return result


def words(header):
    return re.sub(r'"[^"]*"', "", header)


def is_same_message(expected, given):
    """Has the obfuscated program the same message but for names?"""
    if "NullPointerException" in expected:
        return words(expected) == words(given) and expressions(expected) == expressions(given)
    return len(expected.split()) == len(given.split())
