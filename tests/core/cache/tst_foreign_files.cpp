// SPDX-License-Identifier: GPL-3.0-or-later
// A cache folder in which others have files: nothing but our own is removed, replaced or believed.
#include "core/cache/cache_cleanup.h"
#include "core/cache/cache_clear.h"
#include "core/cache/cache_folder.h"
#include "core/cache/cache_verify.h"
#include "core/cache/shared_folder.h"
#include "tests/core/cache/store_fixture.h"
#include "tests/support/left_behind.h"

#include <QTest>

#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

using namespace faultline;
using namespace std::chrono_literals;
using faultline::test::Recipe;
using faultline::test::setAge;
using faultline::test::StoreFixture;
namespace fs = std::filesystem;

namespace {

constexpr const char* kMark = ".faultline-cache";

void write(const fs::path& path, std::string_view text)
{
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
    setAge(path, 48h);
    setAge(path.parent_path(), 48h);
}

/// Lets everything go that may go.
void removeAll(const fs::path& folder)
{
    static_cast<void>(
        cache::clearCache(folder, {.everything = true}, cache::ClearMode::Remove, {}));
    static_cast<void>(cache::verifyCache(folder, cache::DamagedEntries::Remove, {}, {}));
    static_cast<void>(cache::cleanUpCache(folder, {.quotaBytes = 1}, {}));
}

cache::CacheLayer layerOf(cache::CacheStore& store, const Recipe& recipe)
{
    return store.fetch(recipe.item()).answer().trace.layer;
}

} // namespace

class TestForeignFiles : public QObject, private StoreFixture
{
    Q_OBJECT

private slots:

    void init() { reset(); }

    void aFolderOfOthersKeepsTheirFiles_data();
    void aFolderOfOthersKeepsTheirFiles();
    void anEarlierVersionsFolderIsRecognised_data();
    void anEarlierVersionsFolderIsRecognised();
    void linksLeadNowhere_data();
    void linksLeadNowhere();
    void aFileInAnEntrysPlaceIsNotReplaced();
    void entriesOfOthersDoNotAnswer_data();
    void entriesOfOthersDoNotAnswer();
    void everythingIsForItsOwner();
    void theSystemsTemporaryFolderIsShared();
    void filesOfOthersInASharedCacheDoNotAnswer_data();
    void filesOfOthersInASharedCacheDoNotAnswer();
    void aSharedCacheKeepsFilesOfOthers();
};

void TestForeignFiles::aFolderOfOthersKeepsTheirFiles_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("content");
    const QString digits = QString(60, 'a');
    QTest::newRow("a document") << "thesis.txt" << "x";
    QTest::newRow("an old temporary file") << "tmp/draft.txt" << "x";
    QTest::newRow("a lock") << "tmp/pkg.lock" << "";
    QTest::newRow("a folder with a lock's name") << "tmp/pkg/data" << "x";
    QTest::newRow("a temporary folder with a name like ours") << "tmp/0123456789abcdef/x" << "x";
    QTest::newRow("a lock with a name like ours") << "tmp/0123456789abcdef.lock" << "";
    QTest::newRow("Symbolicator's absence") << "objects/v1/aa/bb/" + digits << "";
    QTest::newRow("Symbolicator's file") << "objects/v1/aa/bb/" + digits << "ELF";
    QTest::newRow("a project with versions") << "project/v2/notes" << "x";
}

void TestForeignFiles::aFolderOfOthersKeepsTheirFiles()
{
    QFETCH(QString, file);
    QFETCH(QString, content);
    write(folder() / "thesis.txt", "so it is a folder with files of others");
    write(folder() / file.toStdString(), content.toStdString());
    fs::create_directories(folder() / "project/v2/ab");
    const auto before = test::everythingBelow(folder());
    const Recipe recipe;
    static_cast<void>(layerOf(*makeStore(), recipe));
    QCOMPARE(layerOf(*makeStore(), recipe), cache::CacheLayer::Disk); // It serves as a cache.
    QVERIFY(!fs::exists(folder() / kMark));
    removeAll(folder());
    QVERIFY(!fs::exists(entryPath(*recipe.item())));
    fs::remove_all(folder() / "texts");
    std::error_code notEmpty;
    fs::remove(folder() / "tmp", notEmpty);
    QCOMPARE(test::everythingBelow(folder()), before);
}

void TestForeignFiles::anEarlierVersionsFolderIsRecognised_data()
{
    QTest::addColumn<QStringList>("files");
    QTest::addColumn<bool>("hasEntries");
    QTest::addColumn<bool>("expected");
    const QString other = "objects/v1/aa/bb/" + QString(60, 'a');
    const QString temp = "tmp/0123456789abcdef.lock";
    QTest::newRow("nothing") << QStringList() << false << true;
    QTest::newRow("entries") << QStringList() << true << true;
    QTest::newRow("entries, temporary files, a ledger")
        << QStringList{temp, "mozilla_tables.ledger"} << true << true;
    QTest::newRow("temporary files") << QStringList{temp} << false << true;
    QTest::newRow("entries and a document") << QStringList{"thesis.txt"} << true << false;
    QTest::newRow("entries and another's temporary file")
        << QStringList{"tmp/draft.txt"} << true << false;
    QTest::newRow("entries and Symbolicator's") << QStringList{other} << true << false;
    QTest::newRow("Symbolicator's") << QStringList{other} << false << false;
    QTest::newRow("entries and a folder beside the versions")
        << QStringList{"texts/src/main.c"} << true << false;
}

void TestForeignFiles::anEarlierVersionsFolderIsRecognised()
{
    QFETCH(QStringList, files);
    QFETCH(bool, hasEntries);
    QFETCH(bool, expected);
    const Recipe recipe;
    static_cast<void>(layerOf(*makeStore(), recipe));
    fs::remove(folder() / kMark); // Earlier versions had none.
    if (!hasEntries)
        fs::remove_all(folder() / "texts");
    for (const auto& file : files)
        write(folder() / file.toStdString(), "");
    QCOMPARE(cache::CacheRoot::examine(folder(), ::geteuid())->isOurs(), expected);
    if (hasEntries)
        QCOMPARE(layerOf(*makeStore(), recipe), cache::CacheLayer::Disk);
    QVERIFY(makeStore());
    QCOMPARE(fs::exists(folder() / kMark), expected);
    QCOMPARE(cache::CacheRoot::open(folder(), ::geteuid())->isOurs(), expected);
}

void TestForeignFiles::linksLeadNowhere_data()
{
    QTest::addColumn<QString>("link");
    QTest::newRow("temporary files") << "tmp";
    QTest::newRow("a kind") << "texts";
    QTest::newRow("a version") << "texts/v2";
}

/// The folder is ours, so everything in it could go; what a link in it names is not in it.
void TestForeignFiles::linksLeadNowhere()
{
    QFETCH(QString, link);
    const Recipe recipe;
    static_cast<void>(layerOf(*makeStore(), recipe));
    QVERIFY(fs::exists(folder() / kMark));
    QTemporaryDir other;
    const auto elsewhere = fs::path(other.path().toStdString()) / "elsewhere";
    const auto path = folder() / link.toStdString();
    fs::rename(path, elsewhere);
    write(elsewhere / "0123456789abcdef.lock", "");
    write(elsewhere / "0123456789abcdef/x", "x");
    fs::create_directory_symlink(elsewhere, path);
    const auto before = test::everythingBelow(elsewhere);
    const bool isEntrys = link != "tmp";
    QCOMPARE(layerOf(*makeStore(), recipe),
             isEntrys ? cache::CacheLayer::Computed : cache::CacheLayer::Disk);
    removeAll(folder());
    QCOMPARE(test::everythingBelow(elsewhere), before);
}

void TestForeignFiles::aFileInAnEntrysPlaceIsNotReplaced()
{
    const Recipe recipe;
    write(folder() / "thesis.txt", "so it is a folder with files of others");
    const auto path = entryPath(*recipe.item());
    write(path, "another program's");
    test::RecordingLog log;
    cache::CacheStore store(config(), m_compute, m_io, log);
    QCOMPARE(layerOf(store, recipe), cache::CacheLayer::Computed);
    std::string content;
    std::getline(std::ifstream(path), content);
    QCOMPARE(content, std::string("another program's"));
    QVERIFY2(log.all().contains("not our entry"), log.all().c_str());
}

void TestForeignFiles::entriesOfOthersDoNotAnswer_data()
{
    QTest::addColumn<bool>("isOthers");
    QTest::addColumn<int>("mode");
    QTest::addColumn<bool>("answers");
    QTest::newRow("ours") << false << 0600 << true;
    QTest::newRow("ours, readable for all") << false << 0644 << true;
    QTest::newRow("ours, writable for all") << false << 0666 << false;
    QTest::newRow("another user's") << true << 0644 << false;
}

void TestForeignFiles::entriesOfOthersDoNotAnswer()
{
    QFETCH(bool, isOthers);
    QFETCH(int, mode);
    QFETCH(bool, answers);
    const Recipe recipe;
    static_cast<void>(layerOf(*makeStore(), recipe));
    const auto path = entryPath(*recipe.item());
    fs::permissions(path, static_cast<fs::perms>(mode));
    auto settings = config();
    // Only root can give a file away. For others, this process becomes another user's.
    if (isOthers && ::geteuid() == 0)
        QCOMPARE(::chown(path.c_str(), 4711, 4711), 0);
    else if (isOthers)
        settings.user = ::geteuid() + 1;
    QCOMPARE(layerOf(*makeStore(settings), recipe) == cache::CacheLayer::Disk, answers);
}

void TestForeignFiles::everythingIsForItsOwner()
{
    const auto mask = ::umask(0);
    const Recipe recipe;
    auto settings = config();
    settings.folder = folder() / "new/cache";
    const auto store = makeStore(settings);
    static_cast<void>(layerOf(*store, recipe));
    ::umask(mask);
    std::size_t seen = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder())) {
        const bool isMark = entry.path().filename() == kMark;
        const auto forOthers = entry.symlink_status().permissions() & fs::perms(isMark ? 022 : 077);
        QVERIFY2(forOthers == fs::perms::none, entry.path().c_str());
        ++seen;
    }
    QVERIFY(seen >= 8);
}

/// Somebody else may have made a folder there with any name that he could foresee.
void TestForeignFiles::theSystemsTemporaryFolderIsShared()
{
    const auto old = folder() / concat("faultline-", ::getuid());
    write(old / "0123456789abcdef.lock", "");
    write(old / "0123456789abcdef/x", "x");
    const auto before = test::everythingBelow(folder());
    const QByteArray variable = qgetenv("TMPDIR");
    qputenv("TMPDIR", QByteArray(folder().c_str()));
    {
        auto settings = config();
        settings.folder.reset();
        const auto store = makeStore(settings);
        const Recipe recipe;
        QCOMPARE(layerOf(*store, recipe), cache::CacheLayer::Computed);
        const auto names = *Folder::open(folder())->names();
        QCOMPARE(names.size(), std::size_t{3}); // Also a folder of this process and its lock.
        for (const auto& name : names)
            QVERIFY2(name == old.filename() || name.size() >= 26, name.c_str());
    }
    variable.isNull() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", variable);
    QCOMPARE(test::everythingBelow(folder()), before);
}

void TestForeignFiles::filesOfOthersInASharedCacheDoNotAnswer_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<bool>("answers");
    QTest::newRow("ours") << "" << true;
    QTest::newRow("writable for all") << "mode" << false;
    QTest::newRow("a link") << "link" << false;
    if (::geteuid() == 0)
        QTest::newRow("another user's") << "owner" << false;
}

void TestForeignFiles::filesOfOthersInASharedCacheDoNotAnswer()
{
    QFETCH(QString, what);
    QFETCH(bool, answers);
    cache::SharedFolder shared(folder());
    const std::string name = "kind/v1/aa/bb/cc";
    shared.store(name, ByteView::fromString("bytes"), {},
                 [](const auto& outcome) { QVERIFY(outcome); });
    const auto path = folder() / name;
    if (what == "mode")
        fs::permissions(path, fs::perms(0666));
    if (what == "owner")
        QCOMPARE(::chown(path.c_str(), 4711, 4711), 0);
    if (what == "link") {
        fs::rename(path, folder() / "elsewhere");
        fs::create_symlink(folder() / "elsewhere", path);
    }
    shared.fetch(name, *TempFile::createInMemory(), {},
                 [&](const auto& file) { QCOMPARE(file.has_value(), answers); });
}

void TestForeignFiles::aSharedCacheKeepsFilesOfOthers()
{
    write(folder() / ".tmp/draft.txt", "x");
    write(folder() / ".tmp/tmp-abcdef", "x");
    const auto before = test::everythingBelow(folder());
    write(folder() / ".tmp/faultline-0123456789abcdef.tmp", "left by a crash of ours");
    {
        const cache::SharedFolder shared(folder());
    }
    QCOMPARE(test::everythingBelow(folder()), before);
}

QTEST_GUILESS_MAIN(TestForeignFiles)
#include "tst_foreign_files.moc"
