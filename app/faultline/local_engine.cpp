// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/local_engine.h"

#include "app/faultline/command_support.h"
#include "app/faultline/console_log.h"
#include "app/faultline/crash_input.h"
#include "app/faultline/module_file_arguments.h"
#include "app/faultline/settings.h"
#include "app/faultline/symbol_sources.h"
#include "core/engine/engine_config.h"
#include "core/engine/local_files.h"
#include "core/intake/stored_report.h"
#include "core/model/report.h"

namespace faultline::app {

Result<config::ServiceConfig> localConfig(const std::optional<std::filesystem::path>& config,
                                          const std::vector<std::string>& symbols,
                                          bool isOffline)
{
    FL_TRY(auto settings, loadUserSettings(config));
    showRemarks(settings);
    settings.engine.offline = settings.engine.offline || isOffline;
    if (auto added = addSymbolSources(symbols, settings.engine); !added) {
        added.error().detail.insert(0, "--symbols: ");
        return std::unexpected(std::move(added.error()));
    }
    return settings;
}

std::optional<LocalSetting> localSetting(const std::optional<std::filesystem::path>& config,
                                         bool offline,
                                         const std::vector<std::string>& symbols,
                                         const std::vector<std::string>& modules,
                                         const std::optional<std::string>& program)
{
    auto settings = localConfig(config, symbols, offline);
    if (!settings) {
        complain(settings.error());
        return std::nullopt;
    }
    auto moduleFiles = parseModuleFiles(modules);
    if (!moduleFiles) {
        complain(moduleFiles.error());
        return std::nullopt;
    }
    return LocalSetting{.config = *std::move(settings),
                        .moduleFiles = *std::move(moduleFiles),
                        .program = program ? std::optional(parseProgram(*program)) : std::nullopt};
}

Error storedIsNotAsked()
{
    return {ErrorKind::Unsupported, "a report bundle has no memory to ask; name the crash file"};
}

LocalEngine::LocalEngine(LocalSetting setting)
    : LocalEngine(
          setting, makeConsoleLog(setting.config.logging), ProgressLine::Place::StandardError)
{
}

LocalEngine::LocalEngine(LocalSetting setting, std::unique_ptr<LogSink> log)
    : LocalEngine(std::move(setting), std::move(log), ProgressLine::Place::Nowhere)
{
}

LocalEngine::LocalEngine(LocalSetting setting,
                         std::unique_ptr<LogSink> log,
                         ProgressLine::Place progress)
    : m_setting(std::move(setting)), m_progress(progress), m_log(std::move(log)),
      m_engine(m_setting.config.engine, *m_log, [this](const engine::Notice& notice) {
          m_progress.show(notice);
      })
{
}

Result<LocalCrash> LocalEngine::readFile(const std::filesystem::path& path,
                                         const intake::CrashFile& file) const
{
    FL_TRY(const auto content, file.open());
    if (intake::isReportBundle(content.bytes.span()))
        return readStored(crashFileLabel(path, file), content.bytes);
    FL_TRY(auto input, intake::readInput(content, limits(), intake::openPolicy()));
    FL_CHECK(addProgram(m_setting.program, limits(), input.event, input.options.moduleFiles));
    return LocalCrash{
        .label = crashFileLabel(path, file), .bytes = content.bytes, .input = std::move(input)};
}

std::optional<LocalCrash> LocalEngine::read(const std::filesystem::path& path,
                                            const intake::CrashFile& file) const
{
    auto crash = readFile(path, file);
    if (!crash) {
        complain(crashFileLabel(path, file), crash.error());
        return std::nullopt;
    }
    warnOfUnknownModules(crash->label, *crash->input.event, m_setting.moduleFiles);
    return *std::move(crash);
}

Result<std::unique_ptr<query::Crash>> LocalEngine::openFile(
    const std::filesystem::path& path,
    const std::optional<std::string>& part,
    redact::Profile profile,
    const std::function<void(std::string_view, std::uint32_t, std::uint32_t)>& step,
    const std::stop_token& stop)
{
    if (step)
        step("reading", 0, 0);
    FL_TRY(const auto files, chooseCrashFiles(path, part, limits()));
    if (files.size() != 1)
        return fail(ErrorKind::Unsupported, "one crash file is opened at a time; name its part");
    FL_TRY(auto read, readFile(path, files.front()));
    if (read.stored)
        return std::unexpected(storedIsNotAsked());
    auto options = withLocalFiles(path, std::move(read.input.options));
    FL_TRY(auto kept, m_engine.keepOpen(read.input.event, std::move(options), step, stop));
    return std::make_unique<query::Crash>(m_engine, std::move(kept), std::move(read.label),
                                          profile);
}

Result<LocalCrash> LocalEngine::readStored(std::string label, const ByteView& bytes) const
{
    FL_TRY(auto stored, intake::readStoredReport(bytes, limits(), {}));
    return LocalCrash{.label = std::move(label),
                      .bytes = bytes,
                      .input = {.event = stored.report->event},
                      .stored = std::move(stored.report)};
}

symbolicate::SymbolicateOptions
LocalEngine::withLocalFiles(const std::filesystem::path& path,
                            symbolicate::SymbolicateOptions options) const
{
    options.moduleFiles.insert(options.moduleFiles.end(), m_setting.moduleFiles.begin(),
                               m_setting.moduleFiles.end());
    engine::allowLocalFiles(options, path);
    return options;
}

std::unique_ptr<query::Crash> LocalEngine::open(const std::string& label,
                                                const EventPtr& event,
                                                const symbolicate::SymbolicateOptions& options,
                                                redact::Profile profile)
{
    auto kept = m_engine.keepOpen(event, options, {}, {});
    m_progress.clear();
    if (!kept) {
        complain(label, kept.error());
        return nullptr;
    }
    return std::make_unique<query::Crash>(m_engine, *std::move(kept), label, profile);
}

ReportPtr LocalEngine::run(const std::string& label,
                           const EventPtr& event,
                           const symbolicate::SymbolicateOptions& options)
{
    auto report = m_engine.run(event, options, {});
    m_progress.clear();
    if (!report) {
        complain(label, report.error());
        return nullptr;
    }
    return *std::move(report);
}

} // namespace faultline::app
