// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/find_part.h"
#include "core/base/text.h"

#include <QTest>

using namespace faultline;

class TestText : public QObject
{
    Q_OBJECT

private slots:
    void escapesControls_data();
    void escapesControls();
    void repairsUtf8_data();
    void repairsUtf8();
    void takesTheLastComponent_data();
    void takesTheLastComponent();
    void findsAsTheLibraryDoes();
};

void TestText::escapesControls_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("shown");
    QTest::newRow("plain") << QByteArray("caf\xc3\xa9\tau lait")
                           << QByteArray("caf\xc3\xa9\tau lait");
    QTest::newRow("escape sequence") << QByteArray("\x1b[31m") << QByteArray("\\x1b[31m");
    QTest::newRow("line break and delete") << QByteArray("a\nb\x7f") << QByteArray("a\\x0ab\\x7f");
    QTest::newRow("C1 control") << QByteArray("\xc2\x9b"
                                              "31m")
                                << QByteArray("\\x9b"
                                              "31m");
    QTest::newRow("behind the C1 controls") << QByteArray("\xc2\xa0") << QByteArray("\xc2\xa0");
    QTest::newRow("order of letters turned") << QByteArray("a\xe2\x80\xae"
                                                           "cod.exe")
                                             << QByteArray("a\\u{202e}cod.exe");
    QTest::newRow("isolated order")
        << QByteArray("\xe2\x81\xa6x\xe2\x81\xa9") << QByteArray("\\u{2066}x\\u{2069}");
    QTest::newRow("never seen") << QByteArray("a\xe2\x80\x8b\xef\xbb\xbf\xf3\xa0\x81\x81z")
                                << QByteArray("a\\u{200b}\\u{feff}\\u{e0041}z");
    QTest::newRow("joiners of emoji")
        << QByteArray("\xe2\x9d\xa4\xef\xb8\x8f\xe2\x80\x8d\xf0\x9f\x94\xa5")
        << QByteArray("\xe2\x9d\xa4\xef\xb8\x8f\xe2\x80\x8d\xf0\x9f\x94\xa5");
    QTest::newRow("other line breaks") << QByteArray("a\xe2\x80\xa8"
                                                     "b\xc2\x85")
                                       << QByteArray("a\\u{2028}b\\x85");
    QTest::newRow("joiners of letters")
        << QByteArray("\xe2\x80\x8d\xf0\x9f\x98\x80") << QByteArray("\xe2\x80\x8d\xf0\x9f\x98\x80");
    QTest::newRow("no UTF-8") << QByteArray("a\xff"
                                            "b")
                              << QByteArray("a\xef\xbf\xbd"
                                            "b");
    QTest::newRow("cut off") << QByteArray("a\xc2") << QByteArray("a\xef\xbf\xbd");
}

void TestText::escapesControls()
{
    QFETCH(QByteArray, text);
    QTEST(QByteArray::fromStdString(escapeControls(text.toStdString())), "shown");
}

void TestText::repairsUtf8_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("repaired");
    const std::string run = "longer than a word of the machine";
    const std::string mark = "\xef\xbf\xbd";
    QTest::newRow("nothing") << std::string() << std::string();
    QTest::newRow("ASCII") << run << run;
    QTest::newRow("letters between runs") << run + "\xc3\xa9" + run + "\xf0\x9f\x98\x80"
                                          << run + "\xc3\xa9" + run + "\xf0\x9f\x98\x80";
    QTest::newRow("a byte between runs") << run + "\xff" + run << run + mark + run;
    QTest::newRow("bytes behind each other") << run + "\x80\xfe" << run + mark + mark;
    QTest::newRow("overlong") << std::string("\xc0\xaf") << mark + mark;
    QTest::newRow("surrogate") << std::string("\xed\xa0\x80") << mark + mark + mark;
    QTest::newRow("cut off behind a run") << run + "\xe2\x82" << run + mark + mark;
}

void TestText::repairsUtf8()
{
    QFETCH(std::string, text);
    QFETCH(std::string, repaired);
    QCOMPARE(toValidUtf8(text), repaired);
    QCOMPARE(isValidUtf8(text), text == repaired);
}

void TestText::takesTheLastComponent_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("of a path") << QByteArray("/usr/lib/libc.so.6") << QByteArray("libc.so.6");
    QTest::newRow("of Windows") << QByteArray("C:\\app\\a.dll") << QByteArray("a.dll");
    QTest::newRow("trailing separators") << QByteArray("/usr/lib//") << QByteArray("lib");
    QTest::newRow("of a mapping without a file")
        << QByteArray("[anon:classes.dex extracted in memory from /data/app/base.apk]")
        << QByteArray("[anon:classes.dex extracted in memory from /data/app/base.apk]");
    QTest::newRow("of a URL") << QByteArray("https://a.test/x/b.js?v=1#t") << QByteArray("b.js");
    QTest::newRow("of a URL with slashes in its query")
        << QByteArray("http://a.test/index.bundle?f=/x/y&dev=true") << QByteArray("index.bundle");
    QTest::newRow("with a number sign") << QByteArray("/usr/lib/c#?.so") << QByteArray("c#?.so");
    QTest::newRow("of a folder in brackets") << QByteArray("[a]/b") << QByteArray("b");
}

void TestText::takesTheLastComponent()
{
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, name);
    QCOMPARE(baseName(path.toStdString()), name.toStdString());
}

void TestText::findsAsTheLibraryDoes()
{
    constexpr std::string_view kText = "abcabcabd";
    for (const std::string_view part : {"", "a", "abd", "abcab", "x", "abcabcabdx"}) {
        for (std::size_t from = 0; from <= kText.size() + 1; ++from)
            QCOMPARE(findPart(kText, part, from), kText.find(part, from));
    }
    QCOMPARE(findPart({}, {}), 0u);
    QCOMPARE(findPart({}, "a"), std::string_view::npos);
}

QTEST_GUILESS_MAIN(TestText)
#include "tst_text.moc"
