// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/library/sql_rows.h"
#include "core/library/sql_store.h"

namespace faultline::library {

namespace {

constexpr const char* tableOf(HistoryOf of)
{
    return of == HistoryOf::Report ? "reports" : "groups";
}

constexpr const char* nameOf(HistoryOf of)
{
    return of == HistoryOf::Report ? "report" : "group";
}

} // namespace

Result<SqlStore::Row> SqlStore::row(HistoryOf of, std::int64_t id)
{
    FL_TRY(auto statement,
           m_connection->prepare(concat("SELECT ", kTriageColumns, ",row_version FROM ",
                                        tableOf(of), " WHERE id=?")));
    FL_CHECK(statement->bind({id}));
    FL_TRY(const bool hasRow, statement->step());
    if (!hasRow)
        return fail(ErrorKind::NotFound, "library: there is no ", nameOf(of), ' ', id);
    return Row{triageFrom(*statement, 0), statement->integer(kTriageColumnCount)};
}

Result<SqlStore::Row> SqlStore::expectedRow(HistoryOf of, Target target)
{
    FL_TRY(auto present, row(of, target.id));
    if (present.rowVersion != target.rowVersion)
        return fail(ErrorKind::Conflict, "library: ", nameOf(of), ' ', target.id,
                    " has been changed meanwhile: it is at version ", present.rowVersion,
                    ", expected ", target.rowVersion);
    return present;
}

Result<void> SqlStore::writeTriage(HistoryOf of, std::int64_t id, const TriageState& state)
{
    auto values = triageValues(state);
    values.emplace_back(id);
    FL_CHECK(m_connection->change(
        concat("UPDATE ", tableOf(of),
               " SET status=?,fixed_in=?,duplicate_of=?,assignee=?,ticket=?,notes=?,customer=?,"
               "tags=?,row_version=row_version+1 WHERE id=?"),
        values));
    if (of == HistoryOf::Group)
        return {};
    FL_CHECK(replaceText(id, IndexedText::Notes, state.notes));
    FL_CHECK(m_connection->change("DELETE FROM report_tags WHERE report_id=?", {id}));
    for (const auto& tag : state.tags)
        FL_CHECK(m_connection->change("INSERT INTO report_tags VALUES(?,?)", {id, tag}));
    return {};
}

Result<void> SqlStore::noteChanges(ActionId action,
                                   const Author& author,
                                   HistoryOf of,
                                   std::int64_t id,
                                   const TriageState& before,
                                   const TriageState& after)
{
    for (int i = 0; i <= static_cast<int>(kLastTriageField); ++i) {
        const auto field = static_cast<TriageField>(i);
        const auto from = fieldText(before, field);
        const auto to = fieldText(after, field);
        if (from == to)
            continue;
        FL_CHECK(m_connection->change(
            "INSERT INTO history(action,at,who,of_group,row_id,field,before,after) "
            "VALUES(?,?,?,?,?,?,?,?)",
            {action, author.at, author.name, std::int64_t{of == HistoryOf::Group ? 1 : 0}, id,
             std::string(triageFieldName(field)), from, to}));
    }
    return {};
}

Result<bool> SqlStore::applyChange(
    ActionId action, const Author& author, HistoryOf of, Target target, const TriageChange& change)
{
    FL_TRY(const auto present, expectedRow(of, target));
    FL_TRY(const auto after, changed(present.triage, change));
    if (after == present.triage)
        return false;
    FL_CHECK(writeTriage(of, target.id, after));
    FL_CHECK(noteChanges(action, author, of, target.id, present.triage, after));
    return true;
}

Result<ActionId> SqlStore::nextAction()
{
    FL_TRY(const auto last, m_connection->number("SELECT max(action) FROM history"));
    return last.value_or(0) + 1;
}

Result<std::optional<ActionId>> SqlStore::changeReports(std::span<const Target> reports,
                                                        const TriageChange& change,
                                                        const Author& author)
{
    FL_TRY(auto transaction, beginWriting());
    FL_TRY(const auto action, nextAction());
    bool hasChanged = false;
    for (const auto& target : reports) {
        FL_TRY(const bool isOther, applyChange(action, author, HistoryOf::Report, target, change));
        hasChanged = hasChanged || isOther;
    }
    if (!hasChanged)
        return std::optional<ActionId>();
    FL_CHECK(commit(transaction));
    return std::optional(action);
}

Result<std::optional<ActionId>>
SqlStore::changeGroup(Target group, const TriageChange& change, const Author& author)
{
    FL_TRY(auto transaction, beginWriting());
    FL_TRY(const auto action, nextAction());
    FL_TRY(bool hasChanged, applyChange(action, author, HistoryOf::Group, group, change));
    // Notes say something about the group as a whole, so they stay there.
    auto forReports = change;
    forReports.notes.reset();
    std::vector<Target> reports;
    {
        FL_TRY(auto statement,
               m_connection->prepare("SELECT id,row_version FROM reports WHERE group_id=?"));
        FL_CHECK(statement->bind({group.id}));
        for (;;) {
            FL_TRY(const bool hasRow, statement->step());
            if (!hasRow)
                break;
            reports.push_back({statement->integer(0), statement->integer(1)});
        }
    }
    for (const auto& target : reports) {
        FL_TRY(const bool isOther,
               applyChange(action, author, HistoryOf::Report, target, forReports));
        hasChanged = hasChanged || isOther;
    }
    if (!hasChanged)
        return std::optional<ActionId>();
    FL_CHECK(commit(transaction));
    return std::optional(action);
}

Result<std::vector<HistoryEntry>> SqlStore::entries(std::string_view where,
                                                    const std::vector<SqlValue>& values)
{
    std::vector<HistoryEntry> list;
    FL_TRY(auto statement, m_connection->prepare(concat(
                               "SELECT action,at,who,of_group,row_id,field,before,after FROM "
                               "history WHERE ",
                               where, " ORDER BY id DESC")));
    FL_CHECK(statement->bind(values));
    for (;;) {
        FL_TRY(const bool hasRow, statement->step());
        if (!hasRow)
            return list;
        const auto field = parseTriageField(statement->text(5));
        if (!field)
            continue; // Of a later program.
        list.push_back({.action = statement->integer(0),
                        .at = statement->integer(1),
                        .who = statement->text(2),
                        .of = statement->integer(3) != 0 ? HistoryOf::Group : HistoryOf::Report,
                        .id = statement->integer(4),
                        .field = *field,
                        .before = statement->text(6),
                        .after = statement->text(7)});
    }
}

Result<std::vector<HistoryEntry>> SqlStore::history(HistoryOf of, std::int64_t id)
{
    return entries("of_group=? AND row_id=?", {std::int64_t{of == HistoryOf::Group ? 1 : 0}, id});
}

Result<void> SqlStore::undoEntry(const HistoryEntry& entry, ActionId action, const Author& author)
{
    FL_TRY(const auto present, row(entry.of, entry.id));
    if (fieldText(present.triage, entry.field) != entry.after)
        return fail(ErrorKind::Conflict, "library: ", triageFieldName(entry.field), " of ",
                    nameOf(entry.of), ' ', entry.id, " has been changed since");
    auto state = present.triage;
    FL_CHECK(setFieldText(state, entry.field, entry.before));
    FL_CHECK(writeTriage(entry.of, entry.id, state));
    return noteChanges(action, author, entry.of, entry.id, present.triage, state);
}

Result<ActionId> SqlStore::undo(ActionId action, const Author& author)
{
    FL_TRY(auto transaction, beginWriting());
    FL_TRY(const auto list, entries("action=?", {action}));
    if (list.empty())
        return fail(ErrorKind::NotFound, "library: there is no action ", action);
    FL_TRY(const auto undoing, nextAction());
    for (const auto& entry : list)
        FL_CHECK(undoEntry(entry, undoing, author));
    FL_CHECK(commit(transaction));
    return undoing;
}

} // namespace faultline::library
