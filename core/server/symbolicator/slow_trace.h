// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/log.h"
#include "core/server/symbolicator/symbolication_service.h"

#include <chrono>
#include <functional>
#include <utility>

namespace faultline::server {

/// Passes everything on to another service, and says in the log what slow symbolications waited
/// for: module, source, location, and how long. Service and log must outlive it. Shows each report
/// to `onReport`.
class SlowTrace final : public SymbolicationService
{
public:
    using OnReport = std::function<void(const Report& report)>;

    /// 0 as time: nothing is logged. `onReport` is called on the threads of the work; it may be
    /// null.
    SlowTrace(SymbolicationService& service,
              std::chrono::milliseconds slowTime,
              LogSink& log,
              OnReport onReport = nullptr)
        : m_service(service), m_slowTime(slowTime), m_log(log), m_onReport(std::move(onReport))
    {
    }

    Result<EventPtr> readEvent(ByteView bytes) override;
    Result<intake::Input> readInput(ByteView bytes, const requests::RequestPolicy& policy) override;
    bool holdsCrashFile(const ByteView& body) const override;
    Result<ReportPtr> run(EventPtr event,
                          const symbolicate::SymbolicateOptions& options,
                          std::stop_token stop) override;
    ReportPtr runFromMemory(const EventPtr& event,
                            const symbolicate::SymbolicateOptions& options) override;

private:
    SymbolicationService& m_service;
    std::chrono::milliseconds m_slowTime;
    LogSink& m_log;
    OnReport m_onReport; ///< May be null.
};

/// The candidates that took longest, one after the other, with module, source, time and outcome.
/// Empty when none took a measurable time.
std::string describeSlowest(const Report& report);

} // namespace faultline::server
