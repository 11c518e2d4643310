// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/path_mapping.h"

#include <QTest>

using namespace faultline::ui;

class TestPathMapping : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void mapsAsMuchAsPossible_data();
    void mapsAsMuchAsPossible();
    void theLongestFolderCounts_data();
    void theLongestFolderCounts();
};

void TestPathMapping::mapsAsMuchAsPossible_data()
{
    QTest::addColumn<QString>("recorded");
    QTest::addColumn<QString>("chosen");
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::newRow("common folders are left out")
        << "/build/ci/app/src/main.c" << "/home/me/app/src/main.c" << "/build/ci" << "/home/me";
    QTest::newRow("only the name is common")
        << "/src/app.c" << "/tmp/x/app.c" << "/src" << "/tmp/x";
    QTest::newRow("Windows") << "C:\\ci\\App\\src\\main.cpp" << "/home/me/app/src/main.cpp"
                             << "C:\\ci\\App" << "/home/me/app";
    QTest::newRow("never the whole file system")
        << "/src/app.c" << "/home/me/src/app.c" << "/src" << "/home/me/src";
    QTest::newRow("another name") << "/src/app.c" << "/src/other.c" << "" << "";
    QTest::newRow("no folder") << "app.c" << "/src/app.c" << "" << "";
    QTest::newRow("nothing recorded") << "" << "/src/app.c" << "" << "";
}

void TestPathMapping::mapsAsMuchAsPossible()
{
    QFETCH(QString, recorded);
    QFETCH(QString, chosen);
    QFETCH(QString, from);
    QFETCH(QString, to);
    const auto mapping = mappingBetween(recorded, chosen);
    QCOMPARE(mapping.value_or(PathMapping{}), (PathMapping{from, to}));
    QCOMPARE(mapping.has_value(), !from.isEmpty());
}

void TestPathMapping::theLongestFolderCounts_data()
{
    QTest::addColumn<QString>("recorded");
    QTest::addColumn<QString>("local"); ///< Empty for none.
    QTest::newRow("a folder") << "/build/a.c" << "/home/a.c";
    QTest::newRow("a longer one") << "/build/lib/x/a.c" << "/lib/x/a.c";
    QTest::newRow("not a part of a name") << "/builder/a.c" << "";
    QTest::newRow("the folder itself") << "/build" << "";
    QTest::newRow("Windows") << "c:\\CI\\App\\src\\a.c" << "/app/src/a.c";
    QTest::newRow("case counts elsewhere") << "/Build/a.c" << "";
}

void TestPathMapping::theLongestFolderCounts()
{
    QFETCH(QString, recorded);
    QFETCH(QString, local);
    QList<PathMapping> mappings;
    for (const auto& [from, to] : {std::pair("/build", "/home"), std::pair("/build/lib/", "/lib/"),
                                   std::pair("C:\\ci\\App", "/app"), std::pair("", "/nowhere")})
        mappings.append({QLatin1String(from), QLatin1String(to)});
    QCOMPARE(mappedPath(mappings, recorded).value_or(QString()), local);
}

QTEST_GUILESS_MAIN(TestPathMapping)
#include "tst_path_mapping.moc"
