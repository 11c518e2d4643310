// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/faultline/progress_line.h"
#include "core/base/log.h"
#include "core/config/service_config.h"
#include "core/engine/engine.h"
#include "core/intake/crash_files.h"
#include "core/intake/named_program.h"
#include "core/intake/read_event.h"
#include "core/query/crash.h"
#include "core/redact/redact.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::app {

/// What commands that symbolicate in this process share.

/// The user's settings with what the arguments add; their remarks are printed. Errors: those of the
/// settings and of the sources.
Result<config::ServiceConfig> localConfig(const std::optional<std::filesystem::path>& config,
                                          const std::vector<std::string>& symbols,
                                          bool isOffline);

struct LocalSetting
{
    config::ServiceConfig config;
    std::vector<symbolicate::ModuleFile> moduleFiles;
    std::optional<intake::ProgramFile> program;
};

/// localConfig(), the files of modules, and the program. Complains and is absent when one of them
/// is wrong, which is a wrong usage.
std::optional<LocalSetting> localSetting(const std::optional<std::filesystem::path>& config,
                                         bool offline,
                                         const std::vector<std::string>& symbols,
                                         const std::vector<std::string>& modules,
                                         const std::optional<std::string>& program);

/// A crash file that has been read.
struct LocalCrash
{
    std::string label; ///< Names it in messages.
    ByteView bytes;
    intake::Input input;
    ReportPtr stored{}; ///< The finished report of a report bundle; null for other files.
};

/// A stored report has no memory to ask. The error is Unsupported.
Error storedIsNotAsked();

/// Symbolicates all files of a command with one engine, so that they share its caches.
class LocalEngine
{
public:
    /// With progress and a log on standard error, as the settings say.
    explicit LocalEngine(LocalSetting setting);
    /// Writes nothing to standard error.
    LocalEngine(LocalSetting setting, std::unique_ptr<LogSink> log);

    const ParseLimits& limits() const { return m_setting.config.engine.limits; }

    /// Reads a crash file of `path`. Warns of given modules that it does not have. Complains and is
    /// absent when it cannot be read.
    std::optional<LocalCrash> read(const std::filesystem::path& path,
                                   const intake::CrashFile& file) const;

    /// Adds what the arguments say of modules, and the files of this machine, which only local
    /// users may read.
    symbolicate::SymbolicateOptions withLocalFiles(const std::filesystem::path& path,
                                                   symbolicate::SymbolicateOptions options) const;

    /// Symbolicates, and keeps the crash open for questions, as a profile shows it. Complains and
    /// returns null when there is no report. This outlives what is returned.
    std::unique_ptr<query::Crash> open(const std::string& label,
                                       const EventPtr& event,
                                       const symbolicate::SymbolicateOptions& options,
                                       redact::Profile profile);

    /// Opens the crash file of a path without a word to the user. `part` names one of a container;
    /// `step` hears of the work. Errors: those of reading and of the symbolication.
    Result<std::unique_ptr<query::Crash>>
    openFile(const std::filesystem::path& path,
             const std::optional<std::string>& part,
             redact::Profile profile,
             const std::function<void(std::string_view, std::uint32_t, std::uint32_t)>& step,
             const std::stop_token& stop);

    /// assistants.folders of the configuration.
    const std::vector<std::filesystem::path>& assistantFolders() const
    {
        return m_setting.config.assistantFolders;
    }

    /// Returns the stored report of a bundle, and symbolicates another crash. Complains and
    /// returns null when that fails.
    ReportPtr report(const LocalCrash& crash, const symbolicate::SymbolicateOptions& options)
    {
        return crash.stored ? crash.stored : run(crash.label, crash.input.event, options);
    }

    /// Complains and returns null when there is no report.
    ReportPtr run(const std::string& label,
                  const EventPtr& event,
                  const symbolicate::SymbolicateOptions& options);

private:
    Result<LocalCrash> readFile(const std::filesystem::path& path,
                                const intake::CrashFile& file) const;

    Result<LocalCrash> readStored(std::string label, const ByteView& bytes) const;

    LocalEngine(LocalSetting setting, std::unique_ptr<LogSink> log, ProgressLine::Place progress);

    LocalSetting m_setting;
    ProgressLine m_progress;
    std::unique_ptr<LogSink> m_log;
    engine::Engine m_engine; // Destroyed first, because its callbacks use the progress line.
};

} // namespace faultline::app
