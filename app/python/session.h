// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/faultline/local_engine.h"
#include "core/base/log.h"
#include "core/base/result.h"
#include "core/query/crash.h"
#include "core/query/query.h"
#include "core/redact/redact.h"

#include <cstddef>
#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::python {

using CrashPtr = std::shared_ptr<const query::Crash>;

/// A message of the engine.
struct LogLine
{
    LogLevel level = LogLevel::Info;
    std::string category;
    std::string text;
};

/// Keeps the newest messages until somebody takes them. Thread-safe.
class LogLines
{
public:
    static constexpr std::size_t kMost = 256;

    void add(LogLine line);
    std::vector<LogLine> take();

private:
    std::mutex m_mutex; // Guards the next one.
    std::deque<LogLine> m_lines;
};

/// What a session works with; as the options of the command line.
struct SessionOptions
{
    std::optional<std::filesystem::path> config; ///< Absent: the user's own settings.
    std::vector<std::string> symbols;            ///< As --symbols.
    std::vector<std::string> modules;            ///< As --module: "NAME=FILE".
    std::optional<std::string> program;          ///< As --program: "FILE" or "FILE@0x…".
    bool isOffline = false;
};

class OpenCrash;

/// An engine with the user's settings. Thread-safe.
class Session : public std::enable_shared_from_this<Session>
{
public:
    /// Errors: those of the settings, the sources and the files of modules.
    static Result<std::shared_ptr<Session>> start(const SessionOptions& options);
    /// Use start().
    Session(app::LocalSetting setting, std::shared_ptr<LogLines> log);

    /// Opens and symbolicates a crash file. `part` names one of a container. Errors: those of
    /// LocalEngine::openFile().
    Result<std::shared_ptr<OpenCrash>> open(const std::filesystem::path& path,
                                            const std::optional<std::string>& part,
                                            redact::Profile profile,
                                            const std::stop_token& stop);

    std::vector<LogLine> takeLog() { return m_log->take(); }

private:
    std::shared_ptr<LogLines> m_log;
    app::LocalEngine m_engine;
};

/// A crash that is open until close(). It keeps its session. Thread-safe.
class OpenCrash
{
public:
    explicit OpenCrash(CrashPtr crash) : m_crash(std::move(crash)) {}

    /// Null after close(). What it returned before stays valid.
    CrashPtr crash() const;

    /// Cancels what is being asked, and forgets the crash.
    void close();

    std::stop_token stopToken() const { return m_stop.get_token(); }

private:
    std::stop_source m_stop;
    mutable std::mutex m_mutex; // Guards the next one.
    CrashPtr m_crash;
};

/// What a question may ask beyond its crash. A library of reports is opened for each question, the
/// user's own one if `file` is absent; a crash that is shown for outside has none. `other` is what
/// compare() compares with. Both crashes may be null.
query::Surroundings surroundingsOf(const CrashPtr& crash,
                                   const std::optional<std::filesystem::path>& file,
                                   const CrashPtr& other);

} // namespace faultline::python
