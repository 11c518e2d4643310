// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/open_lookup.h"
#include "core/sources/object_lookup.h"
#include "core/symbolicate/native/module_state.h"
#include "core/symbolicate/native/module_state_report.h"
#include "core/symbolicate/native/module_table.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

namespace faultline::symbolicate {

/// The states of one event's modules: which look-ups are open, what they have found, and who waits
/// for them. Jobs open and close parts; all others only read. Thread-safe. wait…() block, so they
/// are for job threads only.
class ModuleStates
{
public:
    using Changed = std::function<void(std::uint32_t module, std::shared_ptr<const ModuleReport>)>;
    using Looking = std::function<void(std::uint32_t module, std::shared_ptr<const OpenLookup>)>;
    using Update = std::function<void(ModuleState&)>;
    using Part = ModulePart ModuleState::*;

    /// What a request to walk through a module must start.
    struct WalkParts
    {
        bool unwind = false;
        bool debug = false;
    };

    /// Both are called from pool threads without the lock, and may be null.
    struct Listeners
    {
        Changed changed; ///< A module has a new report.
        Looking looking; ///< The look-up of a module goes on.
    };

    struct Options
    {
        bool reportsUnwindStatus = false;
        std::stop_token stop; ///< Ends waiting. Parts stay open until their jobs close them.
        Listeners listeners{};
    };

    /// `table` must outlive the states. `lookupModules` are its modules for look-ups, with
    /// rewritten names.
    ModuleStates(const ModuleTable& table, std::vector<EventModule> lookupModules, Options options);

    /// @name For jobs
    /// @{
    /// True once for each part: whoever gets it starts the job that closes the part.
    bool open(std::uint32_t module, Part part);
    WalkParts openWalk(std::uint32_t module);
    /// Changes a state whose part stays open, without a notification.
    void update(std::uint32_t module, const Update& change);
    /// Says which unwind data the module will have. The part `unwind` stays open.
    void foretell(std::uint32_t module, CertainUnwind unwind);
    /// Changes the state, notifies the listener, then wakes the waiters. After the last part is
    /// closed the states may be destroyed, so a job must not use shared data afterwards.
    void close(std::uint32_t module, Part part, const Update& change);

    bool hasLookupListener() const { return m_options.listeners.looking != nullptr; }

    /// Tells the listener of places that are asked for a part that is open, and of their answers.
    void tellAsked(std::uint32_t module, std::vector<OpenLookup::Place> places);
    /// Tells it that the files are here and are converted now.
    void tellConverting(std::uint32_t module);
    /// The ids and names to search for, completed by the code file.
    sources::ObjectLookup lookup(std::uint32_t module) const;

    /// The module for look-ups, as in the event.
    const EventModule& lookupModule(std::uint32_t module) const { return m_lookupModules[module]; }

    /// Takes over what another run has found, if nothing of the module is known yet or what is
    /// known was taken over, too. Returns whether it did.
    bool adopt(std::uint32_t module, const ModuleState& found);

    /// @}

    /// @name Waiting
    /// @{
    /// Blocks until one of `modules` is ready to walk, or the stop token fires.
    void waitForWalk(const std::vector<std::uint32_t>& modules) const;
    /// Blocks until everything requested has been answered, or the stop token fires.
    void waitForAll() const;
    /// Blocks until newsCount() is no longer `seen`, or the stop token fires, for at most
    /// `patience`. Returns whether there are news.
    bool waitForNews(std::uint64_t seen, std::chrono::milliseconds patience) const;
    /// Blocks until the last job has closed its part, whatever the stop token says.
    void waitUntilClosed() const;
    /// @}

    /// @name What is known now
    /// @{
    unwind::WalkModule walkModule(std::uint32_t module) const;
    bool isWalkReady(std::uint32_t module) const;
    /// Absent while it is not certain yet. Without a table there is no unwind data.
    std::optional<CertainUnwind> certainUnwind(std::uint32_t module) const;
    /// Has everything requested been answered?
    bool hasAnsweredAll() const;
    bool wasRequested(std::uint32_t module) const;
    /// Tells whether this part was not requested yet.
    bool isIdle(std::uint32_t module, Part part) const;
    /// One entry per module; see symbolsOf(). The same values are shared until another module's
    /// symbols arrive.
    std::shared_ptr<const std::vector<ModuleSymbols>> symbols() const;
    /// A copy for other runs; null when nothing was searched for here, or something still is.
    std::shared_ptr<const ModuleState> finishedState(std::uint32_t module) const;
    std::shared_ptr<const symcache::SymCache> symCache(std::uint32_t module) const;
    std::shared_ptr<const symcache::PpdbCache> ppdbCache(std::uint32_t module) const;
    /// ModuleState::debugFile and debugCompanions, the file first; empty when there is none, or
    /// when it belongs to another build.
    std::vector<std::shared_ptr<ObjectItem>> valueFiles(std::uint32_t module) const;
    /// The debug file's code id, otherwise the event's.
    std::optional<CodeId> codeId(std::uint32_t module) const;
    /// Objects that contain or link the module's sources, best first.
    std::vector<object::ObjectPtr> sourceObjects(std::uint32_t module) const;
    std::string sourceScope(std::uint32_t module) const;
    /// Grows whenever a requested part was answered or something became certain.
    std::uint64_t newsCount() const;
    /// Null before the search for sources.
    std::shared_ptr<const RecordedFiles> recordedFiles(std::uint32_t module) const;
    std::shared_ptr<const ModuleReport> report(std::uint32_t module,
                                               std::uint32_t frameCount) const;
    /// @}

    /// Adds what was tried outside the jobs.
    void addCandidates(std::uint32_t module, std::vector<Candidate> candidates);

private:
    template <class Wait>
    void waitForParts(const Wait& wait) const;
    bool isAnyReadyLocked(const std::vector<std::uint32_t>& modules) const;
    template <class T>
    T read(std::uint32_t module, T ModuleState::* member) const;
    bool openLocked(ModulePart& part);
    WalkParts openWalkParts(std::uint32_t module);
    template <class Change>
    void tellLooking(std::uint32_t module, const Change& change);
    std::shared_ptr<const ModuleReport> reportLocked(std::uint32_t module,
                                                     std::uint32_t frameCount) const;

    const ModuleTable& m_table;
    const std::vector<EventModule> m_lookupModules;
    const Options m_options;

    mutable std::mutex m_mutex; // Guards all members after it.
    mutable std::condition_variable_any m_wake;
    std::vector<ModuleState> m_modules;
    std::vector<bool> m_isAdopted;     // Indexed like m_modules.
    std::vector<OpenLookup> m_lookups; // Indexed like m_modules; empty without a listener.
    std::size_t m_openParts = 0;
    std::uint64_t m_news = 0;
    mutable std::shared_ptr<const std::vector<ModuleSymbols>> m_symbols; // Null when out of date.
};

} // namespace faultline::symbolicate
