// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/source_lexers.h"

#include <QRegularExpression>
#include <Qsci/qscilexercpp.h>
#include <Qsci/qscilexercsharp.h>
#include <Qsci/qscilexerjava.h>
#include <Qsci/qscilexerjavascript.h>
#include <Qsci/qscilexerpython.h>

#include <algorithm>

namespace faultline::ui {

namespace {

bool isOneOf(const QString& suffix, std::initializer_list<const char*> names)
{
    return std::ranges::any_of(names,
                               [&](const char* name) { return suffix == QLatin1String(name); });
}

/// Adds the keywords that QScintilla lacks: its list ends with C++98.
class ModernCppLexer final : public QsciLexerCPP
{
public:
    using QsciLexerCPP::QsciLexerCPP;

    const char* keywords(int set) const override
    {
        if (set != 1)
            return QsciLexerCPP::keywords(set);
        return "alignas alignof and asm auto bool break case catch char char8_t char16_t char32_t "
               "class co_await co_return co_yield concept const "
               "const_cast consteval constexpr constinit continue decltype default delete do "
               "double dynamic_cast else enum explicit export extern "
               "false final float for friend goto if inline int long mutable namespace new "
               "noexcept not nullptr operator or override private "
               "protected public register reinterpret_cast requires return short signed sizeof "
               "static static_assert static_cast struct switch "
               "template this thread_local throw true try typedef typeid typename union unsigned "
               "using virtual void volatile wchar_t while";
    }
};

void colourCpp(QsciLexer& lexer, const ThemeTokens& t)
{
    for (const int style :
         {QsciLexerCPP::Keyword, QsciLexerCPP::KeywordSet2, QsciLexerCPP::PreProcessor})
        lexer.setColor(t.keyword, style);
    for (const int style : {QsciLexerCPP::DoubleQuotedString, QsciLexerCPP::SingleQuotedString,
                            QsciLexerCPP::RawString, QsciLexerCPP::VerbatimString,
                            QsciLexerCPP::UnclosedString, QsciLexerCPP::Regex})
        lexer.setColor(t.string, style);
    for (const int style :
         {QsciLexerCPP::Comment, QsciLexerCPP::CommentLine, QsciLexerCPP::CommentDoc,
          QsciLexerCPP::CommentLineDoc, QsciLexerCPP::PreProcessorComment})
        lexer.setColor(t.comment, style);
    lexer.setColor(t.number, QsciLexerCPP::Number);
}

void colourPython(QsciLexer& lexer, const ThemeTokens& t)
{
    lexer.setColor(t.keyword, QsciLexerPython::Keyword);
    lexer.setColor(t.number, QsciLexerPython::Number);
    lexer.setColor(t.function, QsciLexerPython::FunctionMethodName);
    for (const int style :
         {QsciLexerPython::DoubleQuotedString, QsciLexerPython::SingleQuotedString,
          QsciLexerPython::TripleDoubleQuotedString, QsciLexerPython::TripleSingleQuotedString})
        lexer.setColor(t.string, style);
    for (const int style : {QsciLexerPython::Comment, QsciLexerPython::CommentBlock})
        lexer.setColor(t.comment, style);
}

} // namespace

QsciLexer* makeSourceLexer(const QString& path, QObject* parent)
{
    // Without the folders, which may have dots: headers of the C++ library have no suffix.
    const QString file = path.section(QRegularExpression(QStringLiteral("[/\\\\]")), -1);
    const QString suffix = file.contains(u'.') ? file.section(u'.', -1).toLower() : QString();
    if (isOneOf(suffix, {"py"}))
        return new QsciLexerPython(parent);
    if (isOneOf(suffix, {"java", "kt"}))
        return new QsciLexerJava(parent);
    if (isOneOf(suffix, {"js", "mjs", "jsx", "ts", "tsx"}))
        return new QsciLexerJavaScript(parent);
    if (isOneOf(suffix, {"cs"}))
        return new QsciLexerCSharp(parent);
    if (isOneOf(suffix, {"s", "asm", "txt", "md", "json"}))
        return nullptr;
    // Rust, Go and Swift share enough keywords with C to be easier to read with its lexer than
    // without any.
    return new ModernCppLexer(parent);
}

void colourLexer(QsciLexer& lexer, const Theme& theme)
{
    const ThemeTokens& t = theme.tokens();
    lexer.setDefaultFont(theme.editorFont());
    lexer.setFont(theme.editorFont(), -1);
    lexer.setDefaultColor(t.text);
    lexer.setColor(t.text, -1);
    lexer.setDefaultPaper(t.code);
    lexer.setPaper(t.code, -1);
    if (qobject_cast<QsciLexerCPP*>(&lexer))
        colourCpp(lexer, t);
    else if (qobject_cast<QsciLexerPython*>(&lexer))
        colourPython(lexer, t);
}

} // namespace faultline::ui
