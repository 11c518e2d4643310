// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symbolicator/symbolication_service.h"

namespace faultline::server {

Result<intake::Input> SymbolicationService::readInput(ByteView bytes,
                                                      const requests::RequestPolicy& /*policy*/)
{
    FL_TRY(auto event, readEvent(std::move(bytes)));
    return intake::Input{.form = intake::InputForm::CrashFile, .event = std::move(event)};
}

ReportPtr SymbolicationService::runFromMemory(const EventPtr& /*event*/,
                                              const symbolicate::SymbolicateOptions& /*options*/)
{
    return nullptr;
}

} // namespace faultline::server
