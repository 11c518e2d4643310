#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests of check_plain_texts.py."""
import pathlib
import unittest

import check_plain_texts as check

ROOT = pathlib.Path(__file__).resolve().parents[2]


class TestCheckPlainTexts(unittest.TestCase):
    def passes_by(self, line, name="ui/views/x.cpp"):
        return bool(list(check.findings_in(name, line + "\n")))

    def test_what_passes_the_helpers_by_is_found(self):
        for line in (
            "auto* label = new QLabel(text, this);",
            "m_label(new QLabel(this)),",
            "label->setTextFormat(Qt::RichText);",
            "label->setTextFormat(Qt::AutoText);",
            "document.setHtml(text);",
            "tr(\"<b>%1</b>\").arg(name.toHtmlEscaped())",
            "QMessageBox::warning(this, title, text);",
            "button->setToolTip(path);",
            "tabs->setTabToolTip(tab, session->path());",
            "tabs->addTab(session->fileName());",
            "tabs->setTabText(i, session->fileName());",
            "menu->addAction(QFileInfo(path).fileName(), this, open);",
            "menu.addAction(file, this, open);",
            "setWindowTitle(session->fileName());",
            "new QFileDialog(this, tr(\"Choose %1\").arg(name))",
            "class Fact : public Base, QLabel(parent)",
            "button->setToolTip(\n    path);",
        ):
            self.assertTrue(self.passes_by(line), line)

    def test_what_uses_them_is_not(self):
        for line in (
            "auto* label = plainLabel(text, this);",
            "// A new QLabel would take HTML.",
            "button->setToolTip(tr(\"Not found\"));",
            "button->setToolTip(shownText(path));",
            "tabs->setTabToolTip(tab, shownText(path));",
            "tabs->addTab(withoutKeys(name));",
            "menu->addAction(tr(\"Copy\"), this, copy);",
            "menu->addAction(\n    withoutKeys(name), this, open);",
            "menu->setToolTipsVisible(true);",
            "setWindowTitle(tr(\"Sources\"));",
            "setWindowTitle(titleText(name));",
            "new QFileDialog(this, tr(\"Open Crash File\"));",
        ):
            self.assertFalse(self.passes_by(line), line)

    def test_exempt_files_have_their_reason_and_exist(self):
        for files in check.EXEMPT.values():
            for name, reason in files.items():
                self.assertTrue((ROOT / name).is_file(), name)
                self.assertTrue(reason)

    def test_an_exemption_is_for_one_rule(self):
        self.assertTrue(self.passes_by("new QLabel(this)", "ui/models/shown_text.cpp"))

    def test_the_line_is_told(self):
        found = list(check.findings_in("ui/x.cpp", "int a;\n\nnew QLabel(b);\n"))
        self.assertTrue(found[0].startswith("ui/x.cpp:3: "), found)

    def test_the_tree_is_clean(self):
        self.assertEqual(list(check.findings(ROOT)), [])


if __name__ == "__main__":
    unittest.main()
