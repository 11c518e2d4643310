#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What check_forbidden.py finds."""
import unittest

from check_forbidden import findings


def found(name, text):
    return [(line, what) for line, what, _ in findings(name, text)]


class Findings(unittest.TestCase):
    def test_every_way_to_start_a_thread(self):
        for way in ("std::thread t(f);", "std::jthread m_thread;", "auto r = std::async(f);", "std :: thread(f).detach();",
                    "pthread_create(&t, nullptr, f, nullptr);", "asio::thread_pool pool(4);", "QtConcurrent::run(f);",
                    "std::vector<std::jthread> threads;"):
            self.assertEqual(len(found("core/a.cpp", way)), 1, way)

    def test_iterators_of_folders(self):
        for way in ("fs::directory_iterator at(folder);", "std::filesystem::recursive_directory_iterator at;"):
            self.assertEqual(len(found("core/a.cpp", way)), 1, way)

    def test_names_the_line(self):
        self.assertEqual(found("core/a.cpp", "/* one\n two */\nint a;\nstd::thread t;\n"), [(4, "std::thread")])

    def test_what_starts_nothing(self):
        for text in ("std::thread::hardware_concurrency()", "std::thread::id id;", "std::this_thread::yield();",
                     "// std::thread is not used", "startThread(f);", "FolderWalk::begin(folder)"):
            self.assertEqual(found("core/a.cpp", text), [], text)

    def test_each_rule_has_its_own_places(self):
        self.assertEqual(found("core/base/thread_start.h", "std::jthread m_thread;"), [])
        self.assertEqual(len(found("core/base/thread_start.h", "fs::directory_iterator at;")), 1)


if __name__ == "__main__":
    unittest.main()
