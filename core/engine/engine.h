#pragma once

#include "core/base/byte_view.h"
#include "core/engine/notice.h"
#include "core/symbolicate/options/options.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace faultline {

class LogSink;
struct ParseLimits;

} // namespace faultline

namespace faultline::symbolicate {

struct Services;

} // namespace faultline::symbolicate

namespace faultline::engine {

struct EngineConfig;

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
    Result<std::shared_ptr<const Report>> run(std::shared_ptr<const Event> event,
                                              const symbolicate::SymbolicateOptions& options,
                                              std::stop_token stop);
    /// Recognises the kind of input by content and reads it, also the only crash file of a
    /// container (crash_files.h). Same errors.
    static Result<std::shared_ptr<const Event>> readEvent(ByteView bytes,
                                                          const ParseLimits& limits);

    /// For the server's protocols that look modules up without an event. Lives as long as the
    /// engine.
    const symbolicate::Services& services() const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace faultline::engine
