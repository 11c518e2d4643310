// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/frame_search.h"

#include "core/insight/frame_names.h"

namespace faultline::insight {

std::optional<FrameMatch>
matchFrame(const Report& report, const Frame& frame, const TextPattern& pattern)
{
    if (const auto range = pattern.firstIn(knownFunction(report, frame)))
        return FrameMatch{.part = FramePart::Function, .range = *range};
    const auto& modules = report.event->modules;
    if (frame.module && *frame.module < modules.size()) {
        if (const auto range = pattern.firstIn(moduleName(modules[*frame.module])))
            return FrameMatch{.part = FramePart::Module, .range = *range};
    }
    if (frame.position.file) {
        if (const auto range = pattern.firstIn(*frame.position.file))
            return FrameMatch{.part = FramePart::File, .range = *range};
    }
    return std::nullopt;
}

Result<std::vector<FoundFrame>>
findFrames(const Report& report, const TextPattern& pattern, const std::stop_token& stop)
{
    std::vector<FoundFrame> found;
    for (std::uint32_t i = 0; i < report.stacks.size(); ++i) {
        if (!report.stacks[i])
            continue;
        const auto& frames = report.stacks[i]->frames;
        for (std::uint32_t row = 0; row < frames.size(); ++row) {
            if (stop.stop_requested())
                return fail(ErrorKind::Cancelled, "the search was cancelled");
            if (const auto match = matchFrame(report, frames[row], pattern))
                found.push_back({.thread = i, .row = row, .match = *match});
        }
    }
    return found;
}

} // namespace faultline::insight
