// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/library/sqlite_database.h"

#include <cerrno>
#include <sqlite3.h>
#include <utility>

namespace faultline::library {

namespace {

constexpr int kBusyMs = 10'000;
/// Takes about a millisecond.
constexpr int kStepsPerStopTest = 10'000;

int shallStop(void* context)
{
    const auto* stop = static_cast<const SqliteStop*>(context);
    const bool isInTransaction = sqlite3_get_autocommit(stop->database) == 0;
    return !isInTransaction && stop->token.stop_requested() ? 1 : 0;
}

ErrorKind kindOf(int code)
{
    switch (code & 0xff) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_FORMAT: return ErrorKind::Malformed;
    case SQLITE_PERM:
    case SQLITE_READONLY:
    case SQLITE_AUTH: return ErrorKind::PermissionDenied;
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return ErrorKind::Timeout;
    case SQLITE_INTERRUPT:
    case SQLITE_ABORT: return ErrorKind::Cancelled;
    case SQLITE_CANTOPEN: return ErrorKind::NotFound;
    default: return ErrorKind::Internal;
    }
}

/// What users can do about it, or SQLite's own words.
std::string wordsOf(sqlite3* database, int code)
{
    switch (code & 0xff) {
    case SQLITE_FULL: return "the disk is full";
    case SQLITE_READONLY: return "it cannot be written";
    case SQLITE_BUSY: return "another program has been writing to it for too long";
    default: break;
    }
    return database != nullptr ? sqlite3_errmsg(database) : sqlite3_errstr(code);
}

std::unexpected<Error> failedToOpen(sqlite3* database, const std::filesystem::path& path, int code)
{
    const int system = database != nullptr ? sqlite3_system_errno(database) : 0;
    const bool isRefused = system == EACCES || system == EPERM || system == EROFS;
    return fail(isRefused ? ErrorKind::PermissionDenied : kindOf(code), "library: ", path.string(),
                ": ", wordsOf(database, code));
}

std::unexpected<Error> failed(sqlite3* database, int code)
{
    return fail(kindOf(code), "library: ", wordsOf(database, code));
}

int bindText(sqlite3_stmt* statement, int place, const std::string& text)
{
    return sqlite3_bind_text64(statement, place, text.data(), text.size(), SQLITE_TRANSIENT,
                               SQLITE_UTF8);
}

int bindOne(sqlite3_stmt* statement, int place, const SqlValue& value)
{
    if (const auto* number = std::get_if<std::int64_t>(&value))
        return sqlite3_bind_int64(statement, place, *number);
    if (const auto* text = std::get_if<std::string>(&value))
        return bindText(statement, place, *text);
    if (const auto* path = std::get_if<SqlPath>(&value))
        return bindText(statement, place, path->bytes);
    if (const auto* bytes = std::get_if<ByteView>(&value))
        return sqlite3_bind_blob64(statement, place, bytes->data(), bytes->size(),
                                   SQLITE_TRANSIENT);
    return sqlite3_bind_null(statement, place);
}

/// A path in the form "file:…?…", in which "?", "#" and "%" have meanings.
std::string uriOf(const std::filesystem::path& path, std::string_view parameters)
{
    std::string uri = "file:";
    for (const char c : path.string()) {
        if (c == '?')
            uri += "%3f";
        else if (c == '#')
            uri += "%23";
        else if (c == '%')
            uri += "%25";
        else
            uri += c;
    }
    return uri + std::string(parameters);
}

/// Is there content that is not in the file yet?
bool hasLog(std::filesystem::path path)
{
    path += "-wal";
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    return !error && size > 0;
}

std::string_view textOf(sqlite3_value* value)
{
    const auto* bytes = static_cast<const char*>(sqlite3_value_blob(value));
    const auto size = sqlite3_value_bytes(value);
    return bytes == nullptr ? std::string_view()
                            : std::string_view(bytes, static_cast<std::size_t>(size));
}

void callTextTest(sqlite3_context* context, int, sqlite3_value** values)
{
    const auto& test = *static_cast<const SqliteDatabase::TextTest*>(sqlite3_user_data(context));
    sqlite3_result_int(context, test(textOf(values[0]), textOf(values[1])) ? 1 : 0);
}

} // namespace

SqliteStatement::~SqliteStatement()
{
    sqlite3_finalize(m_statement);
}

Result<void> SqliteStatement::bind(const std::vector<SqlValue>& values)
{
    sqlite3_reset(m_statement);
    sqlite3_clear_bindings(m_statement);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const int code = bindOne(m_statement, static_cast<int>(i) + 1, values[i]);
        if (code != SQLITE_OK)
            return failed(m_database, code);
    }
    return {};
}

Result<bool> SqliteStatement::step()
{
    const int code = sqlite3_step(m_statement);
    if (code == SQLITE_ROW)
        return true;
    if (code == SQLITE_DONE)
        return false;
    auto error = failed(m_database, code);
    sqlite3_reset(m_statement); // It would hold its locks.
    return error;
}

std::int64_t SqliteStatement::integer(int column) const
{
    return sqlite3_column_int64(m_statement, column);
}

std::string SqliteStatement::text(int column) const
{
    const auto* data = static_cast<const char*>(sqlite3_column_blob(m_statement, column));
    const auto size = sqlite3_column_bytes(m_statement, column);
    return data == nullptr ? std::string() : std::string(data, static_cast<std::size_t>(size));
}

bool SqliteStatement::isNull(int column) const
{
    return sqlite3_column_type(m_statement, column) == SQLITE_NULL;
}

ByteView SqliteStatement::bytes(int column) const
{
    const auto* data = static_cast<const std::byte*>(sqlite3_column_blob(m_statement, column));
    const auto size = sqlite3_column_bytes(m_statement, column);
    if (data == nullptr)
        return {};
    return ByteView::copyOf({data, static_cast<std::size_t>(size)});
}

Result<SqliteDatabase>
SqliteDatabase::openUri(const std::filesystem::path& path, Access access, bool isImmutable)
{
    int flags = SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    flags |= access == Access::Read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
    if (access == Access::Create)
        flags |= SQLITE_OPEN_CREATE;
    sqlite3* raw = nullptr;
    const auto uri = uriOf(path, isImmutable ? "?immutable=1" : "");
    const int code = sqlite3_open_v2(uri.c_str(), &raw, flags, nullptr);
    SqliteDatabase database(raw);
    if (code != SQLITE_OK)
        return failedToOpen(raw, path, code);
    sqlite3_busy_timeout(raw, kBusyMs);
    // Values of a damaged or hostile file must not run functions or overflow the parser.
    sqlite3_db_config(raw, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(raw, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    FL_CHECK(database.run("PRAGMA foreign_keys=ON; PRAGMA cell_size_check=ON"));
    // Only a real database can be asked.
    if (!database.number("SELECT count(*) FROM sqlite_schema"))
        return failedToOpen(raw, path, sqlite3_errcode(raw));
    return database;
}

Result<SqliteDatabase> SqliteDatabase::open(const std::filesystem::path& path, Access access)
{
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (status.type() == std::filesystem::file_type::none)
        return fail(ErrorKind::PermissionDenied, "library: ", path.string(), ": ", error.message());
    if (std::filesystem::is_directory(status))
        return fail(ErrorKind::Unsupported, "library: ", path.string(), " is a folder");
    if (access != Access::Create && !std::filesystem::exists(status))
        return fail(ErrorKind::NotFound, "library: ", path.string(), " does not exist");
    auto opened = openUri(path, access, false);
    if (opened || access != Access::Read)
        return opened;
    const bool isBlocked = opened.error().kind == ErrorKind::NotFound ||
                           opened.error().kind == ErrorKind::PermissionDenied;
    return isBlocked && !hasLog(path) ? openUri(path, access, true) : std::move(opened);
}

SqliteDatabase::SqliteDatabase(SqliteDatabase&& other) noexcept
    : m_database(std::exchange(other.m_database, nullptr)), m_tests(std::move(other.m_tests)),
      m_stop(std::move(other.m_stop))
{
}

SqliteDatabase& SqliteDatabase::operator=(SqliteDatabase&& other) noexcept
{
    std::swap(m_database, other.m_database);
    std::swap(m_tests, other.m_tests);
    std::swap(m_stop, other.m_stop);
    return *this;
}

SqliteDatabase::~SqliteDatabase()
{
    sqlite3_close_v2(m_database);
}

Result<void> SqliteDatabase::run(const std::string& sql)
{
    const int code = sqlite3_exec(m_database, sql.c_str(), nullptr, nullptr, nullptr);
    if (code != SQLITE_OK)
        return failed(m_database, code);
    return {};
}

Result<std::unique_ptr<SqlStatement>> SqliteDatabase::prepare(std::string_view sql)
{
    sqlite3_stmt* statement = nullptr;
    const int code = sqlite3_prepare_v2(m_database, sql.data(), static_cast<int>(sql.size()),
                                        &statement, nullptr);
    if (code != SQLITE_OK)
        return failed(m_database, code);
    return std::make_unique<SqliteStatement>(m_database, statement);
}

Result<void> SqliteDatabase::begin()
{
    return run("BEGIN IMMEDIATE");
}

Result<void> SqliteDatabase::commit()
{
    return run("COMMIT");
}

void SqliteDatabase::rollBack()
{
    // It fails only when SQLite has rolled back already.
    [[maybe_unused]] const auto undone = run("ROLLBACK");
}

void SqliteDatabase::stopWith(std::stop_token stop)
{
    m_stop = std::make_unique<SqliteStop>(m_database, std::move(stop));
    sqlite3_progress_handler(m_database, kStepsPerStopTest, shallStop, m_stop.get());
}

bool SqliteDatabase::isReadOnly() const
{
    return sqlite3_db_readonly(m_database, "main") != 0;
}

Result<void> SqliteDatabase::copyTo(const std::filesystem::path& target) const
{
    FL_TRY(auto copy, open(target, Access::Create));
    auto* backup = sqlite3_backup_init(copy.m_database, "main", m_database, "main");
    if (backup == nullptr)
        return failed(copy.m_database, sqlite3_errcode(copy.m_database));
    const int code = sqlite3_backup_step(backup, -1);
    sqlite3_backup_finish(backup);
    if (code != SQLITE_DONE)
        return failed(copy.m_database, code);
    return {};
}

Result<void> SqliteDatabase::addTextTest(const char* name, TextTest test)
{
    m_tests.push_back(std::make_unique<TextTest>(std::move(test)));
    const int code = sqlite3_create_function_v2(
        m_database, name, 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY,
        m_tests.back().get(), callTextTest, nullptr, nullptr, nullptr);
    if (code != SQLITE_OK)
        return failed(m_database, code);
    return {};
}

} // namespace faultline::library
