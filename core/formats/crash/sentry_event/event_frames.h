// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/formats/crash/sentry_event/event_images.h"
#include "core/json/json_document.h"
#include "core/model/diagnostic_log.h"
#include "core/model/event.h"

#include <string_view>
#include <vector>

namespace faultline::sentry {

/// Reads the frames of several stacks within the event's limit.
class FrameReader
{
public:
    FrameReader(const EventImages& images, const ParseLimits& limits, DiagnosticLog& diagnostics)
        : m_images(images), m_limits(limits), m_diagnostics(diagnostics),
          m_left(limits.maxFramesPerEvent)
    {
    }

    /// The frames of a stack trace that have an address, callee first. `place` names the stack in
    /// diagnostics.
    std::vector<Frame> read(const json::JsonValue& stacktrace, std::string_view place);

    /// One frame; absent when it has no address.
    std::optional<Frame> readFrame(const json::JsonValue& frame, std::string_view place);

private:
    std::optional<std::uint32_t> relativeModule(const json::JsonValue& frame,
                                                std::string_view place) const;

    const EventImages& m_images;
    const ParseLimits& m_limits;
    DiagnosticLog& m_diagnostics;
    std::size_t m_left;
};

} // namespace faultline::sentry
