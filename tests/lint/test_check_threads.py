#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What check_threads.py finds."""
import unittest

from check_threads import findings


class Findings(unittest.TestCase):
    def test_every_way_to_start_a_thread(self):
        for way in ("std::thread t(f);", "std::jthread m_thread;", "auto r = std::async(f);", "std :: thread(f).detach();",
                    "pthread_create(&t, nullptr, f, nullptr);", "asio::thread_pool pool(4);", "QtConcurrent::run(f);",
                    "std::vector<std::jthread> threads;"):
            self.assertEqual(len(list(findings("core/a.cpp", way))), 1, way)

    def test_names_the_line(self):
        self.assertEqual(list(findings("core/a.cpp", "/* one\n two */\nint a;\nstd::thread t;\n")), [(4, "std::thread")])

    def test_what_starts_nothing(self):
        for text in ("std::thread::hardware_concurrency()", "std::thread::id id;", "std::this_thread::yield();",
                     "// std::thread is not used", "startThread(f);"):
            self.assertEqual(list(findings("core/a.cpp", text)), [], text)

    def test_the_one_place(self):
        self.assertEqual(list(findings("core/base/thread_start.h", "std::jthread m_thread;")), [])


if __name__ == "__main__":
    unittest.main()
