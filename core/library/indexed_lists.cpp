// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/library/indexed_lists.h"

#include <algorithm>
#include <compare>
#include <limits>
#include <map>
#include <tuple>
#include <unordered_map>

namespace faultline::library {

namespace {

/// The most frequent first; equally frequent ones stay in their order.
void keepMostFrequent(std::vector<ValueCount>& values, std::uint64_t limit)
{
    std::ranges::stable_sort(values, std::ranges::greater{}, &ValueCount::second);
    if (values.size() > limit)
        values.resize(limit);
}

/// Puts those elements of the page in order that `isLess` puts there, and returns them.
template <class Value, class IsLess>
std::vector<Value>
pageOf(std::vector<Value> values, std::uint64_t offset, std::uint64_t limit, IsLess isLess)
{
    const auto begin = std::min<std::uint64_t>(offset, values.size());
    const auto end = begin + std::min<std::uint64_t>(limit, values.size() - begin);
    std::ranges::partial_sort(values, values.begin() + static_cast<std::ptrdiff_t>(end), isLess);
    values.resize(end);
    values.erase(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(begin));
    return values;
}

} // namespace

/// What a group is sorted by and shown with.
struct IndexedLists::Counted
{
    GroupId id = 0;
    std::uint64_t count = 0;
    std::uint64_t customers = 0;
    std::uint64_t timed = 0;
    std::uint64_t regressions = 0;
    std::int64_t firstSeen = std::numeric_limits<std::int64_t>::max();
    std::int64_t lastSeen = std::numeric_limits<std::int64_t>::min();
    std::int64_t firstCrash = std::numeric_limits<std::int64_t>::max();
    std::int64_t lastCrash = std::numeric_limits<std::int64_t>::min();
};

IndexedLists::IndexedLists(LibraryStore& store, const ReportColumns& columns)
    : m_store(store), m_columns(columns)
{
}

Places IndexedLists::placesOf(const QueryTerm& term, const ValueColumn& column)
{
    auto places = column.placesOf(term, m_patterns);
    if (!term.isNegated)
        return places;
    places.flip();
    if (const auto decided = column.decided(term))
        places &= *decided;
    return places;
}

/// As in SQL (query_sql.h): ranges and negations must all hold, of the others one.
Result<Places> IndexedLists::placesOf(const std::vector<const QueryTerm*>& termsOfField)
{
    const auto* const column = m_columns.column(termsOfField.front()->field);
    if (column == nullptr) {
        Query query;
        for (const auto* term : termsOfField)
            query.terms.push_back(*term);
        FL_TRY(const auto found, m_store.find(query));
        return m_columns.placesOf(found);
    }
    auto all = m_columns.present();
    Places any(m_columns.size());
    bool hasAlternatives = false;
    for (const auto* term : termsOfField) {
        if (mustHold(*term)) {
            all &= placesOf(*term, *column);
            continue;
        }
        any |= placesOf(*term, *column);
        hasAlternatives = true;
    }
    return hasAlternatives ? all & any : all;
}

Result<Places> IndexedLists::placesOf(const Query& query)
{
    auto places = m_columns.present();
    if (!query.words.empty()) {
        FL_TRY(const auto found, m_store.find({.words = query.words, .terms = {}}));
        places &= m_columns.placesOf(found);
    }
    std::map<QueryField, std::vector<const QueryTerm*>> byField;
    for (const auto& term : query.terms)
        byField[term.field].push_back(&term);
    for (const auto& [field, terms] : byField) {
        FL_TRY(const auto found, placesOf(terms));
        places &= found;
    }
    return places;
}

std::vector<ReportId> IndexedLists::sortedPage(const Places& places,
                                               SearchOrder order,
                                               const ValueColumn& column,
                                               std::uint64_t offset,
                                               std::uint64_t limit) const
{
    const auto keys = column.keys();
    // Reports that do not know when they crashed stand after all that do.
    const bool isByDate = order.field == QueryField::Date;
    std::vector<std::tuple<bool, std::int64_t, ReportId>> sorted;
    eachPlace(places, [&](std::size_t place) {
        sorted.emplace_back(isByDate && !m_columns.crashed().isKnown(place), keys[place],
                            m_columns.idAt(place));
    });
    const auto isLess = [&](const auto& a, const auto& b) {
        const auto& [isLateA, keyA, idA] = a;
        const auto& [isLateB, keyB, idB] = b;
        if (isLateA != isLateB)
            return isLateB;
        if (keyA != keyB)
            return order.isDescending ? keyA > keyB : keyA < keyB;
        return idA < idB;
    };
    std::vector<ReportId> ids;
    for (const auto& [isLate, key, id] : pageOf(std::move(sorted), offset, limit, isLess))
        ids.push_back(id);
    return ids;
}

Result<Page<ReportSummary>> IndexedLists::search(const Query& query,
                                                 SearchOrder order,
                                                 std::uint64_t offset,
                                                 std::uint64_t limit)
{
    const auto* const column = m_columns.column(order.field);
    if (column == nullptr)
        return m_store.search(query, order, offset, limit);
    FL_TRY(const auto places, placesOf(query));
    Page<ReportSummary> page;
    page.total = places.count();
    if (limit == 0)
        return page;
    FL_TRY(page.rows, m_store.summaries(sortedPage(places, order, *column, offset, limit)));
    return page;
}

std::vector<IndexedLists::Counted> IndexedLists::countGroups(const Places& places) const
{
    const auto& groups = m_columns.numbers(QueryField::Group);
    const auto& dates = m_columns.numbers(QueryField::Date);
    const auto& regressions = m_columns.numbers(QueryField::Regression);
    const auto& customers = m_columns.texts(QueryField::Customer);
    std::vector<Counted> counted;
    std::unordered_map<GroupId, std::size_t> known;
    std::vector<std::pair<std::size_t, std::uint32_t>> customersOf;
    eachPlace(places, [&](std::size_t place) {
        const auto [at, isNew] = known.emplace(groups.at(place), counted.size());
        if (isNew)
            counted.push_back({.id = groups.at(place)});
        auto& group = counted[at->second];
        ++group.count;
        group.firstSeen = std::min(group.firstSeen, dates.at(place));
        group.lastSeen = std::max(group.lastSeen, dates.at(place));
        group.regressions += regressions.at(place) != 0 ? 1 : 0;
        if (m_columns.crashed().isKnown(place)) {
            ++group.timed;
            group.firstCrash = std::min(group.firstCrash, m_columns.crashed().at(place));
            group.lastCrash = std::max(group.lastCrash, m_columns.crashed().at(place));
        }
        if (!customers.value(customers.codeAt(place)).empty())
            customersOf.emplace_back(at->second, customers.codeAt(place));
    });
    std::ranges::sort(customersOf);
    const auto doubles = std::ranges::unique(customersOf);
    customersOf.erase(doubles.begin(), doubles.end());
    for (const auto& [group, customer] : customersOf)
        ++counted[group].customers;
    return counted;
}

std::vector<IndexedLists::Counted> IndexedLists::sortedGroups(std::vector<Counted> groups,
                                                              GroupOrder order,
                                                              std::uint64_t offset,
                                                              std::uint64_t limit) const
{
    const auto compare = [&](const Counted& a, const Counted& b) -> std::strong_ordering {
        switch (order.by) {
        case GroupOrder::By::Reports: break;
        case GroupOrder::By::Customers: return a.customers <=> b.customers;
        case GroupOrder::By::FirstSeen: return a.firstSeen <=> b.firstSeen;
        case GroupOrder::By::LastSeen: return a.lastSeen <=> b.lastSeen;
        case GroupOrder::By::Signature:
            return m_columns.group(a.id)->signature <=> m_columns.group(b.id)->signature;
        case GroupOrder::By::Status:
            return m_columns.group(a.id)->status <=> m_columns.group(b.id)->status;
        }
        return a.count <=> b.count;
    };
    const bool isByTime =
        order.by == GroupOrder::By::FirstSeen || order.by == GroupOrder::By::LastSeen;
    const auto isLess = [&](const Counted& a, const Counted& b) {
        if (isByTime && (a.timed == 0) != (b.timed == 0))
            return b.timed == 0;
        const auto relation = compare(a, b);
        if (relation != std::strong_ordering::equal)
            return order.isDescending ? relation > 0 : relation < 0;
        return a.id < b.id;
    };
    return pageOf(std::move(groups), offset, limit, isLess);
}

Result<Page<GroupSummary>> IndexedLists::groups(const Query& query,
                                                GroupOrder order,
                                                std::uint64_t offset,
                                                std::uint64_t limit)
{
    FL_TRY(const auto places, placesOf(query));
    auto counted = countGroups(places);
    // The group of a report that was added meanwhile may not be known yet.
    std::erase_if(counted,
                  [this](const Counted& group) { return m_columns.group(group.id) == nullptr; });
    Page<GroupSummary> page;
    page.total = counted.size();
    if (limit == 0)
        return page;
    counted = sortedGroups(std::move(counted), order, offset, limit);
    std::vector<GroupId> ids;
    ids.reserve(counted.size());
    for (const auto& group : counted)
        ids.push_back(group.id);
    FL_TRY(page.rows, m_store.groupStates(ids));
    for (auto& row : page.rows)
        addCounts(row, *std::ranges::find(counted, row.id, &Counted::id));
    addFrequent(page.rows, places);
    return page;
}

void IndexedLists::addCounts(GroupSummary& group, const Counted& counted)
{
    group.count = counted.count;
    group.customers = counted.customers;
    group.firstSeen = counted.firstSeen;
    group.lastSeen = counted.lastSeen;
    group.timed = counted.timed;
    group.regressions = counted.regressions;
    if (counted.timed == 0)
        return;
    group.firstCrash = counted.firstCrash;
    group.lastCrash = counted.lastCrash;
}

void IndexedLists::addFrequent(std::vector<GroupSummary>& groups, const Places& places) const
{
    std::unordered_map<GroupId, Places> ofGroups;
    for (const auto& group : groups)
        ofGroups.emplace(group.id, Places(m_columns.size()));
    const auto& groupAt = m_columns.numbers(QueryField::Group);
    eachPlace(places, [&](std::size_t place) {
        if (const auto found = ofGroups.find(groupAt.at(place)); found != ofGroups.end())
            found->second.set(place);
    });
    const auto frequent = [&](QueryField field, GroupId group) {
        auto values = m_columns.texts(field).count(ofGroups.at(group));
        std::erase_if(values, [](const ValueCount& value) { return value.first.empty(); });
        keepMostFrequent(values, kFrequentValues);
        return values;
    };
    for (auto& group : groups) {
        group.versions = frequent(QueryField::Version, group.id);
        group.systems = frequent(QueryField::Os, group.id);
        group.reasons = frequent(QueryField::Reason, group.id);
    }
}

Result<std::vector<GroupDay>> IndexedLists::groupDays(const Query& query,
                                                      std::span<const GroupId> groups,
                                                      std::int64_t since,
                                                      std::uint32_t days)
{
    FL_TRY(const auto places, placesOf(query));
    const auto& groupAt = m_columns.numbers(QueryField::Group);
    const auto& dates = m_columns.numbers(QueryField::Date);
    std::unordered_map<GroupId, std::map<std::uint32_t, std::uint64_t>> counts;
    for (const auto group : groups)
        counts.try_emplace(group);
    eachPlace(places, [&](std::size_t place) {
        const auto date = dates.at(place);
        const auto group = counts.find(groupAt.at(place));
        if (group != counts.end() && date >= since && date < since + days * kSecondsPerDay)
            ++group->second[static_cast<std::uint32_t>((date - since) / kSecondsPerDay)];
    });
    std::vector<GroupDay> all;
    for (const auto group : groups) {
        for (const auto& [day, count] : counts.at(group))
            all.push_back({.group = group, .day = day, .count = count});
    }
    return all;
}

Result<std::vector<ValueCount>>
IndexedLists::countBy(QueryField field, const Query& query, std::uint64_t limit)
{
    const auto* const column = m_columns.column(field);
    if (column == nullptr)
        return m_store.countBy(field, query, limit);
    FL_TRY(const auto places, placesOf(query));
    auto values = column->count(places);
    keepMostFrequent(values, limit);
    return values;
}

} // namespace faultline::library
