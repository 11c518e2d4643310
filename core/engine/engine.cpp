#include "core/engine/engine.h"

#include "core/base/file.h"
#include "core/base/serial_queue.h"
#include "core/cache/cache_cleaner.h"
#include "core/engine/crash_files.h"
#include "core/engine/event_reader.h"
#include "core/engine/file_identifier.h"
#include "core/engine/shared_backends.h"
#include "core/symbolicate/native_symbolicator.h"
#include "core/symbolicate/services.h"
#include "core/symbolicate/unwind_table_cache.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <map>
#include <mutex>
#include <utility>

namespace faultline {

namespace {

constexpr std::size_t kIoThreads = 4;
constexpr std::size_t kJobThreads = 8;

DownloadPolicy policyOf(const EngineConfig& config)
{
    DownloadPolicy policy;
    policy.connectTimeout = config.connectTimeout;
    policy.headTimeout = config.headTimeout;
    policy.stallTimeout = config.stallTimeout;
    policy.totalTimeout = config.maxDownloadTimeout;
    policy.maxBytes = config.maxDownloadBytes;
    policy.maxPerHost = config.maxDownloadsPerHost;
    policy.denyList = config.denyList;
    policy.connectToReservedIps = config.connectToReservedIps;
    policy.filterTrustedClients = config.filterTrustedClients;
    policy.offline = config.offline;
    policy.access = config.sourceAccess;
    return policy;
}

CacheStoreConfig storeConfigOf(const EngineConfig& config, std::shared_ptr<SharedBackend> shared)
{
    CacheStoreConfig store;
    store.folder = config.cacheDir;
    store.lifetimes = config.lifetimes;
    store.memoryBytes = config.cacheMemoryBytes;
    store.maxLazyRedownloads = config.maxLazyRedownloads;
    store.maxLazyRecomputations = config.maxLazyRecomputations;
    store.offline = config.offline;
    store.shared = std::move(shared);
    store.sharedLimits = config.shared.limits;
    return store;
}

bool wantsCleaning(const CacheCleaningConfig& config)
{
    return config.enabled || config.quotaBytes || config.minFreeBytes;
}

CacheCleanupOptions cleanupOptionsOf(const EngineConfig& config)
{
    return {.lifetimes = config.lifetimes,
            .quotaBytes = config.cleanup.quotaBytes,
            .minFreeBytes = config.cleanup.minFreeBytes};
}

TransferProgress progressOf(const TransferStatus& status)
{
    static constexpr std::array kStates{
        TransferProgress::State::Queued,      TransferProgress::State::Connecting,
        TransferProgress::State::Downloading, TransferProgress::State::Paused,
        TransferProgress::State::Unpacking,   TransferProgress::State::Done,
        TransferProgress::State::Failed,      TransferProgress::State::Cancelled};
    return {.transfer = status.transfer,
            .source = status.source,
            .location = status.location,
            .module = status.label,
            .state = kStates[static_cast<std::size_t>(status.state)],
            .receivedBytes = status.receivedBytes,
            .totalBytes = status.totalBytes,
            .bytesPerSecond = status.bytesPerSecond,
            .result = status.result};
}

CacheSnapshot measure(const std::filesystem::path& folder, const std::stop_token& stop)
{
    CacheSnapshot snapshot;
    snapshot.folder = folder;
    std::error_code error;
    std::filesystem::recursive_directory_iterator at(
        folder, std::filesystem::directory_options::skip_permission_denied, error);
    // Entries may vanish while we look: every step tolerates it.
    for (const std::filesystem::recursive_directory_iterator end;
         !error && at != end && !stop.stop_requested(); at.increment(error)) {
        std::error_code gone;
        if (!at->is_regular_file(gone) || gone)
            continue;
        const auto sizeBytes = at->file_size(gone);
        if (gone)
            continue;
        snapshot.totalBytes += sizeBytes;
        ++snapshot.entryCount;
    }
    return snapshot;
}

/// Longest prefix first, so that the most specific mapping wins.
void sortMappings(std::vector<std::pair<std::string, std::string>>& mappings)
{
    std::ranges::stable_sort(mappings, std::greater<>(),
                             [](const auto& m) { return m.first.size(); });
}

} // namespace

class Engine::Impl
{
public:
    Impl(EngineConfig config, LogSink& log, Callback callback)
        : m_config(std::move(config)), m_log(log), m_callback(std::move(callback)),
          m_compute(m_config.computeThreads), m_io(kIoThreads),
          m_transport(makeCurlTransport(m_config.transport)),
          m_downloader(policyOf(m_config),
                       *m_transport,
                       m_io,
                       [this](const TransferStatus& status) { notify(progressOf(status)); }),
          m_cache(
              storeConfigOf(m_config,
                            makeSharedBackend(
                                m_config.shared, m_config.sourceAccess.cloud, *m_transport, m_io)),
              m_compute,
              m_io,
              log),
          m_folders(identifyFile(m_config.limits)), m_jobs(kJobThreads)
    {
        sortMappings(m_config.pathMappings);
        if (m_config.cacheDir && wantsCleaning(m_config.cleanup))
            m_cleaner.emplace(*m_config.cacheDir, cleanupOptionsOf(m_config),
                              m_config.cleanup.interval, log);
    }

    ~Impl()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_isClosing = true;
        }
        cancelAll();
        std::unique_lock lock(m_mutex);
        m_idle.wait(lock, [this] { return m_running.empty(); });
    }

    Services services()
    {
        return {m_compute, m_io,      m_cache, m_downloader,
                m_folders, m_indexes, m_log,   m_config.limits};
    }

    // --- jobs

    using Work = std::move_only_function<Result<void>(JobId, std::stop_token)>;

    /// Runs `work` on a job thread under a new id; JobFinished follows its outcome. JobId{} when
    /// the engine is being destroyed.
    JobId startJob(EventId event, Work work)
    {
        return startJob(event, std::stop_source(), std::move(work));
    }

    JobId startJob(EventId event, std::stop_source stop, Work work)
    {
        JobId id{};
        {
            const std::lock_guard lock(m_mutex);
            if (m_isClosing)
                return id;
            id = JobId{++m_lastJob};
            m_running.emplace(id, RunningJob{event, stop});
        }
        m_jobs.post([this, id, event, stop, work = std::move(work)]() mutable {
            auto outcome = stop.stop_requested()
                               ? fail(ErrorKind::Cancelled, "cancelled before it began")
                               : work(id, stop.get_token());
            if (!outcome && outcome.error().kind != ErrorKind::Cancelled)
                m_log.write(LogLevel::Warning, "engine.job", outcome.error().describe());
            notify(JobFinished{id, event, std::move(outcome)});
            const std::lock_guard lock(m_mutex);
            m_running.erase(id);
            m_idle.notify_all();
        });
        return id;
    }

    void cancel(JobId job)
    {
        std::stop_source stop(std::nostopstate);
        {
            const std::lock_guard lock(m_mutex);
            if (const auto found = m_running.find(job); found != m_running.end())
                stop = found->second.stop;
        }
        stop.request_stop();
    }

    void cancelAll()
    {
        std::vector<std::stop_source> stops;
        {
            const std::lock_guard lock(m_mutex);
            for (const auto& [id, job] : m_running)
                stops.push_back(job.stop);
        }
        // Never under the lock: it calls back whoever waits.
        for (auto& stop : stops)
            stop.request_stop();
        m_downloader.cancelAll();
    }

    // --- events

    struct OpenEvent
    {
        EventPtr event;
        std::string folder; ///< Of the crash file; empty when opened from bytes.
        std::uint64_t generation = 0;
        SymbolicateOptions options; ///< Of the last symbolication, for locateFile().
        std::vector<LocatedFile> located;
        std::vector<ResolvedModule> modules;
        std::stop_source newest;  ///< Stops the symbolication that began last.
        bool isResolving = false; ///< One at a time, so that generations come in order.
    };

    JobId
    open(std::filesystem::path path, std::optional<ByteView> bytes, SymbolicateOptions options)
    {
        EventId id{};
        std::stop_source stopper;
        {
            const std::lock_guard lock(m_mutex);
            id = EventId{++m_lastEvent};
            m_events[id].newest = stopper;
        }
        return startJob(id, stopper,
                        [this, id, path = std::move(path), bytes = std::move(bytes),
                         options = std::move(options)](JobId job, std::stop_token stop) mutable {
                            return openNow(id, job, path, std::move(bytes), std::move(options),
                                           std::move(stop));
                        });
    }

    Result<void> openNow(EventId id,
                         JobId job,
                         const std::filesystem::path& path,
                         std::optional<ByteView> bytes,
                         SymbolicateOptions options,
                         std::stop_token stop)
    {
        notify(JobProgress{.job = job, .event = id, .step = "reading", .done = 0, .total = 0});
        if (!bytes) {
            FL_TRY(bytes, readCrashFile(path));
        }
        FL_TRY(auto event, readEventFile(*std::move(bytes), m_config.limits));
        {
            const std::lock_guard lock(m_mutex);
            const auto found = m_events.find(id);
            if (found == m_events.end())
                return closedMeanwhile();
            found->second.event = event;
            if (!path.empty())
                found->second.folder = path.parent_path().string();
            // Set before anyone can see the event and ask for more.
            found->second.isResolving = true;
            found->second.generation = 1;
            found->second.options = options;
        }
        notify(EventSnapshot{id, 1, path, event});
        return resolve({id, job, 1, event}, std::move(options), std::move(stop));
    }

    /// Of a folder, its only dump.
    Result<ByteView> readCrashFile(const std::filesystem::path& path) const
    {
        std::error_code ignored;
        if (!std::filesystem::is_directory(path, ignored))
            return mapForeignFile(path);
        FL_TRY(const auto files, findCrashFilesAt(path, m_config.limits));
        return openOnlyCrashFile(files);
    }

    static std::unexpected<Error> closedMeanwhile()
    {
        return fail(ErrorKind::Cancelled, "the event was closed");
    }

    /// What one symbolication of an open event carries along.
    struct Run
    {
        EventId id{};
        JobId job{};
        std::uint64_t generation = 0;
        EventPtr event;
    };

    /// Waits for the event's previous symbolication, which has been told to stop.
    Result<Run> beginRun(EventId id, JobId job, SymbolicateOptions& options, std::stop_token stop)
    {
        std::unique_lock lock(m_mutex);
        m_idle.wait(lock, stop, [this, id] {
            const auto found = m_events.find(id);
            return found == m_events.end() || !found->second.isResolving;
        });
        if (stop.stop_requested())
            return fail(ErrorKind::Cancelled, "cancelled before it began");
        const auto found = m_events.find(id);
        if (found == m_events.end() || !found->second.event)
            return fail(ErrorKind::NotFound, "the event is not open");
        OpenEvent& state = found->second;
        state.isResolving = true;
        state.options = options;
        options.locatedFiles.insert(options.locatedFiles.end(), state.located.begin(),
                                    state.located.end());
        return Run{id, job, ++state.generation, state.event};
    }

    void endRun(const Run& run, std::vector<ResolvedModule> modules)
    {
        const std::lock_guard lock(m_mutex);
        if (const auto found = m_events.find(run.id); found != m_events.end()) {
            found->second.isResolving = false;
            if (!modules.empty())
                found->second.modules = std::move(modules);
        }
        m_idle.notify_all();
    }

    JobId symbolicateAgain(EventId id, SymbolicateOptions options)
    {
        std::stop_source stopper;
        std::stop_source previous(std::nostopstate);
        {
            const std::lock_guard lock(m_mutex);
            // An event that is still being read is left alone: it is about to be resolved anyway.
            if (const auto found = m_events.find(id);
                found != m_events.end() && found->second.event)
                previous = std::exchange(found->second.newest, stopper);
        }
        previous.request_stop();
        return startJob(id, stopper,
                        [this, id, options = std::move(options)](
                            JobId job, std::stop_token stop) mutable -> Result<void> {
                            FL_TRY(auto run, beginRun(id, job, options, stop));
                            return resolve(std::move(run), std::move(options), std::move(stop));
                        });
    }

    /// Passes every new state on as a notice.
    class Notifier final : public SymbolicationObserver
    {
    public:
        Notifier(Impl& engine, const Run& run) : m_engine(engine), m_run(run) {}

        void onStep(std::string_view step, std::uint32_t done, std::uint32_t total) override
        {
            m_engine.notify(JobProgress{.job = m_run.job,
                                        .event = m_run.id,
                                        .step = std::string(step),
                                        .done = done,
                                        .total = total});
        }

        void onStack(std::shared_ptr<const ThreadStack> stack) override
        {
            m_engine.notify(StackSnapshot{m_run.id, m_run.generation, std::move(stack)});
        }

        void onModule(std::uint32_t module, std::shared_ptr<const ModuleReport> report) override
        {
            m_engine.notify(ModuleSnapshot{m_run.id, m_run.generation, module, std::move(report)});
        }

        /// Later runs would replace names by raw addresses for a moment.
        bool wantsRawStacks() const override { return m_run.generation == 1; }

        bool wantsPartialReport() const override { return true; }

    private:
        Impl& m_engine;
        const Run& m_run;
    };

    Result<void> resolve(const Run& run, SymbolicateOptions options, std::stop_token stop)
    {
        Notifier notifier(*this, run);
        addLocalPlaces(run.id, options);
        auto result = symbolicateEvent(m_services, m_unwindTables, sources(), run.event, options,
                                       notifier, std::move(stop));
        if (!result) {
            endRun(run, {});
            return std::unexpected(std::move(result.error()));
        }
        const bool complete = result->report->complete;
        notify(ReportSnapshot{run.id, run.generation, std::move(result->report)});
        endRun(run, std::move(result->modules));
        if (!complete)
            return fail(ErrorKind::Cancelled, "symbolication was cancelled");
        return {};
    }

    /// Mappings that the caller gives stand before the configured ones.
    void addConfigured(SymbolicateOptions& options) const
    {
        const std::lock_guard lock(m_mutex);
        options.linkedSources = m_config.linkedSources;
        options.requireMatchingIds |= m_config.requireMatchingIds;
        options.pathMappings.insert(options.pathMappings.end(), m_config.pathMappings.begin(),
                                    m_config.pathMappings.end());
    }

    /// What the configuration says of the user's own files.
    void addLocalPlaces(EventId id, SymbolicateOptions& options) const
    {
        addConfigured(options);
        options.useLocalFiles |= m_config.useLocalFiles;
        options.useLocalSources |= m_config.useLocalFiles;
        const std::lock_guard lock(m_mutex);
        if (const auto found = m_events.find(id); found != m_events.end())
            options.crashFileFolder = found->second.folder;
    }

    Result<ReportPtr> run(EventPtr event, SymbolicateOptions options, std::stop_token stop)
    {
        SymbolicationObserver silent;
        addConfigured(options);
        FL_TRY(auto result, symbolicateEvent(m_services, m_unwindTables, sources(),
                                             std::move(event), options, silent, std::move(stop)));
        return std::move(result.report);
    }

    JobId locate(EventId id, std::uint32_t module, const std::filesystem::path& file)
    {
        std::error_code error;
        const auto absolute = std::filesystem::absolute(file, error);
        SymbolicateOptions options;
        {
            const std::lock_guard lock(m_mutex);
            if (const auto found = m_events.find(id); found != m_events.end()) {
                auto& located = found->second.located;
                std::erase_if(located, [=](const LocatedFile& l) { return l.module == module; });
                located.push_back({module, (error ? file : absolute).string()});
                options = found->second.options;
            }
        }
        options.retryFailed = false;
        return symbolicateAgain(id, std::move(options));
    }

    void close(EventId id)
    {
        std::vector<std::stop_source> stops;
        {
            const std::lock_guard lock(m_mutex);
            m_events.erase(id);
            for (const auto& [jobId, job] : m_running) {
                if (job.event == id)
                    stops.push_back(job.stop);
            }
        }
        for (auto& stop : stops)
            stop.request_stop();
    }

    JobId loadSource(EventId id, std::uint32_t module, std::string path)
    {
        return startJob(
            id,
            [this, id, module, path = std::move(path)](JobId job,
                                                       std::stop_token stop) -> Result<void> {
                ResolvedModule resolved;
                SymbolicateOptions options;
                options.useLocalSources = true;
                {
                    const std::lock_guard lock(m_mutex);
                    options.pathMappings = m_config.pathMappings;
                    options.linkedSources = m_config.linkedSources;
                    if (const auto found = m_events.find(id);
                        found != m_events.end() && module < found->second.modules.size())
                        resolved = found->second.modules[module];
                }
                const RecordedFiles recorded(resolved.symCache, resolved.ppdbCache);
                auto search =
                    findSource(path, resolved.sourceObjects, recorded, options, m_config.limits);
                if (!search.found)
                    followLink(search, path, resolved, recorded, options, stop);
                notify(SourceSnapshot{job, id, path, std::move(search.found),
                                      std::move(search.tried), std::move(search.link)});
                return {};
            });
    }

    /// Downloads what a bundle or PDB links to, if its host may be asked.
    void followLink(SourceSearch& search,
                    const std::string& path,
                    const ResolvedModule& resolved,
                    const RecordedFiles& recorded,
                    const SymbolicateOptions& options,
                    const std::stop_token& stop)
    {
        const auto place = linkedPlace(search.link, options.scraping);
        if (!place)
            return;
        if (!mayAsk(*place, options.linkedSources)) {
            search.tried.push_back(place->url + ": not asked, its host is not allowed");
            return;
        }
        const auto answers = fetchSources(m_services, {&*place, 1}, resolved.sourceScope, {}, stop);
        const auto& answer = answers.front().value;
        search.tried.push_back(
            concat(place->url, ": ", answer ? "found" : answer.error().describe()));
        if (answer)
            search.found = textFrom(*place, path, **answer, recorded);
    }

    JobId measureCaches()
    {
        return startJob({}, [this](JobId, std::stop_token stop) -> Result<void> {
            auto sizes = m_config.cacheDir ? measure(*m_config.cacheDir, stop) : CacheSnapshot{};
            if (stop.stop_requested())
                return fail(ErrorKind::Cancelled, "measuring the caches was cancelled");
            notify(std::move(sizes));
            return {};
        });
    }

    // --- settings

    std::vector<SourceConfig> sources() const
    {
        const std::lock_guard lock(m_mutex);
        return m_config.sources;
    }

    void setSources(std::vector<SourceConfig> sources)
    {
        const std::lock_guard lock(m_mutex);
        m_config.sources = std::move(sources);
    }

    void setPathMappings(std::vector<std::pair<std::string, std::string>> mappings)
    {
        sortMappings(mappings);
        const std::lock_guard lock(m_mutex);
        m_config.pathMappings = std::move(mappings);
    }

    void setLinkedSources(LinkedSourcePolicy policy)
    {
        const std::lock_guard lock(m_mutex);
        m_config.linkedSources = std::move(policy);
    }

    Downloader& downloader() { return m_downloader; }

    void setOffline(bool offline)
    {
        m_downloader.setOffline(offline);
        m_cache.setOffline(offline);
    }

    void notify(Notice notice)
    {
        if (m_callback)
            m_notices.post(
                [this, notice = std::move(notice)]() mutable { m_callback(std::move(notice)); });
    }

private:
    struct RunningJob
    {
        EventId event{}; ///< EventId{} of jobs about none.
        std::stop_source stop;
    };

    mutable std::mutex m_mutex; // Guards the settable parts of m_config and everything
                                // down to m_lastEvent.
    EngineConfig m_config;
    std::condition_variable_any m_idle; // A job or a symbolication has ended.
    std::map<JobId, RunningJob> m_running;
    bool m_isClosing = false;
    std::map<EventId, OpenEvent> m_events;
    std::uint64_t m_lastJob = 0;
    std::uint64_t m_lastEvent = 0;

    LogSink& m_log;
    Callback m_callback;
    SerialQueue m_notices; // Orders the callback's calls.
    WorkerPool m_compute;
    WorkerPool m_io;
    std::unique_ptr<Transport> m_transport;
    Downloader m_downloader;
    SourceIndexes m_indexes{m_cache, m_downloader}; // Before the cache, which calls it to its end.
    CacheStore m_cache;
    std::optional<CacheCleaner> m_cleaner; // Absent when nobody asked for it.
    FolderCatalog m_folders;
    UnwindTableCache m_unwindTables;
    const Services m_services = services();
    WorkerPool m_jobs;
};

Engine::Engine(EngineConfig config, LogSink& log, Callback callback)
    : m_impl(std::make_unique<Impl>(std::move(config), log, std::move(callback)))
{
}

Engine::~Engine() = default;

JobId Engine::openEvent(std::filesystem::path path, SymbolicateOptions options)
{
    return m_impl->open(std::move(path), std::nullopt, std::move(options));
}

JobId Engine::openEvent(ByteView bytes, std::string name, SymbolicateOptions options)
{
    return m_impl->open(std::move(name), std::move(bytes), std::move(options));
}

JobId Engine::symbolicate(EventId event, SymbolicateOptions options)
{
    return m_impl->symbolicateAgain(event, std::move(options));
}

JobId Engine::locateFile(EventId event, std::uint32_t module, std::filesystem::path file)
{
    return m_impl->locate(event, module, file);
}

void Engine::closeEvent(EventId event)
{
    m_impl->close(event);
}

JobId Engine::loadSource(EventId event, std::uint32_t module, std::string path)
{
    return m_impl->loadSource(event, module, std::move(path));
}

void Engine::setSources(std::vector<SourceConfig> sources)
{
    m_impl->setSources(std::move(sources));
}

void Engine::setOffline(bool offline)
{
    m_impl->setOffline(offline);
}

void Engine::setPathMappings(std::vector<std::pair<std::string, std::string>> fromTo)
{
    m_impl->setPathMappings(std::move(fromTo));
}

void Engine::setLinkedSources(LinkedSourcePolicy policy)
{
    m_impl->setLinkedSources(std::move(policy));
}

JobId Engine::measureCaches()
{
    return m_impl->measureCaches();
}

void Engine::cancel(JobId job)
{
    m_impl->cancel(job);
}

void Engine::cancelTransfer(std::uint64_t transfer)
{
    m_impl->downloader().cancel(transfer);
}

void Engine::pauseTransfer(std::uint64_t transfer)
{
    m_impl->downloader().pause(transfer);
}

void Engine::resumeTransfer(std::uint64_t transfer)
{
    m_impl->downloader().resume(transfer);
}

void Engine::cancelAll()
{
    m_impl->cancelAll();
}

Result<ReportPtr>
Engine::run(EventPtr event, const SymbolicateOptions& options, std::stop_token stop)
{
    return m_impl->run(std::move(event), options, std::move(stop));
}

Result<EventPtr> Engine::readEvent(ByteView bytes, const ParseLimits& limits)
{
    return readEventFile(std::move(bytes), limits);
}

} // namespace faultline
