// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/log.h"

namespace faultline {

namespace {

class SilentLog final : public LogSink
{
public:
    void
    write(LogLevel /*level*/, std::string_view /*category*/, std::string_view /*message*/) override
    {
    }
};

} // namespace

LogSink& silentLog()
{
    static SilentLog sink;
    return sink;
}

std::string_view logLevelName(LogLevel level)
{
    switch (level) {
    case LogLevel::Trace: return "trace";
    case LogLevel::Debug: return "debug";
    case LogLevel::Info: return "info";
    case LogLevel::Warning: return "warning";
    case LogLevel::Error: return "error";
    case LogLevel::Off: return "off";
    }
    return "off";
}

} // namespace faultline
