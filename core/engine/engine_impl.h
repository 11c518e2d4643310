// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/file.h"
#include "core/base/log.h"
#include "core/base/serial_queue.h"
#include "core/engine/cache_size.h"
#include "core/engine/engine.h"
#include "core/engine/engine_config.h"
#include "core/engine/engine_services.h"
#include "core/engine/inspector.h"
#include "core/engine/job_runner.h"
#include "core/engine/live_settings.h"
#include "core/engine/module_questions.h"
#include "core/engine/open_events.h"
#include "core/engine/run_notices.h"
#include "core/engine/source_loading.h"
#include "core/engine/source_test.h"
#include "core/intake/crash_files.h"
#include "core/intake/read_event.h"
#include "core/intake/stored_report.h"
#include "core/model/report.h"
#include "core/remote/server_client.h"
#include "core/signature/signature.h"
#include "core/symbolicate/pipeline/pipeline.h"
#include "core/waits/wait_analyzer.h"

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

namespace faultline::engine {

/// The commands of the engine at work. Only engine.cpp includes it.
class Engine::Impl
{
public:
    Impl(EngineConfig config, LogSink& log, Callback callback)
        : m_settings(std::move(config)), m_callback(std::move(callback)),
          m_services(m_settings.fixed(),
                     log,
                     [this](TransferProgress progress) { notify(std::move(progress)); }),
          m_jobs(log, [this](JobFinished finished) { notify(std::move(finished)); })
    {
        if (const auto& fixed = m_settings.fixed(); fixed.server)
            m_remote.emplace(*fixed.server, fixed.transport, fixed.limits);
    }

    ~Impl()
    {
        m_jobs.close();
        m_services.downloader().cancelAll();
    }

    Result<void> ensureThreads() { return m_services.ensureThreads(); }

    void cancelAll()
    {
        m_jobs.cancelAll();
        m_services.downloader().cancelAll();
    }

    // --- events

    JobId open(std::filesystem::path path,
               std::optional<ByteView> bytes,
               symbolicate::SymbolicateOptions options)
    {
        const std::stop_source stopper;
        const auto id = m_events.add(stopper);
        return m_jobs.start(
            id, stopper,
            [this, id, path = std::move(path), bytes = std::move(bytes),
             options = std::move(options)](JobId job, std::stop_token stop) mutable {
                return openNow(id, job, path, std::move(bytes), std::move(options),
                               std::move(stop));
            });
    }

    Result<void> openNow(EventId id,
                         JobId job,
                         const std::filesystem::path& path,
                         std::optional<intake::CrashContent> content,
                         symbolicate::SymbolicateOptions options,
                         std::stop_token stop)
    {
        notify(JobProgress{.job = job, .event = id, .step = "reading", .done = 0, .total = 0});
        if (!content) {
            FL_TRY(const auto files, intake::findCrashFilesAt(path, m_settings.fixed().limits));
            if (files.size() > 1) {
                notify(
                    ContainerSnapshot{.job = job, .path = path, .parts = intake::namesOf(files)});
                describeParts(job, files, stop);
            }
            FL_TRY(content, intake::openOnlyCrashFile(files));
        }
        const auto file = m_remote ? content->bytes : ByteView();
        FL_TRY(auto stored,
               intake::storedReportIn(content->bytes, m_settings.fixed().limits, stop));
        auto event = stored ? stored->report->event : nullptr;
        if (!event) {
            FL_TRY(event, intake::readEvent(*std::move(content), m_settings.fixed().limits));
        }
        // Begun before anyone can see the event and ask for more.
        FL_TRY(const auto run, m_events.beginFirst(id, job, event, file,
                                                   intake::crashFolderOf(path).string(), options));
        m_events.keepStored(id, std::move(stored));
        notify(EventSnapshot{
            .event = id, .generation = run.generation, .path = path, .value = std::move(event)});
        return resolve(run, std::move(options), std::move(stop));
    }

    /// So that people can choose among the parts. Reading many of them would take long.
    void describeParts(JobId job,
                       const std::vector<intake::CrashFile>& files,
                       const std::stop_token& stop)
    {
        constexpr std::size_t kMostDescribed = 200;
        for (std::size_t i = 0; i < std::min(files.size(), kMostDescribed); ++i) {
            if (stop.stop_requested())
                return;
            PartSnapshot part{
                .job = job, .part = static_cast<std::uint32_t>(i), .value = {}, .problem = {}};
            auto event = readPart(files[i]);
            if (event)
                part.value = *std::move(event);
            else
                part.problem = event.error().detail;
            notify(std::move(part));
        }
    }

    Result<EventPtr> readPart(const intake::CrashFile& file) const
    {
        FL_TRY(auto content, file.open());
        return intake::readEvent(std::move(content), m_settings.fixed().limits);
    }

    JobId symbolicateAgain(EventId id, symbolicate::SymbolicateOptions options)
    {
        const std::stop_source stopper;
        m_events.supersede(id, stopper);
        return m_jobs.start(id, stopper,
                            [this, id, options = std::move(options)](
                                JobId job, std::stop_token stop) mutable -> Result<void> {
                                FL_TRY(const auto run, m_events.beginNext(id, job, options, stop));
                                return resolve(run, std::move(options), std::move(stop));
                            });
    }

    Result<void> resolveRemotely(const EventRun& run, const std::stop_token& stop)
    {
        RunNotices notices(run, [this](Notice notice) { notify(std::move(notice)); });
        notices.onStep("asking the server", 0, 0);
        auto report = m_remote->report(run.file, run.event, stop);
        if (report)
            report = signedReport(*std::move(report));
        if (!report && report.error().kind != ErrorKind::Cancelled)
            return showOwnFindings(run, std::move(report.error()), stop);
        Result<void> outcome;
        if (report)
            notify(ReportSnapshot{
                .event = run.id, .generation = run.generation, .value = *std::move(report)});
        else
            outcome = std::unexpected(std::move(report.error()));
        m_events.end(run, {});
        return outcome;
    }

    /// The user still sees what this machine finds without any source. Returns why the server
    /// failed.
    Result<void> showOwnFindings(const EventRun& run, Error why, const std::stop_token& stop)
    {
        RunNotices notices(run, [this](Notice notice) { notify(std::move(notice)); });
        symbolicate::SymbolicateOptions options;
        m_settings.addTo(options);
        options.sources.emplace();
        options.useLocalFiles = m_settings.fixed().useLocalFiles;
        options.useLocalSources = m_settings.fixed().useLocalFiles;
        options.crashFileFolder = m_events.folderOf(run.id);
        options.wantsSignature = true;
        auto found = symbolicate(run.event, options, notices, stop);
        if (found) {
            auto report = std::make_shared<Report>(*found->report);
            report->diagnostics.push_back({Diagnostic::Severity::Error, "server", why.describe()});
            notify(ReportSnapshot{
                .event = run.id, .generation = run.generation, .value = std::move(report)});
        }
        if (found)
            m_events.end(run, std::move(found->modules), std::move(found->report));
        else
            m_events.end(run, {});
        return std::unexpected(std::move(why));
    }

    /// A stored report is finished: what it lacks is not here.
    Result<void> showStored(const EventRun& run, const ReportPtr& report)
    {
        notify(ReportSnapshot{.event = run.id, .generation = run.generation, .value = report});
        m_events.end(run, {}, report);
        return {};
    }

    Result<void>
    resolve(const EventRun& run, symbolicate::SymbolicateOptions options, std::stop_token stop)
    {
        if (const auto stored = m_events.stored(run.id))
            return showStored(run, stored->report);
        if (m_remote)
            return resolveRemotely(run, stop);
        RunNotices notices(run, [this](Notice notice) { notify(std::move(notice)); });
        m_settings.addTo(options);
        // Adds the configuration's rules for the user's own files.
        options.useLocalFiles |= m_settings.fixed().useLocalFiles;
        options.useLocalSources |= m_settings.fixed().useLocalFiles;
        options.crashFileFolder = m_events.folderOf(run.id);
        options.wantsSignature = true;
        auto result = symbolicate(run.event, options, notices, std::move(stop));
        if (!result) {
            m_events.end(run, {});
            return std::unexpected(std::move(result.error()));
        }
        const bool complete = result->report->complete;
        notify(
            ReportSnapshot{.event = run.id, .generation = run.generation, .value = result->report});
        m_events.end(run, std::move(result->modules), std::move(result->report));
        if (!complete)
            return fail(ErrorKind::Cancelled, "symbolication was cancelled");
        return {};
    }

    Result<ReportPtr>
    run(EventPtr event, symbolicate::SymbolicateOptions options, std::stop_token stop)
    {
        symbolicate::SymbolicationObserver silent;
        m_settings.addTo(options);
        FL_TRY(auto result, symbolicate(std::move(event), options, silent, std::move(stop)));
        return std::move(result.report);
    }

    Result<KeptEvent> keepOpen(EventPtr event,
                               symbolicate::SymbolicateOptions options,
                               const StepObserver::OnStep& step,
                               const std::stop_token& stop)
    {
        StepObserver observer(step);
        std::stop_source stopper;
        const std::stop_callback passOn(stop, [&stopper] { stopper.request_stop(); });
        const auto id = m_events.add(stopper);
        auto run = m_events.beginFirst(id, {}, event, {}, options.crashFileFolder, options);
        if (!run)
            return std::unexpected(std::move(run.error()));
        m_settings.addTo(options);
        options.wantsSignature = true;
        auto result = symbolicate(std::move(event), options, observer, stopper.get_token());
        if (!result) {
            m_events.end(*run, {});
            m_events.close(id);
            return std::unexpected(std::move(result.error()));
        }
        m_events.end(*run, std::move(result->modules), result->report);
        return KeptEvent{.event = id, .report = std::move(result->report)};
    }

    Result<Inspection>
    ask(EventId id, const InspectionQuestion& question, const std::stop_token& stop)
    {
        FL_CHECK(ensureThreads());
        auto answer = engine::inspect(m_services, m_events.findings(id), question, stop);
        if (stop.stop_requested())
            return fail(ErrorKind::Cancelled, "the question was cancelled");
        return answer;
    }

    ReportPtr runFromMemory(const EventPtr& event, symbolicate::SymbolicateOptions options)
    {
        m_settings.addTo(options);
        const auto sources = m_settings.sources();
        auto report = symbolicate::runFromMemory(contextWith(sources), event, options);
        return options.wantsSignature ? signedReport(std::move(report)) : report;
    }

    ModuleQuestions moduleQuestions()
    {
        symbolicate::SymbolicateOptions options;
        m_settings.addTo(options);
        return {m_services, m_settings.sources(), std::move(options)};
    }

    JobId locate(EventId id, std::uint32_t module, std::filesystem::path file)
    {
        std::error_code error;
        if (auto absolute = std::filesystem::absolute(file, error); !error)
            file = std::move(absolute);
        auto options = m_events.locate(id, {.module = module, .path = file.string()});
        options.retryFailed = false;
        return symbolicateAgain(id, std::move(options));
    }

    JobId forgetFile(EventId id, std::uint32_t module)
    {
        auto options = m_events.forgetFile(id, module);
        options.retryFailed = false;
        return symbolicateAgain(id, std::move(options));
    }

    void close(EventId id)
    {
        m_events.close(id);
        m_jobs.cancelAllOf(id);
    }

    JobId loadSource(EventId id, std::uint32_t module, std::string path, std::uint32_t line)
    {
        return m_jobs.start(id, {},
                            [this, id, module, line, path = std::move(path)](
                                JobId job, const std::stop_token& stop) mutable -> Result<void> {
                                symbolicate::SymbolicateOptions options;
                                options.useLocalSources = true;
                                m_settings.addTo(options);
                                const auto stored = m_events.stored(id);
                                auto answer =
                                    stored ? loadStoredSource(*stored, std::move(path))
                                           : loadSourceFile(m_services.services(),
                                                            m_events.resolvedModule(id, module),
                                                            std::move(path), line, options, stop);
                                answer.job = job;
                                answer.event = id;
                                notify(std::move(answer));
                                return {};
                            });
    }

    JobId inspect(EventId id, std::shared_ptr<const InspectionQuestion> question)
    {
        return m_jobs.start(
            id, {},
            [this, id, question = std::move(question)](
                JobId job, const std::stop_token& stop) -> Result<void> {
                auto answer = std::make_shared<Inspection>(
                    engine::inspect(m_services, m_events.findings(id), *question, stop));
                if (stop.stop_requested())
                    return fail(ErrorKind::Cancelled, "the question was cancelled");
                notify(InspectionSnapshot{.job = job, .event = id, .value = std::move(answer)});
                return {};
            });
    }

    JobId measureCaches()
    {
        return m_jobs.start({}, {}, [this](JobId, const std::stop_token& stop) -> Result<void> {
            auto sizes = m_settings.fixed().cacheDir
                             ? measureCacheFolder(*m_settings.fixed().cacheDir, stop)
                             : CacheSnapshot{};
            if (stop.stop_requested())
                return fail(ErrorKind::Cancelled, "measuring the caches was cancelled");
            notify(std::move(sizes));
            return {};
        });
    }

    JobId testSource(sources::SourceConfig source)
    {
        return m_jobs.start({}, {},
                            [this, source = std::move(source)](
                                JobId job, const std::stop_token& stop) mutable -> Result<void> {
                                auto answer = engine::testSource(m_services.downloader(),
                                                                 std::move(source), stop);
                                answer.job = job;
                                notify(std::move(answer));
                                return {};
                            });
    }

    LiveSettings& settings() { return m_settings; }

    EngineServices& services() { return m_services; }

    JobRunner& jobs() { return m_jobs; }

private:
    Result<symbolicate::SymbolicationResult>
    symbolicate(EventPtr event,
                const symbolicate::SymbolicateOptions& options,
                symbolicate::SymbolicationObserver& observer,
                std::stop_token stop)
    {
        FL_CHECK(ensureThreads());
        const auto sources = m_settings.sources();
        FL_TRY(auto result, symbolicate::run(contextWith(sources), std::move(event), options,
                                             observer, std::move(stop)));
        result.report = waits::withWaits(std::move(result.report));
        if (options.wantsSignature)
            result.report = signedReport(std::move(result.report));
        return result;
    }

    /// With its signature. The rules are compiled at the first use.
    ReportPtr signedReport(ReportPtr report)
    {
        std::call_once(m_rulesMade, [this] { m_rules = signature::makeShippedRules(); });
        return signature::withSignature(std::move(report), *m_rules);
    }

    symbolicate::RunContext contextWith(const std::vector<sources::SourceConfig>& sources)
    {
        return {.services = m_services.services(),
                .nativeCaches = m_services.nativeCaches(),
                .defaultSources = sources};
    }

    void notify(Notice notice)
    {
        if (m_callback)
            m_notices.post(
                [this, notice = std::move(notice)]() mutable { m_callback(std::move(notice)); });
    }

    LiveSettings m_settings;
    Callback m_callback;
    std::once_flag m_rulesMade;
    signature::SignatureRulesPtr m_rules;
    SerialQueue m_notices; // Orders the callback's calls.
    OpenEvents m_events;
    EngineServices m_services;
    std::optional<remote::ServerClient> m_remote;
    JobRunner m_jobs; // Last: its end waits for the jobs, which use everything above.
};

} // namespace faultline::engine
