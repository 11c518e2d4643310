// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/config/service_config.h"
#include "core/engine/engine.h"
#include "core/server/symbolicator/symbolication_service.h"

namespace faultline::app {

/// The engine as the server's routes see it. The engine must outlive it.
class EngineService final : public server::SymbolicationService
{
public:
    EngineService(engine::Engine& engine, const config::ServiceConfig& config);

    Result<EventPtr> readEvent(ByteView bytes) override;
    Result<intake::Input> readInput(ByteView bytes, const requests::RequestPolicy& policy) override;
    bool holdsCrashFile(const ByteView& body) const override;
    Result<ReportPtr> run(EventPtr event,
                          const symbolicate::SymbolicateOptions& options,
                          std::stop_token stop) override;
    ReportPtr runFromMemory(const EventPtr& event,
                            const symbolicate::SymbolicateOptions& options) override;

private:
    engine::Engine& m_engine;
    ParseLimits m_limits;
};

} // namespace faultline::app
