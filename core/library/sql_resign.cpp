// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/library/sql_rows.h"
#include "core/library/sql_store.h"

#include <algorithm>

namespace faultline::library {

namespace {

using BySignature = std::map<std::string, std::vector<const Resigned*>>;

/// The signature that most of the reports get.
const std::string& largest(const BySignature& bySignature)
{
    const auto found = std::ranges::max_element(
        bySignature, {}, [](const auto& entry) { return entry.second.size(); });
    return found->first;
}

} // namespace

Result<void> SqlStore::signReport(const Resigned& report, GroupId group)
{
    FL_CHECK(m_connection->change(
        "UPDATE reports SET signature=?,proto=?,mode=?,algorithm=?,rules_hash=?,group_id=?,"
        "row_version=row_version+1 WHERE id=?",
        {report.signature, report.protoSignature, static_cast<std::int64_t>(report.mode),
         static_cast<std::int64_t>(report.algorithm), report.rulesHash, group, report.id}));
    return replaceText(report.id, IndexedText::Signature, report.signature);
}

Result<GroupId>
SqlStore::targetOfMove(GroupId group, const std::string& signature, bool isWholeGroup)
{
    FL_TRY(const auto found,
           m_connection->number("SELECT id FROM groups WHERE signature=?", {signature}));
    if (found)
        return *found;
    if (isWholeGroup) {
        FL_CHECK(m_connection->change("DELETE FROM aliases WHERE signature=?", {signature}));
        FL_CHECK(m_connection->change(
            "UPDATE groups SET signature=?,row_version=row_version+1 WHERE id=?",
            {signature, group}));
        return group;
    }
    FL_TRY(const auto former, row(HistoryOf::Group, group));
    FL_CHECK(m_connection->change("DELETE FROM aliases WHERE signature=?", {signature}));
    FL_TRY(const auto id, insertGroup(signature));
    FL_CHECK(writeTriage(HistoryOf::Group, id, former.triage));
    return id;
}

Result<void> SqlStore::moveGroup(GroupId group, const BySignature& bySignature)
{
    FL_TRY(auto former, m_connection->prepare("SELECT signature FROM groups WHERE id=?"));
    FL_CHECK(former->bind({group}));
    FL_TRY(const bool exists, former->step());
    if (!exists)
        return {};
    const auto formerSignature = former->text(0);
    FL_CHECK(former->bind({group})); // It must not read on while the rows change.
    FL_TRY(const auto members,
           m_connection->number("SELECT count(*) FROM reports WHERE group_id=?", {group}));
    std::int64_t moving = 0;
    for (const auto& [signature, reports] : bySignature)
        moving += static_cast<std::int64_t>(reports.size());
    const bool isWhole = bySignature.size() == 1 && moving == members.value_or(0);
    std::optional<GroupId> heir;
    const auto& mostFrequent = largest(bySignature);
    for (const auto& [signature, reports] : bySignature) {
        FL_TRY(const auto target, targetOfMove(group, signature, isWhole));
        for (const auto* report : reports)
            FL_CHECK(signReport(*report, target));
        if (signature == mostFrequent)
            heir = target;
    }
    FL_TRY(const auto left,
           m_connection->number("SELECT count(*) FROM reports WHERE group_id=?", {group}));
    const bool isEmptied = left.value_or(0) == 0 && heir != group;
    if (isEmptied) {
        FL_CHECK(
            m_connection->change("UPDATE aliases SET group_id=? WHERE group_id=?", {*heir, group}));
        FL_CHECK(m_connection->change("DELETE FROM groups WHERE id=?", {group}));
    }
    FL_TRY(const auto taken,
           m_connection->number("SELECT id FROM groups WHERE signature=?", {formerSignature}));
    if (taken)
        return {};
    FL_CHECK(m_connection->change("DELETE FROM aliases WHERE signature=?", {formerSignature}));
    return m_connection->change("INSERT INTO aliases VALUES(?,?)", {formerSignature, *heir});
}

Result<void> SqlStore::resign(std::span<const Resigned> reports)
{
    FL_TRY(auto transaction, beginWriting());
    std::map<GroupId, BySignature> byGroup;
    for (const auto& report : reports) {
        FL_TRY(const auto group,
               m_connection->number("SELECT group_id FROM reports WHERE id=?", {report.id}));
        if (!group)
            return fail(ErrorKind::NotFound, "library: there is no report ", report.id);
        byGroup[*group][report.signature].push_back(&report);
    }
    for (const auto& [group, bySignature] : byGroup)
        FL_CHECK(moveGroup(group, bySignature));
    FL_CHECK(countRegrouping());
    return commit(transaction);
}

} // namespace faultline::library
