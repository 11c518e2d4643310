// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/library/sql_rows.h"
#include "core/library/sql_store.h"

#include <limits>

namespace faultline::library {

namespace {

constexpr std::size_t kMaxIndexedBytes = 16 << 10;
constexpr std::size_t kMaxRowsOfInsert = 100;
constexpr std::uint64_t kStacksOfPage = 4096;

std::optional<std::int64_t> signedOf(const std::optional<std::uint64_t>& number)
{
    return number ? std::optional(static_cast<std::int64_t>(*number)) : std::nullopt;
}

std::optional<std::uint64_t> unsignedOf(const std::optional<std::int64_t>& number)
{
    return number ? std::optional(static_cast<std::uint64_t>(*number)) : std::nullopt;
}

constexpr const char* kRecordColumns =
    "sha256,part,path,kind,crashed_at,product,version,build,channel,os,os_version,arch,cpu_info,"
    "device,process_type,reason,address,thread_name,signature,proto,mode,algorithm,rules_hash,"
    "top_function,in_app_function,frames,thread_count,uptime,comment,quality";

std::vector<SqlValue> recordValues(const ReportRecord& record)
{
    return {record.sha256,
            record.part,
            record.path,
            record.kind,
            valueOf(record.crashedAt),
            record.product,
            record.version,
            record.build,
            record.channel,
            record.os,
            record.osVersion,
            record.arch,
            record.cpuInfo,
            record.device,
            record.processType,
            record.reason,
            valueOf(signedOf(record.address)),
            record.threadName,
            record.signature,
            record.protoSignature,
            static_cast<std::int64_t>(record.mode),
            static_cast<std::int64_t>(record.algorithm),
            record.rulesHash,
            record.topFunction,
            record.inAppFunction,
            framesText(record.frames),
            static_cast<std::int64_t>(record.threadCount),
            valueOf(signedOf(record.uptimeSeconds)),
            record.comment,
            static_cast<std::int64_t>(record.quality)};
}

ReportRecord recordFrom(const SqlStatement& row)
{
    int at = 0;
    ReportRecord record;
    for (auto* text : {&record.sha256, &record.part, &record.path, &record.kind})
        *text = row.text(at++);
    record.crashedAt = row.integerIfAny(at++);
    for (auto* text : {&record.product, &record.version, &record.build, &record.channel, &record.os,
                       &record.osVersion, &record.arch, &record.cpuInfo, &record.device,
                       &record.processType, &record.reason})
        *text = row.text(at++);
    record.address = unsignedOf(row.integerIfAny(at++));
    for (auto* text : {&record.threadName, &record.signature, &record.protoSignature})
        *text = row.text(at++);
    record.mode = row.integer(at++) == 0 ? signature::Mode::Faultline : signature::Mode::Socorro;
    record.algorithm = static_cast<std::uint32_t>(row.integer(at++));
    for (auto* text : {&record.rulesHash, &record.topFunction, &record.inAppFunction})
        *text = row.text(at++);
    record.frames = parseFrames(row.text(at++));
    record.threadCount = static_cast<std::uint32_t>(row.integer(at++));
    record.uptimeSeconds = unsignedOf(row.integerIfAny(at++));
    record.comment = row.text(at++);
    record.quality = static_cast<std::uint32_t>(row.integer(at++));
    return record;
}

std::string placesFor(std::size_t count)
{
    std::string places = count == 0 ? "" : "?";
    for (std::size_t i = 1; i < count; ++i)
        places += ",?";
    return places;
}

/// What the text index has of the functions.
std::string functionsText(const ReportRecord& record)
{
    std::string text = record.topFunction + '\n' + record.inAppFunction;
    for (const auto& frame : record.frames) {
        if (text.size() > kMaxIndexedBytes)
            break;
        text += '\n' + frame.function;
    }
    return text;
}

bool isRegressionOf(const TriageState& group, const ReportRecord& record)
{
    return group.status == Status::FixedIn && !record.version.empty() &&
           isVersionAtLeast(record.version, group.fixedIn);
}

/// A report takes over what was decided about its group. One that shows that the bug is back
/// starts anew.
Result<TriageState>
triageOfNew(const TriageState& group, bool isRegression, const std::string& customer)
{
    auto state = group;
    state.notes.clear();
    TriageChange change;
    if (isRegression)
        change.status = Status::New;
    if (!customer.empty())
        change.customer = customer;
    return changed(std::move(state), change);
}

/// `which` has a place for the id. A condition of one comparison is a search by the primary key.
Result<std::vector<StoredStack>>
readStacks(SqlConnection& connection, std::string_view which, ReportId id, std::uint64_t limit)
{
    FL_TRY(const auto statement,
           connection.prepare(
               concat("SELECT id,group_id,frames FROM reports WHERE ", which, " LIMIT ?")));
    FL_CHECK(statement->bind({id, rowCount(limit)}));
    std::vector<StoredStack> stacks;
    for (;;) {
        FL_TRY(const bool hasRow, statement->step());
        if (!hasRow)
            return stacks;
        stacks.push_back({.report = statement->integer(0),
                          .group = statement->integer(1),
                          .frames = parseFrames(statement->text(2))});
    }
}

} // namespace

Result<std::optional<GroupId>> SqlStore::findGroup(std::string_view signature)
{
    const std::vector<SqlValue> values{std::string(signature)};
    FL_TRY(auto id, m_connection->number("SELECT id FROM groups WHERE signature=?", values));
    if (!id) {
        FL_TRY(id, m_connection->number("SELECT group_id FROM aliases WHERE signature=?", values));
    }
    return id;
}

Result<GroupId> SqlStore::groupFor(const std::string& signature)
{
    FL_TRY(const auto found, findGroup(signature));
    if (found)
        return *found;
    return insertGroup(signature);
}

Result<GroupId> SqlStore::insertGroup(const std::string& signature)
{
    return m_connection->insert("INSERT INTO groups(signature) VALUES(?) RETURNING id",
                                {signature});
}

Result<ReportId> SqlStore::insertReport(const NewReport& report,
                                        GroupId group,
                                        const TriageState& state,
                                        bool isRegression)
{
    auto values = recordValues(report.record);
    const auto triage = triageValues(state);
    values.insert(values.end(), triage.begin(), triage.end());
    values.emplace_back(report.importedAt);
    values.emplace_back(group);
    values.emplace_back(std::int64_t{isRegression ? 1 : 0});
    values.push_back(valueOf(report.batch));
    return m_connection->insert(concat("INSERT INTO reports(", kRecordColumns, ",", kTriageColumns,
                                       ",imported_at,group_id,regression,batch_id) VALUES(",
                                       placesFor(values.size()), ") RETURNING id"),
                                values);
}

/// Inserts many rows with few statements: a server that is far away answers each of them late.
Result<void>
SqlStore::insertRows(const char* into, std::size_t columns, const std::vector<SqlValue>& values)
{
    const auto row = concat("(", placesFor(columns), ")");
    const auto most = columns * kMaxRowsOfInsert;
    for (std::size_t at = 0; at < values.size(); at += most) {
        const auto count = std::min(most, values.size() - at);
        const auto from = values.begin() + static_cast<std::ptrdiff_t>(at);
        std::string sql = into + row;
        for (std::size_t i = columns; i < count; i += columns)
            sql += "," + row;
        FL_CHECK(m_connection->change(sql, {from, from + static_cast<std::ptrdiff_t>(count)}));
    }
    return {};
}

Result<void> SqlStore::insertLists(ReportId id, const ReportRecord& record)
{
    std::vector<SqlValue> values;
    for (const auto& module : record.modules)
        values.insert(values.end(), {id, module.name, module.version, module.debugId,
                                     std::int64_t{module.isOnStack ? 1 : 0},
                                     std::int64_t{module.isMissing ? 1 : 0}});
    FL_CHECK(insertRows("INSERT INTO report_modules VALUES", 6, values));
    values.clear();
    for (const auto& [key, value] : record.annotations)
        values.insert(values.end(), {id, key, value});
    FL_CHECK(insertRows("INSERT INTO report_annotations VALUES", 3, values));
    return addTexts(id, {.signature = record.signature,
                         .functions = functionsText(record),
                         .comment = record.comment.substr(0, kMaxIndexedBytes)});
}

Result<Added> SqlStore::add(const NewReport& report)
{
    FL_TRY(auto transaction, beginWriting());
    const auto& record = report.record;
    FL_TRY(auto known, m_connection->prepare(
                           "SELECT id,group_id,regression FROM reports WHERE sha256=? AND part=?"));
    FL_CHECK(known->bind({record.sha256, record.part}));
    FL_TRY(const bool isKnown, known->step());
    if (isKnown)
        return Added{Added::Kind::Duplicate, known->integer(0), known->integer(1),
                     known->integer(2) != 0};
    Added added;
    FL_TRY(added.group, groupFor(record.signature));
    FL_TRY(const auto groupRow, row(HistoryOf::Group, added.group));
    added.isRegression = isRegressionOf(groupRow.triage, record);
    FL_TRY(const auto triage, triageOfNew(groupRow.triage, added.isRegression, report.customer));
    FL_TRY(added.id, insertReport(report, added.group, triage, added.isRegression));
    FL_CHECK(insertLists(added.id, record));
    for (const auto& tag : triage.tags)
        FL_CHECK(m_connection->change("INSERT INTO report_tags VALUES(?,?)", {added.id, tag}));
    if (!report.payload.empty())
        FL_CHECK(m_connection->change("INSERT INTO report_payloads VALUES(?,?)",
                                      {added.id, report.payload}));
    FL_CHECK(commit(transaction));
    return added;
}

Result<void> SqlStore::addLists(ReportId id, ReportRecord& record)
{
    FL_TRY(auto modules, m_connection->prepare("SELECT name,version,debug_id,on_stack,missing FROM "
                                               "report_modules WHERE report_id=? ORDER BY rowid"));
    FL_CHECK(modules->bind({id}));
    for (;;) {
        FL_TRY(const bool hasRow, modules->step());
        if (!hasRow)
            break;
        record.modules.push_back({modules->text(0), modules->text(1), modules->text(2),
                                  modules->integer(3) != 0, modules->integer(4) != 0});
    }
    FL_TRY(auto annotations, m_connection->prepare("SELECT key,value FROM report_annotations WHERE "
                                                   "report_id=? ORDER BY rowid"));
    FL_CHECK(annotations->bind({id}));
    for (;;) {
        FL_TRY(const bool hasRow, annotations->step());
        if (!hasRow)
            return {};
        record.annotations.emplace_back(annotations->text(0), annotations->text(1));
    }
}

Result<StoredReport> SqlStore::report(ReportId id)
{
    Query query;
    query.terms.push_back({.field = QueryField::Id,
                           .comparison = QueryOperator::Equals,
                           .value = {},
                           .number = id,
                           .last = id});
    FL_TRY(auto page, search(query, {}, 0, 1));
    if (page.damage)
        return fail(ErrorKind::Malformed, *page.damage);
    if (page.rows.empty())
        return fail(ErrorKind::NotFound, "library: there is no report ", id);
    StoredReport stored{.summary = std::move(page.rows.front()), .record = {}, .batch = {}};
    FL_TRY(auto statement, m_connection->prepare(concat("SELECT ", kRecordColumns,
                                                        ",batch_id FROM reports WHERE id=?")));
    FL_CHECK(statement->bind({id}));
    FL_TRY(const bool hasRow, statement->step());
    if (!hasRow)
        return fail(ErrorKind::NotFound, "library: there is no report ", id);
    stored.record = recordFrom(*statement);
    stored.batch = statement->integerIfAny(30);
    FL_CHECK(addLists(id, stored.record));
    return stored;
}

Result<ByteView> SqlStore::payload(ReportId id)
{
    FL_TRY(auto statement,
           m_connection->prepare("SELECT p.bytes FROM reports r LEFT JOIN report_payloads p ON "
                                 "p.report_id=r.id WHERE r.id=?"));
    FL_CHECK(statement->bind({id}));
    FL_TRY(const bool hasRow, statement->step());
    if (!hasRow)
        return fail(ErrorKind::NotFound, "library: there is no report ", id);
    return statement->bytes(0);
}

Result<std::vector<ReportId>> SqlStore::findFile(std::string_view sha256)
{
    std::vector<ReportId> ids;
    FL_TRY(auto statement,
           m_connection->prepare("SELECT id FROM reports WHERE sha256=? ORDER BY id"));
    FL_CHECK(statement->bind({std::string(sha256)}));
    for (;;) {
        FL_TRY(const bool hasRow, statement->step());
        if (!hasRow)
            return ids;
        ids.push_back(statement->integer(0));
    }
}

Result<void> SqlStore::remove(Target report)
{
    FL_TRY(auto transaction, beginWriting());
    FL_TRY(const auto present, expectedRow(HistoryOf::Report, report));
    static_cast<void>(present);
    FL_CHECK(removeTexts(report.id));
    FL_CHECK(m_connection->change("DELETE FROM reports WHERE id=?", {report.id}));
    FL_CHECK(countRegrouping());
    return commit(transaction);
}

Result<void>
SqlStore::eachStack(std::uint64_t limit,
                    const std::function<void(ReportId, GroupId, std::vector<RecordedFrame>)>& visit)
{
    if (limit == 0)
        return {};
    FL_TRY(const auto first,
           m_connection->number("SELECT id FROM reports ORDER BY id DESC LIMIT 1 OFFSET ?",
                                {rowCount(limit - 1)}));
    // In pages: a server's answer is in memory as a whole.
    for (auto last = first.value_or(1) - 1;;) {
        FL_TRY(auto stacks, stacksAfter(last, kStacksOfPage));
        if (stacks.empty())
            return {};
        last = stacks.back().report;
        for (auto& stack : stacks)
            visit(stack.report, stack.group, std::move(stack.frames));
    }
}

Result<std::vector<StoredStack>> SqlStore::stacksBefore(ReportId before, std::uint64_t limit)
{
    const auto end = before == 0 ? std::numeric_limits<ReportId>::max() : before;
    return readStacks(*m_connection, "id<? ORDER BY id DESC", end, limit);
}

Result<std::vector<StoredStack>> SqlStore::stacksAfter(ReportId after, std::uint64_t limit)
{
    return readStacks(*m_connection, "id>? ORDER BY id", after, limit);
}

} // namespace faultline::library
