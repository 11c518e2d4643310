// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/library/sqlite_store.h"

#include "core/base/text.h"
#include "core/library/triage_state.h"

#include <array>

namespace faultline::library {

namespace {

/// More problems than this say no more than these.
constexpr std::size_t kMaxProblems = 100;
/// More than a search can have.
constexpr std::size_t kMaxPatterns = 128;

std::unexpected<Error> refuse(const std::filesystem::path& path, SchemaState state)
{
    switch (state) {
    case SchemaState::Older:
        return fail(ErrorKind::Unsupported, path.string(),
                    " is of an earlier version of this program: run faultline library migrate");
    case SchemaState::TooNew:
        return fail(ErrorKind::Unsupported, path.string(),
                    " is of a later version of this program, which earlier ones cannot read");
    case SchemaState::Empty:
    case SchemaState::Foreign:
    case SchemaState::Present:
    case SchemaState::Newer: break;
    }
    return fail(ErrorKind::Unsupported, path.string(), " is no library");
}

} // namespace

std::string_view batchItemStateName(BatchItemState state)
{
    constexpr std::array<std::string_view, 4> kNames{"queued", "done", "duplicate", "failed"};
    return kNames[static_cast<std::size_t>(state)];
}

SqliteStore::SqliteStore(SqliteDatabase database, ReadOnly readOnly)
    : m_database(std::move(database)), m_readOnly(readOnly)
{
}

SqliteStore::~SqliteStore() = default;

Result<void> SqliteStore::prepare()
{
    FL_CHECK(m_database.addTextTest("fl_is_version_at_least", isVersionAtLeast));
    return m_database.addTextTest(
        "fl_matches",
        [this](std::string_view pattern, std::string_view text) { return matches(pattern, text); });
}

bool SqliteStore::matches(std::string_view pattern, std::string_view text)
{
    auto found = m_patterns.find(pattern);
    if (found == m_patterns.end()) {
        auto compiled = signature::Pattern::compile(pattern);
        if (!compiled)
            return false; // Query::parse() has refused it.
        if (m_patterns.size() == kMaxPatterns)
            m_patterns.clear();
        found = m_patterns.emplace(std::string(pattern), *std::move(compiled)).first;
    }
    return found->second.isIn(text);
}

Result<std::unique_ptr<SqliteStore>> SqliteStore::openForReading(const std::filesystem::path& path,
                                                                 ReadOnly why)
{
    FL_TRY(auto database, SqliteDatabase::open(path, SqliteDatabase::Access::Read));
    FL_TRY(const auto state, schemaState(database));
    if (state != SchemaState::Present && state != SchemaState::Newer)
        return refuse(path, state);
    if (state == SchemaState::Newer)
        why = ReadOnly::Newer;
    std::unique_ptr<SqliteStore> store(new SqliteStore(std::move(database), why));
    FL_CHECK(store->prepare());
    return store;
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
        return refuse(path, state);
    // The end of a process loses nothing; a loss of power at most what came last.
    FL_CHECK(database->run("PRAGMA synchronous=NORMAL"));
    std::unique_ptr<SqliteStore> store(new SqliteStore(*std::move(database), ReadOnly::No));
    FL_CHECK(store->prepare());
    return store;
}

Result<std::uint64_t> SqliteStore::changeNumber()
{
    FL_TRY(const auto number, m_database.number("SELECT CAST(value AS INTEGER) FROM library_meta "
                                                "WHERE key='change'"));
    return static_cast<std::uint64_t>(number.value_or(0));
}

Result<std::vector<std::string>> SqliteStore::check()
{
    std::vector<std::string> problems;
    FL_TRY(auto statement,
           m_database.prepare(concat("PRAGMA integrity_check(", kMaxProblems, ")")));
    for (;;) {
        const auto hasRow = statement.step();
        if (!hasRow) {
            problems.push_back(hasRow.error().detail);
            return problems;
        }
        if (!*hasRow)
            break;
        if (const auto text = statement.text(0); text != "ok")
            problems.push_back(text);
    }
    FL_TRY(auto keys, m_database.prepare("PRAGMA foreign_key_check"));
    for (;;) {
        FL_TRY(const bool hasRow, keys.step());
        if (!hasRow || problems.size() == kMaxProblems)
            return problems;
        problems.push_back(concat("row ", keys.integer(1), " of ", keys.text(0),
                                  " belongs to a missing row of ", keys.text(2)));
    }
}

Result<SqliteTransaction> SqliteStore::beginWriting()
{
    switch (m_readOnly) {
    case ReadOnly::No: return SqliteTransaction::begin(m_database);
    case ReadOnly::Asked: break;
    case ReadOnly::Refused:
        return fail(ErrorKind::PermissionDenied, "library: its file or folder cannot be written");
    case ReadOnly::Newer:
        return fail(ErrorKind::PermissionDenied,
                    "library: a later version of this program has written it, so this one only "
                    "reads it");
    }
    return fail(ErrorKind::PermissionDenied, "library: it is open for reading only");
}

Result<void> SqliteStore::commit(SqliteTransaction& transaction)
{
    FL_CHECK(m_database.change("UPDATE library_meta SET value=value+1 WHERE key='change'"));
    return transaction.commit();
}

} // namespace faultline::library
