#include "app/faultline/console_log.h"

#include "core/base/text.h"
#include "core/json/json_writer.h"
#include "core/server/http/request_scope.h"

#include <spdlog/logger.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <unistd.h>

namespace faultline::app {

namespace {

spdlog::level::level_enum levelOf(LogLevel level)
{
    switch (level) {
    case LogLevel::Trace: return spdlog::level::trace;
    case LogLevel::Debug: return spdlog::level::debug;
    case LogLevel::Info: return spdlog::level::info;
    case LogLevel::Warning: return spdlog::level::warn;
    case LogLevel::Error: return spdlog::level::err;
    case LogLevel::Off: break;
    }
    return spdlog::level::off;
}

class ConsoleLog final : public LogSink
{
public:
    explicit ConsoleLog(const config::LoggingConfig& config) : ConsoleLog(config, makeSink(config))
    {
    }

    ConsoleLog(const config::LoggingConfig& config, spdlog::sink_ptr sink)
        : m_isJson(config.format == config::LogFormat::Json), m_logger("faultline", std::move(sink))
    {
        m_logger.set_level(levelOf(config.level));
        // Times follow RFC 3339 in UTC. In JSON lines the time stands in the envelope.
        m_logger.set_pattern(m_isJson ? R"({"timestamp":"%Y-%m-%dT%H:%M:%S.%fZ","level":"%l",%v})"
                                      : "%Y-%m-%dT%H:%M:%S.%eZ %^%5l%$ %v",
                             spdlog::pattern_time_type::utc);
        m_logger.flush_on(spdlog::level::info);
    }

    void write(LogLevel level, std::string_view category, std::string_view message) override
    {
        if (!m_logger.should_log(levelOf(level)))
            return;
        const auto& request = server::RequestScope::current();
        std::string text;
        if (m_isJson) {
            json::JsonWriter json(text);
            json.member("target", category).member("message", message);
            if (request)
                json.member("request_id", request->id);
        } else {
            text = std::string(category) + ": " + escapeControls(message);
            if (request)
                text += " request_id=" + request->id;
        }
        m_logger.log(levelOf(level), spdlog::string_view_t(text.data(), text.size()));
    }

private:
    static spdlog::sink_ptr makeSink(const config::LoggingConfig& config)
    {
        if (config.format == config::LogFormat::Json)
            return std::make_shared<spdlog::sinks::stdout_sink_mt>();
        const bool isColored =
            config.format == config::LogFormat::Pretty ||
            (config.format == config::LogFormat::Auto && ::isatty(STDERR_FILENO) != 0);
        if (isColored)
            return std::make_shared<spdlog::sinks::stderr_color_sink_mt>();
        return std::make_shared<spdlog::sinks::stderr_sink_mt>();
    }

    bool m_isJson;
    spdlog::logger m_logger;
};

} // namespace

std::unique_ptr<LogSink> makeConsoleLog(const config::LoggingConfig& config)
{
    return std::make_unique<ConsoleLog>(config);
}

Result<std::unique_ptr<LogSink>> makeFileLog(const config::LoggingConfig& config,
                                             const std::filesystem::path& file)
{
    try {
        auto sink = std::make_shared<spdlog::sinks::basic_file_sink_mt>(file.string(), true);
        return std::make_unique<ConsoleLog>(config, std::move(sink));
    } catch (const spdlog::spdlog_ex& error) {
        return fail(ErrorKind::Internal, file.string(), ": ", error.what());
    }
}

} // namespace faultline::app
