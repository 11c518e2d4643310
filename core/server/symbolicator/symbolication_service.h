// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/intake/read_event.h"
#include "core/model/report.h"
#include "core/symbolicate/options/options.h"

#include <stop_token>

namespace faultline::server {

/// The server's view of the engine. Thread-safe.
class SymbolicationService
{
public:
    virtual ~SymbolicationService() = default;

    /// Detects the kind of crash file by content and reads it. Also reads the only crash file of a
    /// compressed upload. Errors: Unsupported, Malformed.
    virtual Result<EventPtr> readEvent(ByteView bytes) = 0;

    /// The same for any input, with what a request asks for as far as `policy` allows it. Unless
    /// overridden, an event without a request. Errors: those of readEvent(), and Malformed.
    virtual Result<intake::Input> readInput(ByteView bytes, const requests::RequestPolicy& policy);

    /// Tells whether a stored multipart body contains a crash file. Unpacks nothing.
    virtual bool holdsCrashFile(const ByteView& body) const = 0;

    /// Symbolicates an event of any kind. Runs on the calling thread to the end. Errors: Cancelled,
    /// and errors that make the whole event unusable. Missing or damaged debug files are states in
    /// the report, not errors.
    virtual Result<ReportPtr>
    run(EventPtr event, const symbolicate::SymbolicateOptions& options, std::stop_token stop) = 0;

    /// The same without waiting. Null when something that the event needs is not in memory, or the
    /// service cannot tell.
    virtual ReportPtr runFromMemory(const EventPtr& event,
                                    const symbolicate::SymbolicateOptions& options);
};

} // namespace faultline::server
