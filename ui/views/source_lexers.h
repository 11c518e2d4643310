#pragma once

#include "ui/style/theme.h"

class QObject;
class QsciLexer;

namespace faultline::ui {

/// A lexer for the file's language by its suffix; null when there is none.
QsciLexer* makeSourceLexer(const QString& path, QObject* parent);

/// Sets fonts and token colours of a lexer that makeSourceLexer() made.
void colourLexer(QsciLexer& lexer, const Theme& theme);

} // namespace faultline::ui
