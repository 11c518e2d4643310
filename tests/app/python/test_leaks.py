# SPDX-License-Identifier: GPL-3.0-or-later
"""What openings leave behind, as LeakSanitizer counts it: memory that nothing leads to any more. The library of AddressSanitizer is loaded before Python, so
memory that is freed twice, or was never allocated, ends the test, too. The module itself has no sanitizer in it: reads and writes are not watched."""
import os
import subprocess
import sys
import unittest

from support import dump, folder

USE = f"""
import concurrent.futures, ctypes, os, pathlib, faultline
DUMP, FOLDER = {os.fspath(dump("null_write"))!r}, {os.fspath(folder("null_write"))!r}

def use(report):
    assert report.frames[0].locals["weight"] == 7
    assert sum(1 for _ in report.frames) == 9
    assert report.nearest("rip").function and len(report.memory.read("rsp", 64)) == 64
    report.query("modules{{code_file, debug_status}}"), report.text(), report._repr_html_()

def alone(count):
    session = faultline.Session(FOLDER, offline=True)
    for index in range(count):
        with session.open(DUMP) if index % 5 else faultline.open(DUMP, FOLDER, offline=True) as report:
            use(report)

def together(count):
    def work(_):
        with faultline.open(DUMP, FOLDER, offline=True) as report:
            use(report)
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(count)))

def resident():
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024
"""

MEASURE = """
{call}(100)
before = resident()
{call}(400)
print("resident KiB", before, resident())
leaks = ctypes.CDLL(None).__lsan_do_recoverable_leak_check()
print("leaks", leaks, flush=True)
os._exit(0)
"""


class Leaks(unittest.TestCase):
    def measure(self, call):
        options = "detect_leaks=1:quarantine_size_mb=1"
        done = subprocess.run([sys.executable, "-c", USE + MEASURE.format(call=call)], env=os.environ | {"ASAN_OPTIONS": options},
                              capture_output=True, text=True, timeout=800, check=False)
        self.assertEqual(done.returncode, 0, done.stderr[-4000:])
        print(call, *done.stdout.split())
        self.assertIn("leaks 0\n", done.stdout, done.stderr[-4000:])

    def test_a_leak_is_seen(self):
        code = "import ctypes, os\nlibrary = ctypes.CDLL(None)\nfor _ in range(100): library.malloc(1000)\n" \
               "print('leaks', library.__lsan_do_recoverable_leak_check(), flush=True)\nos._exit(0)"
        done = subprocess.run([sys.executable, "-c", code], env=os.environ | {"ASAN_OPTIONS": "detect_leaks=1"}, capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout, "leaks 1\n")

    def test_open_and_close_500_times(self):
        self.measure("alone")

    def test_open_and_close_500_times_in_threads(self):
        self.measure("together")


if __name__ == "__main__":
    unittest.main()
