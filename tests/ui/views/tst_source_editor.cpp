// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/test_style.h"
#include "ui/views/source_editor.h"

#include <QRawFont>
#include <QTest>
#include <Qsci/qscilexercpp.h>
#include <Qsci/qsciscintilla.h>

using namespace faultline::ui;

/// Checks the source view's editor over many files and over large ones.
class TestSourceEditor : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void lineNumbersSurviveManyFiles();
    void headersWithoutSuffixAreColoured_data();
    void headersWithoutSuffixAreColoured();
    void largeFilesHaveAllNumbers();
    void noFontJoinsLetters();
};

namespace {

SourceDocument documentOf(const QString& path, const QString& text)
{
    SourceDocument document;
    document.state = SourceDocument::State::Text;
    document.path = path;
    document.text = text;
    document.currentLine = 2;
    return document;
}

QsciScintilla& textOf(const SourceEditor& editor)
{
    return *editor.findChild<QsciScintilla*>();
}

QByteArray numberOf(QsciScintilla& text, int row)
{
    QByteArray number(16, '\0');
    const long size = text.SendScintilla(QsciScintilla::SCI_MARGINGETTEXT,
                                         static_cast<unsigned long>(row), number.data());
    return number.left(int(size));
}

/// The colour of a line's number, as 0xBBGGRR.
long colourOf(QsciScintilla& text, int row)
{
    const long style =
        text.SendScintilla(QsciScintilla::SCI_MARGINGETSTYLE, static_cast<unsigned long>(row));
    return text.SendScintilla(QsciScintilla::SCI_STYLEGETFORE, static_cast<unsigned long>(style));
}

} // namespace

void TestSourceEditor::lineNumbersSurviveManyFiles()
{
    const Theme& theme = test::renewStyle();
    SourceEditor editor(theme);
    const QColor faint = theme.tokens().faint;
    const long expected = faint.blue() << 16 | faint.green() << 8 | faint.red();
    for (int file = 0; file < 40; ++file) {
        editor.show(documentOf(QStringLiteral("/src/%1.cpp").arg(file),
                               QStringLiteral("int a;\nint b;\n// %1").arg(file)));
        QsciScintilla& text = textOf(editor);
        QCOMPARE(numberOf(text, 0), QByteArray("1 "));
        QCOMPARE(numberOf(text, 2), QByteArray("3 "));
        QCOMPARE(colourOf(text, 0), expected);
        const auto keyword = text.SendScintilla(QsciScintilla::SCI_STYLEGETFORE,
                                                static_cast<unsigned long>(QsciLexerCPP::Keyword));
        QVERIFY(keyword != expected);
    }
}

void TestSourceEditor::headersWithoutSuffixAreColoured_data()
{
    QTest::addColumn<QString>("path");
    QTest::newRow("folder without dots") << "/usr/include/c++/12/vector";
    QTest::newRow("folder with a suffix") << "/opt/tools.md/include/vector";
    QTest::newRow("Windows") << "C:\\tools.json\\include\\vector";
}

void TestSourceEditor::headersWithoutSuffixAreColoured()
{
    QFETCH(QString, path);
    SourceEditor editor(test::renewStyle());
    editor.show(documentOf(path, QStringLiteral("class vector;\n")));
    QVERIFY(textOf(editor).lexer());
}

void TestSourceEditor::largeFilesHaveAllNumbers()
{
    constexpr int kLines = 100'000;
    SourceEditor editor(test::renewStyle());
    editor.resize(600, 400);
    editor.show(documentOf(QStringLiteral("/src/generated.cpp"),
                           QStringLiteral("int a;\n").repeated(kLines) + QString(200'000, u'x')));
    QCOMPARE(numberOf(textOf(editor), kLines), QByteArray::number(kLines + 1) + ' ');
}

/// The editor makes its fonts from families, so a strategy of a font cannot reach them.
void TestSourceEditor::noFontJoinsLetters()
{
    const Theme& theme = test::renewStyle();
    SourceEditor editor(theme);
    editor.show(documentOf(QStringLiteral("/src/a.cpp"), QStringLiteral("a->b != 0x18")));
    QsciScintilla& text = textOf(editor);
    constexpr unsigned long kCallNumber = 242;
    for (const unsigned long style :
         {0UL, static_cast<unsigned long>(QsciLexerCPP::Operator),
          static_cast<unsigned long>(QsciScintilla::STYLE_LINENUMBER), kCallNumber}) {
        QByteArray family(256, '\0');
        const long size = text.SendScintilla(QsciScintilla::SCI_STYLEGETFONT, style, family.data());
        const QFont font(QString::fromUtf8(family.left(int(size))), 12);
        QVERIFY(!family.isEmpty());
        QCOMPARE(QRawFont::fromFont(font).fontTable("GSUB"), QByteArray());
    }
}

QTEST_MAIN(TestSourceEditor)
#include "tst_source_editor.moc"
