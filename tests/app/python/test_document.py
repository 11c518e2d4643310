# SPDX-License-Identifier: GPL-3.0-or-later
"""docs/scripting.md says what Python prints, and every class and function says what it is for."""
import ast
import contextlib
import doctest
import inspect
import io
import os
import re
import shutil
import tempfile
import unittest

import faultline
from faultline import _native
from support import SAMPLES, SOURCE, dump, folder, run, shapes_core

DOCUMENT = SOURCE / "docs/scripting.md"
MOST_LINES = 10
LEAST_RECIPES = 20  # Besides the example before them.


def recipes():
    """(line, code, output) of each block of Python."""
    text = DOCUMENT.read_text(encoding="utf-8")
    for match in re.finditer(r"^```python\n(.*?)^```\n+```text\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield text.count("\n", 0, match.start()) + 1, match.group(1), match.group(2)


class Recipes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """A folder beside copies of the samples, with a library and a core."""
        cls.base = tempfile.mkdtemp()
        cls.addClassCleanup(shutil.rmtree, cls.base)
        for sample in SAMPLES.iterdir():
            shutil.copytree(sample, f"{cls.base}/{sample.name}")
        cls.folder = f"{cls.base}/default"
        cls.has_core = shapes_core(cls.folder)
        for sample in ("default", "null_write"):
            run("library", "import", dump(sample), "--library", f"{cls.folder}/reports.fldb", "--symbols", folder(sample), "--offline")
        before = os.getcwd()
        os.chdir(cls.folder)
        cls.addClassCleanup(os.chdir, before)
        cls.report = faultline.open("sample.dmp", symbols=["."], offline=True)
        cls.addClassCleanup(cls.report.close)

    def test_recipes(self):
        found = list(recipes())
        self.assertGreater(len(found), LEAST_RECIPES)
        self.assertEqual(len(found), DOCUMENT.read_text(encoding="utf-8").count("```python\n"))
        for line, code, expected in found:
            with self.subTest(f"docs/scripting.md:{line}"):
                self.assertLessEqual(code.count("\n"), MOST_LINES)
                if "shapes.core" in code and not self.has_core:
                    self.skipTest("no core can be made here")
                printed = io.StringIO()
                with contextlib.redirect_stdout(printed):
                    exec(compile(code, f"scripting.md:{line}", "exec"), {"faultline": faultline, "report": self.report})  # noqa: S102 - our own document
                self.assertEqual(printed.getvalue(), expected)

    def test_the_example_of_the_module(self):
        failed, tried = doctest.testmod(faultline)
        self.assertEqual(failed, 0)
        self.assertGreater(tried, 0)


class Documentation(unittest.TestCase):
    def public(self):
        for name in faultline.__all__:
            item = getattr(faultline, name)
            yield name, item
            if inspect.isclass(item):
                for part, member in vars(item).items():
                    if not part.startswith("_") and (inspect.isfunction(member) or isinstance(member, property)):
                        yield f"{name}.{part}", member

    def test_everything_says_what_it_is_for(self):
        for name, item in self.public():
            with self.subTest(name):
                self.assertTrue((item.__doc__ or "").strip())

    def test_everything_has_types(self):
        for name, item in self.public():
            function = item.fget if isinstance(item, property) else item
            if inspect.isfunction(function):
                with self.subTest(name):
                    signature = inspect.signature(function)
                    self.assertIsNot(signature.return_annotation, inspect.Signature.empty)
                    for parameter in signature.parameters.values():
                        if parameter.name not in ("self", "_"):
                            self.assertIsNot(parameter.annotation, inspect.Parameter.empty)

    def test_what_fails_says_so(self):
        for name in ("open", "Session.open", "Report.query", "Report.value", "Report.cast", "Memory.read", "Memory.search", "Library.search"):
            with self.subTest(name):
                item = faultline
                for part in name.split("."):
                    item = getattr(item, part)
                self.assertRegex(item.__doc__, "Raises|Session")

    def test_stubs_are_whole(self):
        stubs = ast.parse((SOURCE / "app/python/faultline/_native.pyi").read_text(encoding="utf-8"))
        described = {}
        for node in stubs.body:
            if isinstance(node, ast.ClassDef):
                described[node.name] = {part.name for part in node.body if isinstance(part, ast.FunctionDef)} - {"__init__"}
            elif isinstance(node, ast.FunctionDef):
                described[node.name] = None
            elif isinstance(node, ast.AnnAssign):
                described[node.target.id] = None
        built = {name for name in vars(_native) if not name.startswith("_")}
        self.assertEqual(set(described), built)
        for name, parts in described.items():
            if parts is not None:
                members = {part for part in vars(getattr(_native, name)) if not part.startswith("_") or part in ("__len__", "__iter__", "__next__")}
                self.assertEqual(parts, members, name)


if __name__ == "__main__":
    unittest.main()
