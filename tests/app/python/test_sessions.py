# SPDX-License-Identifier: GPL-3.0-or-later
"""The life of reports: errors, closing, threads, memory, hostile files, many frames, libraries."""
import contextlib
import gc
import itertools
import logging
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import faultline
from support import WithFolder, dump, folder, opened, resident_kib, run, text_stack


class Errors(WithFolder):
    def test_kinds(self):
        cases = (
            (faultline.NotFound, "not_found", self.folder / "nowhere.dmp"),
            (faultline.Unsupported, "unsupported", self.file("letter.txt", "Dear reader\n")),
            (faultline.Unsupported, "unsupported", self.file("noise.bin", random.Random(1).randbytes(4096))),
            (faultline.Error, None, self.file("empty.dmp", b"")),
        )
        for expected, kind, path in cases:
            with self.subTest(path.name), self.assertRaises(expected) as raised:
                faultline.open(path, offline=True)
            self.assertIsInstance(raised.exception, faultline.Error)
            self.assertTrue(raised.exception.detail)
            self.assertIn(raised.exception.kind, [kind] if kind else ["unsupported", "malformed", "not_found"])

    def test_options(self):
        with self.assertRaises(faultline.NotFound):
            faultline.Session(config=self.folder / "nowhere.yml")
        with self.assertRaises(faultline.Error):
            faultline.Session(modules={"": "file"})
        with self.assertRaises(TypeError):
            faultline.open(dump("default"), symbols=3)
        self.assertRaises(faultline.NotFound, faultline.open, dump("default"), part="a.dmp", offline=True)

    def test_expressions(self):
        with opened() as report:
            for kind, expression in (("malformed", "frames["), ("malformed", "nothing()"), ("not_found", "colour"), ("unsupported", "cause.code[3]"),
                                     ("too_large", "memory(1, 99999)"), ("too_large", "x" * 5000)):
                with self.subTest(expression[:20]), self.assertRaises(faultline.Error) as raised:
                    report.query(expression)
                self.assertEqual(raised.exception.kind, kind)

    def test_quoting(self):
        with opened() as report:
            for text in ('"', "\\", '\\"', '")', "'", "\x1b\u202e"):
                self.assertEqual(list(report.find(text)), [])


class Closing(unittest.TestCase):
    def test_closed_reports(self):
        with opened() as report:
            frame, value, frames = report.frames[3], report.frames[3].locals["this"], iter(report.frames)
            next(frames)
        self.assertTrue(report.closed)
        report.close()
        for use in (lambda: report.cause, lambda: frame.function, lambda: value.m_dirty, lambda: report.memory.read("rsp", 1), report.text,
                    lambda: report.query("cause"), lambda: report.name):
            with self.assertRaises(faultline.Closed):
                use()
        self.assertEqual(repr(report), "<faultline.Report, closed>")
        self.assertEqual(int(value), value.pointer)  # What was read stays.

    def test_objects_keep_their_report(self):
        value = opened().frames[3].locals["this"]
        gc.collect()
        self.assertEqual(value.m_dirty.value, "Everything")

    def test_open_and_close_500_times(self):
        session = faultline.Session(folder("null_write"), offline=True)

        def cycle(times):
            for index in range(times):
                with session.open(dump("null_write")) if index % 5 else opened("null_write") as report:
                    self.assertEqual(report.frames[0].locals["weight"], 7)
                    self.assertEqual(sum(1 for _ in report.frames), 9)

        cycle(100)
        before = resident_kib()
        cycle(400)
        self.assertLess(resident_kib() - before, 8 * 1024)


class ManyThreads(unittest.TestCase):
    def test_crashes_side_by_side(self):
        failures, done = [], []

        def work(sample, function):
            try:
                for _ in range(3):
                    with opened(sample) as report:
                        names = [frame.function for frame in report.frames]
                        self.assertIn(function, names)
                        done.append(report.to_dict()["crash_reason"])
            except Exception as error:  # noqa: BLE001 - it belongs to the test's thread
                failures.append(error)

        samples = (("default", "scene::Node::bounds() const"), ("null_write", "sample::setWeight(sample::Node*, int)"),
                   ("failed_assert", "sample::checkedDivide(int, int)"), ("second_thread", "sample::clear(sample::Buffer&)"))
        threads = [threading.Thread(target=work, args=each) for each in samples for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])
        self.assertEqual(len(done), 24)

    def test_one_report_for_several(self):
        with opened() as report:
            answers = []

            def work():
                for _ in range(20):
                    answers.append((report.frames[3].locals["this"].m_dirty.value, len(report.memory.read("rsp", 64)), report.nearest("rip").function))

            threads = [threading.Thread(target=work) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(len(answers), 80)
            self.assertEqual(len(set(answers)), 1)

    def test_closing_while_others_ask(self):
        report = opened()
        outcomes = []

        def work():
            try:
                while True:
                    report.memory.search(b"\0")
            except faultline.Error as error:
                outcomes.append(error.kind)

        threads = [threading.Thread(target=work) for _ in range(3)]
        for thread in threads:
            thread.start()
        report.close()
        for thread in threads:
            thread.join()
        self.assertTrue(set(outcomes) <= {"closed", "cancelled"}, outcomes)
        self.assertEqual(len(outcomes), 3)

    def test_others_run_while_the_engine_works(self):
        """The engine waits for a server that this thread is, so without the GIL nothing would go on."""
        with tempfile.TemporaryDirectory() as alone, socket.create_server(("127.0.0.1", 0)) as server:
            lonely = shutil.copy(dump("null_write"), alone)
            opened_names, requests = [], 0

            def work():
                with faultline.open(lonely, f"http://127.0.0.1:{server.getsockname()[1]}/") as report:
                    opened_names.append(report.name)

            thread = threading.Thread(target=work)
            thread.start()
            while thread.is_alive():
                server.settimeout(0.2)
                with contextlib.suppress(TimeoutError):
                    asked, _ = server.accept()
                    requests += 1
                    with asked:
                        asked.recv(65536)
                        asked.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            thread.join()
            self.assertEqual(opened_names, [str(lonely)])
            self.assertGreater(requests, 0)


class Hostile(WithFolder):
    def use(self, report):
        report.text()
        for thread in report.threads:
            for frame in itertools.islice(thread.frames, 50):
                repr(frame)
        repr(report)
        report._repr_html_()

    def test_truncated_files(self):
        whole = dump("null_write").read_bytes()
        session = faultline.Session(folder("null_write"), offline=True)
        for size in [*range(0, 64), *range(64, len(whole), 211)]:
            try:
                with session.open(self.file("cut.dmp", whole[:size])) as report:
                    self.use(report)
            except faultline.Error as error:
                self.assertTrue(error.detail)

    def test_changed_bytes(self):
        whole, chance = dump("second_thread").read_bytes(), random.Random(46)
        session = faultline.Session(folder("second_thread"), offline=True)
        for _ in range(60):
            changed = bytearray(whole)
            for _ in range(20):
                changed[chance.randrange(len(changed))] = chance.randrange(256)
            try:
                with session.open(self.file("changed.dmp", bytes(changed))) as report:
                    self.use(report)
            except faultline.Error as error:
                self.assertTrue(error.detail)


class ManyFrames(WithFolder):
    def test_ten_thousand(self):
        path = self.file("deep.txt", text_stack(f"work{row}" for row in range(10_000)))
        with faultline.open(path, offline=True) as report:
            self.assertEqual(len(report.frames), 10_000)
            self.assertEqual([frame.function for frame in report.frames], [f"work{row}" for row in range(10_000)])
            self.assertEqual((report.frames[9_999].function, report.frames[-1].lineno), ("work9999", 100))
            self.assertEqual([frame.index for frame in itertools.islice(report.frames, 3)], [0, 1, 2])
            self.assertEqual(len(report.answer("frames", first=9_995).value), 5)

    def test_ten_thousand_take_a_moment(self):
        """50 ms at most, in an optimised build on a machine that does nothing else. The bound leaves room for busy ones."""
        path = self.file("deep.txt", text_stack(f"work{row}" for row in range(10_000)))
        with faultline.open(path, offline=True) as report:
            def measured():
                before = time.perf_counter()
                count = sum(1 for _ in report.frames)
                return time.perf_counter() - before, count
            measured()
            seconds, count = min(measured() for _ in range(5))
        self.assertEqual(count, 10_000)
        print(f"10,000 frames iterated in {seconds * 1000:.1f} ms")
        self.assertLess(seconds, 0.25)

    def test_iteration_makes_no_list(self):
        path = self.file("deep.txt", text_stack(f"work{row}" for row in range(10_000)))
        with faultline.open(path, offline=True) as report:
            gc.collect()
            before = len(gc.get_objects())
            frames = iter(report.frames)
            next(frames)
            self.assertLess(len(gc.get_objects()) - before, 100)


class Interrupted(WithFolder):
    def test_interrupts_cancel(self):
        """A symbol server that never answers; Ctrl+C ends the waiting."""
        lonely = shutil.copy(dump("default"), self.folder)
        with socket.create_server(("127.0.0.1", 0)) as server:
            address = f"http://127.0.0.1:{server.getsockname()[1]}/"
            code = f"import faultline\ntry:\n    faultline.open({os.fspath(lonely)!r}, {address!r})\n    print('opened')\n" \
                   "except KeyboardInterrupt:\n    print('interrupted')\n"
            with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as program:
                asked, _ = server.accept()
                program.send_signal(signal.SIGINT)
                self.assertEqual(program.stdout.read(), "interrupted\n")
            asked.close()
        self.assertEqual(program.returncode, 0)


class Libraries(WithFolder):
    def setUp(self):
        super().setUp()
        self.path = self.folder / "reports.fldb"
        for sample in ("default", "null_write", "failed_assert"):
            run("library", "import", dump(sample), "--library", self.path, "--symbols", folder(sample), "--offline")

    def test_search(self):
        library = faultline.open_library(self.path)
        self.assertEqual(library.count(), 3)
        rows = list(library.search("status:new"))
        self.assertEqual({row.signature for row in rows}, {"scene::Node::bounds", "sample::setWeight", "sample::checkedDivide"})
        said = run("library", "list", "--library", self.path, "--format", "json")
        for row in rows:
            self.assertIn(f'"{row.id}"' if isinstance(row.id, str) else f'"id":{row.id}', said.replace(" ", ""))
        self.assertEqual(list(library.search("status:fixed")), [])
        self.assertEqual(len(list(library.groups())), 3)

    def test_mistakes(self):
        with self.assertRaises(faultline.Malformed):
            list(faultline.open_library(self.path).search("nothing:3"))
        with self.assertRaises(faultline.NotFound):
            list(faultline.open_library(self.folder / "nowhere.fldb").search())

    def test_reports_know_their_library(self):
        with opened(library=self.path) as report:
            self.assertEqual(report.query("library().total"), 3)
        with opened(library=self.path, profile="share_outside") as report, self.assertRaises(faultline.Unsupported):
            report.query("library()")


class Logs(unittest.TestCase):
    def test_messages_go_to_logging(self):
        with self.assertNoLogs("faultline", logging.ERROR):
            opened().close()

    def test_nothing_is_written_to_standard_error(self):
        code = f"import faultline\nfaultline.open({os.fspath(dump('default'))!r}, offline=True).close()\n"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
        self.assertEqual(done.stderr, b"")
        self.assertTrue(pathlib.Path(faultline.__file__).is_file())


if __name__ == "__main__":
    unittest.main()
