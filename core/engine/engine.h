// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/engine/notice.h"
#include "core/model/walk_trace.h"
#include "core/symbolicate/options/options.h"

#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace faultline {

class LogSink;

} // namespace faultline

namespace faultline::symbolicate {

struct Services;

} // namespace faultline::symbolicate

namespace faultline::engine {

struct EngineConfig;
struct Inspection;
struct InspectionQuestion;
class ModuleQuestions;

/// An event that keepOpen() has resolved.
struct KeptEvent
{
    EventId event{};
    std::shared_ptr<const Report> report; ///< Never null.
};

/// Stands for "in no module".
constexpr std::uint32_t kNoModule = std::numeric_limits<std::uint32_t>::max();

/// A report, and why one of its stacks is as it is.
struct Explained
{
    std::shared_ptr<const Report> report; ///< Never null.
    WalkTrace trace;
};

/// The façade: commands in, immutable snapshots out. Every command returns at once. Everything else
/// arrives through the callback given to the constructor, one call at a time and in order per
/// event, on engine threads or inside a command. The callback may give commands. ui/ includes
/// core/engine only. Thread-safe.
class Engine
{
public:
    using Callback = std::function<void(Notice)>;

    Engine(EngineConfig config, LogSink& log, Callback callback);
    /// Cancels every job and waits for the jobs' threads. No callback is called afterwards.
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    /// Reads a crash file, or the only one in a container (core/intake/crash_files.h), and
    /// symbolicates it. Notices: EventSnapshot, StackSnapshots (raw, then better), ModuleSnapshots,
    /// ReportSnapshot, JobFinished. A container with several crash files gives ContainerSnapshot,
    /// PartSnapshots of the first ones, and JobFinished. The event stays open until closeEvent().
    JobId openEvent(std::filesystem::path path, symbolicate::SymbolicateOptions options = {});
    JobId openEvent(ByteView bytes, std::string name, symbolicate::SymbolicateOptions options = {});
    /// Resolves the event again, after sources changed or on Retry. Ends a running resolution of
    /// the event. Files that the user located are used again.
    JobId symbolicate(EventId event, symbolicate::SymbolicateOptions options = {});
    /// Resolves again with the last options, and with `file` for the module regardless of its ids.
    /// The candidate notes the difference.
    JobId locateFile(EventId event, std::uint32_t module, std::filesystem::path file);
    /// Undoes locateFile() for the module, and resolves again with the last options.
    JobId forgetFile(EventId event, std::uint32_t module);
    /// Forgets the event and cancels its jobs.
    void closeEvent(EventId event);

    /// Finds the text of a source file. Notices: SourceSnapshot, JobFinished. Without a module
    /// (kNoModule) only the folders of this machine are searched. A text without the line, counted
    /// from 1, is not the file; 0 names no line.
    JobId loadSource(EventId event, std::uint32_t module, std::string path, std::uint32_t line = 0);

    /// Answers a question about values, code or memory (core/engine/inspection.h) from what the
    /// last run has found. Notices: InspectionSnapshot, JobFinished.
    JobId inspect(EventId event, std::shared_ptr<const InspectionQuestion> question);

    void setSources(std::vector<sources::SourceConfig> sources);
    void setOffline(bool offline);
    void setPathMappings(std::vector<std::pair<std::string, std::string>> fromTo);
    /// Sets the hosts that may be asked for linked source files.
    void setLinkedSources(symbolicate::LinkedSourcePolicy policy);
    /// Asks one source, configured or not, how it answers. Notices: SourceTestSnapshot,
    /// JobFinished.
    JobId testSource(sources::SourceConfig source);
    JobId measureCaches();
    void cancel(JobId job);
    void cancelTransfer(std::uint64_t transfer);
    /// Closes the connection to the server. The time allowed for the download does not run until
    /// resumeTransfer().
    void pauseTransfer(std::uint64_t transfer);
    void resumeTransfer(std::uint64_t transfer);
    void cancelAll();

    /// Starts the threads that no work can do without, unless they run. Without them, everything
    /// that may wait fails. Errors: Internal (momentary).
    Result<void> ensureThreads();

    /// Runs on the calling thread to the end and returns the report of an event of any kind; for
    /// command line and server.
    /// Never call it from a compute task. Errors: Unsupported (no known kind of crash file; the
    /// text describes the bytes), Malformed, NotFound, PermissionDenied, Cancelled.
    Result<std::shared_ptr<const Report>> run(std::shared_ptr<const Event> event,
                                              const symbolicate::SymbolicateOptions& options,
                                              std::stop_token stop);
    /// Like run(), and why a thread's stack is as it is; by default the leading one's. Errors: also
    /// NotFound (there is no such thread), Unsupported (its stack was not walked here).
    Result<Explained> explainWalk(std::shared_ptr<const Event> event,
                                  const symbolicate::SymbolicateOptions& options,
                                  std::optional<std::uint32_t> thread,
                                  std::stop_token stop);
    /// Like run(), and keeps the event open for ask() until closeEvent(). `step` hears of the work
    /// as JobProgress tells it, on threads of the work; it may be null.
    Result<KeptEvent>
    keepOpen(std::shared_ptr<const Event> event,
             symbolicate::SymbolicateOptions options,
             const std::function<void(std::string_view, std::uint32_t, std::uint32_t)>& step,
             const std::stop_token& stop);
    /// inspect() on the calling thread. Never call it from a compute task. Errors: Cancelled,
    /// Internal (no threads).
    Result<Inspection>
    ask(EventId event, const InspectionQuestion& question, const std::stop_token& stop);
    /// run() on any thread, without waiting. Null when something that the event needs is not in
    /// memory, and for events without given frames.
    std::shared_ptr<const Report> runFromMemory(const std::shared_ptr<const Event>& event,
                                                const symbolicate::SymbolicateOptions& options);
    /// For clients that know a module and no event; with the present settings. The engine must
    /// outlive it.
    ModuleQuestions moduleQuestions();

    /// For the server's protocols that look modules up without an event. Lives as long as the
    /// engine.
    const symbolicate::Services& services() const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace faultline::engine
