// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/text_pattern.h"
#include "core/model/report.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace faultline::insight {

/// Which name of a frame has the text.
enum class FramePart : std::uint8_t { Function, Module, File };

/// Where a frame has the text.
struct FrameMatch
{
    FramePart part = FramePart::Function;
    TextRange range{}; ///< Of knownFunction(), of moduleName(), or of the recorded path.
};

struct FoundFrame
{
    std::uint32_t thread = 0; ///< Index into Event::threads.
    std::uint32_t row = 0;    ///< Index into ThreadStack::frames.
    FrameMatch match{};
};

/// The first of the frame's function, module and source file that has the text.
std::optional<FrameMatch>
matchFrame(const Report& report, const Frame& frame, const TextPattern& pattern);

/// The rows of all stacks that have the text, in the order of threads and rows. Errors: Cancelled.
Result<std::vector<FoundFrame>>
findFrames(const Report& report, const TextPattern& pattern, const std::stop_token& stop = {});

} // namespace faultline::insight
