#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/model/report.h"
#include "core/symbolicate/options/options.h"

#include <stop_token>

namespace faultline {

struct JvmEvent;
struct JvmReport;

namespace jvm {
struct JvmOptions;
}

} // namespace faultline

namespace faultline::server {

/// What the server needs of the engine. Thread-safe.
class SymbolicationService
{
public:
    virtual ~SymbolicationService() = default;

    /// Recognises the kind of crash file by content and reads it, also the only one that a packed
    /// upload holds. Errors: Unsupported, Malformed.
    virtual Result<EventPtr> readEvent(ByteView bytes) = 0;

    /// Whether a stored multipart body brings a crash file. Unpacks nothing.
    virtual bool holdsCrashFile(const ByteView& body) const = 0;

    /// Runs to the end on the calling thread. Errors: Cancelled, and what makes a whole event
    /// unusable; missing or damaged debug files are no errors but states in the report.
    virtual Result<ReportPtr>
    run(EventPtr event, const symbolicate::SymbolicateOptions& options, std::stop_token stop) = 0;

    /// The same for events of the JVM. Errors: Cancelled, Unsupported (the service takes none).
    virtual Result<JvmReport>
    runJvm(const JvmEvent& event, const jvm::JvmOptions& options, std::stop_token stop);
};

} // namespace faultline::server
