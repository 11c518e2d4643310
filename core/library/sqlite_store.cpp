// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/library/sqlite_store.h"

#include "core/base/text.h"
#include "core/library/pattern_cache.h"
#include "core/library/sqlite_database.h"
#include "core/library/sqlite_schema.h"
#include "core/library/triage_state.h"

namespace faultline::library {

namespace {

/// More problems than this say no more than these.
constexpr std::size_t kMaxProblems = 100;

/// In the order of IndexedText.
constexpr const char* kTextColumns[] = {"signature", "functions", "comment", "notes"};

Result<void> addPatterns(SqliteDatabase& database)
{
    FL_CHECK(database.addTextTest(kVersionFunction, isVersionAtLeast));
    return database.addTextTest(
        kMatchesFunction, [patterns = std::make_shared<PatternCache>()](std::string_view pattern,
                                                                        std::string_view text) {
            return patterns->matches(pattern, text);
        });
}

/// Holds all that groups count of their reports, and the versions of all rows, so that neither
/// reads the rows, which are large. It is no part of the schema: every program keeps it, none needs
/// it, and without it (on a full disk) only time is lost.
constexpr const char* kUpkeep =
    "CREATE INDEX IF NOT EXISTS reports_for_groups ON reports(group_id,row_version,crashed_at,"
    "imported_at,regression,customer,version,os,reason)";

void addUpkeep(SqliteDatabase& database)
{
    const auto made = database.run(kUpkeep);
    static_cast<void>(made);
}

} // namespace

Result<std::unique_ptr<SqliteStore>> SqliteStore::openForReading(const std::filesystem::path& path,
                                                                 ReadOnly why)
{
    FL_TRY(auto database, SqliteDatabase::open(path, SqliteDatabase::Access::Read));
    FL_TRY(const auto state, schemaState(database));
    if (state != SchemaState::Present && state != SchemaState::Newer)
        return refuseSchema(path.string(), state);
    if (state == SchemaState::Newer)
        why = ReadOnly::Newer;
    FL_CHECK(addPatterns(database));
    return std::unique_ptr<SqliteStore>(
        new SqliteStore(std::make_unique<SqliteDatabase>(std::move(database)), why));
}

Result<std::unique_ptr<SqliteStore>> SqliteStore::open(const std::filesystem::path& path,
                                                       Access access)
{
    if (access == Access::Read)
        return openForReading(path, ReadOnly::Asked);
    auto database =
        SqliteDatabase::open(path, access == Access::Create ? SqliteDatabase::Access::Create
                                                            : SqliteDatabase::Access::Write);
    const bool isRefused = !database && database.error().kind == ErrorKind::PermissionDenied;
    if (isRefused || (database && database->isReadOnly()))
        return openForReading(path, ReadOnly::Refused);
    if (!database)
        return std::unexpected(database.error());
    FL_TRY(auto state, schemaState(*database));
    if (state == SchemaState::Empty && access == Access::Create) {
        FL_CHECK(database->run("PRAGMA journal_mode=WAL"));
        FL_CHECK(migrateSteps(*database, migrations()));
        state = SchemaState::Present;
    }
    if (state == SchemaState::Newer)
        return openForReading(path, ReadOnly::Newer);
    if (state != SchemaState::Present)
        return refuseSchema(path.string(), state);
    addUpkeep(*database);
    // The end of a process loses nothing; a loss of power at most what came last.
    FL_CHECK(database->run("PRAGMA synchronous=NORMAL"));
    FL_CHECK(addPatterns(*database));
    return std::unique_ptr<SqliteStore>(
        new SqliteStore(std::make_unique<SqliteDatabase>(*std::move(database)), ReadOnly::No));
}

Result<std::vector<std::string>> SqliteStore::check()
{
    std::vector<std::string> problems;
    FL_TRY(auto statement,
           connection().prepare(concat("PRAGMA integrity_check(", kMaxProblems, ")")));
    for (;;) {
        const auto hasRow = statement->step();
        if (!hasRow) {
            problems.push_back(hasRow.error().detail);
            return problems;
        }
        if (!*hasRow)
            break;
        if (const auto text = statement->text(0); text != "ok")
            problems.push_back(text);
    }
    FL_TRY(auto keys, connection().prepare("PRAGMA foreign_key_check"));
    for (;;) {
        FL_TRY(const bool hasRow, keys->step());
        if (!hasRow || problems.size() == kMaxProblems)
            return problems;
        problems.push_back(concat("row ", keys->integer(1), " of ", keys->text(0),
                                  " belongs to a missing row of ", keys->text(2)));
    }
}

Result<void> SqliteStore::addTexts(ReportId report, const IndexedTexts& texts)
{
    return connection().change(
        "INSERT INTO report_text(rowid,signature,functions,comment,notes) VALUES(?,?,?,?,'')",
        {report, texts.signature, texts.functions, texts.comment});
}

Result<void> SqliteStore::replaceText(ReportId report, IndexedText which, const std::string& text)
{
    return connection().change(concat("UPDATE report_text SET ",
                                      kTextColumns[static_cast<std::size_t>(which)],
                                      "=? WHERE rowid=?"),
                               {text, report});
}

Result<void> SqliteStore::removeTexts(ReportId report)
{
    return connection().change("DELETE FROM report_text WHERE rowid=?", {report});
}

} // namespace faultline::library
