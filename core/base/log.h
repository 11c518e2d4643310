// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace faultline {

enum class LogLevel : std::uint8_t { Trace, Debug, Info, Warning, Error, Off };

/// Receives core's messages about what it could not do. It is passed in; core has no global logger.
/// Implementations are thread-safe. Categories: engine.parse, engine.unwind, engine.symbols, net,
/// cache, server, library, ui.
class LogSink
{
public:
    virtual ~LogSink() = default;
    virtual void write(LogLevel level, std::string_view category, std::string_view message) = 0;
};

/// Discards all messages; for tests and fuzzers.
LogSink& silentLog();

std::string_view logLevelName(LogLevel level);

} // namespace faultline
