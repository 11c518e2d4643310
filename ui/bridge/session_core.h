// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/inspection.h"
#include "ui/bridge/engine_commands.h"
#include "ui/bridge/report_session.h"
#include "ui/bridge/report_state.h"
#include "ui/bridge/session_rows.h"
#include "ui/bridge/transfer_states.h"
#include "ui/models/part_model.h"

#include <map>
#include <optional>
#include <set>

namespace faultline::ui {

/// The engine's side of a session. Takes notices, drops those of older runs, and records what
/// changed until the session has shown it.
class SessionCore
{
public:
    SessionCore(EngineCommands& commands, std::filesystem::path path);

    void open();
    void close();

    const std::filesystem::path& path() const { return m_path; }

    const ReportState& state() const { return m_state; }

    const std::optional<Error>& failure() const { return m_failure; }

    /// The crash files of a container, named relative to path().
    const QList<PartRow>& parts() const { return m_parts; }

    bool hasEvent() const { return m_state.event != nullptr; }

    engine::EventId eventId() const { return m_state.id; }

    bool isBusy() const { return !m_jobs.empty(); }

    bool owns(engine::JobId job) const
    {
        return m_jobs.contains(job) || m_sourceJobs.contains(job) || m_questions.contains(job);
    }

    // Each overload takes a notice and returns whether it changed the state.
    bool take(const engine::EventSnapshot& snapshot);
    bool take(const engine::ContainerSnapshot& snapshot);
    bool take(const engine::PartSnapshot& snapshot);
    bool take(const engine::StackSnapshot& snapshot);
    bool take(const engine::ModuleSnapshot& snapshot);
    bool take(const engine::LookupSnapshot& snapshot);
    bool take(const engine::ReportSnapshot& snapshot);
    bool take(const engine::TransferProgress& transfer);
    bool take(const engine::SourceSnapshot& snapshot);
    bool take(const engine::InspectionSnapshot& snapshot);
    bool take(const engine::JobFinished& notice);

    // Commands.
    void symbolicate(symbolicate::SymbolicateOptions options);
    void locate(std::uint32_t module, std::filesystem::path file);
    /// Undoes locate().
    void forgetFile(std::uint32_t module);

    /// Does the module use a file that the user chose?
    bool isLocated(std::uint32_t module) const { return m_located.contains(module); }

    void cancel();
    /// Asks for a source file once. The answer arrives as a SourceSnapshot. Without a module only
    /// this machine's folders are searched.
    void
    requestSource(std::optional<std::uint32_t> module, const std::string& path, std::uint32_t line);
    /// Can the text still be found without a new request?
    bool maySourceCome(const std::string& path) const;
    const engine::SourceSnapshot* source(const std::string& path) const;
    void forgetMissingSources();
    /// Asks about values, code or memory. takeInspections() brings the answer. Requires an event.
    engine::JobId inspect(engine::Question question);
    /// Nobody waits for the answer any more.
    void cancelInspection(engine::JobId job);

    /// The answers since the last call. One without a value was cancelled.
    std::vector<engine::InspectionSnapshot> takeInspections()
    {
        return std::exchange(m_inspections, {});
    }

    void setOffline(bool offline) { m_state.isOffline = offline; }

    /// They must outlive the core; null when nobody knows them.
    void setTransfers(const TransferStates* transfers) { m_transfers = transfers; }

    const TransferStates* transfers() const { return m_transfers; }

    void setSourceCount(int count) { m_sourceCount = count; }

    int sourceCount() const { return m_sourceCount; }

    /// Says what changed since the last takeChanges().
    struct Changes
    {
        bool event = false;
        bool source = false;
        bool parts = false;
        std::set<std::uint32_t> stacks;
        std::set<std::uint32_t> modules;
    };

    Changes takeChanges() { return std::exchange(m_changes, {}); }

    /// Stacks that are too deep to be joined on the GUI thread. They wait until takeJoined() brings
    /// the result; state() has the earlier ones until then.
    std::vector<StackJoin> waitingJoins() const;
    /// Ignores results whose stacks were replaced meanwhile.
    void takeJoined(const std::vector<StackJoin>& joined);

    /// Returns what later states replaced. Freeing it may take long.
    std::vector<std::shared_ptr<const void>> takeReplaced()
    {
        return std::exchange(m_replaced, {});
    }

private:
    struct SourceRequest
    {
        std::string path;
        bool isEarly = false; ///< Asked while modules were still looked for.
    };

    bool isFinal(const SourceRequest& request) const;
    bool isAsking(const std::string& path) const;
    void endWithoutAnswer(const SourceRequest& request);
    void markAllModules();
    void markAllStacks();

    void beginRun(engine::JobId job);
    void endRun();
    void markAnswered(std::uint32_t module);
    void keepBest(std::shared_ptr<const ThreadStack> stack);
    void keepBest(std::uint32_t index, std::shared_ptr<const ModuleReport> module);
    bool isStale(engine::EventId event, std::uint64_t generation);
    void resizeToEvent();

    EngineCommands& m_commands;
    std::filesystem::path m_path;
    ReportState m_state;
    std::optional<Error> m_failure;
    QList<PartRow> m_parts;
    std::set<engine::JobId> m_jobs;
    std::uint64_t m_runGeneration = 0; ///< The first that the present run may have.
    std::set<std::uint32_t> m_located;
    std::map<engine::JobId, SourceRequest> m_sourceJobs;
    std::map<std::string, engine::SourceSnapshot> m_sources;
    std::set<engine::JobId> m_questions;
    std::vector<engine::InspectionSnapshot> m_inspections;
    Changes m_changes;
    std::map<std::uint32_t, std::vector<std::shared_ptr<const ThreadStack>>> m_waiting;
    std::vector<std::shared_ptr<const void>> m_replaced;
    const TransferStates* m_transfers = nullptr;
    int m_sourceCount = 0;
    bool m_opened = false;
};

} // namespace faultline::ui
