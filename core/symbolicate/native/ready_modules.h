// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sources/object_lookup.h"
#include "core/sources/remote_file.h"
#include "core/sources/source_config.h"
#include "core/symbolicate/native/module_state.h"

#include <chrono>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace faultline::symbolicate {

/// A list of sources that requests name again and again.
struct SourceSet
{
    std::uint64_t number = 0; ///< Equal lists have one number; never reused.
    std::vector<sources::SourceConfig> configs;
    std::vector<sources::SourcePtr> sources;
};

/// What look-ups have just found about modules, for the requests of the next moment: a loaded
/// server asks for the same modules hundreds of times a second. Everything is kept for kLifetime
/// only, so a file that was added, changed or removed is noticed almost at once. Thread-safe.
class ReadyModules
{
public:
    using Clock = std::chrono::steady_clock;
    using StatePtr = std::shared_ptr<const ModuleState>;

    static constexpr std::chrono::milliseconds kLifetime{250};

    /// Which look-ups of a module have ended.
    enum class Stage : std::uint8_t { Debug, Walk, DebugAndSources, WalkAndSources };

    /// The set with these sources; a new one if it was not used lately.
    std::shared_ptr<const SourceSet> setOf(const std::vector<sources::SourceConfig>& configs);

    /// Null when nothing is known or it is too old.
    StatePtr find(const std::string& key, Clock::time_point now);

    /// Keeps what a run found that began at `since`.
    void put(std::string key, StatePtr state, Clock::time_point since);

private:
    struct Entry
    {
        std::string key;
        StatePtr state;
        Clock::time_point since;
    };

    using Entries = std::list<Entry>;

    void dropOld(Clock::time_point now, Entries& dropped);

    std::mutex m_mutex; // Guards the members after it.
    Entries m_entries;  // The latest first.
    std::unordered_map<std::string_view, Entries::iterator> m_byKey;
    std::list<std::shared_ptr<const SourceSet>> m_sets; // Most recently used first.
    std::uint64_t m_nextSet = 1;
};

/// The key of a module's look-ups: all that they ask for, after `circumstances`, which has
/// everything else that decides about them.
std::string readyKey(std::string_view circumstances,
                     ReadyModules::Stage stage,
                     const sources::ObjectLookup& lookup);

} // namespace faultline::symbolicate
