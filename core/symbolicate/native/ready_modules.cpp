// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/native/ready_modules.h"

#include "core/base/result.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace faultline::symbolicate {

namespace {

constexpr std::size_t kMaxSets = 16;
constexpr std::size_t kMaxEntries = 4096;

/// Length first, so that no text of one field can look like another field.
void append(std::string& key, std::string_view text)
{
    key += concat(text.size(), ":", text);
}

void append(std::string& key, const std::optional<std::string>& text)
{
    key += text ? "+" : "-";
    append(key, std::string_view(text ? *text : std::string()));
}

} // namespace

std::shared_ptr<const SourceSet>
ReadyModules::setOf(const std::vector<sources::SourceConfig>& configs)
{
    const std::lock_guard lock(m_mutex);
    const auto known =
        std::ranges::find_if(m_sets, [&](const auto& set) { return set->configs == configs; });
    if (known != m_sets.end()) {
        m_sets.splice(m_sets.begin(), m_sets, known);
        return m_sets.front();
    }
    auto set = std::make_shared<SourceSet>(m_nextSet++, configs);
    for (const auto& config : configs)
        set->sources.push_back(sources::makeSource(config));
    m_sets.push_front(std::move(set));
    if (m_sets.size() > kMaxSets)
        m_sets.pop_back();
    return m_sets.front();
}

ReadyModules::StatePtr ReadyModules::find(const std::string& key, Clock::time_point now)
{
    Entries dropped; // Destroyed without the lock.
    const std::lock_guard lock(m_mutex);
    dropOld(now, dropped);
    const auto found = m_byKey.find(key);
    return found == m_byKey.end() ? nullptr : found->second->state;
}

void ReadyModules::put(std::string key, StatePtr state, Clock::time_point since)
{
    Entries dropped;
    const std::lock_guard lock(m_mutex);
    if (const auto known = m_byKey.find(key); known != m_byKey.end()) {
        if (known->second->since >= since)
            return;
        const auto entry = known->second;
        m_byKey.erase(known);
        dropped.splice(dropped.end(), m_entries, entry);
    }
    // Runs end in another order than they begin.
    const auto place = std::ranges::find_if(
        m_entries, [since](const Entry& entry) { return entry.since <= since; });
    const auto entry = m_entries.insert(place, {std::move(key), std::move(state), since});
    m_byKey.emplace(entry->key, entry);
    dropOld(Clock::now(), dropped);
}

void ReadyModules::dropOld(Clock::time_point now, Entries& dropped)
{
    while (!m_entries.empty() &&
           (m_entries.back().since + kLifetime < now || m_entries.size() > kMaxEntries)) {
        m_byKey.erase(m_entries.back().key);
        dropped.splice(dropped.end(), m_entries, std::prev(m_entries.end()));
    }
}

std::string readyKey(std::string_view circumstances,
                     ReadyModules::Stage stage,
                     const sources::ObjectLookup& lookup)
{
    std::string key(circumstances);
    key += concat(static_cast<int>(stage), "|", static_cast<int>(lookup.type), "|",
                  lookup.loadAddress.value_or(UINT64_MAX), "|");
    append(key, lookup.codeId ? std::optional(lookup.codeId->text()) : std::nullopt);
    append(key, lookup.debugId ? std::optional(lookup.debugId->canonical()) : std::nullopt);
    append(key, lookup.codeFile);
    append(key, lookup.debugFile);
    append(key, lookup.debugChecksum);
    append(key, lookup.fileId);
    return key;
}

} // namespace faultline::symbolicate
