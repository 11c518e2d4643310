// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/log.h"
#include "core/bundle/report_bundle.h"
#include "core/engine/engine.h"
#include "core/engine/engine_config.h"
#include "core/model/report.h"
#include "core/symbolicate/run/symbolication.h"

#include <condition_variable>
#include <map>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

namespace faultline::engine {

/// The data of one symbolication of an open event.
struct EventRun
{
    EventId id{};
    JobId job{};
    std::uint64_t generation = 0;
    EventPtr event;
    ByteView file; ///< The event's file if it was kept.
};

/// What the last run of an event has found. Parts are null before the first one has ended, and
/// modules when a server did the work.
struct EventFindings
{
    EventPtr event;
    ReportPtr report;
    std::shared_ptr<const std::vector<symbolicate::ResolvedModule>> modules;
    bool framePointerFirst = false; ///< How its stacks were walked.
};

/// The open events. One job at a time resolves an event, so generations are in order. Thread-safe.
class OpenEvents
{
public:
    /// `stop` ends the job that reads the event.
    EventId add(std::stop_source stop);

    /// Called when the event has been read; the same job resolves it first. `folder` contains the
    /// crash file; empty when opened from bytes. `file` is kept for all runs of the event. Errors:
    /// Cancelled (closed meanwhile).
    Result<EventRun> beginFirst(EventId id,
                                JobId job,
                                EventPtr event,
                                ByteView file,
                                std::string folder,
                                const symbolicate::SymbolicateOptions& options);

    /// Stops the latest symbolication; `stop` will end the next one. An event that is still being
    /// read is not stopped, because it is about to be resolved anyway.
    void supersede(EventId id, std::stop_source stop);

    /// Waits for the previous symbolication and adds the files that the user located. Errors:
    /// Cancelled, NotFound (not open).
    Result<EventRun> beginNext(EventId id,
                               JobId job,
                               symbolicate::SymbolicateOptions& options,
                               const std::stop_token& stop);

    /// If `modules` is empty, the run was cancelled before it had any, and what was found before
    /// stays.
    void end(const EventRun& run,
             std::vector<symbolicate::ResolvedModule> modules,
             ReportPtr report = nullptr);

    /// The event's last options, extended by the located file, which is used from now on.
    symbolicate::SymbolicateOptions locate(EventId id, symbolicate::LocatedFile file);

    /// The event's last options. The file that the user located for the module is used no more.
    symbolicate::SymbolicateOptions forgetFile(EventId id, std::uint32_t module);

    /// The event comes out of a report bundle, so it has nothing to resolve.
    void keepStored(EventId id, std::shared_ptr<const bundle::ReportBundle> stored);
    /// Null for other events.
    std::shared_ptr<const bundle::ReportBundle> stored(EventId id) const;

    std::string folderOf(EventId id) const;
    /// Empty for a module or event that does not exist.
    symbolicate::ResolvedModule resolvedModule(EventId id, std::uint32_t module) const;
    EventFindings findings(EventId id) const;
    void close(EventId id);

private:
    struct OpenEvent
    {
        EventPtr event; ///< Null while the event is being read.
        ByteView file;
        std::string folder;
        std::uint64_t generation = 0;
        symbolicate::SymbolicateOptions options;
        std::vector<symbolicate::LocatedFile> located;
        std::shared_ptr<const std::vector<symbolicate::ResolvedModule>> modules; ///< May be null.
        ReportPtr report;                                   ///< Of the run that found the modules.
        std::shared_ptr<const bundle::ReportBundle> stored; ///< Null unless it is a bundle's.
        std::stop_source newest;
        bool isResolving = false;
    };

    mutable std::mutex m_mutex; // Guards both below.
    std::map<EventId, OpenEvent> m_events;
    std::uint64_t m_last = 0;
    std::condition_variable_any m_ended; // A symbolication has ended, or an event was closed.
};

} // namespace faultline::engine
