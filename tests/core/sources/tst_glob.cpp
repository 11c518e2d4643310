// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/glob.h"

#include <QTest>

using namespace faultline;

class TestGlob : public QObject
{
    Q_OBJECT

private slots:
    void matches_data();
    void matches();
    void refusesMalformedPatterns_data();
    void refusesMalformedPatterns();
    void manyWildcardsTakeNoTime();
    void agreesWithTheSlowWay();
    void aTextLongerThanAnyPathMatchesNothing();
};

void TestGlob::matches_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("expected");
    const QString kernel = "C:/Windows/System32/kernel32.dll";
    QTest::newRow("components at the end") << "?:/windows/**" << kernel << true;
    QTest::newRow("star crosses slashes") << "?:/windows/*" << kernel << true;
    QTest::newRow("folder alone does not match") << "?:/windows/" << kernel << false;
    QTest::newRow("other drive") << "d:/windows/**" << kernel << false;
    QTest::newRow("case of the pattern is ignored") << "C:/WINDOWS/*" << "c:/windows/x" << true;
    QTest::newRow("surrounding stars") << "*electron*" << "/opt/Electron/bin" << true;
    QTest::newRow("components in the middle, none") << "a/**/b" << "a/b" << true;
    QTest::newRow("components in the middle, some") << "a/**/b" << "a/x/y/b" << true;
    QTest::newRow("components end at a slash") << "a/**/b" << "a/xb" << false;
    QTest::newRow("components at the start") << "**/b" << "b" << true;
    QTest::newRow("class") << "lib[ab].so" << "libB.so" << true;
    QTest::newRow("range") << "lib[0-3].so" << "lib2.so" << true;
    QTest::newRow("negated class") << "lib[!0-3].so" << "lib2.so" << false;
    QTest::newRow("closing bracket as a member") << "[]x]" << "]" << true;
    QTest::newRow("leading dot needs no literal") << "*/x" << ".a/x" << true;
    QTest::newRow("question mark is exactly one") << "a?" << "a" << false;
    QTest::newRow("components may be cut at the end") << "a/**" << "a/b/c" << true;
    QTest::newRow("components in a row are one") << "a/**/**/**/b" << "a/x/b" << true;
    QTest::newRow("components, then a star") << "**/*" << "" << true;
    QTest::newRow("more tokens than one word has bits")
        << QString("a").repeated(70) + "*" + QString("b").repeated(70) + "?"
        << QString("A").repeated(70) + "x/y" + QString("b").repeated(71) << true;
    QTest::newRow("components at the end of a word")
        << QString("a").repeated(62) + "/**/" + QString("b").repeated(3)
        << QString("a").repeated(62) + "/x/yy/bbb" << true;
    QTest::newRow("components that straddle words")
        << QString("a").repeated(61) + "?/**/" + QString("b").repeated(3)
        << QString("a").repeated(62) + "/x/yy/bbb" << true;
    QTest::newRow("straddling, inside a component")
        << QString("a").repeated(62) + "/**/bbb" << QString("a").repeated(62) + "/x/ybbb" << false;
    QTest::newRow("straddling, cut at the end")
        << QString("a").repeated(62) + "/**" << QString("a").repeated(62) + "/x/y" << true;
    QTest::newRow("empty pattern, empty text") << "" << "" << true;
}

void TestGlob::matches()
{
    QFETCH(QString, pattern);
    QFETCH(QString, text);
    QFETCH(bool, expected);
    const auto glob = sources::Glob::parse(pattern.toStdString());
    QVERIFY(glob.has_value());
    QCOMPARE(glob->matches(text.toStdString()), expected);
}

void TestGlob::refusesMalformedPatterns_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("detail");
    QTest::newRow("unclosed class") << "a[bc" << "glob: '[' at position 1 is not closed";
    QTest::newRow("components inside a name")
        << "a**b" << "glob: '**' at position 1 is not a whole path component";
    QTest::newRow("longer than any name")
        << QString("*").leftJustified(513, 'a') << "glob: 513 bytes, limit 512";
    QTest::newRow("three stars") << "a/***"
                                 << "glob: '**' at position 2 is not a whole path component";
}

void TestGlob::refusesMalformedPatterns()
{
    QFETCH(QString, pattern);
    QFETCH(QString, detail);
    const auto glob = sources::Glob::parse(pattern.toStdString());
    QVERIFY(!glob.has_value());
    QCOMPARE(QString::fromStdString(glob.error().detail), detail);
}

/// An engine that backtracks needs exponential time for it.
void TestGlob::manyWildcardsTakeNoTime()
{
    std::string pattern;
    for (int i = 0; i < 60; ++i)
        pattern += "*a";
    const auto glob = sources::Glob::parse(pattern + "b");
    QVERIFY(!glob->matches(std::string(2000, 'a')));
}

namespace {

/// The meaning of a glob, written as simply as possible. Takes exponential time.
bool matchesSlowly(std::string_view pattern, std::string_view text)
{
    if (pattern.empty())
        return text.empty();
    if (pattern.starts_with("**")) {
        const auto rest = pattern.substr(pattern.starts_with("**/") ? 3 : 2);
        if (rest.empty())
            return true; // Whatever follows, a cut component included.
        for (std::size_t i = 0; i <= text.size(); ++i) {
            const bool begins = i == 0 || text[i - 1] == '/';
            if (begins && matchesSlowly(rest, text.substr(i)))
                return true;
        }
        // The last component may be cut, when nothing more is wanted.
        return matchesSlowly(rest, "") && !text.empty();
    }
    if (pattern.front() == '*') {
        for (std::size_t i = 0; i <= text.size(); ++i) {
            if (matchesSlowly(pattern.substr(1), text.substr(i)))
                return true;
        }
        return false;
    }
    const bool fits = !text.empty() && (pattern.front() == '?' || pattern.front() == text.front());
    return fits && matchesSlowly(pattern.substr(1), text.substr(1));
}

} // namespace

/// All patterns of up to five parts over all short texts.
void TestGlob::agreesWithTheSlowWay()
{
    const std::vector<std::string> parts{"a", "/", "?", "*", "**/", "/**/", "/**"};
    std::vector<std::string> patterns{""};
    for (std::size_t from = 0, round = 0; round < 4; ++round) {
        const auto end = patterns.size();
        for (; from < end; ++from) {
            for (const auto& part : parts)
                patterns.push_back(patterns[from] + part);
        }
    }
    std::vector<std::string> texts{""};
    for (std::size_t from = 0, round = 0; round < 5; ++round) {
        const auto end = texts.size();
        for (; from < end; ++from) {
            for (const char c : {'a', '/'})
                texts.push_back(texts[from] + c);
        }
    }
    std::size_t compared = 0;
    for (const auto& pattern : patterns) {
        const auto glob = sources::Glob::parse(pattern);
        if (!glob)
            continue; // A run of components inside a name.
        for (const auto& text : texts) {
            if (glob->matches(text) != matchesSlowly(pattern, text))
                QFAIL(qPrintable(QString("%1 in %2").arg(pattern.c_str(), text.c_str())));
            ++compared;
        }
    }
    QVERIFY(compared > 50'000);
}

void TestGlob::aTextLongerThanAnyPathMatchesNothing()
{
    const auto glob = sources::Glob::parse("*");
    QVERIFY(glob->matches(std::string(sources::Glob::kMaxTextBytes, 'a')));
    QVERIFY(!glob->matches(std::string(sources::Glob::kMaxTextBytes + 1, 'a')));
}

QTEST_GUILESS_MAIN(TestGlob)
#include "tst_glob.moc"
