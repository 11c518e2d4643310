// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/source_editor.h"

#include "ui/models/shown_text.h"
#include "ui/views/find_line.h"
#include "ui/views/source_lexers.h"

#include <QHelpEvent>
#include <QPainter>
#include <QRegularExpression>
#include <QScrollBar>
#include <QVBoxLayout>
#include <Qsci/qscilexer.h>
#include <Qsci/qsciscintilla.h>
#include <Qsci/qscistyle.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace faultline::ui {

namespace {

constexpr int kNumberMargin = 0;
constexpr int kMarkMargin = 1;

constexpr int kCrashGround = 2;
constexpr int kCallGround = 3;
constexpr int kInlineGround = 4;
constexpr int kCrashFill = 5; // Fills continue a line's background into the margin. Marks are drawn
                              // in the order of their numbers.
constexpr int kCallFill = 6;
constexpr int kInlineFill = 7;
constexpr int kCrashMark = 8;

constexpr int kFunctionIndicator = 8;
constexpr int kDimIndicator = 9;

// Styles of the margin. Their numbers are fixed, because QScintilla has few styles and never takes
// an automatic one back. No lexer defines such high numbers; the highest possible one is 255.
constexpr int kPlainNumber = 240;
constexpr int kCrashNumber = 241;
constexpr int kCallNumber = 242;
constexpr int kInlineNumber = 243;

/// Names of functions are not coloured in longer texts, which are probably generated.
constexpr int kMostColouredLines = 20'000;

/// The triangle that also marks the crash's row in the stack.
QPixmap crashMark(const QColor& colour, int step)
{
    QPixmap pixmap(3 * step, 2 * step);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    const double half = step * 0.8;
    const QPointF middle(1.5 * step, step);
    painter.drawPolygon(QPolygonF({middle + QPointF(-half, -half), middle + QPointF(half, 0),
                                   middle + QPointF(-half, half)}));
    return pixmap;
}

QString inlineText(const SourceDocument::InlineLine& line, qsizetype fileWidth)
{
    return QStringLiteral("    ") + line.file.leftJustified(fileWidth) + QStringLiteral("   ") +
           line.code;
}

} // namespace

SourceEditor::SourceEditor(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_text(new QsciScintilla(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_text);
    setFocusProxy(m_text);
    m_text->viewport()->installEventFilter(this);
    connect(m_text->verticalScrollBar(), &QAbstractSlider::actionTriggered, this,
            [this] { m_isScrolled = true; });
    new FindLine(*m_text, [this](const QString& text, int step) { return find(text, step); });
    configure();
    applyTheme();
    connect(&theme, &Theme::changed, this, [this] {
        applyTheme();
        show(std::exchange(m_document, {}));
    });
}

bool SourceEditor::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_text->viewport() && event->type() == QEvent::Wheel)
        m_isScrolled = true;
    if (watched != m_text->viewport() || event->type() != QEvent::ToolTip)
        return QWidget::eventFilter(watched, event);
    const auto* help = static_cast<const QHelpEvent*>(event);
    Q_EMIT wordHovered(m_text->wordAtPoint(help->pos()), help->globalPos());
    return true;
}

SourceEditor::~SourceEditor()
{
    m_text->setLexer(nullptr);
}

bool SourceEditor::find(const QString& text, int step)
{
    int line = 0;
    int column = 0;
    int endLine = 0;
    int endColumn = 0;
    m_text->getSelection(&line, &column, &endLine, &endColumn);
    if (!m_text->hasSelectedText())
        m_text->getCursorPosition(&line, &column);
    else if (step > 0)
        std::tie(line, column) = std::pair(endLine, endColumn);
    return m_text->findFirst(text, false, false, false, true, step >= 0, line, column);
}

void SourceEditor::configure()
{
    m_text->setReadOnly(true);
    m_text->setUtf8(true);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setWrapMode(QsciScintilla::WrapNone);
    m_text->setCaretWidth(0);
    m_text->setTabWidth(4);
    m_text->setScrollWidth(1);
    m_text->setScrollWidthTracking(true);
    m_text->setMarginType(kNumberMargin, QsciScintilla::TextMarginRightJustified);
    m_text->setMarginType(kMarkMargin, QsciScintilla::SymbolMargin);
    m_text->setMarginMarkerMask(kNumberMargin, 0);
    m_text->setMarginMarkerMask(kMarkMargin, 1 << kCrashFill | 1 << kCallFill | 1 << kInlineFill |
                                                 1 << kCrashMark);
    m_text->setMarginWidth(2, 0);
    for (const int ground : {kCrashGround, kCallGround, kInlineGround})
        m_text->markerDefine(QsciScintilla::Background, ground);
    m_text->indicatorDefine(QsciScintilla::TextColorIndicator, kFunctionIndicator);
    m_text->indicatorDefine(QsciScintilla::TextColorIndicator, kDimIndicator);
    // Let Tab move the focus, because a text that cannot be edited must not trap the keyboard.
    m_text->SendScintilla(QsciScintilla::SCI_CLEARCMDKEY, QsciScintilla::SCK_TAB);
    m_text->SendScintilla(QsciScintilla::SCI_CLEARCMDKEY,
                          QsciScintilla::SCK_TAB | (QsciScintilla::SCMOD_SHIFT << 16));
}

void SourceEditor::applyTheme()
{
    const ThemeTokens& t = m_theme.tokens();
    m_text->setFont(m_theme.editorFont());
    m_text->setColor(t.text);
    m_text->setPaper(t.code);
    m_text->setMarginsFont(m_theme.editorFont());
    m_text->setMarginsForegroundColor(t.faint);
    m_text->setMarginsBackgroundColor(t.code);
    m_text->setSelectionBackgroundColor(t.selection);
    m_text->resetSelectionForegroundColor();
    const int extra =
        std::max(0, m_theme.metrics().codeLine() - QFontMetrics(m_theme.editorFont()).height());
    m_text->setExtraAscent(extra / 2);
    m_text->setExtraDescent(extra - extra / 2);
    applyLexerColours();
    applyMarkers();
}

void SourceEditor::applyLexerColours()
{
    if (m_lexer)
        colourLexer(*m_lexer, m_theme);
}

void SourceEditor::applyMarkers()
{
    const ThemeTokens& t = m_theme.tokens();
    m_text->setMarkerBackgroundColor(t.crashGround, kCrashGround);
    m_text->setMarkerBackgroundColor(t.currentLine(), kCallGround);
    m_text->setMarkerBackgroundColor(t.inlinedGround, kInlineGround);
    for (const auto& [fill, colour] :
         {std::pair{kCrashFill, t.crashGround}, std::pair{kCallFill, t.currentLine()},
          std::pair{kInlineFill, t.inlinedGround}}) {
        m_text->markerDefine(QsciScintilla::FullRectangle, fill);
        m_text->setMarkerBackgroundColor(colour, fill);
    }
    m_text->markerDefine(crashMark(t.crash, m_theme.metrics().step), kCrashMark);
    m_text->setIndicatorForegroundColor(t.function, kFunctionIndicator);
    m_text->setIndicatorForegroundColor(t.dim, kDimIndicator);
    m_text->setMarginWidth(kMarkMargin, 5 * m_theme.metrics().step);
    m_text->SendScintilla(QsciScintilla::SCI_SETMARGINLEFT, 0UL, 0L);
    m_text->SendScintilla(QsciScintilla::SCI_SETMARGINBACKN, kMarkMargin, t.code);
}

void SourceEditor::show(const SourceDocument& document)
{
    if (document == m_document)
        return;
    m_document = document;
    m_text->setLexer(nullptr);
    delete m_lexer;
    m_lexer = makeSourceLexer(document.path, this);
    applyLexerColours();
    m_text->setLexer(m_lexer);
    applyTheme();
    fillText();
    fillMargin();
    markLines();
    colourFunctions();
    scrollToCurrent();
    m_text->setAccessibleName(shownText(document.path));
    m_text->setAccessibleDescription(
        shownText(tr("%1, line %2").arg(document.path, QString::number(document.currentLine))));
}

QString SourceEditor::selectedText() const
{
    return m_text->selectedText();
}

void SourceEditor::goToLine(quint32 line)
{
    if (line < m_document.firstLine)
        return;
    int row = int(line - m_document.firstLine);
    if (row > currentRow())
        row += int(m_inlineRows.size());
    if (row >= m_text->lines())
        return;
    const int visible = int(m_text->SendScintilla(QsciScintilla::SCI_LINESONSCREEN));
    m_text->setCursorPosition(row, 0);
    m_text->setFirstVisibleLine(std::max(0, row - visible / 3));
}

int SourceEditor::currentRow() const
{
    const int row = int(m_document.currentLine) - int(m_document.firstLine);
    return m_document.currentLine == 0 || row < 0 ? -1 : row;
}

void SourceEditor::fillText()
{
    QStringList rows = m_document.text.split(u'\n');
    m_inlineRows.clear();
    const int current = currentRow();
    qsizetype fileWidth = 0;
    for (const auto& line : m_document.inlines)
        fileWidth = std::max(fileWidth, line.file.size());
    if (current >= 0 && current < rows.size()) {
        for (const auto& line : m_document.inlines) {
            const int at = current + 1 + int(m_inlineRows.size());
            rows.insert(at, inlineText(line, fileWidth));
            m_inlineRows.append(at);
        }
    }
    m_text->setReadOnly(false);
    m_text->setText(rows.join(u'\n'));
    m_text->setReadOnly(true);
}

void SourceEditor::applyMarginStyles()
{
    const ThemeTokens& t = m_theme.tokens();
    const auto apply = [this](int style, const QColor& text, const QColor& ground) {
        QsciStyle(style, QString(), text, ground, m_theme.editorFont()).apply(m_text);
    };
    apply(kPlainNumber, t.faint, t.code);
    apply(kCrashNumber, t.dim, t.crashGround);
    apply(kCallNumber, t.dim, t.currentLine());
    apply(kInlineNumber, t.dim, t.inlinedGround);
}

/// The margin shows the line numbers of files, not of the document: inlined lines have the numbers
/// of their own files. Goes past QsciScintilla::setMarginText(), which applies the style again for
/// every line.
void SourceEditor::fillMargin()
{
    applyMarginStyles();
    const auto setLine = [this](int row, const QString& text, int style) {
        const auto line = static_cast<unsigned long>(row);
        m_text->SendScintilla(QsciScintilla::SCI_MARGINSETTEXT, line, text.toUtf8().constData());
        m_text->SendScintilla(QsciScintilla::SCI_MARGINSETSTYLE, line, long{style});
    };
    m_text->clearMarginText();
    quint32 number = m_document.firstLine;
    const int currentStyle = m_document.isCrash ? kCrashNumber : kCallNumber;
    for (int row = 0; row < m_text->lines(); ++row) {
        if (const auto at = m_inlineRows.indexOf(row); at >= 0)
            setLine(row, QStringLiteral("%1 ⤷").arg(m_document.inlines.at(at).line), kInlineNumber);
        else
            setLine(row, QString::number(number++) + u' ',
                    row == currentRow() ? currentStyle : kPlainNumber);
    }
    const QString widest = QString::number(std::max<quint32>(number, 9999)) + QStringLiteral(" ⤷ ");
    m_text->setMarginWidth(kNumberMargin, widest);
}

void SourceEditor::markLines()
{
    m_text->markerDeleteAll();
    const int current = currentRow();
    if (current < 0 || current >= m_text->lines())
        return;
    m_text->markerAdd(current, m_document.isCrash ? kCrashGround : kCallGround);
    m_text->markerAdd(current, m_document.isCrash ? kCrashFill : kCallFill);
    if (m_document.isCrash)
        m_text->markerAdd(current, kCrashMark);
    for (qsizetype i = 0; i < m_inlineRows.size(); ++i) {
        const int row = m_inlineRows.at(i);
        m_text->markerAdd(row, kInlineGround);
        m_text->markerAdd(row, kInlineFill);
        colourWord(row, 4, int(m_document.inlines.at(i).file.size()), kDimIndicator);
    }
}

void SourceEditor::colourWord(int line, int column, int length, int indicator)
{
    m_text->fillIndicatorRange(line, column, line, column + length, indicator);
}

/// The lexer knows keywords, strings and comments. A plain name before a parenthesis is a call or a
/// definition.
void SourceEditor::colourFunctions()
{
    if (!m_lexer || m_text->lines() > kMostColouredLines)
        return;
    static const QRegularExpression kCall(QStringLiteral("(~?[A-Za-z_][A-Za-z0-9_:]*)\\s*\\("));
    m_text->SendScintilla(QsciScintilla::SCI_COLOURISE, 0UL, -1L);
    const long plainStyle = 11; // SCE_C_IDENTIFIER in every lexer that is derived from C.
    for (int line = 0; line < m_text->lines(); ++line) {
        auto calls = kCall.globalMatch(m_text->text(line));
        while (calls.hasNext()) {
            const auto call = calls.next();
            const int column = int(call.capturedStart(1));
            const int last = int(call.capturedEnd(1)) - 1;
            if (m_text->SendScintilla(QsciScintilla::SCI_GETSTYLEAT,
                                      (unsigned long)m_text->positionFromLineIndex(line, last)) ==
                plainStyle)
                colourWord(line, column, int(call.capturedLength(1)), kFunctionIndicator);
        }
    }
}

/// The line stays in sight when the view grows or shrinks, unless the user went elsewhere.
void SourceEditor::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    QMetaObject::invokeMethod(
        this,
        [this] {
            int line = 0;
            int column = 0;
            m_text->getCursorPosition(&line, &column);
            if (!m_isScrolled && line == currentRow())
                scrollToCurrent();
        },
        Qt::QueuedConnection);
}

void SourceEditor::scrollToCurrent()
{
    const int row = std::clamp(currentRow(), 0, std::max(0, m_text->lines() - 1));
    const int visible = int(m_text->SendScintilla(QsciScintilla::SCI_LINESONSCREEN));
    m_text->setCursorPosition(row, 0);
    m_text->setFirstVisibleLine(std::max(0, row - visible / 3));
    m_isScrolled = false;
    m_text->SendScintilla(QsciScintilla::SCI_SETXOFFSET, 0UL);
}

} // namespace faultline::ui
