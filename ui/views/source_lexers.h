// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

class QObject;
class QsciLexer;

namespace faultline::ui {

/// Makes a lexer for the language that the path's suffix names; null when there is none.
QsciLexer* makeSourceLexer(const QString& path, QObject* parent);

/// Sets fonts and colours of a lexer that makeSourceLexer() made.
void colourLexer(QsciLexer& lexer, const Theme& theme);

} // namespace faultline::ui
