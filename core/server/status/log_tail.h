// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/log.h"
#include "core/server/status/status_facts.h"

#include <deque>
#include <mutex>
#include <string_view>
#include <vector>

namespace faultline::server {

/// The last lines of a server's log, for its status page. Lines are as the log has them, so they
/// hold no secret. Thread-safe.
class LogTail final : public LogSink
{
public:
    void write(LogLevel level, std::string_view category, std::string_view message) override;
    /// The oldest first.
    std::vector<LogLineFacts> lines() const;

private:
    mutable std::mutex m_mutex; // Guards m_lines.
    std::deque<LogLineFacts> m_lines;
};

} // namespace faultline::server
