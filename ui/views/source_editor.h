// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/source_document.h"
#include "ui/style/theme.h"

#include <QWidget>

class QsciLexer;
class QsciScintilla;

namespace faultline::ui {

/// Shows source text, read-only: theme colours, the file's line numbers, the marked crash line, and
/// inlined lines below their callers. Only this class uses QScintilla. Its headers need Qt's
/// keywords and are therefore not included here.
class SourceEditor final : public QWidget
{
    Q_OBJECT

public:
    explicit SourceEditor(const Theme& theme, QWidget* parent = nullptr);
    ~SourceEditor() override;

    void show(const SourceDocument& document);
    QString selectedText() const;
    /// Puts the cursor into a line of the file. Nothing happens when the text does not have it.
    void goToLine(quint32 line);

Q_SIGNALS:
    /// The pointer rests on a word of the source.
    void wordHovered(const QString& word, const QPoint& globalPlace);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void configure();
    void applyTheme();
    void applyLexerColours();
    void applyMarkers();
    void fillText();
    bool find(const QString& text, int step);
    void applyMarginStyles();
    void fillMargin();
    void markLines();
    void colourFunctions();
    void colourWord(int line, int column, int length, int indicator);
    void scrollToCurrent();
    /// Returns the position of the current line in the document, or -1 when the text does not have
    /// it.
    int currentRow() const;

    const Theme& m_theme;
    QsciScintilla* m_text;
    SourceDocument m_document;
    bool m_isScrolled = false;    ///< The user went away from the current line.
    QsciLexer* m_lexer = nullptr; ///< Null for languages without a lexer.
    QList<int> m_inlineRows;
};

} // namespace faultline::ui
