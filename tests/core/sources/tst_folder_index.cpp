// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/file_listing.h"
#include "core/sources/folder_index.h"

#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <fstream>

using namespace faultline;

namespace {

constexpr auto kUuid = "0f3c9a527b1e4d869c205ae1d7f4b3c8";

/// Test files are "debug <id>" or "code <id>" lines.
std::vector<sources::IdentifiedObject> identify(const ByteView& bytes)
{
    std::vector<sources::IdentifiedObject> objects;
    std::istringstream lines{std::string(bytes.text())};
    for (std::string kind, id; lines >> kind >> id;) {
        if (kind == "debug")
            objects.push_back(
                {sources::FileType::ElfDebug, DebugId::parse(id).value_or(DebugId()), {}});
        else if (kind == "code")
            objects.push_back({sources::FileType::ElfCode, {}, CodeId::parse(id)});
    }
    return objects;
}

class Folder
{
public:
    std::filesystem::path path() const { return m_dir.path().toStdString(); }

    void write(const std::string& name, const std::string& content) const
    {
        std::filesystem::create_directories((path() / name).parent_path());
        std::ofstream(path() / name) << content;
    }

private:
    QTemporaryDir m_dir;
};

sources::ObjectLookup byDebugId(const std::string& id)
{
    sources::ObjectLookup lookup;
    lookup.debugId = DebugId::parse(id);
    return lookup;
}

sources::FolderLimits eager()
{
    return {.recheckAfter = std::chrono::milliseconds(0)};
}

} // namespace

class TestFolderIndex : public QObject
{
    Q_OBJECT

private slots:
    void findsByIdInAnyArrangement();
    void anAgeAtLeastTheWantedServes();
    void codeIdsAreAskedSecond();
    void modulesWithoutIdsAreFoundByName();
    void namesakesOfOtherBuildsAreMarked();
    void seesChangesWithoutReadingTheRestAgain();
    void limitsAreReported();
    void aMissingFolderIsEmpty();
    void sourcesOfThisTypeAreListed();
    void bundlesBelongToTheirFolder_data();
    void bundlesBelongToTheirFolder();
};

void TestFolderIndex::findsByIdInAnyArrangement()
{
    const Folder folder;
    folder.write("a/b/c/libx.debug", std::string("debug ") + kUuid);
    folder.write("readme", "nothing here");
    sources::FolderIndex index(folder.path(), identify, eager());
    const auto found = index.find(byDebugId(kUuid));
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found[0].path, std::string("a/b/c/libx.debug"));
    QCOMPARE(index.totals().files, std::size_t{2});
    QCOMPARE(index.totals().identified, std::size_t{1});
    QVERIFY(index.find(byDebugId("ffffffffffffffffffffffffffffffff")).empty());
}

void TestFolderIndex::anAgeAtLeastTheWantedServes()
{
    const Folder folder;
    folder.write("x", concat("debug ", kUuid, "3"));
    sources::FolderIndex index(folder.path(), identify, eager());
    QCOMPARE(index.find(byDebugId(concat(kUuid, "2"))).size(), std::size_t{1});
    QVERIFY(index.find(byDebugId(concat(kUuid, "4"))).empty());
}

void TestFolderIndex::codeIdsAreAskedSecond()
{
    const Folder folder;
    folder.write("debug", concat("debug ", kUuid));
    folder.write("code", "code abcd");
    sources::FolderIndex index(folder.path(), identify, eager());
    auto lookup = byDebugId(kUuid);
    lookup.codeId = CodeId::parse("abcd");
    QCOMPARE(index.find(lookup).at(0).path, std::string("debug"));
    lookup.debugId.reset();
    QCOMPARE(index.find(lookup).at(0).path, std::string("code"));
}

void TestFolderIndex::modulesWithoutIdsAreFoundByName()
{
    const Folder folder;
    folder.write("bin/app", "code abcd");
    folder.write("old/app", concat("debug ", kUuid));
    folder.write("bin/app.txt", "code abcd");
    folder.write("text/app", "nothing here");
    sources::FolderIndex index(folder.path(), identify, eager());
    sources::ObjectLookup lookup;
    lookup.type = sources::LookupType::Elf;
    lookup.codeFile = "/opt/app";
    const auto found = index.find(lookup);
    QCOMPARE(found.size(), std::size_t{2});
    QCOMPARE(found[0].path, std::string("bin/app"));
    QCOMPARE(found[1].path, std::string("old/app"));
    QVERIFY(!found[0].isNamesake && !found[1].isNamesake);
    const auto isOfOtherBuild = [&] {
        const auto others = index.find(lookup);
        return others.size() == 2 && others[0].isNamesake && others[1].isNamesake;
    };
    lookup.codeId = CodeId::parse("1234");
    QVERIFY(isOfOtherBuild());
    lookup.codeId.reset();
    lookup.type = sources::LookupType::Pe;
    QVERIFY(isOfOtherBuild());
}

void TestFolderIndex::namesakesOfOtherBuildsAreMarked()
{
    const Folder folder;
    for (const char* name : {"a/libx.so", "b/libx.so", "c/libx.so", "d/libx.so"})
        folder.write(name, "debug ffffffffffffffffffffffffffffffff");
    folder.write("liby.so", "debug eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee");
    sources::FolderIndex index(folder.path(), identify, eager());
    auto lookup = byDebugId(kUuid);
    lookup.codeFile = "/opt/lib/libx.so";
    const auto found = index.find(lookup);
    QCOMPARE(found.size(), std::size_t{3}); // A few say enough.
    for (const auto& match : found) {
        QVERIFY(match.isNamesake);
        QVERIFY(match.path.ends_with("libx.so"));
    }
    // The right build is alone, whatever its name is.
    folder.write("other", concat("debug ", kUuid));
    const auto right = index.find(lookup);
    QCOMPARE(right.size(), std::size_t{1});
    QVERIFY(!right[0].isNamesake);
}

void TestFolderIndex::seesChangesWithoutReadingTheRestAgain()
{
    const Folder folder;
    folder.write("one", concat("debug ", kUuid));
    std::atomic<int> reads = 0;
    sources::FolderIndex index(
        folder.path(),
        [&reads](const ByteView& bytes) {
            ++reads;
            return identify(bytes);
        },
        eager());
    QCOMPARE(index.find(byDebugId(kUuid)).size(), std::size_t{1});
    folder.write("two", concat("debug ", kUuid));
    QCOMPARE(index.find(byDebugId(kUuid)).size(), std::size_t{2});
    QCOMPARE(reads.load(), 2);
    folder.write("one", "debug 11111111111111111111111111111111 rebuilt");
    QCOMPARE(index.find(byDebugId(kUuid)).size(), std::size_t{1});
    std::filesystem::remove(folder.path() / "two");
    QVERIFY(index.find(byDebugId(kUuid)).empty());
}

void TestFolderIndex::limitsAreReported()
{
    const Folder folder;
    for (const auto* name : {"a", "b", "c"})
        folder.write(name, "x");
    sources::FolderIndex few(folder.path(), identify, {.maxFiles = 2});
    static_cast<void>(few.find(byDebugId(kUuid)));
    QVERIFY(few.totals().truncated);
    folder.write("deep/er/file", concat("debug ", kUuid));
    sources::FolderIndex flat(folder.path(), identify, {.maxDepth = 2});
    QVERIFY(flat.find(byDebugId(kUuid)).empty());
    QVERIFY(flat.totals().truncated);
}

void TestFolderIndex::aMissingFolderIsEmpty()
{
    sources::FolderIndex index("/nonexistent/folder", identify);
    QVERIFY(index.find(byDebugId(kUuid)).empty());
}

void TestFolderIndex::sourcesOfThisTypeAreListed()
{
    const Folder folder;
    folder.write("out/libx.debug", concat("debug ", kUuid));
    sources::SourceConfig source;
    source.id = "build";
    source.where = sources::FolderSource{folder.path().string()};
    const std::vector sources{sources::makeSource(source)};
    const std::vector types{sources::FileType::ElfCode, sources::FileType::ElfDebug};
    sources::FolderCatalog catalog(identify, eager());
    const auto listing = sources::listRemoteFiles(sources, byDebugId(kUuid), types, &catalog);
    QCOMPARE(listing.files.size(), std::size_t{1});
    QCOMPARE(listing.files[0].localPath().value(), folder.path() / "out/libx.debug");
    QCOMPARE(listing.skipped.at(0).why.reason, SkipReason::NotInFolder);
}

void TestFolderIndex::bundlesBelongToTheirFolder_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<bool>("isFound");
    QTest::newRow("in the folder") << "app" << true;
    QTest::newRow("in a dSYM") << "app.dSYM/Contents/Resources/DWARF/app" << true;
    QTest::newRow("in another folder") << "build/app" << false;
    QTest::newRow("in the dSYM of another folder")
        << "build/app.dSYM/Contents/Resources/DWARF/app" << false;
    QTest::newRow("deep below a dSYM") << "app.dSYM/1/2/3/4/app" << false;
}

void TestFolderIndex::bundlesBelongToTheirFolder()
{
    QFETCH(QString, file);
    const Folder folder;
    folder.write(file.toStdString(), std::string("debug ") + kUuid);
    sources::FolderCatalog catalog(identify, eager());
    const auto found = catalog.indexOf(folder.path().string(), false)->find(byDebugId(kUuid));
    QTEST(!found.empty(), "isFound");
}

QTEST_GUILESS_MAIN(TestFolderIndex)
#include "tst_folder_index.moc"
