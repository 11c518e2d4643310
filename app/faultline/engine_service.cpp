// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/engine_service.h"

#include "core/intake/crash_files.h"
#include "core/model/report.h"

namespace faultline::app {

EngineService::EngineService(engine::Engine& engine, const config::ServiceConfig& config)
    : m_engine(engine), m_limits(config.engine.limits)
{
    m_limits.maxUnpackedEventBytes = config.serve.crashFileUnpackedMaxBytes;
}

Result<EventPtr> EngineService::readEvent(ByteView bytes)
{
    return intake::readEvent(std::move(bytes), m_limits);
}

Result<intake::Input> EngineService::readInput(ByteView bytes,
                                               const requests::RequestPolicy& policy)
{
    return intake::readInput(std::move(bytes), m_limits, policy);
}

bool EngineService::holdsCrashFile(const ByteView& body) const
{
    if (m_limits.maxUnpackedEventBytes == 0)
        return false;
    const auto files = intake::findCrashFiles(body, m_limits);
    // A file without a name is the whole body of the request.
    return files && !files->empty() && !files->front().name.empty();
}

Result<ReportPtr> EngineService::run(EventPtr event,
                                     const symbolicate::SymbolicateOptions& options,
                                     std::stop_token stop)
{
    return m_engine.run(std::move(event), options, std::move(stop));
}

ReportPtr EngineService::runFromMemory(const EventPtr& event,
                                       const symbolicate::SymbolicateOptions& options)
{
    return m_engine.runFromMemory(event, options);
}

} // namespace faultline::app
