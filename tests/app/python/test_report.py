# SPDX-License-Identifier: GPL-3.0-or-later
"""Reports: the same as the command line's, threads, frames, modules, questions, what is shown."""
import json
import re
import shutil
import tempfile
import unittest

import faultline
from support import WithFolder, dump, folder, opened, run, symbolicated, text_stack

SAMPLES = ("default", "failed_assert", "null_write", "second_thread", "stack_overflow", "uncaught_exception", "windows_mingw", "windows_pdb")
# What differs from one look-up to the next.
MOMENTARY = {"answered_by", "duration_ms", "failed_at", "failure_expires_in", "timestamp", "candidates"}


def lasting(value):
    if isinstance(value, dict):
        return {name: lasting(part) for name, part in value.items() if name not in MOMENTARY}
    return [lasting(part) for part in value] if isinstance(value, list) else value


class SameAsTheCommandLine(unittest.TestCase):
    def test_whole_reports(self):
        for sample in SAMPLES:
            with self.subTest(sample), opened(sample) as report:
                expected = lasting(symbolicated(sample))
                self.assertEqual(lasting(report.to_dict()), expected)
                self.assertEqual(lasting(json.loads(report.json())), expected)

    def test_every_frame(self):
        for sample in SAMPLES:
            with self.subTest(sample), opened(sample) as report:
                expected = symbolicated(sample)
                self.assertEqual(len(report.threads), len(expected["stacktraces"]))
                for thread, stack in zip(report.threads, expected["stacktraces"]):
                    self.assertEqual(thread.thread_id, stack.get("thread_id"))
                    self.assertEqual(thread.thread_name, stack.get("thread_name"))
                    self.assertEqual(thread.is_requesting, stack.get("is_requesting", False))
                    self.assertEqual(len(thread.frames), len(stack["frames"]))
                    for frame, row in zip(thread.frames, stack["frames"]):
                        self.check_frame(frame, row)

    def check_frame(self, frame, row):
        for name in ("function", "symbol", "filename", "abs_path", "lineno", "trust", "status", "package"):
            self.assertEqual(getattr(frame, name), row.get(name), name)
        self.assertEqual(frame.instruction_addr, int(row["instruction_addr"], 16))
        self.assertEqual(frame.inlined, row.get("faultline", {}).get("inlined", False))
        self.assertEqual(frame.to_dict(), row)

    def test_modules_with_candidates(self):
        with opened() as report:
            for module, row in zip(report.modules, symbolicated("default")["modules"], strict=True):
                self.assertEqual((module.code_file, module.debug_id, module.debug_status), (row["code_file"], row["debug_id"], row["debug_status"]))
                self.assertEqual((module.image_addr, module.image_size), (int(row["image_addr"], 16), row["image_size"]))
                self.assertEqual([one.location for one in module.candidates], [one["location"] for one in row.get("candidates", [])])
            statuses = [one.download.status for one in report.modules[0].candidates]
            self.assertIn("ok", statuses)

    def test_answers_are_those_of_query(self):
        with opened() as report:
            for expression in ("cause", "frame.locals", "frames[3].locals.this", "threads.thread_name", 'type("scene::Box")', 'find("Pool")',
                               'groups("state")', 'memory("rsp", 64)', "frame.code", "map()", "count(frames)", 'symbol("scene::*")', 'address("rsp")'):
                with self.subTest(expression):
                    said = run("query", dump("default"), expression, "--symbols", folder("default"), "--offline", "--format", "json")
                    answer = report.answer(expression)
                    self.assertEqual(answer.value, json.loads(said)["value"])
                    self.assertEqual(answer.next, json.loads(said).get("next"))

    def test_texts(self):
        with opened() as report:
            self.assertIn("Read near null (+0x10) in scene::Node::bounds()", report.text())
            self.assertIn("scene::Node::bounds", report.markdown())


class Parts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.report = opened()
        cls.addClassCleanup(cls.report.close)

    def alone(self):
        """A copy of the crash file without debug files beside it."""
        kept = tempfile.TemporaryDirectory()
        self.addCleanup(kept.cleanup)
        return shutil.copy(dump("null_write"), kept.name)

    def test_cause(self):
        cause = self.report.cause
        self.assertEqual((cause.code, cause.access, cause.address), ("near_null", "read", 0x10))
        self.assertEqual(self.report.signature, "scene::Node::bounds")
        self.assertIn("SIGSEGV", self.report.crash_reason)
        self.assertEqual(list(self.report.why), [])
        with faultline.open(self.alone(), offline=True) as blind:
            self.assertTrue(len(blind.why) > 0)
            self.assertTrue(all(one.code for one in blind.why))

    def test_members(self):
        self.assertTrue("crash_reason" in self.report and "nothing" not in self.report)
        self.assertIsNone(self.report.get("nothing"))
        self.assertIn("crash_reason", dir(self.report))
        self.assertEqual(self.report["crash_reason"], self.report.crash_reason)
        with self.assertRaises(AttributeError):
            self.report.nothing
        self.assertEqual(len({self.report, self.report, self.report.thread, self.report.threads[8], self.report.frame, self.report.modules[0]}), 4)

    def test_leading_thread(self):
        self.assertEqual(self.report.thread.thread_name, "RenderWorker")
        self.assertTrue(self.report.thread.is_requesting)
        self.assertEqual(self.report.thread, self.report.threads[8])
        self.assertEqual(self.report.frame, self.report.frames[0])
        self.assertEqual(self.report.frame.thread, self.report.thread)
        self.assertEqual(self.report.frames[-1].index, len(self.report.frames) - 1)
        self.assertEqual([frame.index for frame in self.report.frames[2:5]], [2, 3, 4])

    def test_waits(self):
        self.assertEqual(self.report.threads[0].state, "waiting")
        self.assertEqual(self.report.threads[0].waits.waits_for.owner_id, 3644)
        self.assertEqual(len(self.report.waits.threads), 9)

    def test_registers(self):
        frame = self.report.frames[3]
        self.assertEqual(frame.registers["rip"], frame.instruction_addr + 1)
        self.assertTrue(all(isinstance(value, int) for value in frame.registers.values()))
        self.assertEqual(self.report.frames[1].inlines[-1].inlined, False)
        self.assertTrue(all(row.inlined for row in self.report.frames[1].inlines[:-1]))

    def test_source_and_code(self):
        self.assertIn("m_flags & kHidden", self.report.frame.source.context_line)
        current = [line for line in self.report.frame.code if line.get("current")]
        self.assertEqual([line.address for line in current], [self.report.frame.instruction_addr])
        self.assertEqual(self.report.disassembly(self.report.frame.instruction_addr)[0].address, self.report.frame.code[0].address)

    def test_module_of_a_frame(self):
        self.assertTrue(self.report.frame.module.code_file.endswith("libscene.so"))
        self.assertIs(self.report.frame.module.index, 2)

    def test_find_and_groups(self):
        found = {frame.thread.thread_name for frame in self.report.find("pool::wait")}
        self.assertEqual(found, {f"worker-{n}" for n in range(1, 7)})
        self.assertEqual([list(group.threads) for group in self.report.groups("state")][0], [1, 2, 3, 4, 5, 6])

    def test_names_and_addresses(self):
        address = self.report.frame.instruction_addr
        self.assertEqual(self.report.nearest(address).function, "scene::Group::updateBounds()")
        self.assertEqual(self.report.address("rsp").kind, "stack")
        self.assertEqual(int(self.report.address("rsp", self.report.frames[4])["value"], 16), self.report.frames[4].registers["rsp"])
        names = [symbol.function for symbol in self.report.symbols("scene::Group::*")]
        self.assertIn("scene::Group::updateBounds()", names)
        # More than a page.
        self.assertGreater(len(list(self.report.symbols("*"))), 600)

    def test_layouts(self):
        box = self.report.type("scene::Box")
        self.assertEqual([(part.name, part.offset, part.size) for part in box.parts], [("left", 0, 4), ("top", 4, 4), ("right", 8, 4), ("bottom", 12, 4)])

    def test_map(self):
        saved = [region for region in self.report.map() if region.saved]
        self.assertIn("stack", {region.kind for region in saved})

    def test_compare(self):
        self.assertTrue(self.report.compare(self.report).equal)
        with opened("null_write") as other:
            compared = self.report.compare(other)
            self.assertFalse(compared.equal)
            self.assertGreater(len(compared.facts), 0)

    def test_other_members(self):
        self.assertEqual(self.report.process.id, 3643)
        self.assertEqual(self.report["system_info"].cpu_arch, "x86_64")
        self.assertIn("stacktraces", self.report.keys())
        self.assertFalse(hasattr(self.report, "colour"))
        with self.assertRaises(KeyError):
            self.report.frame["colour"]
        self.assertIsNone(self.report.frame.get("colour"))
        self.assertEqual(self.report.frame.get("colour", 3), 3)

    def test_lists(self):
        threads = self.report.threads
        with self.assertRaises(IndexError):
            threads[9]
        with self.assertRaises(IndexError):
            threads[-10]
        self.assertEqual(len(threads), 9)
        self.assertIn(threads[4], threads)
        self.assertEqual(threads.to_list()[4]["thread_name"], threads[4].thread_name)
        self.assertEqual(list(reversed(threads))[0].index, 8)


class OtherKinds(WithFolder):
    def test_a_trace_of_java(self):
        path = self.file("trace.txt", 'Exception in thread "main" java.lang.IllegalStateException: no way\n'
                                      "\tat com.example.Main.run(Main.java:12)\n\tat com.example.Main.main(Main.java:5)\n")
        with faultline.open(path, offline=True) as report:
            self.assertEqual([(frame.function, frame.lineno) for frame in report.frames], [("com.example.Main.run", 12), ("com.example.Main.main", 5)])
            self.assertEqual((report.frame.registers, report.frame.module, report.frame.instruction_addr), ({}, None, None))
            self.assertIn("no way", report.cause.text)
            self.assertEqual(len(report.frame["faultline"].keys()), 3)
            for question in (lambda: report.memory.read(16, 4), lambda: list(report.locals), lambda: report.memory.byte_order, report.map, lambda: report.frame.code):
                with self.assertRaises(faultline.NotFound):
                    question()


class Shown(WithFolder):
    def test_html(self):
        with opened() as report:
            for shown in (report, report.thread, report.frame, report.frames, report.locals, report.frames[3].locals["this"], report.cause):
                text = shown._repr_html_()
                self.assertTrue(text.startswith("<table>"))
                self.assertNotIn("<script", text)
            self.assertIn("scene::Group::include(scene::Node const*)", report._repr_html_())

    def test_texts_of_the_crash_stay_data(self):
        name = "evil\x1b[31m\u202e<script>alert(1)</script>"
        path = self.file("stack.txt", text_stack([name]))
        with faultline.open(path, offline=True) as report:
            self.assertIn("<script>", report.frames[0].function)
            self.assertIn("\u202e", report.frames[0].function)
            for shown in (repr(report), repr(report.frame), repr(report.frames), report._repr_html_(), repr(report.frame.source)):
                self.assertIsNone(re.search("[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]", shown), shown)
            self.assertNotIn("<script", report._repr_html_())
            self.assertIn("&lt;script", report._repr_html_())

    def test_errors_show_no_controls(self):
        with opened() as report, self.assertRaises(faultline.NotFound) as raised:
            report["\x1b[31m"]
        self.assertNotIn("\x1b", str(raised.exception))
        self.assertNotIn("\x1b", repr(raised.exception))


if __name__ == "__main__":
    unittest.main()
