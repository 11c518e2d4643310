// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/report_state.h"
#include "ui/models/frame_row.h"
#include "ui/models/source_document.h"

namespace faultline::ui {

/// Makes what the Source dock shows for one frame. `answer` is the engine's answer for the frame's
/// path; null while there is no answer.
SourceDocument makeSourceDocument(const ReportState& state,
                                  std::uint32_t thread,
                                  FrameRow::Key frame,
                                  const engine::SourceSnapshot* answer);

/// Returns the path to ask the engine for, or an empty text when the frame names no file.
std::string sourcePath(const Frame& frame);

/// Returns null when the thread has no such frame.
const Frame* findFrame(const ReportState& state, std::uint32_t thread, FrameRow::Key key);

} // namespace faultline::ui
