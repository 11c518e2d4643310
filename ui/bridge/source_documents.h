// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/report_state.h"
#include "ui/models/frame_row.h"
#include "ui/models/source_document.h"

namespace faultline::ui {

/// What is known about the text at a frame's path.
struct SourceAnswer
{
    const engine::SourceSnapshot* text = nullptr; ///< Null while nobody has answered.
    bool mayCome = false;                         ///< Someone is asked who may still have the text.
};

/// Makes what the Source dock shows for one frame.
SourceDocument makeSourceDocument(const ReportState& state,
                                  std::uint32_t thread,
                                  FrameRow::Key frame,
                                  const SourceAnswer& answer);

/// A line of a source file.
struct SourcePlace
{
    std::string path; ///< To ask the engine for; empty when nothing names a file.
    std::uint32_t line = 0;
};

/// Where the frame is according to its symbols, otherwise according to the text that lists it.
SourcePlace sourcePlace(const Frame& frame);

/// Returns null when the thread has no such frame.
const Frame* findFrame(const ReportState& state, std::uint32_t thread, FrameRow::Key key);

} // namespace faultline::ui
