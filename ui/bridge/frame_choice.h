// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/stack_layout.h"

#include <optional>

namespace faultline::ui {

/// The frame that a session shows.
struct ShownFrame
{
    FrameRow::Key key;
    std::shared_ptr<const FrameRow> row; ///< Its last state; null when no row has the key.
    bool isChosen = false;               ///< By the user.
};

/// Returns the frame to select when nobody chose one. Frames above the place that the crash is
/// named after (insight::crashPlace()) do not count. Prefers the first physical frame with the
/// program's own code, in its own row or in an inlined one; then the innermost line of the program,
/// also an inlined one; then any frame of the program, then the innermost frame.
std::optional<FrameRow::Key> bestFrame(const FrameRows& frames);

/// Returns the key that the shown physical frame has in the new rows. Nothing is returned when the
/// frame is gone, or when nobody chose it and it is not the program's own code: then a better one
/// may have come.
std::optional<FrameRow::Key> followedFrame(const FrameRows& frames, const ShownFrame& shown);

} // namespace faultline::ui
