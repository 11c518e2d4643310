// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symcache/source_path.h"

#include <QTest>

using namespace faultline;

class TestSourcePath : public QObject
{
    Q_OBJECT

private slots:
    void joins_data();
    void joins();
    void cleans_data();
    void cleans();
    void joinsAllThreeParts();
};

void TestSourcePath::joins_data()
{
    QTest::addColumn<QString>("base");
    QTest::addColumn<QString>("other");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* title, const char* base, const char* other,
                        const char* expected) {
        QTest::newRow(title) << QString::fromLatin1(base) << QString::fromLatin1(other)
                             << QString::fromLatin1(expected);
    };
    row("relative", "/a/b", "c.c", "/a/b/c.c");
    row("seam is trimmed", "/a/b//", "c.c", "/a/b/c.c");
    row("absolute wins", "/a", "/b", "/b");
    row("empty base", "", "b", "b");
    row("empty other", "a", "", "a");
    row("placeholder", "/a", "<built-in>", "<built-in>");
    row("windows base", "C:\\a", "b", "C:\\a\\b");
    row("windows other", "a", "b\\c", "a\\b\\c");
    row("drive wins", "/a", "D:\\b", "D:\\b");
    row("drive with slash", "C:/a", "D:/b", "D:/b");
    row("root of the same drive", "C:\\test", "\\Windows\\x.h", "C:\\Windows\\x.h");
    row("root without drive", "a\\b", "\\x.h", "\\x.h");
    row("unc wins", "C:\\a", "\\\\server\\b", "\\\\server\\b");
    row("no drive letter", "/a", "1:b", "/a/1:b");
}

void TestSourcePath::joins()
{
    QFETCH(QString, base);
    QFETCH(QString, other);
    QTEST(QString::fromStdString(symcache::joinPath(base.toStdString(), other.toStdString())),
          "expected");
}

void TestSourcePath::cleans_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* path, const char* expected) {
        QTest::newRow(path) << QString::fromLatin1(path) << QString::fromLatin1(expected);
    };
    row("/a/b/../c.c", "/a/c.c");
    row("/a/./b", "/a/b");
    row("a/../b", "b");
    row("../../b", "../../b");
    row("/foo/../../b", "../b");
    row("/foo/../b", "/b");
    row("a//b", "a//b");
    row("a/b/", "a/b");
    row("/", "/");
    row("", "");
    row("C:/a/../b", "C:\\b");
    row("\\\\foo\\.\\bar", "\\\\foo\\bar");
    row("\\\\foo\\..\\bar", "\\\\bar");
    row("Foo/BAR", "Foo/BAR");
    row("foo\\bar\\baz/../../../../blah/", "..\\blah");
}

void TestSourcePath::cleans()
{
    QFETCH(QString, path);
    QTEST(QString::fromStdString(symcache::cleanPath(path.toStdString())), "expected");
}

void TestSourcePath::joinsAllThreeParts()
{
    QCOMPARE(symcache::sourcePath("/build", "src/lib", "../inc/a.h"),
             std::string("/build/src/inc/a.h"));
    QCOMPARE(symcache::sourcePath("/build", "/usr/include", "stdio.h"),
             std::string("/usr/include/stdio.h"));
    QCOMPARE(symcache::sourcePath("/build", "", "<built-in>"), std::string("<built-in>"));
    QCOMPARE(symcache::sourcePath("", "", ""), std::string());
}

QTEST_GUILESS_MAIN(TestSourcePath)
#include "tst_source_path.moc"
