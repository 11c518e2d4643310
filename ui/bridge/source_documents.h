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

/// Returns the path to ask the engine for, or an empty text when the frame names no file.
std::string sourcePath(const Frame& frame);

/// Returns null when the thread has no such frame.
const Frame* findFrame(const ReportState& state, std::uint32_t thread, FrameRow::Key key);

} // namespace faultline::ui
