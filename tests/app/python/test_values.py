# SPDX-License-Identifier: GPL-3.0-or-later
"""Values, memory, texts, lists and classes, out of the samples and of a core that the test makes."""
import shutil
import tempfile
import unittest

import faultline
from support import opened, shapes_core


class OfTheSamples(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.report = opened()
        cls.addClassCleanup(cls.report.close)
        cls.this = cls.report.frames[3].locals["this"]

    def test_members_through_a_pointer(self):
        self.assertEqual(self.this.type, "scene::Scene* const")
        self.assertEqual(self.this.m_root.m_bounds.left, 0.0)
        self.assertEqual(self.this["m_dirty"].value, "Everything")
        self.assertEqual(self.report.threads[8].frames[3].locals["this"].m_root.m_parent, 0)
        self.assertEqual(self.this.expression, "this")
        self.assertEqual(self.this.m_root.m_bounds.expression, "this.m_root.m_bounds")

    def test_null(self):
        this = self.report.locals["this"]
        self.assertEqual((this.kind, this.value, int(this), bool(this), this.role), ("pointer", 0, 0, False, "this"))
        self.assertEqual(str(this), "0x0")
        with self.assertRaises(faultline.NotFound):
            this.pointee

    def test_parts(self):
        scene = self.this.pointee
        self.assertEqual([(part.name, part.role) for part in scene], [("m_root", "member"), ("m_dirty", "member")])
        self.assertEqual(len(scene), 2)
        # Parts of parts that were reached by iteration.
        bounds = next(iter(scene)).m_bounds
        self.assertIsNone(bounds.expression)
        self.assertEqual([float(side) for side in bounds], [0.0, 0.0, 0.0, 0.0])
        self.assertEqual(bounds.address, self.this.m_root.m_bounds.address)
        self.assertEqual(bounds["top"], self.this.m_root.m_bounds.top)

    def test_casts(self):
        for place in (self.this, int(self.this), hex(self.this)):
            self.assertEqual(self.report.cast("scene::Scene*", place).m_dirty.value, "Everything")
        self.assertEqual(self.report.cast("scene::Scene", self.this).size_bytes, 56)
        with self.assertRaises(faultline.NotFound):
            self.report.cast("scene::Nothing", self.this)

    def test_expressions(self):
        frame = self.report.frames[3]
        self.assertEqual(frame.value("&this->m_root").value, int(self.this))
        self.assertEqual(self.report.value("this->m_dirty", frame).address, self.this.m_dirty.address)
        for wrong in ("this->", "this->m_nothing", "", '"'):
            with self.subTest(wrong), self.assertRaises(faultline.Error) as raised:
                frame.value(wrong)
            self.assertIn(raised.exception.kind, ("not_found", "malformed"))

    def test_absent_values_say_why(self):
        number = self.report.frames[5].locals["number"]
        self.assertEqual((number.state, number.value, number.is_known), ("optimized_out", None, False))
        self.assertEqual(str(number), "<optimized out>")
        for convert in (int, float, bool):
            with self.assertRaises(faultline.NotFound):
                convert(number)
        self.assertFalse(number == 0)

    def test_names_are_no_numbers(self):
        for convert in (int, float, bool):
            with self.subTest(convert.__name__), self.assertRaises(faultline.Unsupported):
                convert(self.this.m_dirty)

    def test_names_of_variables(self):
        variables = self.report.threads[3].frames[0].locals
        self.assertEqual(list(variables), ["private", "cancel", "abstime", "op", "expected", "futex_word", "sc_ret", "sc_cancel_oldtype"])
        self.assertEqual((int(variables["op"]), len(variables), "op" in variables, "nothing" in variables), (393, 8, True, False))
        self.assertEqual(variables["op"].kind, "integer")
        self.assertEqual([value.name for value in variables.values()], list(variables))
        with self.assertRaises(KeyError):
            variables["nothing"]
        with self.assertRaises(faultline.NotFound):
            list(self.report.frames[13].locals)

    def test_attributes_that_do_not_exist(self):
        self.assertFalse(hasattr(self.this, "m_nothing"))
        with self.assertRaises(AttributeError) as raised:
            self.this.m_nothing
        self.assertEqual(raised.exception.kind, "not_found")
        with self.assertRaises(KeyError):
            self.this["m_nothing"]
        self.assertIn("m_dirty", dir(self.this.pointee))

    def test_arrays(self):
        with opened("failed_assert") as report:
            values = report.frames[7].locals["values"]
            self.assertEqual([int(value) for value in values], [1, 2, 3])
            self.assertEqual(values[1], 2)
            self.assertEqual([10, 20, 30][values[1]], 30)
            for index in (3, -1):
                with self.assertRaises(IndexError):
                    values[index]

    def test_a_circle_ends(self):
        with opened("stack_overflow") as report:
            cycle = next(frame for frame in report.threads[0].frames if frame.function == "main").locals["cycle"]
            self.assertEqual(len(list(cycle.follow("child"))), 1)


class OfMemory(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.report = opened()
        cls.addClassCleanup(cls.report.close)
        cls.memory = cls.report.memory

    def test_bytes(self):
        sp = self.report.frame.registers["rsp"]
        self.assertEqual(self.memory.read(sp, 16), self.memory.read("rsp", 16))
        self.assertEqual(self.memory.read(sp + 3, 5), self.memory.read(sp, 16)[3:8])
        self.assertEqual(self.memory.read(sp, 0), b"")
        self.assertEqual((self.memory.pointer_bytes, self.memory.byte_order), (8, "little"))
        self.assertEqual(self.memory.pointer(sp), int.from_bytes(self.memory.read(sp, 8), "little"))
        this = self.report.frames[3].locals["this"]
        self.assertEqual(self.memory.read(this, 56)[-8:-4], self.memory.read(this.m_dirty, 4))

    def test_the_same_as_query(self):
        sp = self.report.frame.registers["rsp"]
        rows = self.report.answer(f"memory({sp}, 64)", depth=9).value
        self.assertIn(self.memory.read(sp, 16).hex(), str(rows).replace(" ", ""))

    def test_what_is_not_there(self):
        with self.assertRaises(faultline.NotFound):
            self.memory.read(0x10, 4)
        self.assertEqual(self.memory.known(0x10, 4), [])
        region = next(region for region in self.report.map() if region.kind == "stack" and region.saved)
        runs = self.memory.known(region.address, region.size)
        self.assertEqual(sum(len(part) for _, part in runs), region.saved)
        with self.assertRaises(faultline.NotFound):
            self.memory.read(runs[0][0] - 1, 4)
        with self.assertRaises(faultline.NotFound):
            self.memory.read(2**64 - 4, 64)
        with self.assertRaises(faultline.TooLarge):
            self.memory.read(0, 1 << 40)
        with self.assertRaises(faultline.Unsupported):
            self.memory.read(-1, 4)
        with self.assertRaises(faultline.NotFound):
            self.memory.read("nowhere", 4)

    def test_search(self):
        this = self.report.frames[3].locals["this"]
        hits = self.memory.search(this)
        self.assertGreater(len(hits.addresses), 2)
        self.assertTrue(all(self.memory.pointer(address) == int(this) for address in hits.addresses))
        self.assertEqual(self.memory.search(int(this)).addresses, hits.addresses)
        self.assertTrue(self.memory.search(this, most=1).is_cut)
        with self.assertRaises(faultline.Malformed):
            self.memory.search(b"")
        with self.assertRaises(faultline.Malformed):
            self.memory.search()

    def test_profiles(self):
        for profile in ("team", "share_outside"):
            with self.subTest(profile), opened(profile=profile) as report:
                self.assertEqual(report.profile, profile)
                for question in (lambda: report.memory.read("rsp", 8), lambda: report.memory.search(b"a"), report.strings, lambda: report.memory.text("rsp")):
                    with self.assertRaises(faultline.PermissionDenied):
                        question()
        with self.assertRaises(ValueError):
            opened(profile="everything")


class OfACore(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        if not shapes_core(cls.folder):
            raise unittest.SkipTest("no core can be made here")
        cls.report = faultline.open(f"{cls.folder}/shapes.core", cls.folder, offline=True)
        cls.addClassCleanup(cls.report.close)

    def test_a_list(self):
        shapes = list(self.report.globals["g_first"].follow("next"))
        self.assertEqual([int(shape.number) for shape in shapes], [1, 2, 3, 4, 5])
        self.assertEqual(len({shape.address for shape in shapes}), 5)
        self.assertEqual(int(shapes[1].next), shapes[2].address)

    def test_a_tree(self):
        depths = [int(branch.depth) for branch in self.report.globals["g_root"].follow("left", "right")]
        self.assertEqual(sorted(depths), [0] + [1] * 2 + [2] * 4 + [3] * 8)

    def test_real_classes(self):
        shape, kinds = self.report.locals["first"], []
        while shape:
            kinds.append(shape.pointee.type)
            shape = shape.next
        self.assertEqual(kinds, ["shapes::Circle", "shapes::Square"] * 2 + ["shapes::Circle"])
        self.assertEqual(self.report.locals["first"].pointee["radius"], 2.0)
        # A member of a base class.
        self.assertEqual(self.report.locals["first"].pointee.number, 1)

    def test_objects_by_their_vtable(self):
        circle = self.report.memory.pointer(self.report.locals["first"])
        self.assertEqual(len(self.report.memory.search(circle).addresses), 3)

    def test_texts(self):
        square = self.report.locals["first"].next.pointee
        self.assertEqual(self.report.memory.text(square.label), "a square")
        self.assertTrue(all(string.register or string.stack_offset is not None for string in self.report.strings()))
        self.assertTrue(any("shapes" in string.text for string in self.report.strings()))

    def test_globals(self):
        for name in ("g_first", "shapes::g_first"):
            self.assertEqual(self.report.globals[name].type, "shapes::Shape*")
        for name in ("g_nothing", "other::g_first", "shapes::g_nothing"):
            with self.subTest(name), self.assertRaises(KeyError):
                self.report.globals[name]

    def test_elements(self):
        rows = self.report.globals["g_facts"].rows
        self.assertEqual([[int(number) for number in row] for row in rows], [[1, 2, 3], [4, 5, 6]])
        self.assertEqual(rows[1][2], 6)
        self.assertEqual(self.report.query('global("*g_facts.rows[1]")'), 4)
        for index in (2, -1):
            with self.assertRaises(IndexError):
                rows[index]
        # What lies behind the array is no element of it, and nobody knows how far a row reaches.
        for expression in ("rows[2][0]", "rows[0][3]", "rows[0][-1]", "rows + 1"):
            with self.subTest(expression), self.assertRaises(faultline.NotFound):
                self.report.query(f'global("g_facts.{expression}")')

    def test_containers(self):
        store = self.report.globals["g_store"]
        self.assertEqual([int(store.numbers[index]) for index in range(3)], [3, 1, 4])
        self.assertEqual((int(store.pairs[1].second), int(store.queue[1]), int(store.list[1]), int(store.seen[1])), (4, 8, 6, 20))
        self.assertEqual((int(store.prices["pear"]), float(store.weights[-1]), float(store.weights[40])), (5, 0.5, 2.5))
        self.assertEqual([int(number) for number in store.groups["even"]], [2, 4])
        self.assertEqual(int(self.report.value("shapes::g_store.prices[shapes::g_store.word]")), 5)
        self.assertEqual(self.report.query("global('g_store').groups['odd'][0]"), 1)

    def test_what_containers_do_not_have(self):
        store = self.report.globals["g_store"]
        cases = ((IndexError, lambda: store.numbers[3], "no such index"), (IndexError, lambda: store.numbers[-1], "no such index"),
                 (KeyError, lambda: store.prices["plum"], "no such key: none of the 2 keys is"), (IndexError, lambda: store.weights[0], "no such key"),
                 (KeyError, lambda: store.nothing["plum"], "none of the 0 keys"), (KeyError, lambda: store.numbers["plum"], "has no keys"),
                 (KeyError, lambda: store.groups["eve"], "no such key"), (KeyError, lambda: store.prices['a"b'], "quotation marks"))
        for kind, use, said in cases:
            with self.subTest(said), self.assertRaises(kind) as raised:
                use()
            self.assertIn(said, str(raised.exception))
        with self.assertRaises(faultline.NotFound) as raised:
            self.report.value('shapes::g_store.prices["plum"]')
        self.assertIn("no such key", raised.exception.detail)

    def test_numbers(self):
        facts = self.report.globals["g_facts"]
        self.assertEqual((facts.letter.value, int(facts.letter), float(facts.letter), bool(facts.letter)), ("1", 49, 49.0, True))
        self.assertEqual((facts.odd.kind, facts.odd.value, int(facts.odd), bool(facts.odd)), ("boolean", 2, 2, True))


if __name__ == "__main__":
    unittest.main()
