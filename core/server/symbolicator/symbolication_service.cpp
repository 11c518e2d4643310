#include "core/server/symbolicator/symbolication_service.h"

#include "core/model/jvm_event.h"

namespace faultline::server {

Result<JvmReport> SymbolicationService::runJvm(const JvmEvent& /*event*/,
                                               const jvm::JvmOptions& /*options*/,
                                               std::stop_token /*stop*/)
{
    return fail(ErrorKind::Unsupported, "events of the JVM are not taken here");
}

} // namespace faultline::server
