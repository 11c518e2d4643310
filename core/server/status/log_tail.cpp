// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/status/log_tail.h"

#include "core/base/text.h"
#include "core/server/http/request_scope.h"

#include <chrono>

namespace faultline::server {

namespace {

constexpr std::size_t kMostLines = 200;
constexpr std::size_t kMostBytes = 1000; ///< Of one line.

std::int64_t unixMilliseconds()
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

} // namespace

void LogTail::write(LogLevel level, std::string_view category, std::string_view message)
{
    const auto& request = RequestScope::current();
    LogLineFacts line{.unixMilliseconds = unixMilliseconds(),
                      .level = level,
                      .category = std::string(category),
                      .message = escapeControls(message.substr(0, kMostBytes)),
                      .requestId = request ? request->id : std::string()};
    const std::lock_guard lock(m_mutex);
    m_lines.push_back(std::move(line));
    if (m_lines.size() > kMostLines)
        m_lines.pop_front();
}

std::vector<LogLineFacts> LogTail::lines() const
{
    const std::lock_guard lock(m_mutex);
    return {m_lines.begin(), m_lines.end()};
}

} // namespace faultline::server
