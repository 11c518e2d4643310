#pragma once

#include "core/base/log.h"
#include "core/engine/engine_config.h"
#include "core/model/report.h"
#include "core/model/source_text.h"
#include "core/symbolicate/options/options.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace faultline::engine {

enum class JobId : std::uint64_t {};
enum class EventId : std::uint64_t {};

/// Bytes of one transfer on its way; shown in the Activity dock. Sent when it starts, at most ten
/// times a second, and when it ends.
struct TransferProgress
{
    std::uint64_t transfer = 0; ///< Unique within the process.
    std::string source;
    std::string location; ///< Without credentials.
    std::string module;   ///< Name of the module it is for; may be empty.
    enum class State : std::uint8_t {
        Queued,
        Connecting,
        Downloading,
        Paused,
        Unpacking,
        Done,
        Failed,
        Cancelled
    } state = State::Queued;
    std::uint64_t receivedBytes = 0;
    std::uint64_t totalBytes = 0; ///< 0: unknown.
    std::uint64_t bytesPerSecond = 0;
    std::string result; ///< Text of the outcome for Done, Failed, Cancelled.
};

/// A step of a job, for progress displays: "reading", "walking", "symbolicating", …
struct JobProgress
{
    JobId job{};
    EventId event{};
    std::string step;
    std::uint32_t done = 0;
    std::uint32_t total = 0; ///< 0: unknown.
};

/// The event has been read: threads, modules and crash are known, stacks are not.
struct EventSnapshot
{
    EventId event{};
    std::uint64_t generation = 0;
    std::filesystem::path path; ///< Empty when opened from bytes.
    EventPtr value;
};

/// The file or folder holds several crash files and none of them was opened: `path` with one of the
/// parts behind it opens that one. The job ends as Unsupported.
struct ContainerSnapshot
{
    JobId job{};
    std::filesystem::path path;
    std::vector<std::string> parts; ///< Relative to `path`.
};

/// One thread's stack has a new state; the first one comes from what the file holds, before any
/// network byte.
struct StackSnapshot
{
    EventId event{};
    std::uint64_t generation = 0;
    std::shared_ptr<const ThreadStack> value;
};

struct ModuleSnapshot
{
    EventId event{};
    std::uint64_t generation = 0;
    std::uint32_t module = 0;
    std::shared_ptr<const ModuleReport> value;
};

/// The report at the end of a symbolication (also of a cancelled one: then incomplete).
struct ReportSnapshot
{
    EventId event{};
    std::uint64_t generation = 0;
    ReportPtr value;
};

struct JobFinished
{
    JobId job{};
    EventId event{};
    Result<void> outcome;
};

/// Answer to loadSource().
struct SourceSnapshot
{
    JobId job{};
    EventId event{};
    std::string path;
    std::optional<SourceText> value;
    std::vector<std::string> tried; ///< Every place looked at, with its outcome.
    std::string link; ///< URL that the debug files give; empty when none. Not asked unless its host
                      ///< is allowed.
};

/// Sizes of the local caches, for the status bar.
struct CacheSnapshot
{
    std::uint64_t totalBytes = 0;
    std::uint64_t entryCount = 0;
    std::filesystem::path folder;
};

using Notice = std::variant<JobProgress,
                            TransferProgress,
                            EventSnapshot,
                            ContainerSnapshot,
                            StackSnapshot,
                            ModuleSnapshot,
                            ReportSnapshot,
                            SourceSnapshot,
                            CacheSnapshot,
                            JobFinished>;

/// The façade: commands in, immutable snapshots out. Every command returns at once; everything else
/// arrives through the callback given at construction, one call at a time and in order per event,
/// from engine threads or from within a command. The callback may give commands. ui/ includes
/// core/engine only. Thread-safe.
class Engine
{
public:
    using Callback = std::function<void(Notice)>;

    Engine(EngineConfig config, LogSink& log, Callback callback);
    /// Cancels every job and waits for their threads; no callback after return.
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    /// Reads a crash file, or the only one of a container (crash_files.h), and symbolicates it.
    /// Notices: EventSnapshot, StackSnapshots (raw, then better), ModuleSnapshots, ReportSnapshot,
    /// JobFinished; for a container of several ContainerSnapshot and JobFinished. The event stays
    /// open until closeEvent().
    JobId openEvent(std::filesystem::path path, symbolicate::SymbolicateOptions options = {});
    JobId openEvent(ByteView bytes, std::string name, symbolicate::SymbolicateOptions options = {});
    /// Resolves again: after sources changed or on Retry. Ends what is still being resolved for the
    /// event; files that the user located are used again.
    JobId symbolicate(EventId event, symbolicate::SymbolicateOptions options = {});
    /// Resolves again with the last options and with `file` for the module whatever its ids are;
    /// the difference is noted on the candidate.
    JobId locateFile(EventId event, std::uint32_t module, std::filesystem::path file);
    /// Forgets the event and cancels its jobs.
    void closeEvent(EventId event);

    JobId loadSource(EventId event, std::uint32_t module, std::string path);

    void setSources(std::vector<sources::SourceConfig> sources);
    void setOffline(bool offline);
    void setPathMappings(std::vector<std::pair<std::string, std::string>> fromTo);
    /// Which hosts may be asked for linked source files from now on.
    void setLinkedSources(symbolicate::LinkedSourcePolicy policy);
    JobId measureCaches();
    void cancel(JobId job);
    void cancelTransfer(std::uint64_t transfer);
    /// The server is let go; the time allowed for the download stands still until resumeTransfer().
    void pauseTransfer(std::uint64_t transfer);
    void resumeTransfer(std::uint64_t transfer);
    void cancelAll();

    /// Runs to the end on the calling thread and returns the report: what command line and server
    /// use. Never call from a compute task. Errors: Unsupported (no kind of crash file that we
    /// know; the text says what it looks like), Malformed, NotFound, PermissionDenied, Cancelled.
    Result<ReportPtr>
    run(EventPtr event, const symbolicate::SymbolicateOptions& options, std::stop_token stop);
    /// Recognises the kind of input by content and reads it, also the only crash file of a
    /// container (crash_files.h). Same errors.
    static Result<EventPtr> readEvent(ByteView bytes, const ParseLimits& limits);

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace faultline::engine
