// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/console_log.h"

#include "core/base/contained.h"
#include "core/base/text.h"
#include "core/base/thread_start.h"
#include "core/json/json_writer.h"
#include "core/server/http/request_scope.h"

#include <cerrno>
#include <future>
#include <spdlog/async_logger.h>
#include <spdlog/details/null_mutex.h>
#include <spdlog/details/thread_pool.h>
#include <spdlog/logger.h>
#include <spdlog/sinks/base_sink.h>
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

bool isColored(const config::LoggingConfig& config)
{
    return config.format == config::LogFormat::Pretty ||
           (config.format == config::LogFormat::Auto && ::isatty(STDERR_FILENO) != 0);
}

spdlog::sink_ptr consoleSink(const config::LoggingConfig& config)
{
    if (config.format == config::LogFormat::Json)
        return std::make_shared<spdlog::sinks::stdout_sink_mt>();
    if (isColored(config))
        return std::make_shared<spdlog::sinks::stderr_color_sink_mt>();
    return std::make_shared<spdlog::sinks::stderr_sink_mt>();
}

/// Writes past stdio: a write that waits would hold the stream's lock, and the program's end needs
/// it. Only one thread may use it.
class DescriptorSink final : public spdlog::sinks::base_sink<spdlog::details::null_mutex>
{
public:
    explicit DescriptorSink(int descriptor) : m_descriptor(descriptor) {}

private:
    void sink_it_(const spdlog::details::log_msg& message) override
    {
        spdlog::memory_buf_t line;
        formatter_->format(message, line);
        for (std::size_t written = 0; written < line.size();) {
            const auto count = ::write(m_descriptor, line.data() + written, line.size() - written);
            if (count < 0 && errno == EINTR)
                continue;
            if (count <= 0)
                return; // A full disk or a closed pipe: there is no other place to say it.
            written += static_cast<std::size_t>(count);
        }
    }

    void flush_() override {}

    int m_descriptor;
};

spdlog::sink_ptr serverSink(const config::LoggingConfig& config)
{
    const bool isJson = config.format == config::LogFormat::Json;
    if (!isJson && isColored(config))
        return consoleSink(config);
    return std::make_shared<DescriptorSink>(isJson ? STDOUT_FILENO : STDERR_FILENO);
}

class ConsoleLog : public AdjustableLog
{
public:
    ConsoleLog(const config::LoggingConfig& config, std::shared_ptr<spdlog::logger> logger)
        : m_isJson(config.format == config::LogFormat::Json), m_logger(std::move(logger))
    {
        m_logger->set_level(levelOf(config.level));
        // Times follow RFC 3339 in UTC. In JSON lines the time stands in the envelope.
        m_logger->set_pattern(m_isJson ? R"({"timestamp":"%Y-%m-%dT%H:%M:%S.%fZ","level":"%l",%v})"
                                       : "%Y-%m-%dT%H:%M:%S.%eZ %^%5l%$ %v",
                              spdlog::pattern_time_type::utc);
        m_logger->flush_on(spdlog::level::info);
    }

    void setLevel(LogLevel level) final { m_logger->set_level(levelOf(level)); }

    void write(LogLevel level, std::string_view category, std::string_view message) override
    {
        if (!writes(level))
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
        m_logger->log(levelOf(level), spdlog::string_view_t(text.data(), text.size()));
    }

protected:
    bool writes(LogLevel level) const { return m_logger->should_log(levelOf(level)); }

    void dropLogger() { m_logger.reset(); }

private:
    bool m_isJson;
    std::shared_ptr<spdlog::logger> m_logger;
};

using ThreadPool = spdlog::details::thread_pool;

constexpr std::size_t kMostWaitingLines = 8192;
constexpr std::chrono::seconds kLongestEnd{2};

/// A logger whose lines a pool writes.
std::shared_ptr<spdlog::logger> loggerOf(const std::shared_ptr<ThreadPool>& pool,
                                         spdlog::sink_ptr sink)
{
    return std::make_shared<spdlog::async_logger>("faultline", std::move(sink), pool,
                                                  spdlog::async_overflow_policy::overrun_oldest);
}

class ServerLog final : public ConsoleLog
{
public:
    ServerLog(const config::LoggingConfig& config, LogSink* copy)
        : ServerLog(config, copy, std::make_shared<ThreadPool>(kMostWaitingLines, 1))
    {
    }

    ServerLog(const ServerLog&) = delete;
    ServerLog& operator=(const ServerLog&) = delete;

    /// The pool ends when it has written every line, so another thread waits for it, or this one
    /// when there is no other.
    ~ServerLog() override
    {
        dropLogger();
        std::promise<void> ended;
        const auto end = ended.get_future();
        auto thread = startThread([pool = std::exchange(m_pool, nullptr),
                                   ended = std::move(ended)](const std::stop_token&) mutable {
            pool.reset();
            ended.set_value();
        });
        if (!thread)
            return;
        thread->detach();
        end.wait_for(kLongestEnd);
    }

    void write(LogLevel level, std::string_view category, std::string_view message) override
    {
        if (m_copy != nullptr && writes(level))
            m_copy->write(level, category, message);
        ConsoleLog::write(level, category, message);
        tellLostLines();
    }

private:
    ServerLog(const config::LoggingConfig& config, LogSink* copy, std::shared_ptr<ThreadPool> pool)
        : ConsoleLog(config, loggerOf(pool, serverSink(config))), m_copy(copy),
          m_pool(std::move(pool))
    {
    }

    /// Waits for room, because this line would be lost too.
    void tellLostLines()
    {
        const auto lost = m_pool->overrun_counter();
        auto told = m_told.load();
        if (lost == told || m_pool->queue_size() > kMostWaitingLines / 2)
            return;
        if (m_told.compare_exchange_strong(told, lost))
            ConsoleLog::write(LogLevel::Warning, "log",
                              concat(lost - told, " lines were lost, because nobody read the log"));
    }

    LogSink* m_copy; ///< May be null.
    std::shared_ptr<ThreadPool> m_pool;
    std::atomic<std::size_t> m_told = 0;
};

} // namespace

std::unique_ptr<LogSink> makeConsoleLog(const config::LoggingConfig& config)
{
    return std::make_unique<ConsoleLog>(
        config, std::make_shared<spdlog::logger>("faultline", consoleSink(config)));
}

Result<std::unique_ptr<AdjustableLog>> makeServerLog(const config::LoggingConfig& config,
                                                     LogSink* copy)
{
    return contained([&]() -> std::unique_ptr<AdjustableLog> {
        return std::make_unique<ServerLog>(config, copy); // The library starts its thread.
    });
}

Result<std::unique_ptr<LogSink>> makeFileLog(const config::LoggingConfig& config,
                                             const std::filesystem::path& file)
{
    try {
        auto sink = std::make_shared<spdlog::sinks::basic_file_sink_mt>(file.string(), true);
        return std::make_unique<ConsoleLog>(
            config, std::make_shared<spdlog::logger>("faultline", std::move(sink)));
    } catch (const spdlog::spdlog_ex& error) {
        return fail(ErrorKind::Internal, file.string(), ": ", error.what());
    }
}

} // namespace faultline::app
