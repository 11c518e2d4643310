// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/formats/crash/jvm_text/jvm_text.h"
#include "core/model/report.h"

#include <string>

namespace faultline::intake {

/// A text with traces of the JVM that is to be printed again with its names restored.
class TraceText
{
public:
    /// Errors: Unsupported (no such trace, or more than four million lines).
    static Result<TraceText> open(ByteView bytes);

    /// The event that describes all of the text's traces.
    const EventPtr& event() const { return m_event; }

    /// The text with its names restored, everything else as it was: indentation, log prefixes,
    /// lines that are no traces. A frame becomes one line for each of its rows. Alternatives follow
    /// each other, and those after the first begin with "<OR> ", as R8's retrace writes them.
    /// `report` is that of event().
    std::string restored(const Report& report) const;

private:
    explicit TraceText(jvmtext::JvmText text);

    jvmtext::JvmText m_text;
    EventPtr m_event;
};

} // namespace faultline::intake
