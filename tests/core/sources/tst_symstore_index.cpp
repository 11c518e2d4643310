// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/symstore_index.h"

#include <QTest>

using namespace faultline;

class TestSymstoreIndex : public QObject
{
    Q_OBJECT

private slots:
    void readsTheLastId_data();
    void readsTheLastId();
    void readsSegments_data();
    void readsSegments();
    void everyPrefixOfASegmentIsRead();
    void namesSegments();
    void looksPathsUp();
    void anEmptyIndexListsNothing();
    void damagedFormsDoNoHarm();
};

void TestSymstoreIndex::readsTheLastId_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("result");
    QTest::newRow("number") << "12" << "12";
    QTest::newRow("zero") << "0" << "0";
    QTest::newRow("among blanks") << "  2 \r\n" << "2";
    QTest::newRow("leading zeros") << "0000000003" << "3";
    QTest::newRow("word") << "two" << "lastid.txt: not a number";
    QTest::newRow("empty") << "" << "lastid.txt: not a number";
    QTest::newRow("negative") << "-1" << "lastid.txt: not a number";
    QTest::newRow("longest") << "00000000000000000001" << "1";
    QTest::newRow("too long") << "0000000000000000000000001"
                              << "lastid.txt: 25 bytes, at most 20 make a number";
    QTest::newRow("most") << "10000" << "10000";
    QTest::newRow("too many") << "10001" << "lastid.txt: 10001 transactions, limit 10000";
}

void TestSymstoreIndex::readsTheLastId()
{
    QFETCH(QString, text);
    QFETCH(QString, result);
    const auto bytes = text.toStdString();
    const auto id = sources::parseSymstoreLastId(asBytes(bytes));
    QCOMPARE(id ? QString::number(*id) : QString::fromStdString(id.error().detail), result);
    if (!id)
        QCOMPARE(id.error().kind, ErrorKind::Malformed);
}

void TestSymstoreIndex::readsSegments_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("paths");
    QTest::newRow("a line") << R"("Acme.pdb\0F3C1a","D:\drop\Acme.pdb")"
                            << QStringList{"Acme.pdb/0F3C1a/Acme.pdb"};
    QTest::newRow("several, any line end")
        << "\"a\\1\",x\r\n\"b\\2\"\n\n\"c\\3\"" << QStringList{"a/1/a", "b/2/b", "c/3/c"};
    QTest::newRow("split at the first backslash") << R"("a\1\2",x)" << QStringList{"a/1\\2/a"};
    QTest::newRow("nonsense is passed over")
        << "rubbish\n\"noseparator\",\n\"open\\1\n\"a\\1\"" << QStringList{"a/1/a"};
    QTest::newRow("half a pair") << "\"\\1\"\n\"a\\\"" << QStringList();
    QTest::newRow("empty") << "" << QStringList();
}

void TestSymstoreIndex::readsSegments()
{
    QFETCH(QString, text);
    QFETCH(QStringList, paths);
    QStringList found;
    for (const auto& path : sources::parseSymstoreSegment(text.toStdString()))
        found << QString::fromStdString(path);
    QCOMPARE(found, paths);
}

void TestSymstoreIndex::everyPrefixOfASegmentIsRead()
{
    const std::string text = "\"a.pdb\\1\",\"x\"\r\n\"b.pdb\\2\",\"y\"\r\n";
    for (std::size_t size = 0; size <= text.size(); ++size)
        QVERIFY(sources::parseSymstoreSegment(std::string_view(text).substr(0, size)).size() <= 2);
}

void TestSymstoreIndex::namesSegments()
{
    QCOMPARE(sources::symstoreSegmentPath(7), std::string("000Admin/0000000007"));
    QCOMPARE(sources::symstoreSegmentPath(10'000), std::string("000Admin/0000010000"));
}

void TestSymstoreIndex::looksPathsUp()
{
    std::vector<std::string> paths;
    for (int i = 0; i < 1000; i += 2)
        paths.push_back("name" + std::string(static_cast<std::size_t>(i % 7), 'x') + "/" +
                        std::to_string(i));
    auto reversed = paths;
    reversed.insert(reversed.end(), paths.rbegin(), paths.rend());
    const sources::SymstoreIndex index(
        ByteView::fromString(sources::SymstoreIndex::storedForm(reversed)));
    for (const auto& path : paths) {
        QVERIFY(index.contains(path));
        QVERIFY(!index.contains(path + "/x"));
        QVERIFY(!index.contains(path.substr(1)));
    }
    QVERIFY(!index.contains("NAME/0")); // Case counts.
    QVERIFY(!index.contains(""));
    QCOMPARE(std::ranges::count(index.lines(), '\n'), 500);
}

void TestSymstoreIndex::anEmptyIndexListsNothing()
{
    const sources::SymstoreIndex index(
        ByteView::fromString(sources::SymstoreIndex::storedForm({})));
    QVERIFY(!index.contains("a/1/a"));
}

void TestSymstoreIndex::damagedFormsDoNoHarm()
{
    for (const auto* text : {"\n", "\n\n\n", "a", "b\na\nb\na", "a\n\0b\n"}) {
        const sources::SymstoreIndex index(ByteView::fromString(text));
        index.contains("a");
        index.contains("zzz");
        index.contains("");
    }
}

QTEST_GUILESS_MAIN(TestSymstoreIndex)
#include "tst_symstore_index.moc"
