// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/library/report_columns.h"

#include "core/library/column_fields.h"

#include <algorithm>
#include <limits>

namespace faultline::library {

namespace {

constexpr std::uint64_t kReportsAtOnce = 4096;
/// Changed reports whose ids are this near to each other are read together.
constexpr ReportId kNearIds = 64;
/// More changes than this and than that part of the library are worth reading all of it anew.
constexpr std::size_t kMostChanges = 2'000;
constexpr std::size_t kMostChangedPart = 10;

} // namespace

ReportColumns::ReportColumns()
{
    for (const auto field : kColumnTexts)
        m_columns.emplace(field, std::make_unique<TextColumn>());
    for (const auto field : kColumnNumbers)
        m_columns.emplace(field, std::make_unique<NumberColumn>());
    for (const auto field : kColumnLists)
        m_columns.emplace(field, std::make_unique<ListColumn>());
}

/// The number of changes is read first: what changes meanwhile is read again by the next update.
Result<std::unique_ptr<ReportColumns>> ReportColumns::read(LibraryStore& store)
{
    auto columns = std::make_unique<ReportColumns>();
    FL_TRY(columns->m_change, store.changeNumber());
    FL_CHECK(columns->readBetween(store, 0, std::numeric_limits<ReportId>::max()));
    FL_CHECK(columns->readGroups(store));
    return columns;
}

Result<bool> ReportColumns::update(LibraryStore& store)
{
    FL_TRY(const auto change, store.changeNumber());
    if (change == m_change)
        return true;
    FL_TRY(const auto changed, outdated(store));
    if (changed.size() > kMostChanges && changed.size() > size() / kMostChangedPart)
        return false;
    for (std::size_t i = 0; i < changed.size();) {
        auto end = i + 1;
        while (end < changed.size() && changed[end] - changed[end - 1] <= kNearIds)
            ++end;
        FL_CHECK(readBetween(store, changed[i], changed[end - 1]));
        i = end;
    }
    FL_CHECK(readGroups(store));
    m_change = change;
    return true;
}

/// The reports that are new or have another version of their row, by their ids. Reports that are
/// gone are dropped.
Result<std::vector<ReportId>> ReportColumns::outdated(LibraryStore& store)
{
    FL_TRY(const auto versions, store.rowVersions());
    std::vector<ReportId> changed;
    Places gone = m_present;
    for (const auto& row : versions) {
        const auto known = m_places.find(row.id);
        if (known != m_places.end())
            gone.reset(known->second);
        if (known == m_places.end() || m_versions[known->second] != row.version)
            changed.push_back(row.id);
    }
    eachPlace(gone, [this](std::size_t place) { drop(m_ids[place]); });
    std::ranges::sort(changed);
    return changed;
}

Result<void> ReportColumns::readBetween(LibraryStore& store, ReportId first, ReportId last)
{
    for (;;) {
        FL_TRY(const auto reports, store.columnsBetween(first, last, kReportsAtOnce));
        for (const auto& report : reports)
            put(report);
        if (reports.size() < kReportsAtOnce || reports.back().id == last)
            return {};
        first = reports.back().id + 1;
    }
}

Result<void> ReportColumns::readGroups(LibraryStore& store)
{
    FL_TRY(auto heads, store.groupHeads());
    m_groups.clear();
    for (auto& head : heads)
        m_groups.emplace(head.id, std::move(head));
    return {};
}

void ReportColumns::put(const ColumnValues& values)
{
    const auto [known, isNew] = m_places.emplace(values.id, m_ids.size());
    const auto place = known->second;
    if (isNew) {
        m_ids.push_back(values.id);
        m_versions.push_back(0);
        m_present.push_back(true);
    }
    m_crashed.set(place, values.crashedAt);
    for (std::size_t i = 0; i < kColumnTexts.size(); ++i)
        static_cast<TextColumn&>(*m_columns[kColumnTexts[i]]).set(place, values.texts[i]);
    for (std::size_t i = 0; i < kColumnNumbers.size(); ++i)
        static_cast<NumberColumn&>(*m_columns[kColumnNumbers[i]]).set(place, values.numbers[i]);
    for (std::size_t i = 0; i < kColumnLists.size(); ++i)
        static_cast<ListColumn&>(*m_columns[kColumnLists[i]]).set(place, values.lists[i]);
    m_versions[place] = values.rowVersion;
}

/// Ids are never used twice, so the place stays empty.
void ReportColumns::drop(ReportId id)
{
    const auto known = m_places.find(id);
    m_present.reset(known->second);
    m_places.erase(known);
}

const ValueColumn* ReportColumns::column(QueryField field) const
{
    const auto found = m_columns.find(field);
    return found == m_columns.end() ? nullptr : found->second.get();
}

const TextColumn& ReportColumns::texts(QueryField field) const
{
    return static_cast<const TextColumn&>(*m_columns.at(field));
}

const NumberColumn& ReportColumns::numbers(QueryField field) const
{
    return static_cast<const NumberColumn&>(*m_columns.at(field));
}

Places ReportColumns::placesOf(const std::vector<ReportId>& reports) const
{
    Places places(size());
    for (const auto id : reports) {
        if (const auto known = m_places.find(id); known != m_places.end())
            places.set(known->second);
    }
    return places;
}

const GroupHead* ReportColumns::group(GroupId id) const
{
    const auto found = m_groups.find(id);
    return found == m_groups.end() ? nullptr : &found->second;
}

} // namespace faultline::library
