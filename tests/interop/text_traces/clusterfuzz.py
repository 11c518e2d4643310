# SPDX-License-Identifier: GPL-3.0-or-later
"""Reports of sanitizers, checks and panics: the tests of the stack analyzer of google/clusterfuzz.

A test names a file, the type of the crash ("Heap-use-after-free\\nREAD 8"), its address and its state: up to three
functions, or the words of a failed check before them.
"""
import ast
import re

import reports

TESTS = "src/clusterfuzz/_internal/tests/core/crash_analysis/stack_parsing"
FAULT = r"SEGV|BUS|unknown-crash|access.violation|segmentation|unknown address|signal 11|null"
CHECK = r"check|assert|fatal|abort|panic|exception|unreachable|unimplemented|notreached"
NULL_PAGES = 0x10000

# What our words must hold, by their type. A type that is not here stands in our words as it is.
KINDS = {
    "ASSERT": CHECK, "Abrt": r"ABRT|abort", "Bad-cast": r"cast|member call|vtable|control flow|ILL", "Breakpoint": r"TRAP|breakpoint",
    "CHECK failure": CHECK, "DCHECK failure": CHECK, "Security CHECK failure": CHECK, "Security DCHECK failure": CHECK,
    "RUNTIME_ASSERT": CHECK, "Fatal error": CHECK + "|error|ABRT", "Unreachable code": CHECK, "V8 API error": CHECK,
    "Data race": "data race", "Direct-leak": "leak", "Indirect-leak": "leak", "Divide-by-zero": r"divi\w+[- _]by[- _]zero|FPE",
    "Fatal Exception": "exception|fatal", "Fatal-signal": "signal|exception|SIG", "Floating-point-exception": "FPE",
    "Heap-corruption": "heap|corrupt|c0000374", "Heap-double-free": "double-free", "Ill": "ILL", "Implicit-conversion": "implicit conversion",
    "Incorrect-function-pointer-type": "incorrect function type", "Index-out-of-bounds": "out of bounds", "Assumption-violation": "assumption",
    "Integer-overflow": r"overflow|negation", "Invalid-bool-value": "not a valid value", "Invalid-free": r"bad-free|malloc\(\)|invalid",
    "Makeslice: len out of range": "makeslice", "Misaligned-address": "misaligned", "Non-positive-vla-bound-value": "variable.length array",
    "Null-dereference": FAULT, "UNKNOWN": FAULT + "|SIG|exception", "READ": FAULT, "Segv on unknown address": FAULT, "Object-size": "insufficient space",
    "Out-of-memory": r"memory|oom|allocation|rss limit", "Overwrites-const-input": "overwrites", "Pointer-overflow": "pointer|overflow", "SIGTRAP": "TRAP",
    "Stack overflow": r"stack (overflow|exceeds)", "Stack-overflow": r"stack[-_ ]overflow|stack limit exceeded", "Timeout": "timeout|limit", "Unexpected-exit": "exit",
    "Unsigned-integer-overflow": "unsigned integer overflow", "Upcast-of-null-pointer": "upcast", "Uncaught exception": ".", "Kernel failure": "KASAN|BUG|fault|panic",
    # Their words for what other projects call otherwise.
    "Arbitrary DNS resolution": "domain name resolution", "Command injection": "shell corruption|injection", "Security exception": "SecurityIssue",
    "Wycheproof error": "AssertionError", "Missing-library": "shared librar|not found",
    "V8 sandbox violation": "sandbox|SEGV|overflow", "Unsigned integer overflow": "overflow", "Tag-mismatch": "tag-mismatch"}

FILE = re.compile(r"^[\w.+-]+\.(cc|cpp|c|h|hpp|rs|tq|go|js|ts|py)$")
PLACE = re.compile(r" in [\w.+-]+\.\w+$")
CUT = 78  # Characters of a line of the state.
STATE_LINES = 3


def read_cases(folder):
    source = (folder / TESTS / "stack_analyzer_test.py").read_text(encoding="utf-8")
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef) and node.name.startswith("test")]
    for function in functions:
        case = {"case": function.name}
        for node in ast.walk(function):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                case[node.targets[0].id] = value_of(node.value)
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "os.environ['FUZZ_TARGET']":
                case["program"] = value_of(node.value)
            called = getattr(node.func, "attr", "") if isinstance(node, ast.Call) else ""
            if called == "_read_test_data":
                case["file"] = ast.literal_eval(node.args[0])
            if called == "_validate_get_crash_data" and isinstance(node.args[1], ast.Constant):
                case["expected_type"] = node.args[1].value
        if "file" in case:
            yield case


def value_of(node):
    """Literals, and a text that is repeated."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        return ast.literal_eval(node.left) * ast.literal_eval(node.right)
    try:
        return ast.literal_eval(node)
    except ValueError:
        return None


def bare(name):
    """Without arguments, those of templates, and what a function returns."""
    name = re.sub(r"\(anonymous namespace\)(::)?|`anonymous namespace'(::)?|\[abi:\w+\]", "", name)
    kept, depth = "", 0
    for at, character in enumerate(name):
        depth += character in "<(" and name[max(0, at - 8):at] != "operator"
        kept += character if depth == 0 else ""
        depth -= character in ">)" and depth > 0
    return re.sub(r" const$", "", kept.strip()).split(" ")[-1].split("!")[-1]


def letters(text):
    return re.sub(r"[^A-Za-z0-9_~:]", "", text)


def is_same(wanted, name):
    if not name:
        return False
    if wanted.startswith("/") and name.startswith(wanted):
        return True
    if wanted in name or name.endswith(wanted):
        return True
    if len(wanted) >= CUT:
        rest = letters(bare(wanted + ">" * 6))[:30]
        return letters(wanted)[:45] in letters(name) or bool(rest) and rest in letters(bare(name))
    one, other = bare(wanted).replace(".", "::"), bare(name).replace(".", "::")
    return bool(one and other) and (one == other or other.endswith("::" + one) or one.endswith("::" + other) or letters(one) == letters(other))


def is_of_words(line, words):
    """Does a line of the state repeat the words of the failed check, which ours hold too?"""
    line = re.sub(r" in [\w.+-]+$", "", line) if len(line) >= CUT else PLACE.sub("", line)
    tokens = re.findall(r"[A-Za-z_]+", line.replace("Bad-cast to", "").replace("NUMBER", "").replace("invalid vptr", "").replace(" from ", " "))
    return bool(tokens) and sum(token in words for token in tokens) >= 0.8 * len(tokens)


def wanted_access(kind):
    match = re.search(r"\b(READ|WRITE)(?: (\d+))?(?: \{\*\})?$", kind)
    return (match[1].lower(), int(match[2]) if match[2] else None) if match else (None, None)


def has_in_order(wanted, names):
    rest = iter(names)
    return all(any(is_same(each, name) for name in rest) for each in wanted)


def own_names(report):
    """Their state goes on with the next stack where the first has fewer functions."""
    stacks = report["stacktraces"]
    lead = reports.leading(report)
    names = reports.own_names(report)
    following = stacks[stacks.index(lead) + 1:] if lead in stacks else []
    for stack in following if len(names) < STATE_LINES else []:
        names += reports.own_frames(stack["frames"])
    return names


def judge_report(case, report, program_names):
    kind, address = case.get("expected_type"), case.get("expected_address") or ""
    base = re.sub(r" (READ|WRITE)$", "", (kind or "").split("\n")[0])
    words, found = reports.words_of(report), reports.address_of(report)
    access, size = wanted_access(kind or "")
    pattern = KINDS.get(base, re.escape(base).replace("\\-", "."))
    hexadecimal = re.match(r"0x[0-9a-fA-F]+$", address)
    wanted = int(address, 16) if hexadecimal else None
    got_access, got_size = reports.access_of(report)
    row = {"kind": kind is None or bool(re.search(pattern, words, re.I))}
    if base == "Null-dereference" and found is not None:
        row["kind"] = row["kind"] and found < NULL_PAGES
    row["access"] = (access is None or got_access == access) and (size is None or got_size == size)
    row["address"] = wanted is None or found == wanted or (wanted == 0 and found is None)
    if base == "SIGTRAP":  # They give pc.
        row["address"] = row["address"] or any(int(frame.get("instruction_addr", "0"), 16) == wanted for frame in reports.leading(report)["frames"][:1])
    every = [reports.name_of(frame) for stack in report["stacktraces"] for frame in stack["frames"]]
    # The program's name stands for a stack that has none of its functions.
    lines = [line for line in (case.get("expected_state") or "").split("\n") if line not in ("", "NULL", "mock-fuzz-target") and not FILE.match(line)]
    lines = [line for line in lines if line.lower() not in program_names or any(is_same(line, name) for name in every)]
    state = [line for line in lines if any(is_same(line, name) for name in every) or not is_of_words(line, words)]
    # The C++ standard library's functions are no own frames.
    state = [line for line in state if not re.match(r"(\w+ )?std::", line)] or state
    row["own"] = own_names(report)
    if any(line.startswith("/") for line in state):  # A frame without a name has its file instead.
        row["own"] = reports.own_places(report)
    row["frames"] = has_in_order(state, row["own"]) or has_in_order(state, reports.own_names(report, reports.is_library))
    return row


def judge(faultline, folder, case):
    data = (folder / TESTS / "stack_analyzer_data" / case["file"]).read_bytes()
    found = faultline.reports(data)
    program_names = {name.lower() for name in re.findall(r"(?:/|\()([\w.-]+)(?=[\s(+:)]|$)", data.decode("utf-8", "replace"))}
    program_names.add((case.get("program") or "").lower())
    head = {"case": case["case"], "group": "whole"}
    if case.get("expected_type") == "":  # Nothing that they would file.
        return head | {"group": "no crash", "silent": True}
    rows = [judge_report(case, report, program_names) for report in found]
    facts = ("kind", "access", "address", "frames")
    best = max(rows, key=lambda row: sum(row[fact] for fact in facts), default=dict.fromkeys(facts, False))
    return head | {"opens": bool(found)} | best


def run(faultline, folder):
    yield "clusterfuzz", reports.in_parallel(lambda case: judge(faultline, folder, case), list(read_cases(folder)))
