#pragma once

#include "ui/models/source_document.h"
#include "ui/style/theme.h"

#include <QWidget>

class QsciLexer;
class QsciScintilla;

namespace faultline::ui {

/// Read-only source text: theme colours, line numbers of the file, the crash line marked, inlined
/// lines below their caller. The only user of QScintilla, whose headers need Qt's keywords and so
/// stay out of this one.
class SourceEditor final : public QWidget
{
    Q_OBJECT

public:
    explicit SourceEditor(const Theme& theme, QWidget* parent = nullptr);
    ~SourceEditor() override;

    void show(const SourceDocument& document);
    QString selectedText() const;

private:
    void configure();
    void applyTheme();
    void applyLexerColours();
    void applyMarkers();
    void fillText();
    void fillMargin();
    void markLines();
    void colourFunctions();
    void colourWord(int line, int column, int length, int indicator);
    void scrollToCurrent();
    /// Position in the document of the current line; -1 when it is not in the text.
    int currentRow() const;

    const Theme& m_theme;
    QsciScintilla* m_text;
    SourceDocument m_document;
    QsciLexer* m_lexer = nullptr; ///< Null for languages without one.
    QList<int> m_inlineRows;
};

} // namespace faultline::ui
