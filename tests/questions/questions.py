# SPDX-License-Identifier: GPL-3.0-or-later
"""Questions with known answers. Each has the calls that a client makes after it has opened the crash, the answer as `found` takes it out of what they say, and
the commands of LLDB whose text holds the same answer, as far as LLDB can tell it."""
import dataclasses
from collections.abc import Callable


@dataclasses.dataclass
class Question:
    text: str
    crash: str
    calls: list  # (tool, arguments); none: the answer of `open` tells.
    found: Callable  # Of the answers to the calls, or of that of `open`.
    answer: object  # Or a function of the crash, where each run has another truth.
    lldb: list | None = None  # None: LLDB cannot open such a file, or knows nothing of it.


def ask(expression, **more):
    return ("query", {"expression": expression, **more})


def only(answers):
    return answers[-1]


def at(*path):
    """What stands at a path of the last answer."""
    def found(answers):
        value = answers[-1]
        for step in path:
            value = value[step]
        return value
    return found


def rows(table):
    """The objects of a table, whose first row has the names of their members."""
    names, *values = table
    return [dict(zip(names, row)) for row in values]


def values(answers):
    """Name and value of each line of the last answer: `node: sample::Node* = 0x0`."""
    found = []
    for line in answers[-1]:
        name, _, rest = line.strip().partition(": ")
        found.append((name, rest.rpartition(" = ")[2] if " = " in rest else None))
    return found


STACK = ["thread backtrace"]
STACKS = ["thread backtrace all"]
FAULT = ["thread backtrace", "register read", "disassemble --pc"]

QUESTIONS = [
    # A viewer with nine threads and debug info.
    Question("Why did it crash?", "viewer", [], lambda a: (a[0]["code"], a[0]["text"]),
             ("near_null", "Read near null (+0x10) in scene::Node::bounds()"), [*FAULT, "frame variable"]),
    Question("Which argument was null?", "viewer", [("values", {})], values, [("this", "0x0")], [*STACK, "frame variable"]),
    Question("Which line of source was it?", "viewer", [ask("frame{filename, lineno}")], lambda a: (a[0]["filename"], a[0]["lineno"]), ("node.h", 23), STACK),
    Question("Who called that, of our own functions?", "viewer", [ask("frames[abs_path ~ '/src/viewer'].function")],
             lambda a: (len(a[0]), a[0][1], a[0][-1]), (8, "scene::Group::include(scene::Node const*)", "main::{lambda}::operator()"), STACK),
    Question("What does the source say where the caller is?", "viewer", [ask("frames[2].context_line")], lambda a: a[0].strip(), "include(child.get());",
             [*STACK, "frame select 2"]),
    Question("Which instruction faulted?", "viewer", [ask("disassembly('', frame, 0).text")], only, ["test byte ptr [rdx + 0x10], 0x1"], ["disassemble --pc"]),
    Question("Which register formed the address?", "viewer", [ask("frame.registers{rdx}")], only, {"rdx": "0x0"}, ["disassemble --pc", "register read"]),
    Question("Which thread crashed, and what is its name?", "viewer", [ask("thread{index, thread_name}")], only, {"index": 8, "thread_name": "RenderWorker"}, ["thread list"]),
    Question("What does each thread do?", "viewer", [("threads", {})], lambda a: [rows(a[0])[i]["function"] for i in (0, 1, 8)],
             ["main", "viewer::Pool::wait()", "scene::Node::bounds() const"], STACKS),
    Question("Which threads do the same?", "viewer", [("threads", {"group": "stack"})], lambda a: (rows(a[0])[0]["threads"], rows(a[0])[0]["function"]),
             ([1, 2, 3, 4, 5, 6], "viewer::Pool::wait()"), STACKS),
    Question("Which thread does the main thread wait for?", "viewer", [ask("threads[0].waits.waits_for{kind, owner}")], only, {"kind": "thread_end", "owner": 1}, STACKS),
    Question("How many threads wait?", "viewer", [ask("count(threads[state == 'waiting'])")], only, 7, STACKS),
    Question("Which thread sleeps?", "viewer", [ask("threads[state == 'sleeping'].thread_name")], only, ["watchdog"], STACKS),
    Question("Which threads are in Pool::wait?", "viewer", [ask("threads[frames.function ~ 'Pool::wait'].thread_name")], only,
             [f"worker-{i}" for i in range(1, 7)], STACKS),
    Question("What did the scene think was dirty?", "viewer", [("values", {"expression": "this->m_dirty", "frame": 3})], values, [("this->m_dirty", "Everything")],
             [*STACK, "frame select 3", "frame variable *this"]),
    Question("What type has the scene's root?", "viewer", [("values", {"expression": "this->m_root", "frame": 3})], at(0), "this->m_root: scene::Group",
             [*STACK, "frame select 3", "frame variable *this"]),
    Question("How is scene::Box laid out?", "viewer", [("types", {"name": "scene::Box"})], lambda a: [(p["name"], p["offset"]) for p in rows(a[0]["parts"])],
             [("left", 0), ("top", 4), ("right", 8), ("bottom", 12)], ["image lookup -t scene::Box"]),
    Question("What lies at the stack pointer?", "viewer", [("address", {"place": "rsp"})], lambda a: (a[0]["kind"], a[0]["thread"]), ("stack", 8),
             ["memory region $rsp", "thread list", *STACK]),
    Question("Which words of the stack lead into code?", "viewer", [ask("memory('rsp', 128).words[kind == 'code'].meaning")], at(0),
             "scene::Scene::relayout(scene::Dirty)+0x11", ["memory read --format address --count 16 $rsp"]),
    Question("Which function is at that address?", "viewer", [ask("nearest(frames[4].instruction_addr).function")], only,
             "scene::Scene::draw(scene::Canvas&, scene::Frame const&)", [*STACK, "frame select 4", "image lookup --address $pc"]),
    Question("Which functions of scene::Group are there?", "viewer", [ask("symbol('scene::Group::*').function")], only, ["scene::Group::updateBounds()"],
             ["image lookup --regex --name ^scene::Group::"]),
    Question("What changed in the stack pointer between two frames?", "viewer", [ask("frames[2:4].registers.rsp")], only, ["0x7f215ccb1de8", "0x7f215ccb1df0"],
             ["frame select 2", "register read", "frame select 3", "register read"]),
    Question("Which build of libscene.so was it?", "viewer", [ask("modules[code_file ~ 'libscene'].debug_id")], only, ["631f564f-4f21-f309-ad51-0770a28fbdfd"], ["image list"]),
    Question("Which system and CPU?", "viewer", [], lambda a: (a[0]["system"].split()[0], a[0]["system"].split()[-1]), ("Linux", "x86_64"), ["target list"]),
    Question("Is it the crash of the other file?", "viewer", [("open", {"path": "null_write"}), ("compare", {"crash": "c1", "other": "c2"})], at("equal"), False),
    # The same without its debug files.
    Question("Which modules lack debug info?", "bare", [("modules", {"missing": True})], lambda a: sorted(m["name"] for m in rows(a[0]))[-2:],
             ["libscene.so", "viewer"], ["image list"]),
    Question("Where was libscene.so looked for?", "bare", [ask("modules[code_file ~ 'libscene'].candidates.location", depth=3)],
             lambda a: any(place.endswith("/4f/561f63214f09f3ad510770a28fbdfd94e43793.debug") for place in a[0][0]), True, ["image list", "settings show target.debug-file-search-paths"]),
    Question("Why has the first frame no name?", "bare", [], lambda a: [(m["module"], m["why"]) for m in rows(a[0]["missing"])][-1], ("libscene.so", "missing"), [*STACK, "image list"]),
    # A write of a 7 to null.
    Question("Was it a read or a write?", "null_write", [], lambda a: a[0]["text"].split()[0], "Write", FAULT),
    Question("Which argument was null, and what was to be written?", "null_write", [("values", {})],
             lambda a: sorted(values(a)), [("node", "0x0"), ("weight", "7")], [*STACK, "frame variable"]),
    Question("Under which signature is it known?", "null_write", [], at("signature"), "sample::setWeight"),
    # An assertion.
    Question("Whose assertion failed?", "failed_assert", [], at("text"), "Failed assertion in sample::checkedDivide()", STACK),
    Question("With which arguments?", "failed_assert", [("values", {})], lambda a: sorted(v for v in values(a) if len(v[0]) == 1),
             [("a", "0"), ("b", "<value at the call not known>")], [*STACK, "frame select 5", "frame variable"]),
    Question("In which line does it stand?", "failed_assert", [ask("key{filename, lineno}")], lambda a: (a[0]["filename"], a[0]["lineno"]), ("failed_assert.cpp", 11), STACK),
    # The second thread.
    Question("Which thread wrote to null?", "second_thread", [ask("thread.thread_name")], only, "RenderWorker", ["thread list"]),
    Question("What does the main thread wait for?", "second_thread", [ask("threads[0].waits.waits_for{kind, owner}")], only, {"kind": "thread_end", "owner": 1}, STACKS),
    Question("What was in the buffer?", "second_thread", [("values", {"expression": "buffer"})], lambda a: values(a)[1:],
             [("data", "0x0"), ("size", "16")], [*STACK, "frame variable buffer"]),
    # A stack overflow.
    Question("Why did it crash, and how deep was it?", "stack_overflow", [], lambda a: (a[0]["code"], a[0]["text"]), ("stack_overflow", "Stack overflow in sample::depth() (121 frames)"), STACK),
    Question("Who began the recursion?", "stack_overflow", [ask("frames[function !~ 'depth'][0].function")], only, "sample::measure(void*)", STACK),
    Question("Which level had the last call?", "stack_overflow", [("values", {"expression": "level"})], values, [("level", "117")], ["frame variable level"]),
    Question("Did it touch a guard page?", "stack_overflow", [], at("guard_page_hit"), True, [*FAULT, "memory region $rsp"]),
    # An exception that nobody caught.
    Question("Which function threw?", "uncaught_exception", [], at("text"), "Uncaught exception in sample::parseNumber()", STACK),
    Question("Who called it?", "uncaught_exception", [ask("frames[abs_path ~ 'src'].function")], lambda a: [name.partition("(")[0].partition("<")[0] for name in a[0]],
             ["sample::parseNumber", "sample::applyParser", "sample::loadSettings", "main"], STACK),
    # Windows, with a PDB.
    Question("Which argument was null on Windows?", "windows", [("values", {})], lambda a: values(a)[0], ("node", "0x0"), [*STACK, "frame variable"]),
    Question("Which DLLs lack a PDB that this stack needs?", "windows", [], lambda a: [m["module"] for m in rows(a[0]["missing"])], ["ntdll.dll", "kernel32.dll"], [*STACK, "image list"]),
    Question("Which Windows was it?", "windows", [], at("system"), "Windows 6.1.7601 x86_64", ["target list"]),
    # Three threads that hold each other's mutexes.
    Question("Is there a deadlock, and of which threads?", "hang", [("waits", {})], lambda a: (rows(a[0]["findings"])[0]["kind"], sorted(o["owner_id"] for o in rows(a[0]["objects"]))),
             lambda crash: ("deadlock", sorted(owner for _, owner in crash.truth)),
             [*STACKS, "target variable mutexes", "memory read --format x --size 4 --count 60 `mutexes`"]),
    Question("Which thread holds the lock that each of them wants?", "hang", [ask("threads[state == 'waiting']{thread_id, waits{waits_for{owner_id}}}", depth=4)],
             lambda a: sorted((t["thread_id"], t["waits"]["waits_for"]["owner_id"]) for t in rows(a[0])), lambda crash: sorted(crash.truth),
             [*STACKS, "target variable mutexes", "memory read --format x --size 4 --count 60 `mutexes`"]),
    Question("In which function does each of them wait?", "hang", [ask("threads[state == 'waiting'].key.function")], lambda a: sorted(set(a[0])), ["lockRing"], STACKS),
    # Objects, a list, a tree.
    Question("Which pointer was null?", "shapes", [ask("frame.locals")], lambda a: [name for name, value in values(a) if value == "0x0"], ["nowhere"], [*STACK, "frame variable"]),
    Question("Which numbers are in the list?", "shapes", [ask("each(global('g_first'), 'next')->number", depth=3)], lambda a: [value for _, value in values(a)], ["1", "2", "3", "4", "5"],
             ["target variable --ptr-depth 5 shapes::g_first"]),
    Question("Of which class is the first object?", "shapes", [ask("global('g_first')")], lambda a: a[0][1].strip(), "*: shapes::Circle",
             ["target variable --dynamic-type no-run-target --ptr-depth 1 shapes::g_first"]),
    Question("How many branches has the tree?", "shapes", [ask("count(each(global('g_root'), 'left', 'right'))")], only, 15, ["target variable --ptr-depth 5 shapes::g_root"]),
    Question("What is in the last cell of the matrix?", "shapes", [("values", {"expression": "shapes::g_facts.rows[1][2]"})], values, [("shapes::g_facts.rows[1][2]", "6")], ["target variable shapes::g_facts"]),
    # Java.
    Question("Which exception ended the thread?", "java", [], at("text"), "java.lang.IllegalStateException: order 4711 has no customer"),
    Question("What was its root cause, and where?", "java", [ask("threads[-1].frames[0]{function, lineno}")], lambda a: (a[0]["function"], a[0]["lineno"]),
             ("com.example.shop.Customers.find", 88)),
    Question("Do Java's threads wait for each other?", "java_threads", [], lambda a: (a[0]["code"], a[0]["text"]), ("deadlock", "Deadlock: writer and cleaner wait for each other")),
    Question("Which monitor does the writer want, and who has it?", "java_threads", [ask("threads[thread_name == 'writer'].waits.waits_for{name, owner}")],
             lambda a: rows(a[0]), [{"name": "com.example.store.Index", "owner": 1}]),
    Question("Which of Java's threads sleeps?", "java_threads", [ask("threads[state == 'sleeping'].thread_name")], only, ["timer"]),
    # JavaScript with a source map.
    Question("Where in the source was it, before it was minified?", "script", [ask("frame{filename, lineno}")], lambda a: (a[0]["filename"], a[0]["lineno"]), ("src/cart.ts", 2)),
    Question("Which method called that?", "script", [ask("frames[1]{function, context_line}")], lambda a: (a[0]["function"], a[0]["context_line"].strip()),
             ("Checkout.pay", "return sum(cart.lines);")),
    # Texts.
    Question("Which thread reads the header?", "gdb_text", [("find", {"text": "read_header"})], lambda a: [f["thread"] for f in rows(a[0])], [0]),
    Question("Why did the Mac's program crash?", "apple", [], lambda a: (a[0]["code"], a[0]["text"]), ("near_null", "Access near null (+0x18) in Brush::tip()")),
    Question("Which dSYM of the stack is missing?", "apple", [ask("modules[debug_status == 'missing'][0].debug_id")], only, "11111111-2222-3333-4444-555555555555"),
    # The library.
    Question("Has this been seen since 4.2?", "apple", [("library", {"query": "signature:=Brush::tip version:>=4.2"})], at("total"), 2),
    Question("In which versions, and how often?", "apple", [("library", {"query": "signature:=Brush::tip", "groups": True})],
             lambda a: sorted((version["value"], version["count"]) for version in rows(rows(a[0]["groups"])[0]["versions"])), [("4.1", 1), ("4.2", 1), ("4.3", 1)]),
]

# What LLDB's text has to show to count as an answer.
TOLD_BY_LLDB = {
    ("Why did it crash?", "viewer"): ["test", "rdx = 0x0000000000000000"],
    ("Which argument was null?", "viewer"): ["this = nullptr"],
    ("Which line of source was it?", "viewer"): ["node.h:23"],
    ("Who called that, of our own functions?", "viewer"): ["Group::include", "RenderLoop::run"],
    ("What does the source say where the caller is?", "viewer"): ["include(child.get());"],
    ("Which instruction faulted?", "viewer"): ["->", "test"],
    ("Which register formed the address?", "viewer"): ["rdx = 0x0000000000000000"],
    ("Which thread crashed, and what is its name?", "viewer"): ["RenderWorker"],
    ("What does each thread do?", "viewer"): ["Pool::wait", "Node::bounds"],
    ("Which threads do the same?", "viewer"): ["Pool::wait"],
    ("Which thread does the main thread wait for?", "viewer"): ["pthread_join", "3644"],
    ("How many threads wait?", "viewer"): ["pthread_cond_wait", "pthread_join"],
    ("Which thread sleeps?", "viewer"): ["watchdog"],
    ("Which threads are in Pool::wait?", "viewer"): ["worker-1"],
    ("What did the scene think was dirty?", "viewer"): ["m_dirty = Everything"],
    ("What type has the scene's root?", "viewer"): ["m_root"],
    ("How is scene::Box laid out?", "viewer"): ["bottom"],
    ("What lies at the stack pointer?", "viewer"): ["rw-"],
    ("Which words of the stack lead into code?", "viewer"): ["relayout"],
    ("Which function is at that address?", "viewer"): ["Scene::draw"],
    ("Which functions of scene::Group are there?", "viewer"): ["updateBounds"],
    ("What changed in the stack pointer between two frames?", "viewer"): ["0x00007f215ccb1de8", "0x00007f215ccb1df0"],
    ("Which build of libscene.so was it?", "viewer"): ["4F561F63"],
    ("Which system and CPU?", "viewer"): ["x86_64", "linux"],
    ("Which modules lack debug info?", "bare"): ["libscene.so"],
    ("Where was libscene.so looked for?", "bare"): ["/usr/lib/debug"],
    ("Why has the first frame no name?", "bare"): ["libscene.so"],
    ("Was it a read or a write?", "null_write"): ["->", "mov"],
    ("Which argument was null, and what was to be written?", "null_write"): ["weight = 7", "0x0000000000000000"],
    ("Whose assertion failed?", "failed_assert"): ["checkedDivide"],
    ("With which arguments?", "failed_assert"): ["a = 0"],
    ("In which line does it stand?", "failed_assert"): ["failed_assert.cpp:11"],
    ("Which thread wrote to null?", "second_thread"): ["RenderWorker"],
    ("What does the main thread wait for?", "second_thread"): ["join"],
    ("What was in the buffer?", "second_thread"): ["size = 16"],
    ("Why did it crash, and how deep was it?", "stack_overflow"): ["frame #100"],
    ("Who began the recursion?", "stack_overflow"): ["measure"],
    ("Which level had the last call?", "stack_overflow"): ["117"],
    ("Did it touch a guard page?", "stack_overflow"): ["---"],
    ("Which function threw?", "uncaught_exception"): ["parseNumber"],
    ("Who called it?", "uncaught_exception"): ["loadSettings"],
    ("Which argument was null on Windows?", "windows"): ["node = nullptr"],
    ("Which DLLs lack a PDB that this stack needs?", "windows"): ["ntdll.dll", "kernel32.dll"],
    ("Which Windows was it?", "windows"): ["6.1.7601"],
    ("Is there a deadlock, and of which threads?", "hang"): ["lockRing", "mutexes"],
    ("Which thread holds the lock that each of them wants?", "hang"): ["lockRing", "mutexes"],
    ("In which function does each of them wait?", "hang"): ["lockRing"],
    ("Which pointer was null?", "shapes"): ["nowhere = 0x0000000000000000"],
    ("Which numbers are in the list?", "shapes"): ["number = 5"],
    ("Of which class is the first object?", "shapes"): ["Circle"],
    ("How many branches has the tree?", "shapes"): ["depth = 3"],
    ("What is in the last cell of the matrix?", "shapes"): ["[2] = 6"],
}
