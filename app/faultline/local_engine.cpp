// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/local_engine.h"

#include "app/faultline/command_support.h"
#include "app/faultline/console_log.h"
#include "app/faultline/crash_input.h"
#include "app/faultline/module_file_arguments.h"
#include "app/faultline/settings.h"
#include "app/faultline/symbol_sources.h"
#include "core/base/log.h"
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

LocalEngine::LocalEngine(LocalSetting setting)
    : m_setting(std::move(setting)), m_log(makeConsoleLog(m_setting.config.logging)),
      m_engine(m_setting.config.engine, *m_log, [this](const engine::Notice& notice) {
          m_progress.show(notice);
      })
{
}

std::optional<LocalCrash> LocalEngine::read(const std::filesystem::path& path,
                                            const intake::CrashFile& file) const
{
    auto label = crashFileLabel(path, file);
    const auto content = file.open();
    if (content && intake::isReportBundle(content->bytes.span()))
        return readStored(std::move(label), content->bytes);
    auto input = content ? intake::readInput(*content, limits(), intake::openPolicy())
                         : std::unexpected(content.error());
    if (input) {
        if (auto named =
                addProgram(m_setting.program, limits(), input->event, input->options.moduleFiles);
            !named)
            input = std::unexpected(std::move(named).error());
    }
    if (!input) {
        complain(label, input.error());
        return std::nullopt;
    }
    warnOfUnknownModules(label, *input->event, m_setting.moduleFiles);
    return LocalCrash{
        .label = std::move(label), .bytes = content->bytes, .input = *std::move(input)};
}

std::optional<LocalCrash> LocalEngine::readStored(std::string label, const ByteView& bytes) const
{
    auto stored = intake::readStoredReport(bytes, limits(), {});
    if (!stored) {
        complain(label, stored.error());
        return std::nullopt;
    }
    return LocalCrash{.label = std::move(label),
                      .bytes = bytes,
                      .input = {.event = stored->report->event},
                      .stored = std::move(stored->report)};
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
