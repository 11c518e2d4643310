// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace faultline::ui {

/// A label that shows its text as it stands. QLabel takes a text that looks like HTML for HTML, and
/// then drops words, loads pictures and follows links: `f<B>::g` is the name of a function. Every
/// label of the workbench is made here (tests/lint/check_plain_texts.py), apart from those that
/// show rich texts of our own.
QLabel* plainLabel(const QString& text, QWidget* parent = nullptr);
QLabel* plainLabel(QWidget* parent = nullptr);

/// A label for a sentence of our own with markup, into which texts from outside come escaped only.
QLabel* richLabel(QWidget* parent = nullptr);
/// Markdown that somebody wrote, for such a label. HTML in it is shown as text, and pictures are
/// left out, so that nothing is read from elsewhere.
QString markdownText(const QString& markdown, const QFont& font);

} // namespace faultline::ui
