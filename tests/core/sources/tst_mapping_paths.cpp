// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/mapping_paths.h"

#include <QTest>

using namespace faultline;
using namespace faultline::sources;

class TestMappingPaths : public QObject
{
    Q_OBJECT

private slots:
    void paths_data();
    void paths();
};

void TestMappingPaths::paths_data()
{
    QTest::addColumn<int>("layout");
    QTest::addColumn<int>("casing");
    QTest::addColumn<int>("type");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char* name, LayoutType layout, PathCasing casing, FileType type,
                        const QStringList& expected) {
        QTest::newRow(name) << int(layout) << int(casing) << int(type) << expected;
    };
    const QString id = "246fb328-fc4e-406a-87ff-fc35f6149d8f";
    row("mapping in the native layout", LayoutType::Native, PathCasing::Default, FileType::Proguard,
        {"proguard/" + id, id + ".txt", "proguard/" + id + "/mapping.txt"});
    row("mapping in upper case", LayoutType::Native, PathCasing::Uppercase, FileType::Proguard,
        {("proguard/" + id).toUpper(), (id + ".txt").toUpper(),
         ("proguard/" + id + "/mapping.txt").toUpper()});
    row("mapping in the unified layout", LayoutType::Unified, PathCasing::Lowercase,
        FileType::Proguard, {"24/6fb328fc4e406a87fffc35f6149d8f/proguard"});
    row("bundle in the unified layout", LayoutType::Unified, PathCasing::Default,
        FileType::SourceBundle, {"24/6fb328fc4e406a87fffc35f6149d8f/sourcebundle"});
    row("bundle in the native layout", LayoutType::Native, PathCasing::Default,
        FileType::SourceBundle, {});
    row("another layout", LayoutType::Symstore, PathCasing::Default, FileType::Proguard, {});
}

void TestMappingPaths::paths()
{
    QFETCH(int, layout);
    QFETCH(int, casing);
    QFETCH(int, type);
    QFETCH(QStringList, expected);
    const auto id = DebugId::parse("246fb328-fc4e-406a-87ff-fc35f6149d8f");
    QVERIFY(id);
    QStringList found;
    for (const auto& path : jvmFilePaths({.type = LayoutType(layout), .casing = PathCasing(casing)},
                                         FileType(type), *id))
        found.append(QString::fromStdString(path));
    QCOMPARE(found, expected);
}

QTEST_GUILESS_MAIN(TestMappingPaths)
#include "tst_mapping_paths.moc"
