"""What may differ between the trace of a program and that of its obfuscated form, though every name is right.

1. A frame without a line (`no_lines` configurations) names the method that ran. Calls inlined into it leave no trace.
2. Optimizers remove what compilers made: accessors, bridges, `$default` functions, bodies of lambdas.
3. ProGuard turns recursion at a method's end into a loop, so fewer frames of the same method are left.
4. A class is initialized when a static method of it is called, and after inlining that call when its code is reached.
   So the frame of the inlined method stands below `<clinit>` or on top of NoClassDefFoundError only in the obfuscated program.
5. kotlin.jvm.internal.Intrinsics removes its own frames from exceptions, and finds them by their class's name.
6. Virtual machine and optimizers describe the same null pointer differently. A message counts if the obfuscated one has the same words
   apart from names. Local variables have numbers in both.
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


def of_missing(pairs, at, has_lines):
    """The rule by which a frame may be absent from the obfuscated trace; None if none does."""
    row = pairs[at][0]
    is_loop = any(other and other is not row and other.name() == row.name() for other, _ in pairs)
    if not has_lines or is_loop or is_made_by_compiler(row, rows_around(pairs, at)):
        return RULE
    return None


def of_extra(pairs, at):
    """The rule by which a frame may be in the obfuscated trace only; None if none does."""
    row = pairs[at][1]
    neighbours = rows_around(pairs, at)
    is_initialized = at == 0 or any(other.method == "<clinit>" and other.owner == row.owner for other in neighbours)
    if row.owner == INTRINSICS or (is_initialized and row.owner.endswith("$Loaded")):
        return RULE
    return None


def comparable(header):
    return re.sub(r"<local\d+>", "<local>", header)



def is_same_message(expected, given):
    """Has the obfuscated program the same message but for names?"""
    return len(quoted(expected)) == len(quoted(given)) and shape(expected) == shape(given)


def quoted(header):
    return re.findall(r"\"[^\"]*\"", header)


def shape(header):
    """The words of NullPointerException's message, and what kind of expression each name is."""
    if "NullPointerException" not in header:
        return "NullPointerException" in header
    def kind(match):
        expression = match[1]
        begin = "this" if expression.startswith("this.") else "local" if expression.startswith("<local") else "name"
        return f"{begin}{'()' if expression.endswith(')') else ''}"
    return re.sub(r"\"([^\"]*)\"", kind, header.split(":", 1)[-1] if ":" in header else "")
