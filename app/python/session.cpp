// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/session.h"

#include "app/faultline/library_support.h"
#include "app/faultline/module_file_arguments.h"

#include <iterator>
#include <utility>

namespace faultline::python {

namespace {

/// Puts what the engine says with the lines that wait for somebody.
class LineLog final : public LogSink
{
public:
    explicit LineLog(std::shared_ptr<LogLines> lines) : m_lines(std::move(lines)) {}

    void write(LogLevel level, std::string_view category, std::string_view message) override
    {
        if (level >= LogLevel::Warning)
            m_lines->add(
                {.level = level, .category = std::string(category), .text = std::string(message)});
    }

private:
    std::shared_ptr<LogLines> m_lines;
};

Result<app::LocalSetting> settingOf(const SessionOptions& options)
{
    FL_TRY(auto config, app::localConfig(options.config, options.symbols, options.isOffline));
    FL_TRY(auto moduleFiles, app::parseModuleFiles(options.modules));
    return app::LocalSetting{.config = std::move(config),
                             .moduleFiles = std::move(moduleFiles),
                             .program = options.program
                                            ? std::optional(app::parseProgram(*options.program))
                                            : std::nullopt};
}

/// The crash and the session, which it needs to its end.
struct KeptCrash
{
    std::shared_ptr<Session> session;
    std::unique_ptr<query::Crash> crash;
};

} // namespace

void LogLines::add(LogLine line)
{
    const std::lock_guard lock(m_mutex);
    if (m_lines.size() == kMost)
        m_lines.pop_front();
    m_lines.push_back(std::move(line));
}

std::vector<LogLine> LogLines::take()
{
    const std::lock_guard lock(m_mutex);
    std::vector<LogLine> lines(std::make_move_iterator(m_lines.begin()),
                               std::make_move_iterator(m_lines.end()));
    m_lines.clear();
    return lines;
}

Session::Session(app::LocalSetting setting, std::shared_ptr<LogLines> log)
    : m_log(std::move(log)), m_engine(std::move(setting), std::make_unique<LineLog>(m_log))
{
}

Result<std::shared_ptr<Session>> Session::start(const SessionOptions& options)
{
    FL_TRY(auto setting, settingOf(options));
    return std::make_shared<Session>(std::move(setting), std::make_shared<LogLines>());
}

Result<std::shared_ptr<OpenCrash>> Session::open(const std::filesystem::path& path,
                                                 const std::optional<std::string>& part,
                                                 redact::Profile profile,
                                                 const std::stop_token& stop)
{
    FL_TRY(auto crash, m_engine.openFile(path, part, profile, {}, stop));
    const auto kept = std::make_shared<KeptCrash>(
        KeptCrash{.session = shared_from_this(), .crash = std::move(crash)});
    return std::make_shared<OpenCrash>(CrashPtr(kept, kept->crash.get()));
}

CrashPtr OpenCrash::crash() const
{
    const std::lock_guard lock(m_mutex);
    return m_crash;
}

void OpenCrash::close()
{
    m_stop.request_stop();
    CrashPtr last;
    const std::lock_guard lock(m_mutex);
    last.swap(m_crash);
}

query::Surroundings surroundingsOf(const CrashPtr& crash,
                                   const std::optional<std::filesystem::path>& file,
                                   const CrashPtr& other)
{
    query::Surroundings surroundings;
    // What a library says of its reports has not gone through core/redact.
    if (!crash || crash->profile() != redact::Profile::ShareOutside)
        surroundings.openReports = app::libraryReader(file);
    if (other)
        surroundings.otherReport = [other](const std::string&) -> Result<ReportPtr> {
            return other->report();
        };
    return surroundings;
}

} // namespace faultline::python
