// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/corpus_command.h"

#include "app/faultline/command_support.h"
#include "app/faultline/console_log.h"
#include "app/faultline/corpus_line.h"
#include "app/faultline/corpus_output.h"
#include "app/faultline/corpus_paths.h"
#include "app/faultline/local_engine.h"
#include "core/base/contained.h"
#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/base/log.h"
#include "core/base/thread_start.h"
#include "core/engine/engine.h"
#include "core/engine/engine_config.h"
#include "core/engine/library/library_import.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <iostream>
#include <mutex>
#include <thread>
#include <vector>

namespace faultline::app {

namespace {

/// Works through the files of a corpus on several threads with one engine.
class CorpusRun
{
public:
    CorpusRun(const CorpusArguments& arguments,
              const config::ServiceConfig& config,
              CorpusOutput& output)
        : m_frames(arguments.frames), m_limits(config.engine.limits), m_output(output),
          m_paths(arguments.paths, std::cin, arguments.output),
          m_rules(signature::makeShippedRules()), m_log(makeConsoleLog(config.logging)),
          m_engine(config.engine, *m_log, [](const engine::Notice&) {})
    {
    }

    /// Errors: the output cannot be written.
    Result<void> run(std::uint32_t jobs)
    {
        std::vector<Thread> workers;
        for (std::uint32_t i = 1; i < jobs; ++i) {
            auto thread = startThread([this](const std::stop_token&) { workContained(); });
            if (!thread)
                break; // Fewer do the work.
            workers.push_back(*std::move(thread));
        }
        workContained();
        workers.clear();
        return m_outcome;
    }

    std::uint64_t crashes() const { return m_crashes; }

    std::uint64_t failures() const { return m_failures; }

private:
    void workContained()
    {
        if (auto done = contained([this] { work(); }); !done)
            end(std::move(done.error()));
    }

    void work()
    {
        while (const auto path = next()) {
            const auto file = corpusName(*path);
            if (m_output.has(file))
                continue;
            // What escapes from one file is its line.
            auto lines = contained([&]() -> Result<std::string> { return linesOf(*path, file); });
            if (!lines)
                lines = failedLine({.file = file, .name = {}, .sha256 = {}}, lines.error());
            if (auto written = m_output.append(*lines); !written)
                end(std::move(written.error()));
        }
    }

    std::optional<std::filesystem::path> next()
    {
        const std::lock_guard lock(m_mutex);
        if (!m_outcome)
            return std::nullopt;
        auto path = contained([this] { return m_paths.next(); });
        return path ? *std::move(path) : std::nullopt;
    }

    void end(Error error)
    {
        const std::lock_guard lock(m_mutex);
        if (m_outcome)
            m_outcome = std::unexpected(std::move(error));
    }

    std::string failedLine(const CorpusPlace& place, const Error& error)
    {
        ++m_failures;
        return corpusLine(place, error);
    }

    /// Errors: those of reading the file, which then has one line.
    Result<std::string> linesOf(const std::filesystem::path& path, const std::string& file)
    {
        CorpusPlace place{.file = file, .name = {}, .sha256 = {}};
        FL_TRY(const auto parts, intake::findCrashFilesAt(path, m_limits));
        if (parts.empty())
            return fail(ErrorKind::Unsupported, "no crash file is in it");
        FL_TRY(const auto bytes, mapForeignFile(intake::crashContainerOf(path)));
        place.sha256 = sha256Hex(bytes.span());
        place.parts = static_cast<std::uint32_t>(parts.size());
        std::string lines;
        for (const auto& part : parts) {
            place.name = part.name;
            lines += lineOf(path, part, place);
            ++place.part;
        }
        return lines;
    }

    std::string lineOf(const std::filesystem::path& path,
                       const intake::CrashFile& part,
                       const CorpusPlace& place)
    {
        const auto report =
            contained([&] { return engine::reportOfPart(m_engine, path, part, m_limits, {}); });
        if (!report)
            return failedLine(place, report.error());
        ++m_crashes;
        return corpusLine(place, **report, *m_rules, m_frames);
    }

    const std::uint32_t m_frames;
    const ParseLimits m_limits;
    CorpusOutput& m_output;
    std::mutex m_mutex; // Guards the next two.
    CorpusPaths m_paths;
    Result<void> m_outcome;
    const signature::SignatureRulesPtr m_rules;
    std::atomic<std::uint64_t> m_crashes{0};
    std::atomic<std::uint64_t> m_failures{0};
    const std::unique_ptr<LogSink> m_log;
    engine::Engine m_engine; // Destroyed first.
};

std::uint32_t jobsOf(const CorpusArguments& arguments)
{
    return arguments.jobs != 0 ? arguments.jobs : std::max(1u, std::thread::hardware_concurrency());
}

} // namespace

ExitCode run(const CorpusArguments& arguments)
{
    const auto config = localConfig(arguments.config, arguments.symbols, arguments.offline);
    if (!config) {
        complain(config.error());
        return ExitCode::Usage;
    }
    const auto output = CorpusOutput::open(arguments.output, arguments.resume ? CorpusStart::Resume
                                                                              : CorpusStart::New);
    if (!output) {
        complain(output.error());
        return output.error().kind == ErrorKind::Unsupported ? ExitCode::Usage
                                                             : ExitCode::Unreadable;
    }
    CorpusRun corpus(arguments, *config, **output);
    if (const auto done = corpus.run(jobsOf(arguments)); !done) {
        complain(done.error());
        return ExitCode::Failed;
    }
    std::fputs(concat(corpus.crashes(), " crashes, ", corpus.failures(), " failed, ",
                      (*output)->resumedCount(), " files done before\n")
                   .c_str(),
               stdout);
    return corpus.failures() == 0 ? ExitCode::Ok : ExitCode::Unreadable;
}

} // namespace faultline::app
