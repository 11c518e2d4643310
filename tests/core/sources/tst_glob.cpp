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

QTEST_GUILESS_MAIN(TestGlob)
#include "tst_glob.moc"
