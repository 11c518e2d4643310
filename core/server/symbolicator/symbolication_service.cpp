// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symbolicator/symbolication_service.h"

#include "core/model/jvm_event.h"

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

Result<js::ScriptReport> SymbolicationService::runScripts(const ScriptEvent& /*event*/,
                                                          const js::ScriptOptions& /*options*/,
                                                          std::stop_token /*stop*/)
{
    return fail(ErrorKind::Unsupported, "stacks of scripts are not taken here");
}

Result<JvmReport> SymbolicationService::runJvm(const JvmEvent& /*event*/,
                                               const jvm::JvmOptions& /*options*/,
                                               std::stop_token /*stop*/)
{
    return fail(ErrorKind::Unsupported, "events of the JVM are not taken here");
}

} // namespace faultline::server
