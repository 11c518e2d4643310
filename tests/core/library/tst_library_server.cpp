// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/library/postgres_database.h"
#include "core/library/postgres_schema.h"
#include "core/library/postgres_store.h"
#include "core/library/sqlite_database.h"
#include "core/library/sqlite_store.h"
#include "library_samples.h"
#include "tests/support/postgres_server.h"

#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <csignal>
#include <random>
#include <set>
#include <stop_token>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace faultline;
using namespace faultline::library;
using faultline::test::newReport;
using faultline::test::PostgresServer;

namespace {

const Author kAnna{.name = "anna", .at = 1'700'000'100};

constexpr useconds_t kRetryMicroseconds = 50'000;

Query parsed(const std::string& line)
{
    return *Query::parse(line, 1'700'000'000);
}

std::unique_ptr<PostgresStore> opened(const std::string& url, StoreAccess access)
{
    auto store = PostgresStore::open(url, access);
    return store ? *std::move(store) : nullptr;
}

/// Repeats what a server that is away refuses, as a user would.
template <class Work>
auto patiently(Work work)
{
    auto outcome = work();
    for (int i = 0; i < 600 && !outcome && outcome.error().kind == ErrorKind::DownloadFailed; ++i) {
        ::usleep(kRetryMicroseconds);
        outcome = work();
    }
    return outcome;
}

} // namespace

/// A library on a server: who may do what, what goes wrong between client and server, and what is
/// not as in a file. What both have in common is in tst_library_store.
class TestLibraryServer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();

    void tellsAddressesFromFiles();
    void refusesPasswordsInAddresses();
    void tellsWhyNobodyAnswers();
    void tellsKindsOfFailures();
    void stopEndsWhatReads();
    void preparesStatementsThatComeAgain();
    void opensWhatIsThere();
    void hasTheTablesOfAFile();
    void rolesMayDoWhatTheDatabaseGrants();
    void refusesOtherEncodings();
    void readsWhatANewerProgramWrote();
    void goesOnAfterAnInterruptedMigration();
    void copiesBeforeAMigration();
    void makesOneLibraryOnly();
    void takesLongAndOddTexts();
    void findsWhatSqliteFinds();
    void survivesARestart();
    void writesOfManyClients();
    void losesNothingWhenItsClientEnds();

private:
    std::string url(const std::string& user = "faultline") const
    {
        return m_server->url(m_schema, user);
    }

    Result<void> setMeta(std::string_view key, std::string_view value)
    {
        return m_server->run(concat("SET search_path=", m_schema,
                                    "; UPDATE library_meta SET value='", value, "' WHERE key='",
                                    key, "'"));
    }

    std::unique_ptr<PostgresServer> m_server; ///< For all tests.
    std::string m_schema;
    int m_schemas = 0;
};

void TestLibraryServer::initTestCase()
{
    auto server = PostgresServer::start();
    if (server) {
        m_server = *std::move(server);
        return;
    }
    if (qEnvironmentVariableIsSet("FAULTLINE_REQUIRE_TOOLS") ||
        server.error().kind != ErrorKind::NotFound)
        QFAIL(server.error().detail.c_str());
    QSKIP("Debian's package postgresql is not installed");
}

/// Each test has a library of its own.
void TestLibraryServer::init()
{
    m_schema = concat("library_", ++m_schemas);
    QVERIFY(m_server->run("CREATE SCHEMA " + m_schema));
}

void TestLibraryServer::tellsAddressesFromFiles()
{
    QVERIFY(isPostgresUrl("postgresql://host/db"));
    QVERIFY(isPostgresUrl("postgres://"));
    QVERIFY(!isPostgresUrl("/home/anna/postgresql://x"));
    QVERIFY(!isPostgresUrl("reports.fldb"));
    QCOMPARE(shownUrl("postgresql://anna@host/db"), std::string("postgresql://anna@host/db"));
    QCOMPARE(shownUrl("postgresql://anna:se@cret@host/db"),
             std::string("postgresql://anna:***@host/db"));
    QCOMPARE(shownUrl("postgresql://anna@host/db?password=secret"),
             std::string("postgresql://anna@host/db?***"));
    QCOMPARE(shownUrl("postgresql://anna:se?c/ret@host/db"),
             std::string("postgresql://anna:***@host/db"));
    QCOMPARE(shownUrl("postgresql://anna:se/c?ret@host/db?sslmode=x"),
             std::string("postgresql://anna:***@host/db?***"));
    for (const std::string whole :
         {"postgresql://host:5432/a@b?user=c@d", "postgresql://[::1]:5432/db?user=c@d",
          "postgresql://one:5432,two:5433/db?user=c@d", "postgresql://anna@[::1]:5432/db",
          "postgresql://anna@host:port/db", "postgresql:///db?host=/run:x"})
        QCOMPARE(shownUrl(whole), whole);
}

void TestLibraryServer::refusesPasswordsInAddresses()
{
    for (const char* address :
         {"postgresql://anna:secret@localhost/db", "postgresql://anna@localhost/db?password=secret",
          "postgresql://anna:sec%zzret@localhost/db", "postgresql:///db?sslpassword=secret",
          "postgresql://anna:secret@localhost/db?nonsense=1",
          "postgresql://anna:sec?ret@localhost/db", "postgresql://anna:sec/ret@localhost/db"}) {
        const auto refused = PostgresStore::open(address, StoreAccess::Read);
        QVERIFY(!refused);
        QVERIFY(refused.error().kind == ErrorKind::Unsupported);
        QVERIFY2(refused.error().detail.find("ret") == std::string::npos,
                 refused.error().detail.c_str());
    }
    const auto wrong = PostgresStore::open("postgresql:///db?sslmod=x", StoreAccess::Read);
    QVERIFY(wrong.error().kind == ErrorKind::Unsupported);
    QVERIFY(wrong.error().detail.find("sslmod") != std::string::npos);
}

void TestLibraryServer::tellsWhyNobodyAnswers()
{
    const QTemporaryDir empty;
    const auto away = PostgresStore::open(
        concat("postgresql:///db?host=", empty.path().toStdString()), StoreAccess::Write);
    QVERIFY(away.error().kind == ErrorKind::DownloadFailed);
    QVERIFY(away.error().detail.find("No such file") != std::string::npos);
    const auto stranger = PostgresStore::open(url("nobody_known"), StoreAccess::Write);
    QVERIFY(stranger.error().kind == ErrorKind::DownloadFailed);
    QVERIFY(stranger.error().detail.find("nobody_known") != std::string::npos);
}

namespace {

std::string rowsOfPlaces(std::size_t count)
{
    std::string sql = "VALUES(?)";
    for (std::size_t i = 1; i < count; ++i)
        sql += ",(?)";
    return sql;
}

} // namespace

void TestLibraryServer::tellsKindsOfFailures()
{
    const auto database = *PostgresDatabase::open(url());
    const auto kindOf = [&](const std::string& state) {
        return database
            ->run(concat("DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE='", state, "'; END $$"))
            .error()
            .kind;
    };
    QVERIFY(kindOf("40001") == ErrorKind::Timeout); // As a standby server says it.
    QVERIFY(kindOf("55P03") == ErrorKind::Timeout);
    QVERIFY(kindOf("42501") == ErrorKind::PermissionDenied);
    QVERIFY(kindOf("XX001") == ErrorKind::Malformed);
    QVERIFY(kindOf("53100") == ErrorKind::Internal);
    // What libpq itself refuses is no loss of the connection.
    constexpr std::size_t kTooMany = 70'000;
    const auto refused =
        database->change(rowsOfPlaces(kTooMany), std::vector<SqlValue>(kTooMany, std::int64_t{1}));
    QVERIFY(refused.error().kind == ErrorKind::Internal);
    QVERIFY(!refused.error().momentary);
    QVERIFY2(refused.error().detail.find("parameters") != std::string::npos,
             refused.error().detail.c_str());
    QCOMPARE(**database->number("SELECT 7"), 7);
}

/// A window that closes must not wait for its server, and must not lose a change.
void TestLibraryServer::stopEndsWhatReads()
{
    const auto database = *PostgresDatabase::open(url());
    QVERIFY(database->run("CREATE TABLE kept (x INT)"));
    std::stop_source stop;
    database->stopWith(stop.get_token());
    std::jthread later([&stop] {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        stop.request_stop();
    });
    constexpr auto* kEndless = "SELECT count(*) FROM pg_sleep(600)";
    QVERIFY(database->number(kEndless).error().kind == ErrorKind::Cancelled);
    QVERIFY(database->number("SELECT 1").error().kind == ErrorKind::Cancelled);
    auto change = SqlTransaction::begin(*database);
    QVERIFY(change);
    QVERIFY(database->change("INSERT INTO kept VALUES (?)", {std::int64_t{7}}));
    QCOMPARE(**database->number("SELECT x FROM kept"), 7);
    QVERIFY(change->commit());
    QCOMPARE(**(*PostgresDatabase::open(url()))->number("SELECT x FROM kept"), 7);
}

/// Lists are inserted by a statement for each length, which must not take the room of the others.
void TestLibraryServer::preparesStatementsThatComeAgain()
{
    const auto database = *PostgresDatabase::open(url());
    QVERIFY(database->begin());
    const auto run = [&](std::size_t places) {
        return database->change(rowsOfPlaces(places),
                                std::vector<SqlValue>(places, std::int64_t{1}));
    };
    for (std::size_t places = 1; places <= 300; ++places)
        QVERIFY(run(places));
    const auto prepared = database->number("SELECT count(*) FROM pg_prepared_statements WHERE "
                                           "statement LIKE 'VALUES%'");
    QCOMPARE(**prepared, 64);
    database->rollBack();
}

void TestLibraryServer::opensWhatIsThere()
{
    const auto absent = PostgresStore::open(url(), StoreAccess::Write);
    QVERIFY(absent.error().kind == ErrorKind::NotFound);
    QVERIFY(opened(url(), StoreAccess::Create));
    const auto reader = opened(url(), StoreAccess::Read);
    QVERIFY(reader && reader->isReadOnly());
    QCOMPARE(reader->add(newReport("a", "s")).error().detail,
             std::string("library: it is open for reading only"));
    const auto writer = opened(url(), StoreAccess::Write);
    QVERIFY(writer && !writer->isReadOnly());
    QVERIFY(setMeta("application", "bookmarks"));
    const auto foreign = PostgresStore::open(url(), StoreAccess::Create);
    QVERIFY(foreign.error().kind == ErrorKind::Unsupported);
    QVERIFY(foreign.error().detail.ends_with(" is no library"));
}

/// A column that one schema has and the other has not would be lost to half of the users.
void TestLibraryServer::hasTheTablesOfAFile()
{
    QVERIFY(opened(url(), StoreAccess::Create));
    const auto server = *PostgresDatabase::open(url());
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("a.fldb")).toStdString();
    QVERIFY(SqliteStore::open(path, StoreAccess::Create));
    auto file = SqliteDatabase::open(path, SqliteDatabase::Access::Read);
    const auto columnsOf = [](SqlConnection& connection, const std::string& sql) {
        std::set<std::string> columns;
        const auto statement = connection.prepare(sql);
        while (*(*statement)->step())
            columns.insert((*statement)->text(0));
        return columns;
    };
    for (const std::string table : postgresTables()) {
        if (table == "report_text")
            continue; // The index is each database's own.
        auto own = columnsOf(*server, concat("SELECT CAST(column_name AS TEXT) FROM "
                                             "information_schema.columns WHERE table_schema='",
                                             m_schema, "' AND table_name='", table, "'"));
        own.erase("rowid"); // SQLite's rows have it by themselves.
        QVERIFY(!own.empty());
        QCOMPARE(own,
                 columnsOf(*file, concat("SELECT name FROM pragma_table_info('", table, "')")));
    }
    const auto tables = *file->number("SELECT count(*) FROM sqlite_schema WHERE type='table' AND "
                                      "name NOT LIKE 'sqlite_%' AND name NOT LIKE 'report_text_%'");
    QCOMPARE(static_cast<std::size_t>(*tables), postgresTables().size());
}

/// The grants are those of docs/team-library.md.
void TestLibraryServer::rolesMayDoWhatTheDatabaseGrants()
{
    const auto owner = opened(url(), StoreAccess::Create);
    const auto id = owner->add(newReport("a", "s"))->id;
    QVERIFY(m_server->run(
        concat("CREATE ROLE reader LOGIN; CREATE ROLE triager LOGIN; CREATE ROLE importer LOGIN; "
               "GRANT USAGE ON SCHEMA ",
               m_schema,
               " TO reader, triager, importer; "
               "GRANT SELECT ON ALL TABLES IN SCHEMA ",
               m_schema,
               " TO reader, triager, importer; "
               "SET search_path=",
               m_schema,
               "; "
               "GRANT UPDATE ON library_meta, reports, groups TO triager; "
               "GRANT INSERT, DELETE ON report_tags, report_text, history TO triager; "
               "GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ",
               m_schema, " TO importer")));
    TriageChange change;
    change.status = Status::Known;
    change.addTags = {"gpu"};
    change.notes = "seen at ACME";
    const std::vector<Target> target{{id, 1}};

    const auto reader = opened(url("reader"), StoreAccess::Write);
    QVERIFY(reader && reader->isReadOnly());
    QCOMPARE(reader->search({}, {}, 0, 9)->total, 1u);
    const auto refused = reader->changeReports(target, change, kAnna);
    QVERIFY(refused.error().kind == ErrorKind::PermissionDenied);
    QCOMPARE(refused.error().detail, std::string("library: the database lets this user only read"));

    const auto triager = opened(url("triager"), StoreAccess::Write);
    QVERIFY(triager && !triager->isReadOnly());
    const auto added = triager->add(newReport("b", "s"));
    QVERIFY(added.error().kind == ErrorKind::PermissionDenied);
    QVERIFY2(added.error().detail.starts_with("library: the database lets this user do less: "),
             added.error().detail.c_str());
    const auto changed = triager->changeReports(target, change, kAnna);
    QVERIFY2(changed, changed ? "" : changed.error().detail.c_str());
    QVERIFY(triager->undo(**changed, kAnna));
    const Target present{id, triager->report(id)->summary.rowVersion};
    QVERIFY(triager->remove(present).error().kind == ErrorKind::PermissionDenied);

    const auto importer = opened(url("importer"), StoreAccess::Write);
    QVERIFY(importer && importer->add(newReport("b", "s")));
    QVERIFY(importer->remove(present));
    // Nobody else may make tables.
    QVERIFY(m_server->run(concat("CREATE SCHEMA ", m_schema, "_empty; GRANT USAGE ON SCHEMA ",
                                 m_schema, "_empty TO importer")));
    const auto none =
        PostgresStore::open(m_server->url(m_schema + "_empty", "importer"), StoreAccess::Create);
    QVERIFY(none.error().kind == ErrorKind::PermissionDenied);
}

void TestLibraryServer::refusesOtherEncodings()
{
    QVERIFY(m_server->run("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0"));
    auto address = m_server->url("public");
    address.replace(address.find("/postgres?"), 10, "/latin?");
    const auto refused = PostgresStore::open(address, StoreAccess::Create);
    QVERIFY(refused.error().kind == ErrorKind::Unsupported);
    QCOMPARE(refused.error().detail,
             std::string("library: the database's encoding is LATIN1; a library needs UTF8"));
}

void TestLibraryServer::readsWhatANewerProgramWrote()
{
    const auto before = opened(url(), StoreAccess::Create);
    QVERIFY(before->add(newReport("a", "s")));
    QVERIFY(m_server->run(concat("ALTER TABLE ", m_schema, ".reports ADD COLUMN later TEXT")));
    QVERIFY(setMeta("schema", "99"));
    // One that was open before reads on, and changes nothing any more.
    QCOMPARE(before->search({}, {}, 0, 9)->total, 1u);
    QVERIFY(before->add(newReport("b", "s")).error().kind == ErrorKind::PermissionDenied);
    const auto store = opened(url(), StoreAccess::Write);
    QVERIFY(store && store->isReadOnly());
    QCOMPARE(store->search({}, {}, 0, 9)->rows.size(), 1u);
    QCOMPARE(store->add(newReport("b", "s")).error().detail,
             std::string("library: a later version of this program has written it, so this one "
                         "only reads it"));
    QVERIFY(setMeta("oldest_reader", "99"));
    QVERIFY(PostgresStore::open(url(), StoreAccess::Read).error().kind == ErrorKind::Unsupported);
    QVERIFY(migratePostgresLibrary(url()).error().kind == ErrorKind::Unsupported);
}

void TestLibraryServer::goesOnAfterAnInterruptedMigration()
{
    QVERIFY(opened(url(), StoreAccess::Create));
    const auto database = *PostgresDatabase::open(url());
    const std::vector<Migration> broken{
        {.to = 2, .sql = "CREATE TABLE one(x INT); INSERT INTO one VALUES(1)"},
        {.to = 3, .sql = "CREATE TABLE two(x INT); INSERT INTO missing VALUES(1)"},
    };
    QVERIFY(!migratePostgresSteps(*database, broken));
    const auto version = [&] {
        return *database->number("SELECT CAST(value AS BIGINT) FROM library_meta WHERE "
                                 "key='schema'");
    };
    QCOMPARE(*version(), 2);
    QVERIFY(!database->number("SELECT count(*) FROM two"));
    const std::vector<Migration> whole{
        {.to = 2, .sql = "CREATE TABLE one(x INT); INSERT INTO one VALUES(1)"},
        {.to = 3, .sql = "CREATE TABLE two(x INT); INSERT INTO two VALUES(2)"},
    };
    QVERIFY(migratePostgresSteps(*database, whole));
    QVERIFY(migratePostgresSteps(*database, whole));
    QCOMPARE(*version(), 3);
    QCOMPARE(**database->number("SELECT count(*) FROM one"), 1);
    QCOMPARE(**database->number("SELECT count(*) FROM two"), 1);
}

void TestLibraryServer::copiesBeforeAMigration()
{
    const auto store = opened(url(), StoreAccess::Create);
    QVERIFY(store->add(newReport("a", "s")));
    QVERIFY(!*migratePostgresLibrary(url())); // Nothing to do.
    const auto database = *PostgresDatabase::open(url());
    // Another program's, which may be anything.
    QVERIFY(database->run("CREATE TABLE notes_of_others(x INT)"));
    const auto copy = backUpPostgres(*database, 1);
    QVERIFY2(copy, copy ? "" : copy.error().detail.c_str());
    QCOMPARE(*copy, m_schema + "_v1_backup");
    QCOMPARE(**database->number(concat("SELECT count(*) FROM ", *copy, ".reports")), 1);
    QCOMPARE(**database->number("SELECT count(*) FROM pg_tables WHERE schemaname=?", {*copy}),
             static_cast<std::int64_t>(postgresTables().size()));
    // An interrupted migration has made it already; it keeps the former state.
    QVERIFY(store->add(newReport("b", "s")));
    QVERIFY(backUpPostgres(*database, 1));
    QCOMPARE(**database->number(concat("SELECT count(*) FROM ", *copy, ".reports")), 1);
    QVERIFY(database->run("UPDATE library_meta SET value='0' WHERE key='schema'"));
    const auto older = PostgresStore::open(url(), StoreAccess::Write);
    QVERIFY(older.error().kind == ErrorKind::Unsupported);
    QVERIFY(older.error().detail.ends_with("run faultline library migrate"));
}

/// Several programs may find that there is none, and make it.
void TestLibraryServer::makesOneLibraryOnly()
{
    std::vector<pid_t> children;
    for (int i = 0; i < 8; ++i) {
        const pid_t child = ::fork();
        if (child == 0) {
            const auto store = opened(url(), StoreAccess::Create);
            ::_exit(store && store->add(newReport(concat("r", i), "s")) ? 0 : 1);
        }
        children.push_back(child);
    }
    for (const auto child : children) {
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QCOMPARE(status, 0);
    }
    const auto store = opened(url(), StoreAccess::Write);
    QCOMPARE(store->search({}, {}, 0, 1)->total, 8u);
    QCOMPARE(store->groups({}, {}, 0, 1)->total, 1u);
}

/// What a server's indexes and its texts do not take by themselves.
void TestLibraryServer::takesLongAndOddTexts()
{
    const auto store = opened(url(), StoreAccess::Create);
    std::mt19937 random(7);
    std::string noise;
    for (int i = 0; i < 60'000; ++i)
        noise += static_cast<char>('!' + random() % 90); // It cannot be compressed much.
    auto report = newReport("a", noise);
    report.record.part = report.record.path = report.record.comment = noise;
    report.record.modules.front().name = noise;
    report.record.annotations = {{noise, noise}};
    const auto added = store->add(report);
    QVERIFY2(added, added ? "" : added.error().detail.c_str());
    QVERIFY(store->report(added->id)->record == report.record);
    QVERIFY(store->add(report)->kind == Added::Kind::Duplicate);
    TriageChange change;
    for (int i = 0; i < 90'000; ++i)
        *(change.notes ? &*change.notes : &change.notes.emplace()) += concat("word", i, ' ');
    const auto changed = store->changeReports(std::vector<Target>{{added->id, 1}}, change, kAnna);
    QVERIFY2(changed, changed ? "" : changed.error().detail.c_str());
    for (const char* word : {"word0", "word89999", "\"word501 word502\"", "WORD77"})
        QCOMPARE(store->search(parsed(word), {}, 0, 1)->total, 1u);
    QCOMPARE(store->search(parsed("\"word502 word501\""), {}, 0, 1)->total, 0u);
    // Zero bytes become another character; what is no UTF-8 is compared as what becomes of it.
    auto odd = newReport("odd", std::string("a\0b", 3));
    QVERIFY(store->add(odd));
    QVERIFY(**store->findGroup(std::string("a\0b", 3)) > 0);
    Query query;
    query.terms.push_back(
        {.field = QueryField::Product, .comparison = QueryOperator::Equals, .value = "\xff\xc0'"});
    QCOMPARE(store->search(query, {}, 0, 1)->total, 0u);
    // Paths keep their bytes, because a later import opens them.
    const std::vector<std::string> paths{"/crash/\xff\x80.dmp",
                                         std::string(5000, 'p') + noise.substr(0, 3000)};
    const auto batch = store->beginBatch("/crash", 1);
    QVERIFY(store->queue(*batch, paths));
    QVERIFY(store->queue(*batch, paths));
    QCOMPARE(*store->queued(*batch), paths);
    QVERIFY(store->finishItem(*batch, {paths[0], BatchItemState::Done, {}, 1}));
    QCOMPARE(store->queued(*batch)->size(), 1u);
}

namespace {

/// Texts in which the two kinds of search could differ.
std::string randomText(std::mt19937& random)
{
    static const std::vector<std::string> kParts{"ui::Widget::paint",
                                                 "UI",
                                                 "widget",
                                                 "Größe",
                                                 "GRÖSSE",
                                                 "große",
                                                 "İstanbul",
                                                 "naïve",
                                                 "Ελλάδα",
                                                 "日本語",
                                                 "a_b",
                                                 "1e5",
                                                 "0x7fff",
                                                 "libc.so.6",
                                                 "foo-bar",
                                                 "e\xcc\x81t\xc3\xa9",
                                                 "%",
                                                 "_",
                                                 "'",
                                                 "\\",
                                                 "\"",
                                                 "*",
                                                 "€",
                                                 "²",
                                                 "x86_64",
                                                 "http://a.b/c",
                                                 "\n",
                                                 "  ",
                                                 "🙂",
                                                 "ß",
                                                 "NULL",
                                                 "{a,b}"};
    std::string text;
    for (auto i = random() % 6; i > 0; --i)
        text += kParts[random() % kParts.size()] + (random() % 2 == 0 ? " " : "");
    return text;
}

/// The reports that a search finds, by their paths in the store's order.
std::string found(LibraryStore& store, const Query& query, SearchOrder order)
{
    const auto page = store.search(query, order, 0, 1000);
    std::string all = page ? concat(page->total, ":") : page.error().detail;
    for (const auto& row : page ? page->rows : std::vector<ReportSummary>())
        all += " " + row.path;
    return all;
}

std::string counted(LibraryStore& store, QueryField field, const Query& query)
{
    std::string all;
    const auto counts = store.countBy(field, query, 1000);
    for (const auto& [value, count] : *counts)
        all += concat(value, "=", count, "\n");
    return all;
}

} // namespace

/// Both stores find, sort and count the same, whatever the texts.
void TestLibraryServer::findsWhatSqliteFinds()
{
    const QTemporaryDir folder;
    const auto file = *SqliteStore::open(folder.filePath(QStringLiteral("a.fldb")).toStdString(),
                                         StoreAccess::Create);
    const auto server = opened(url(), StoreAccess::Create);
    std::mt19937 random(11);
    for (int i = 0; i < 120; ++i) {
        auto report = newReport(concat("r", i), randomText(random));
        auto& record = report.record;
        record.product = randomText(random);
        record.version = randomText(random);
        record.comment = randomText(random);
        record.topFunction = randomText(random);
        record.modules.front().name = randomText(random);
        record.annotations = {{randomText(random), randomText(random)}};
        if (random() % 3 != 0)
            record.crashedAt = 1'600'000'000 + static_cast<std::int64_t>(random() % 5);
        if (random() % 2 == 0)
            record.uptimeSeconds = random() % 4;
        QVERIFY(file->add(report) && server->add(report));
    }
    constexpr QueryOperator kOperators[] = {
        QueryOperator::Words, QueryOperator::Contains, QueryOperator::Equals, QueryOperator::Starts,
        QueryOperator::Ends,  QueryOperator::Matches,  QueryOperator::Absent, QueryOperator::True};
    constexpr QueryField kTexts[] = {QueryField::Signature, QueryField::Product,
                                     QueryField::Version,   QueryField::Comment,
                                     QueryField::Module,    QueryField::Annotation};
    std::size_t hits = 0;
    for (int i = 0; i < 600; ++i) {
        Query query;
        for (auto words = random() % 3; words > 0; --words)
            query.words.push_back(randomText(random));
        for (auto terms = random() % 2; terms > 0; --terms)
            query.terms.push_back({.field = kTexts[random() % std::size(kTexts)],
                                   .comparison = kOperators[random() % std::size(kOperators)],
                                   .value = randomText(random),
                                   .isNegated = random() % 4 == 0});
        const SearchOrder order{.field = static_cast<QueryField>(
                                    random() % (static_cast<unsigned>(kLastQueryField) + 1)),
                                .isDescending = random() % 2 == 0};
        const auto expected = found(*file, query, order);
        hits += expected.starts_with("0:") ? 0u : 1u;
        const auto actual = found(*server, query, order);
        if (actual != expected) {
            std::string line;
            for (const auto& word : query.words)
                line += concat("[", word, "] ");
            for (const auto& term : query.terms)
                line += concat(queryFieldName(term.field), " ", static_cast<int>(term.comparison),
                               " [", term.value, "]");
            QFAIL(concat("query ", line, " sorted by ", queryFieldName(order.field), "\n", actual,
                         "\ninstead of\n", expected)
                      .c_str());
        }
    }
    QVERIFY(hits > 100);
    for (int i = 0; i <= static_cast<int>(kLastQueryField); ++i) {
        const auto field = static_cast<QueryField>(i);
        QCOMPARE(counted(*server, field, {}), counted(*file, field, {}));
    }
    for (const auto by :
         {GroupOrder::By::Reports, GroupOrder::By::Customers, GroupOrder::By::FirstSeen,
          GroupOrder::By::LastSeen, GroupOrder::By::Signature, GroupOrder::By::Status}) {
        const auto one = file->groups({}, {.by = by}, 0, 1000);
        const auto other = server->groups({}, {.by = by}, 0, 1000);
        QCOMPARE(other->total, one->total);
        for (std::size_t i = 0; i < one->rows.size(); ++i)
            QCOMPARE(other->rows[i].signature, one->rows[i].signature);
    }
}

void TestLibraryServer::survivesARestart()
{
    const auto store = opened(url(), StoreAccess::Create);
    const auto other = opened(url(), StoreAccess::Write);
    const auto id = store->add(newReport("a", "s"))->id;
    m_server->stop(PostgresServer::Stop::InOrder);
    const auto away = store->search({}, {}, 0, 9);
    QVERIFY(away.error().kind == ErrorKind::DownloadFailed);
    QVERIFY(away.error().momentary);
    QVERIFY2(away.error().detail.starts_with("library: "), away.error().detail.c_str());
    QVERIFY(store->add(newReport("b", "s")).error().kind == ErrorKind::DownloadFailed);
    QVERIFY(m_server->startAgain());
    QCOMPARE(store->search({}, {}, 0, 9)->total, 1u);
    QVERIFY(store->add(newReport("b", "s")));
    // One that noticed nothing of it.
    QVERIFY(other->report(id));
    m_server->stop(PostgresServer::Stop::AtOnce);
    QVERIFY(m_server->startAgain());
    TriageChange change;
    change.status = Status::Known;
    QVERIFY(other->changeReports(std::vector<Target>{{id, 1}}, change, kAnna));
    QVERIFY(store->report(id)->summary.triage.status == Status::Known);
    QVERIFY(store->check()->empty());
}

namespace {

constexpr int kClients = 20;
constexpr int kReportsOfClient = 12;

std::string nameOf(int client, int report)
{
    return concat("c", client, "r", report);
}

/// Adds its reports, and puts its tag on a report that all share, against the others.
bool workAsClient(const std::string& url, int client, ReportId shared)
{
    const auto store = patiently([&] { return PostgresStore::open(url, StoreAccess::Write); });
    if (!store)
        return false;
    for (int i = 0; i < kReportsOfClient; ++i) {
        const auto report = newReport(nameOf(client, i), concat("s", i % 3));
        if (!patiently([&] { return (*store)->add(report); }))
            return false;
    }
    TriageChange change;
    change.addTags = {concat("client", client)};
    for (;;) {
        const auto seen = patiently([&] { return (*store)->report(shared); });
        if (!seen)
            return false;
        const std::vector<Target> target{{shared, seen->summary.rowVersion}};
        const auto changed =
            patiently([&] { return (*store)->changeReports(target, change, kAnna); });
        if (changed)
            return true;
        if (changed.error().kind != ErrorKind::Conflict)
            return false;
    }
}

} // namespace

/// Twenty clients; one is killed, and the server restarts in between, as after a loss of power.
void TestLibraryServer::writesOfManyClients()
{
    const auto store = opened(url(), StoreAccess::Create);
    const auto shared = store->add(newReport("shared", "s0"))->id;
    std::vector<pid_t> children;
    for (int client = 0; client < kClients; ++client) {
        const pid_t child = ::fork();
        if (child == 0)
            ::_exit(workAsClient(url(), client, shared) ? 0 : 1);
        children.push_back(child);
    }
    const auto total = [&] {
        return patiently([&] { return store->search({}, {}, 0, 0); })->total;
    };
    QTRY_VERIFY_WITH_TIMEOUT(total() > 30, 60'000);
    ::kill(children.front(), SIGKILL);
    m_server->stop(PostgresServer::Stop::AtOnce);
    QVERIFY(m_server->startAgain());
    for (const auto child : children) {
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QVERIFY(child == children.front() || status == 0);
    }
    const auto tags = store->report(shared)->summary.triage.tags;
    for (int client = 1; client < kClients; ++client) {
        QVERIFY(std::ranges::count(tags, concat("client", client)) == 1);
        for (int i = 0; i < kReportsOfClient; ++i) {
            const auto expected = newReport(nameOf(client, i), concat("s", i % 3));
            const auto ids = store->findFile(expected.record.sha256);
            QCOMPARE(ids->size(), 1u);
            QVERIFY(store->report(ids->front())->record == expected.record);
        }
    }
    QCOMPARE(store->groups({}, {}, 0, 0)->total, 3u);
    QVERIFY(store->check()->empty());
}

/// kill -9 at many moments: each report is there as a whole or not at all, and none twice.
/// FAULTLINE_KILLS asks for more of them.
void TestLibraryServer::losesNothingWhenItsClientEnds()
{
    QVERIFY(opened(url(), StoreAccess::Create)->add(newReport("first", "s")));
    const auto asked = qEnvironmentVariableIntValue("FAULTLINE_KILLS");
    const int rounds = asked > 0 ? asked : 15;
    std::mt19937 random(5);
    std::uint64_t acknowledged = 0;
    for (int round = 0; round < rounds; ++round) {
        int done[2];
        QCOMPARE(::pipe(done), 0);
        const auto before = opened(url(), StoreAccess::Read)->search({}, {}, 0, 0)->total;
        const pid_t child = ::fork();
        if (child == 0) {
            const auto store = opened(url(), StoreAccess::Write);
            // What is there already is passed over, as an import that is repeated does.
            for (std::uint64_t i = before - 1; store && i < before + 100'000; ++i) {
                const auto added = store->add(newReport(concat("x", i), concat("s", i % 3)));
                if (added && added->kind == Added::Kind::New)
                    static_cast<void>(::write(done[1], "+", 1));
            }
            ::_exit(0);
        }
        ::close(done[1]);
        char mark = 0;
        for (int i = 0; i <= round % 3; ++i)
            QCOMPARE(::read(done[0], &mark, 1), 1);
        acknowledged += static_cast<std::uint64_t>(round % 3) + 1;
        ::usleep(static_cast<useconds_t>(random() % 9000));
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
        ::close(done[0]);
    }
    const auto store = opened(url(), StoreAccess::Write);
    QVERIFY(store->check()->empty());
    const auto total = store->search({}, {}, 0, 1)->total;
    QVERIFY(total >= 1u + acknowledged);
    for (std::uint64_t i = 0; i + 1 < total; ++i) {
        const auto expected = newReport(concat("x", i), concat("s", i % 3));
        const auto ids = store->findFile(expected.record.sha256);
        QCOMPARE(ids->size(), 1u);
        QVERIFY(store->report(ids->front())->record == expected.record);
        QVERIFY(store->payload(ids->front())->text() == expected.payload.text());
    }
}

QTEST_GUILESS_MAIN(TestLibraryServer)
#include "tst_library_server.moc"
