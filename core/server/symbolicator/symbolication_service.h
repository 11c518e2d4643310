#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/model/report.h"
#include "core/symbolicate/js/script_options.h"
#include "core/symbolicate/js/script_report.h"
#include "core/symbolicate/options/options.h"

#include <stop_token>

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

    /// The same for the stacks of a script. Errors: Cancelled.
    virtual Result<js::ScriptReport> runScripts(const ScriptEvent& event,
                                                const js::ScriptOptions& options,
                                                std::stop_token stop) = 0;
};

} // namespace faultline::server
