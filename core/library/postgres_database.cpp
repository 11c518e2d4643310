// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/library/postgres_database.h"

#include "core/base/shared_library.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <libpq-fe.h>
#include <poll.h>
#include <utility>

namespace faultline::library {

namespace {

/// The functions of libpq that we use.
struct PqLibrary
{
    decltype(&::PQclear) clear = nullptr;
    decltype(&::PQconnectdbParams) connect = nullptr;
    decltype(&::PQconnectionNeedsPassword) needsPassword = nullptr;
    decltype(&::PQconnectionUsedPassword) usedPassword = nullptr;
    decltype(&::PQconninfoFree) freeOptions = nullptr;
    decltype(&::PQconninfoParse) parseOptions = nullptr;
    decltype(&::PQconsumeInput) consumeInput = nullptr;
    decltype(&::PQcmdStatus) commandStatus = nullptr;
    decltype(&::PQerrorMessage) errorMessage = nullptr;
    decltype(&::PQexec) exec = nullptr;
    decltype(&::PQfinish) finish = nullptr;
    decltype(&::PQfreemem) freeMemory = nullptr;
    decltype(&::PQftype) type = nullptr;
    decltype(&::PQgetisnull) isNull = nullptr;
    decltype(&::PQgetlength) length = nullptr;
    decltype(&::PQgetResult) nextResult = nullptr;
    decltype(&::PQgetvalue) value = nullptr;
    decltype(&::PQisBusy) isBusy = nullptr;
    decltype(&::PQntuples) rows = nullptr;
    decltype(&::PQprepare) prepare = nullptr;
    decltype(&::PQreset) reset = nullptr;
    decltype(&::PQresultErrorField) errorField = nullptr;
    decltype(&::PQresultStatus) resultStatus = nullptr;
    decltype(&::PQsendQuery) send = nullptr;
    decltype(&::PQsendQueryParams) sendParams = nullptr;
    decltype(&::PQsendQueryPrepared) sendPrepared = nullptr;
    decltype(&::PQserverVersion) serverVersion = nullptr;
    decltype(&::PQsetNoticeProcessor) setNoticeProcessor = nullptr;
    decltype(&::PQsocket) socket = nullptr;
    decltype(&::PQstatus) status = nullptr;
};

Result<PqLibrary> bindAll()
{
    const auto library = SharedLibrary::open(FAULTLINE_PQ_SONAME);
    if (!library)
        return fail(ErrorKind::Unsupported,
                    "a library on a server needs PostgreSQL's client library (package libpq5): ",
                    library.error().detail);
    PqLibrary pq;
    FL_CHECK(library->bind("PQclear", pq.clear));
    FL_CHECK(library->bind("PQconnectdbParams", pq.connect));
    FL_CHECK(library->bind("PQconnectionNeedsPassword", pq.needsPassword));
    FL_CHECK(library->bind("PQconnectionUsedPassword", pq.usedPassword));
    FL_CHECK(library->bind("PQconninfoFree", pq.freeOptions));
    FL_CHECK(library->bind("PQconninfoParse", pq.parseOptions));
    FL_CHECK(library->bind("PQconsumeInput", pq.consumeInput));
    FL_CHECK(library->bind("PQcmdStatus", pq.commandStatus));
    FL_CHECK(library->bind("PQerrorMessage", pq.errorMessage));
    FL_CHECK(library->bind("PQexec", pq.exec));
    FL_CHECK(library->bind("PQfinish", pq.finish));
    FL_CHECK(library->bind("PQfreemem", pq.freeMemory));
    FL_CHECK(library->bind("PQftype", pq.type));
    FL_CHECK(library->bind("PQgetisnull", pq.isNull));
    FL_CHECK(library->bind("PQgetlength", pq.length));
    FL_CHECK(library->bind("PQgetResult", pq.nextResult));
    FL_CHECK(library->bind("PQgetvalue", pq.value));
    FL_CHECK(library->bind("PQisBusy", pq.isBusy));
    FL_CHECK(library->bind("PQntuples", pq.rows));
    FL_CHECK(library->bind("PQprepare", pq.prepare));
    FL_CHECK(library->bind("PQreset", pq.reset));
    FL_CHECK(library->bind("PQresultErrorField", pq.errorField));
    FL_CHECK(library->bind("PQresultStatus", pq.resultStatus));
    FL_CHECK(library->bind("PQsendQuery", pq.send));
    FL_CHECK(library->bind("PQsendQueryParams", pq.sendParams));
    FL_CHECK(library->bind("PQsendQueryPrepared", pq.sendPrepared));
    FL_CHECK(library->bind("PQserverVersion", pq.serverVersion));
    FL_CHECK(library->bind("PQsetNoticeProcessor", pq.setNoticeProcessor));
    FL_CHECK(library->bind("PQsocket", pq.socket));
    FL_CHECK(library->bind("PQstatus", pq.status));
    return pq;
}

const Result<PqLibrary>& loadPq()
{
    static const Result<PqLibrary> library = bindAll();
    return library;
}

/// The result of loadPq(), which has succeeded wherever there is a connection.
const PqLibrary& pq()
{
    return *loadPq();
}

// The types of values (PostgreSQL's catalog pg_type, whose numbers never change).
constexpr Oid kBool = 16;
constexpr Oid kBytes = 17;
constexpr Oid kInt8 = 20;
constexpr Oid kInt2 = 21;
constexpr Oid kInt4 = 23;
constexpr Oid kText = 25;

constexpr int kOldestServer = 120'000;
constexpr std::size_t kMaxPrepared = 200;
/// Statements with more places insert lists, and each length of a list makes another one.
constexpr int kMaxPreparedPlaces = 64;

/// A client that has vanished in the middle of a transaction, or one that waits for it, must not
/// keep the others out. No plan of ours is worth compiling.
constexpr const char* kSession =
    "SET client_min_messages=warning;SET lock_timeout='10s';"
    "SET idle_in_transaction_session_timeout='60s';"
    "SET default_transaction_isolation='read committed';SET standard_conforming_strings=on;"
    "SET jit=off";

/// Servers end their messages with a line break and put hints into further lines.
std::string oneLine(std::string_view text)
{
    std::string line;
    for (const auto part : splitLines(trimAscii(text)))
        line += (line.empty() ? "" : "; ") + std::string(trimAscii(part));
    return line;
}

/// By class and code of PostgreSQL's documentation, appendix A.
ErrorKind kindOf(std::string_view state)
{
    if (state == "42501" || state == "25006" || state.starts_with("28"))
        return ErrorKind::PermissionDenied;
    // A standby server ends what is in the way of its updates with 40001.
    if (state == "55P03" || state == "57014" || state == "40P01" || state == "25P03" ||
        state == "40001")
        return ErrorKind::Timeout;
    if (state.starts_with("08") || state.starts_with("57P") || state == "53300")
        return ErrorKind::DownloadFailed;
    if (state.starts_with("XX00") && state != "XX000")
        return ErrorKind::Malformed; // Damaged data, a damaged index.
    if (state == "3D000" || state == "3F000")
        return ErrorKind::NotFound;
    if (state == "42P07" || state == "42P01" || state == "42703")
        return ErrorKind::Unsupported; // Tables that are not as a library has them.
    return ErrorKind::Internal;
}

/// What users can do about it, or the server's words.
std::string wordsOf(std::string_view state, std::string_view message)
{
    if (state == "53100")
        return "the server's disk is full";
    if (state == "55P03")
        return "another program has been writing to it for too long";
    if (state == "42501")
        return concat("the database lets this user do less: ", message);
    if (state == "25006")
        return "the server is for reading only";
    return oneLine(message);
}

/// The password in an address as people write it, with "/", "?" and "@" as they are: between the
/// first ":", unless a port follows, and the last "@". Empty: none.
std::string_view passwordIn(std::string_view url)
{
    const auto start = url.find("://");
    if (start == std::string_view::npos)
        return {};
    url.remove_prefix(start + 3);
    const auto colon = url.find(':');
    const auto end = url.rfind('@');
    const bool isIpv6 = url.starts_with('[');
    if (isIpv6 || colon == std::string_view::npos || url.find('@') < colon ||
        end == std::string_view::npos)
        return {};
    const auto afterPort = url.find_first_not_of("0123456789", colon + 1);
    const bool isPort = afterPort > colon + 1 && std::string_view("/?,").contains(url[afterPort]);
    return isPort ? std::string_view() : url.substr(colon + 1, end - colon - 1);
}

bool mayHavePassword(std::string_view url)
{
    return !passwordIn(url).empty() || url.contains("password");
}

Result<void> checkUrl(const std::string& url)
{
    char* words = nullptr;
    auto* const options = pq().parseOptions(url.c_str(), &words);
    if (options == nullptr) {
        const std::string why = words == nullptr ? std::string("no memory") : oneLine(words);
        pq().freeMemory(words);
        return fail(ErrorKind::Unsupported, "library: no address of a PostgreSQL server: ",
                    mayHavePassword(url) ? shownUrl(url) : why);
    }
    // A password with a "/" is the name of a host or a port to libpq, whose message shows it.
    bool isOpen = !passwordIn(url).empty();
    for (const auto* option = options; option->keyword != nullptr; ++option) {
        const std::string_view key = option->keyword;
        isOpen = isOpen || ((key == "password" || key == "sslpassword") && option->val != nullptr);
    }
    pq().freeOptions(options);
    if (isOpen)
        return fail(ErrorKind::Unsupported, "library: ", shownUrl(url),
                    ": an address must not have a password; it belongs into the file ~/.pgpass, "
                    "the variable PGPASSWORD or a service file");
    return {};
}

void ignoreNotice(void*, const char*) {}

std::unexpected<Error> stopped()
{
    return fail(ErrorKind::Cancelled, "library: stopped");
}

std::string storable(const std::string& text)
{
    auto valid = toValidUtf8(text);
    for (auto zero = valid.find('\0'); zero != std::string::npos; zero = valid.find('\0', zero))
        valid.replace(zero, 1, "\xef\xbf\xbd");
    return valid;
}

/// Values as PQexecParams() takes them.
class Parameters
{
public:
    explicit Parameters(const std::vector<SqlValue>& values)
    {
        m_texts.reserve(values.size()); // Pointers into them stay valid.
        for (const auto& value : values)
            add(value);
    }

    int count() const { return static_cast<int>(m_types.size()); }

    const Oid* types() const { return m_types.data(); }

    const char* const* data() const { return m_data.data(); }

    const int* lengths() const { return m_lengths.data(); }

    const int* formats() const { return m_formats.data(); }

private:
    enum Format : int { Textual = 0, Binary = 1 };

    void add(const SqlValue& value)
    {
        if (const auto* number = std::get_if<std::int64_t>(&value))
            addText(kInt8, concat(*number), Textual);
        else if (const auto* text = std::get_if<std::string>(&value))
            addText(kText, storable(*text), Binary);
        else if (const auto* bytes = std::get_if<ByteView>(&value))
            addText(kBytes, std::string(bytes->text()), Binary);
        else if (const auto* path = std::get_if<SqlPath>(&value))
            addText(kBytes, path->bytes, Binary);
        else
            addPart(0, nullptr, 0, Textual);
    }

    void addText(Oid type, std::string text, Format format)
    {
        m_texts.push_back(std::move(text));
        addPart(type, m_texts.back().c_str(), m_texts.back().size(), format);
    }

    void addPart(Oid type, const char* data, std::size_t length, Format format)
    {
        m_types.push_back(type);
        m_data.push_back(data);
        m_lengths.push_back(static_cast<int>(length));
        m_formats.push_back(format);
    }

    std::vector<std::string> m_texts;
    std::vector<Oid> m_types;
    std::vector<const char*> m_data;
    std::vector<int> m_lengths;
    std::vector<int> m_formats;
};

/// Our places "?" and "?2" as the server's "$1" and "$2". No statement has a "?" in a text.
std::string withPlaces(std::string_view sql)
{
    std::string out;
    std::size_t last = 0;
    for (std::size_t i = 0; i < sql.size(); ++i) {
        if (sql[i] != '?') {
            out += sql[i];
            continue;
        }
        std::size_t number = 0;
        const auto* const end = sql.data() + sql.size();
        const auto read = std::from_chars(sql.data() + i + 1, end, number);
        if (read.ec != std::errc())
            number = last + 1;
        else
            i = static_cast<std::size_t>(read.ptr - sql.data()) - 1;
        last = std::max(last, number);
        out += concat("$", number);
    }
    return out;
}

std::int64_t bigEndian(const char* data, int length)
{
    std::uint64_t value = 0;
    for (int i = 0; i < length; ++i)
        value = value << 8 | static_cast<unsigned char>(data[i]);
    const int unused = 64 - 8 * length;
    return unused >= 64 ? 0 : static_cast<std::int64_t>(value << unused) >> unused;
}

} // namespace

bool isPostgresUrl(std::string_view place)
{
    return place.starts_with("postgresql://") || place.starts_with("postgres://");
}

std::string shownUrl(std::string_view url)
{
    if (!mayHavePassword(url))
        return std::string(url);
    std::string shown(url);
    std::size_t host = 0;
    if (const auto password = passwordIn(url); !password.empty()) {
        host = static_cast<std::size_t>(password.data() - url.data());
        shown.replace(host, password.size(), "***");
    }
    const auto parameters = shown.find('?', host);
    return parameters == std::string::npos ? shown : shown.substr(0, parameters) + "?***";
}

/// A statement with the rows of its last answer.
class PostgresStatement final : public SqlStatement
{
public:
    PostgresStatement(PostgresDatabase& database, std::string sql)
        : m_database(database), m_sql(std::move(sql))
    {
    }

    ~PostgresStatement() override { pq().clear(m_result); }

    PostgresStatement(const PostgresStatement&) = delete;
    PostgresStatement& operator=(const PostgresStatement&) = delete;

    Result<void> bind(const std::vector<SqlValue>& values) override
    {
        m_values = values;
        pq().clear(std::exchange(m_result, nullptr));
        m_row = -1;
        return {};
    }

    Result<bool> step() override
    {
        if (m_result == nullptr) {
            FL_TRY(m_result, m_database.execute(m_sql, m_values));
        }
        return ++m_row < pq().rows(m_result);
    }

    std::int64_t integer(int column) const override
    {
        switch (pq().type(m_result, column)) {
        case kBool:
        case kInt2:
        case kInt4:
        case kInt8: return isNull(column) ? 0 : bigEndian(data(column), length(column));
        default: break;
        }
        std::int64_t number = 0;
        std::from_chars(data(column), data(column) + length(column), number);
        return number;
    }

    std::string text(int column) const override
    {
        const auto type = pq().type(m_result, column);
        const bool isNumber = type == kBool || type == kInt2 || type == kInt4 || type == kInt8;
        if (isNumber && !isNull(column))
            return concat(integer(column));
        return {data(column), static_cast<std::size_t>(length(column))};
    }

    bool isNull(int column) const override { return pq().isNull(m_result, m_row, column) != 0; }

    ByteView bytes(int column) const override
    {
        return ByteView::copyOf(
            std::as_bytes(std::span(data(column), static_cast<std::size_t>(length(column)))));
    }

private:
    const char* data(int column) const { return pq().value(m_result, m_row, column); }

    int length(int column) const { return pq().length(m_result, m_row, column); }

    PostgresDatabase& m_database;
    std::string m_sql;
    std::vector<SqlValue> m_values;
    pg_result* m_result = nullptr;
    int m_row = -1;
};

Result<std::unique_ptr<PostgresDatabase>> PostgresDatabase::open(const std::string& url)
{
    if (const auto& library = loadPq(); !library)
        return std::unexpected(library.error());
    FL_CHECK(checkUrl(url));
    // What stands before the URL can be changed by it.
    const char* const keys[] = {"fallback_application_name",
                                "connect_timeout",
                                "keepalives_idle",
                                "keepalives_interval",
                                "keepalives_count",
                                "tcp_user_timeout",
                                "dbname",
                                "client_encoding",
                                nullptr};
    const char* const values[] = {"faultline", "10",        "30",   "10",   "3",
                                  "60000",     url.c_str(), "UTF8", nullptr};
    auto* const raw = pq().connect(keys, values, 1);
    if (raw == nullptr)
        return fail(ErrorKind::Internal, "library: no memory for a connection");
    std::unique_ptr<PostgresDatabase> database(new PostgresDatabase(raw));
    if (pq().status(raw) != CONNECTION_OK) {
        const bool isRefused = pq().needsPassword(raw) != 0 || pq().usedPassword(raw) != 0;
        return fail(isRefused ? ErrorKind::PermissionDenied : ErrorKind::DownloadFailed,
                    "library: ", oneLine(pq().errorMessage(raw)));
    }
    FL_CHECK(database->startSession());
    return database;
}

PostgresDatabase::~PostgresDatabase()
{
    pq().finish(m_connection);
}

Result<void> PostgresDatabase::startSession()
{
    m_prepared.clear();
    pq().setNoticeProcessor(m_connection, ignoreNotice, nullptr);
    if (pq().serverVersion(m_connection) < kOldestServer)
        return fail(ErrorKind::Unsupported,
                    "library: the server is older than PostgreSQL 12, which libraries need");
    FL_CHECK(run(kSession));
    // A statement whose client has vanished ends, too, where the server's system can tell; servers
    // on other systems refuse this.
    constexpr int kChecksClients = 140'000;
    if (pq().serverVersion(m_connection) >= kChecksClients) {
        if (auto set = run("SET client_connection_check_interval='5s'");
            !set && set.error().kind == ErrorKind::DownloadFailed)
            return set;
    }
    return {};
}

/// Reads what the server has sent on its own account: that it ends, as a rule.
bool PostgresDatabase::isAlive()
{
    if (m_isAnswerDue || pq().status(m_connection) != CONNECTION_OK)
        return false;
    struct pollfd ready{.fd = pq().socket(m_connection), .events = POLLIN, .revents = 0};
    while (::poll(&ready, 1, 0) > 0) {
        if (pq().consumeInput(m_connection) == 0 || pq().status(m_connection) != CONNECTION_OK)
            return false;
    }
    return true;
}

Result<void> PostgresDatabase::ensureConnected()
{
    if (m_isInTransaction || isAlive())
        return {};
    pq().reset(m_connection);
    m_isAnswerDue = false;
    if (pq().status(m_connection) != CONNECTION_OK)
        return lostConnection();
    return startSession();
}

std::unexpected<Error> PostgresDatabase::lostConnection() const
{
    Error error{ErrorKind::DownloadFailed,
                concat("library: ", oneLine(pq().errorMessage(m_connection))), true};
    return std::unexpected(std::move(error));
}

/// The statements of changes are few and come again with every report; the server need not plan
/// each anew. A place without a value takes its type from the statement.
Result<std::optional<std::string>>
PostgresDatabase::preparedName(const std::string& sql, const unsigned* types, int count)
{
    const auto found = m_prepared.find(sql);
    if (found != m_prepared.end())
        return std::optional(found->second);
    if (!m_isInTransaction || count > kMaxPreparedPlaces || m_prepared.size() == kMaxPrepared)
        return std::optional<std::string>();
    auto name = concat("s", m_prepared.size());
    auto* const result = pq().prepare(m_connection, name.c_str(), sql.c_str(), count, types);
    FL_CHECK(checked(result));
    pq().clear(result);
    return std::optional(m_prepared.emplace(sql, std::move(name)).first->second);
}

Result<pg_result*> PostgresDatabase::execute(const std::string& sql,
                                             const std::vector<SqlValue>& values)
{
    const bool mayStop = !m_isInTransaction;
    if (mayStop && m_stop.stop_requested())
        return stopped();
    FL_CHECK(ensureConnected());
    const Parameters parameters(values);
    constexpr int kBinaryResults = 1;
    FL_TRY(const auto name, preparedName(sql, parameters.types(), parameters.count()));
    const int wasSent =
        name ? pq().sendPrepared(m_connection, name->c_str(), parameters.count(), parameters.data(),
                                 parameters.lengths(), parameters.formats(), kBinaryResults)
             : pq().sendParams(m_connection, sql.c_str(), parameters.count(), parameters.types(),
                               parameters.data(), parameters.lengths(), parameters.formats(),
                               kBinaryResults);
    FL_TRY(auto* const result, answer(wasSent, mayStop));
    FL_CHECK(checked(result));
    return result;
}

/// Looks for a stop a few times a second.
Result<void> PostgresDatabase::waitForAnswer(bool mayStop)
{
    constexpr int kStopTestMs = 50;
    const int waitMs = mayStop && m_stop.stop_possible() ? kStopTestMs : -1;
    while (pq().isBusy(m_connection) != 0) {
        if (mayStop && m_stop.stop_requested()) {
            m_isAnswerDue = true;
            return stopped();
        }
        struct pollfd ready{.fd = pq().socket(m_connection), .events = POLLIN, .revents = 0};
        if (::poll(&ready, 1, waitMs) > 0 && pq().consumeInput(m_connection) == 0)
            return {}; // The next result is the failure.
    }
    return {};
}

Result<pg_result*> PostgresDatabase::answer(int wasSent, bool mayStop)
{
    if (wasSent == 0)
        return nullptr; // checked() says what libpq has refused.
    pg_result* last = nullptr;
    const auto hasFailed = [&last] {
        const auto status = pq().resultStatus(last);
        return status == PGRES_FATAL_ERROR || status == PGRES_BAD_RESPONSE;
    };
    while (true) {
        if (auto waited = waitForAnswer(mayStop); !waited) {
            pq().clear(last);
            return std::unexpected(std::move(waited.error()));
        }
        auto* next = pq().nextResult(m_connection);
        if (next == nullptr)
            return last;
        if (last == nullptr || !hasFailed())
            std::swap(last, next);
        pq().clear(next);
    }
}

Result<void> PostgresDatabase::checked(pg_result* result)
{
    const auto status = pq().resultStatus(result);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY)
        return {};
    const auto* const state = pq().errorField(result, PG_DIAG_SQLSTATE);
    const auto* const message = pq().errorField(result, PG_DIAG_MESSAGE_PRIMARY);
    if (pq().status(m_connection) != CONNECTION_OK) {
        pq().clear(result);
        return lostConnection();
    }
    if (state == nullptr) { // libpq itself has failed: it has no memory, as a rule.
        pq().clear(result);
        return fail(ErrorKind::Internal, "library: ", oneLine(pq().errorMessage(m_connection)));
    }
    Error error{kindOf(state),
                concat("library: ", wordsOf(state, message == nullptr ? "" : message)),
                kindOf(state) == ErrorKind::DownloadFailed};
    pq().clear(result);
    return std::unexpected(std::move(error));
}

Result<void> PostgresDatabase::run(const std::string& sql)
{
    FL_CHECK(ensureConnected());
    FL_TRY(auto* const result, answer(pq().send(m_connection, sql.c_str()), false));
    FL_CHECK(checked(result));
    pq().clear(result);
    return {};
}

Result<std::unique_ptr<SqlStatement>> PostgresDatabase::prepare(std::string_view sql)
{
    return std::make_unique<PostgresStatement>(*this, withPlaces(sql));
}

Result<void> PostgresDatabase::begin()
{
    FL_CHECK(run("BEGIN"));
    m_isInTransaction = true;
    return {};
}

Result<void> PostgresDatabase::commit()
{
    auto* const result = pq().exec(m_connection, "COMMIT");
    m_isInTransaction = false;
    // A transaction in which something has failed ends this way.
    const bool isUndone = pq().resultStatus(result) == PGRES_COMMAND_OK &&
                          std::string_view(pq().commandStatus(result)) == "ROLLBACK";
    auto outcome = checked(result);
    if (!outcome) {
        if (outcome.error().kind == ErrorKind::DownloadFailed)
            outcome.error().detail += "; whether the last change was made is not known";
        return outcome;
    }
    pq().clear(result);
    if (isUndone)
        return fail(ErrorKind::Internal, "library: the server has taken the change back");
    return {};
}

void PostgresDatabase::rollBack()
{
    // It fails only when the connection was lost, and then the server has rolled back already.
    if (std::exchange(m_isInTransaction, false))
        pq().clear(pq().exec(m_connection, "ROLLBACK"));
}

} // namespace faultline::library
