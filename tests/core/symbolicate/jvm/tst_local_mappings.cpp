// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/jvm/local_mappings.h"
#include "tests/support/packed_bytes.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace faultline::jvm;
using faultline::symbolicate::LocalPlace;

class TestLocalMappings : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void foldersAreSearchedForMappings();
    void onlyTheFolderItself();
    void idsChooseInFolders_data();
    void idsChooseInFolders();
    void aNamedFileCountsWithoutItsId();
    void severalWithoutIdsAreLeftOut();
    void theFirstPlaceDecides();
    void packedMappingsAreFound();
    void stopEndsTheSearch();
    void headsAreRead();
    void wrongBuildsAreTold();

private:
    std::string write(const QString& name, const QByteArray& content) const;

    std::string path(const QString& name) const { return m_folder->filePath(name).toStdString(); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

const QByteArray kMapping = "x.Main -> a:\n    1:1:void m():7:7 -> b\n";

QStringList usedNames(const std::vector<LocalMapping>& mappings)
{
    QStringList names;
    for (const auto& used : usedPaths(mappings))
        names.append(QString::fromStdString(used).section(u'/', -1));
    names.sort();
    return names;
}

} // namespace

void TestLocalMappings::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

std::string TestLocalMappings::write(const QString& name, const QByteArray& content) const
{
    const QString target = m_folder->filePath(name);
    QDir().mkpath(QFileInfo(target).path());
    QFile file(target);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        return {};
    return target.toStdString();
}

void TestLocalMappings::foldersAreSearchedForMappings()
{
    write("m/mapping.txt", kMapping);
    write("m/deep/er/two.map", kMapping);
    write("m/readme.txt", "no mapping");
    write("m/mapping.bin", kMapping);
    const std::vector<LocalPlace> places{{.path = path("m"), .source = "s"},
                                         {.path = path("gone"), .source = "t"}};
    const auto found = findLocalMappings(places, {}, {});
    QCOMPARE(found.size(), std::size_t{2}); // With the same content.
    QCOMPARE(usedPaths(found).size(), std::size_t{1});
    for (const auto& mapping : found)
        QCOMPARE(mapping.place, std::size_t{0});
}

void TestLocalMappings::onlyTheFolderItself()
{
    write("m/mapping.txt", kMapping);
    write("m/deep/two.map", kMapping);
    const LocalPlace place{.path = path("m"), .source = "s", .isRecursive = false};
    QCOMPARE(usedNames(findLocalMappings({&place, 1}, {}, {})), QStringList({"mapping.txt"}));
}

void TestLocalMappings::idsChooseInFolders_data()
{
    QTest::addColumn<QString>("wanted");
    QTest::addColumn<QStringList>("used");
    QTest::newRow("map id") << "12ab" << QStringList({"id.txt"});
    QTest::newRow("hash") << "99ff" << QStringList({"hash.txt"});
    // R8 writes a map id that is a prefix of the hash.
    QTest::newRow("hash of the map id") << "12abcdef" << QStringList({"id.txt"});
    QTest::newRow("another") << "7777" << QStringList();
}

void TestLocalMappings::idsChooseInFolders()
{
    QFETCH(QString, wanted);
    QFETCH(QStringList, used);
    write("m/id.txt", "# pg_map_id: 12ab\n" + kMapping);
    write("m/hash.txt", "# pg_map_hash: SHA-256 99ff\n" + kMapping);
    write("m/none.txt", kMapping);
    const LocalPlace place{.path = path("m"), .source = "s"};
    const std::vector<std::string> ids{wanted.toStdString()};
    const auto found = findLocalMappings({&place, 1}, ids, {});
    QCOMPARE(usedNames(found), used);
    QCOMPARE(found.size(), std::size_t{3});
    for (const auto& mapping : found)
        QCOMPARE(mapping.verdict == LocalMapping::Verdict::Used, mapping.wantedId.has_value());
}

void TestLocalMappings::aNamedFileCountsWithoutItsId()
{
    const LocalPlace place{.path = write("one.dat", kMapping), .source = "s"};
    const std::vector<std::string> ids{"12ab"};
    QCOMPARE(usedNames(findLocalMappings({&place, 1}, ids, {})), QStringList({"one.dat"}));
}

void TestLocalMappings::severalWithoutIdsAreLeftOut()
{
    write("m/one.txt", kMapping);
    write("m/same.txt", kMapping);
    const LocalPlace place{.path = path("m"), .source = "s"};
    auto found = findLocalMappings({&place, 1}, {}, {});
    QCOMPARE(usedPaths(found).size(), std::size_t{1});
    write("m/two.txt", "x.Other -> a:\n    1:1:void n():7:7 -> b\n");
    found = findLocalMappings({&place, 1}, {}, {});
    QCOMPARE(found.size(), std::size_t{3});
    QVERIFY(usedPaths(found).empty());
    for (const auto& mapping : found)
        QVERIFY(skipReasonOf(mapping.verdict));
}

void TestLocalMappings::theFirstPlaceDecides()
{
    write("m/one.txt", kMapping);
    write("n/two.txt", "x.Other -> a:\n    1:1:void n():7:7 -> b\n");
    const std::vector<LocalPlace> places{{.path = path("m"), .source = "s"},
                                         {.path = path("n"), .source = "t"}};
    const auto found = findLocalMappings(places, {}, {});
    QCOMPARE(usedNames(found), QStringList({"one.txt"}));
    QCOMPARE(found[1].verdict, LocalMapping::Verdict::Superseded);
    const std::vector<LocalPlace> files{{.path = path("m/one.txt"), .source = "s"},
                                        {.path = path("n/two.txt"), .source = "t"}};
    QCOMPARE(usedNames(findLocalMappings(files, {}, {})), QStringList({"one.txt", "two.txt"}));
}

void TestLocalMappings::packedMappingsAreFound()
{
    const auto packed = faultline::test::gzip(("# pg_map_id: 12ab\n" + kMapping).toStdString());
    write("m/mapping.txt.gz", QByteArray::fromStdString(packed));
    write("m/other.gz", QByteArray::fromStdString(packed.substr(0, packed.size() / 2)));
    const LocalPlace place{.path = path("m"), .source = "s"};
    const std::vector<std::string> ids{"12ab"};
    const auto found = findLocalMappings({&place, 1}, ids, {});
    QCOMPARE(usedNames(found), QStringList({"mapping.txt.gz"}));
    QCOMPARE(found[0].wantedId, std::optional<std::size_t>(0));
}

void TestLocalMappings::stopEndsTheSearch()
{
    write("m/one.txt", kMapping);
    std::stop_source stop;
    stop.request_stop();
    const LocalPlace place{.path = path("m"), .source = "s"};
    QVERIFY(findLocalMappings({&place, 1}, {}, stop.get_token()).empty());
}

void TestLocalMappings::headsAreRead()
{
    const auto full =
        write("full.txt", "# compiler: R8\n# compiler_version: 8.5.35\n# pg_map_id: 12ab\n"
                          "# pg_map_hash: SHA-256 12abcd\n" +
                              kMapping);
    const std::vector<std::string> ids{"77", "12ab"};
    const auto head = readMappingHead(full, ids);
    QVERIFY(head);
    QCOMPARE(head->compiler, std::string("R8 8.5.35"));
    QCOMPARE(head->mapId, std::string("12ab"));
    QCOMPARE(head->wantedId, std::optional<std::size_t>(1));
    QVERIFY(!readMappingHead(write("text.txt", "nothing\n"), ids));
    QVERIFY(!readMappingHead(path("gone"), ids));
    QVERIFY(!readMappingHead(path(""), ids));
}

void TestLocalMappings::wrongBuildsAreTold()
{
    const auto file = write("id.txt", "# pg_map_id: 12ab\n" + kMapping);
    QCOMPARE(wrongBuildOf(file, "77").value(),
             (faultline::BuildIdentity{.verdict = faultline::IdentityVerdict::WrongBuild,
                                       .evidence = faultline::IdentityEvidence::MapId,
                                       .found = "12ab",
                                       .expected = "77"}));
    QVERIFY(!wrongBuildOf(file, "12ab"));
    QVERIFY(!wrongBuildOf(file, ""));
    // A mapping without any id is no evidence.
    QVERIFY(!wrongBuildOf(write("none.txt", kMapping), "77"));
}

QTEST_GUILESS_MAIN(TestLocalMappings)
#include "tst_local_mappings.moc"
