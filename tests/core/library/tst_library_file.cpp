// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/library/sqlite_schema.h"
#include "core/library/sqlite_store.h"
#include "library_samples.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <csignal>
#include <stop_token>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace faultline;
using namespace faultline::library;
using faultline::test::newReport;

/// The file of a library: what others have made of it, damage, migrations, the end of a process.
class TestLibraryFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void refusesOtherFiles();
    void opensForReading();
    void readsWhatANewerProgramWrote();
    void migratesStepByStep();
    void goesOnAfterAnInterruptedMigration();
    void readsAroundDamage();
    void survivesCutFiles();
    void reportsAFullDisk();
    void losesNothingWhenItsProcessEnds();
    void lettersOfPathsAreNoParameters();
    void stopEndsWhatReads();

private:
    std::filesystem::path pathOf(const char* name) const
    {
        return std::filesystem::path(m_folder->path().toStdString()) / name;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestLibraryFile::refusesOtherFiles()
{
    const auto missing = SqliteStore::open(pathOf("none"), SqliteStore::Access::Write);
    QVERIFY(missing.error().kind == ErrorKind::NotFound);
    QVERIFY(std::filesystem::create_directory(pathOf("folder")));
    const auto folder = SqliteStore::open(pathOf("folder"), SqliteStore::Access::Create);
    QVERIFY(folder.error().kind == ErrorKind::Unsupported);
    QVERIFY(folder.error().detail.ends_with("folder is a folder"));
    const auto throughFile = SqliteStore::open(pathOf("text") / "x", SqliteStore::Access::Read);
    QVERIFY(throughFile.error().kind == ErrorKind::NotFound);
    QFile text(QString::fromStdString(pathOf("text").string()));
    QVERIFY(text.open(QIODevice::WriteOnly));
    text.write(QByteArray("no database at all").repeated(300));
    text.close();
    for (const auto access :
         {SqliteStore::Access::Read, SqliteStore::Access::Write, SqliteStore::Access::Create})
        QVERIFY(SqliteStore::open(pathOf("text"), access).error().kind == ErrorKind::Malformed);
    auto foreign = SqliteDatabase::open(pathOf("foreign"), SqliteDatabase::Access::Create);
    QVERIFY(foreign->run("CREATE TABLE bookmarks(id)"));
    const auto refused = SqliteStore::open(pathOf("foreign"), SqliteStore::Access::Create);
    QVERIFY(refused.error().kind == ErrorKind::Unsupported);
    QVERIFY(refused.error().detail.ends_with("foreign is no library"));
    QVERIFY(migrateLibrary(pathOf("foreign")).error().kind == ErrorKind::Unsupported);
}

void TestLibraryFile::opensForReading()
{
    const auto path = pathOf("a.fldb");
    {
        const auto store = SqliteStore::open(path, SqliteStore::Access::Create);
        QVERIFY((*store)->add(newReport("a", "s")));
    }
    const auto store = SqliteStore::open(path, SqliteStore::Access::Read);
    QVERIFY(store);
    QVERIFY((*store)->isReadOnly());
    QCOMPARE((*store)->search({}, {}, 0, 9)->total, 1u);
    const auto refused = (*store)->add(newReport("b", "s"));
    QVERIFY(refused.error().kind == ErrorKind::PermissionDenied);
    QCOMPARE(refused.error().detail, std::string("library: it is open for reading only"));
    QVERIFY((*store)->beginBatch("x", 1).error().kind == ErrorKind::PermissionDenied);
}

void TestLibraryFile::readsWhatANewerProgramWrote()
{
    const auto path = pathOf("a.fldb");
    QVERIFY((*SqliteStore::open(path, SqliteStore::Access::Create))->add(newReport("a", "s")));
    auto newer = SqliteDatabase::open(path, SqliteDatabase::Access::Write);
    QVERIFY(newer->run("ALTER TABLE reports ADD COLUMN later TEXT; PRAGMA user_version=99"));
    const auto store = SqliteStore::open(path, SqliteStore::Access::Write);
    QVERIFY(store);
    QVERIFY((*store)->isReadOnly());
    QCOMPARE((*store)->search({}, {}, 0, 9)->rows.size(), 1u);
    QCOMPARE((*store)->add(newReport("b", "s")).error().detail,
             std::string("library: a later version of this program has written it, so this one "
                         "only reads it"));
    QVERIFY(newer->run("UPDATE library_meta SET value='99' WHERE key='oldest_reader'"));
    const auto shut = SqliteStore::open(path, SqliteStore::Access::Read);
    QVERIFY(shut.error().kind == ErrorKind::Unsupported);
    QVERIFY(migrateLibrary(path).error().kind == ErrorKind::Unsupported);
}

void TestLibraryFile::migratesStepByStep()
{
    const auto path = pathOf("a.fldb");
    QVERIFY(SqliteStore::open(path, SqliteStore::Access::Create));
    QVERIFY(!*migrateLibrary(path)); // Nothing to do.
    // A version before the first, as an older program would have left it.
    {
        auto older = SqliteDatabase::open(path, SqliteDatabase::Access::Write);
        QVERIFY(older->run("PRAGMA user_version=-1"));
    }
    const auto refused = SqliteStore::open(path, SqliteStore::Access::Write);
    QVERIFY(refused.error().kind == ErrorKind::Unsupported);
    QVERIFY(refused.error().detail.ends_with("run faultline library migrate"));
}

void TestLibraryFile::goesOnAfterAnInterruptedMigration()
{
    auto database = SqliteDatabase::open(pathOf("a.fldb"), SqliteDatabase::Access::Create);
    const std::vector<Migration> broken{
        {.to = 1, .sql = "CREATE TABLE one(x); INSERT INTO one VALUES(1)"},
        {.to = 2, .sql = "CREATE TABLE two(x); INSERT INTO missing VALUES(1)"},
    };
    QVERIFY(!migrateSteps(*database, broken));
    QCOMPARE(**database->number("PRAGMA user_version"), 1);
    QCOMPARE(**database->number("SELECT count(*) FROM sqlite_schema WHERE name='two'"), 0);
    const std::vector<Migration> whole{
        {.to = 1, .sql = "CREATE TABLE one(x); INSERT INTO one VALUES(1)"},
        {.to = 2, .sql = "CREATE TABLE two(x); INSERT INTO two VALUES(2)"},
    };
    QVERIFY(migrateSteps(*database, whole));
    QCOMPARE(**database->number("PRAGMA user_version"), 2);
    QCOMPARE(**database->number("SELECT count(*) FROM one"), 1);
    QVERIFY(migrateSteps(*database, whole));
    QCOMPARE(**database->number("SELECT count(*) FROM two"), 1);
}

namespace {

void fill(const std::filesystem::path& path, int reports)
{
    const auto store = SqliteStore::open(path, SqliteStore::Access::Create);
    QVERIFY(store);
    for (int i = 0; i < reports; ++i) {
        auto report = newReport(concat("r", i), concat("signature ", i % 7));
        report.record.comment = std::string(3000, 'c');
        QVERIFY((*store)->add(report));
    }
}

QByteArray contentOf(const std::filesystem::path& path)
{
    QFile file(QString::fromStdString(path.string()));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const std::filesystem::path& path, const QByteArray& content)
{
    QFile file(QString::fromStdString(path.string()));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
}

} // namespace

void TestLibraryFile::readsAroundDamage()
{
    const auto path = pathOf("a.fldb");
    fill(path, 60);
    auto content = contentOf(path);
    QVERIFY(content.size() > 300'000);
    // A page in the middle of the rows.
    std::fill_n(content.begin() + content.size() / 2, 40'960, '\xee');
    const auto damaged = pathOf("damaged.fldb");
    write(damaged, content);
    const auto store = SqliteStore::open(damaged, SqliteStore::Access::Read);
    QVERIFY2(store, store ? "" : store.error().detail.c_str());
    QVERIFY(!(*store)->check()->empty());
    int whole = 0;
    int refused = 0;
    for (ReportId id = 1; id <= 60; ++id) {
        const auto report = (*store)->report(id);
        const auto payload = (*store)->payload(id);
        whole += report && payload ? 1 : 0;
        refused += !report || !payload ? 1 : 0;
    }
    QVERIFY(whole > 0);
    QCOMPARE(whole + refused, 60);
    const auto page = (*store)->search({}, {QueryField::Id, false}, 0, 100);
    QVERIFY(page);
    QVERIFY(page->damage || page->rows.size() == 60u);
}

/// A truncation ladder over the whole file.
void TestLibraryFile::survivesCutFiles()
{
    const auto path = pathOf("a.fldb");
    fill(path, 5);
    const auto content = contentOf(path);
    for (qsizetype size = 0; size < content.size(); size += 1531) {
        const auto cut = pathOf("cut.fldb");
        write(cut, content.left(size));
        const auto store = SqliteStore::open(cut, SqliteStore::Access::Read);
        if (!store) {
            QVERIFY(store.error().kind == ErrorKind::Malformed ||
                    store.error().kind == ErrorKind::Unsupported);
            continue;
        }
        const auto page = (*store)->search({}, {}, 0, 9);
        QVERIFY(page || page.error().kind == ErrorKind::Malformed);
        // No row is missing in silence.
        QVERIFY(!page || page->damage || page->rows.size() == 5u);
        // The last page may lose bytes that no row has.
        const bool hasAll = page && !page->damage && page->rows.size() == 5u;
        QVERIFY(!(*store)->check()->empty() || hasAll);
    }
}

/// The system lets files grow no further, as on a full disk.
void TestLibraryFile::reportsAFullDisk()
{
    const auto path = pathOf("a.fldb");
    fill(path, 3);
    const auto before = SqliteStore::open(path, SqliteStore::Access::Write);
    const pid_t child = ::fork();
    if (child == 0) {
        ::signal(SIGXFSZ, SIG_IGN);
        const struct rlimit limit{4096, 4096};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        const auto store = SqliteStore::open(path, SqliteStore::Access::Write);
        if (!store)
            ::_exit(3);
        auto report = newReport("big", "s");
        report.payload = ByteView::fromString(std::string(5 << 20, 'x'));
        const auto added = (*store)->add(report);
        ::_exit(added ? 1 : added.error().kind == ErrorKind::Internal ? 0 : 2);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QCOMPARE(WEXITSTATUS(status), 0);
    QCOMPARE((*before)->search({}, {}, 0, 9)->total, 3u);
    QVERIFY((*before)->check()->empty());
}

/// kill -9 at many moments: each report is there as a whole or not at all, and none twice.
void TestLibraryFile::losesNothingWhenItsProcessEnds()
{
    const auto path = pathOf("a.fldb");
    fill(path, 1);
    int done[2];
    std::uint64_t acknowledged = 0;
    for (int round = 0; round < 100; ++round) {
        QCOMPARE(::pipe(done), 0);
        const pid_t child = ::fork();
        if (child == 0) {
            const auto store = SqliteStore::open(path, SqliteStore::Access::Write);
            for (int i = 0; store && i < 100'000; ++i) {
                const auto added = (*store)->add(newReport(concat("x", i), concat("s", i % 3)));
                if (added && added->kind == Added::Kind::New)
                    static_cast<void>(::write(done[1], "+", 1));
            }
            ::_exit(0);
        }
        ::close(done[1]);
        // As many as this have been acknowledged before the process ends. The pause moves the end
        // through all parts of a transaction.
        char mark = 0;
        for (int i = 0; i <= round % 5; ++i)
            QCOMPARE(::read(done[0], &mark, 1), 1);
        acknowledged += static_cast<std::uint64_t>(round % 5) + 1;
        ::usleep(static_cast<useconds_t>(round) * 7);
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
        ::close(done[0]);
    }
    const auto store = SqliteStore::open(path, SqliteStore::Access::Write);
    QVERIFY(store);
    QVERIFY((*store)->check()->empty());
    const auto total = (*store)->search({}, {}, 0, 1)->total;
    QVERIFY(total >= 1u + acknowledged);
    // Every number up to the last is there, with its lists and its payload.
    for (std::uint64_t i = 0; i + 1 < total; ++i) {
        const auto expected = newReport(concat("x", i), concat("s", i % 3));
        const auto ids = (*store)->findFile(expected.record.sha256);
        QCOMPARE(ids->size(), 1u);
        QVERIFY((*store)->report(ids->front())->record == expected.record);
        QVERIFY((*store)->payload(ids->front())->text() == expected.payload.text());
    }
}

void TestLibraryFile::lettersOfPathsAreNoParameters()
{
    const auto path = pathOf("a?mode=memory#x%20y.fldb");
    fill(path, 1);
    QVERIFY(std::filesystem::exists(path));
    QVERIFY(SqliteStore::open(path, SqliteStore::Access::Read));
}

/// A window that closes must not wait for a long search, and must not lose a change.
void TestLibraryFile::stopEndsWhatReads()
{
    auto opened = SqliteDatabase::open(pathOf("long.fldb"), SqliteDatabase::Access::Create);
    std::stop_source stop;
    opened->stopWith(stop.get_token());
    const auto database = std::make_unique<SqliteDatabase>(*std::move(opened));
    std::jthread later([&stop] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        stop.request_stop();
    });
    const auto countTo = [](const std::string& end) {
        return concat("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c ", end,
                      ") SELECT count(*) FROM c");
    };
    QVERIFY(database->number(countTo("")).error().kind == ErrorKind::Cancelled);
    QVERIFY(database->number(countTo("")).error().kind == ErrorKind::Cancelled);
    auto change = SqlTransaction::begin(*database);
    QVERIFY(change);
    QVERIFY(database->run("CREATE TABLE kept (x INT)"));
    QCOMPARE(**database->number(countTo("WHERE x<100000")), 100'000);
    QVERIFY(change->commit());
    QCOMPARE(**database->number("SELECT count(*) FROM kept"), 0);
}

QTEST_GUILESS_MAIN(TestLibraryFile)
#include "tst_library_file.moc"
