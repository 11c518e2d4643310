#pragma once

#include "core/base/log.h"
#include "core/engine/engine.h"
#include "core/engine/engine_config.h"
#include "core/model/report.h"
#include "core/symbolicate/native/native_symbolicator.h"

#include <condition_variable>
#include <map>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

namespace faultline::engine {

/// What one symbolication of an open event carries along.
struct EventRun
{
    EventId id{};
    JobId job{};
    std::uint64_t generation = 0;
    EventPtr event;
};

/// The events that are open. Each is resolved by one job at a time, so generations come in order.
/// Thread-safe.
class OpenEvents
{
public:
    /// `stop` ends the job that reads the event.
    EventId add(std::stop_source stop);

    /// The event has been read, and the job that read it resolves it first. `folder` is that of the
    /// crash file; empty when opened from bytes. Errors: Cancelled (closed meanwhile).
    Result<EventRun> beginFirst(EventId id,
                                JobId job,
                                EventPtr event,
                                std::string folder,
                                const symbolicate::SymbolicateOptions& options);

    /// Tells the symbolication that began last to stop; `stop` will end the next. An event that is
    /// still being read is left alone: it is about to be resolved anyway.
    void supersede(EventId id, std::stop_source stop);

    /// Waits for the symbolication before this one, and adds the files that the user located.
    /// Errors: Cancelled, NotFound (not open).
    Result<EventRun> beginNext(EventId id,
                               JobId job,
                               symbolicate::SymbolicateOptions& options,
                               const std::stop_token& stop);

    /// `modules` stay as they were when empty: the run was cancelled before it had any.
    void end(const EventRun& run, std::vector<symbolicate::ResolvedModule> modules);

    /// The last options of the event, with which the file is to be used from now on.
    symbolicate::SymbolicateOptions locate(EventId id, symbolicate::LocatedFile file);

    std::string folderOf(EventId id) const;
    /// Of a module or event that is not there, nothing.
    symbolicate::ResolvedModule resolvedModule(EventId id, std::uint32_t module) const;
    void close(EventId id);

private:
    struct OpenEvent
    {
        EventPtr event; ///< Null while it is being read.
        std::string folder;
        std::uint64_t generation = 0;
        symbolicate::SymbolicateOptions options;
        std::vector<symbolicate::LocatedFile> located;
        std::vector<symbolicate::ResolvedModule> modules;
        std::stop_source newest;
        bool isResolving = false;
    };

    mutable std::mutex m_mutex; // Guards both below.
    std::map<EventId, OpenEvent> m_events;
    std::uint64_t m_last = 0;
    std::condition_variable_any m_ended; // A symbolication has, or an event was closed.
};

} // namespace faultline::engine
