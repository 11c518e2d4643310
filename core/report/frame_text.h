// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"

#include <string>

namespace faultline::report {

/// The text for one frame, shared by text and Markdown. Control characters of the crash file are
/// escaped.

/// Base name of the frame's module; empty when there is none.
std::string frameModuleName(const Report& report, const Frame& frame);

/// "ui!paint(Widget&)+0x1f3", "nvwgf2umx+0x4d1a20", "0x7f0012345678".
std::string frameLabel(const Report& report, const Frame& frame);

/// The same without names of functions: "ui+0x4d1a20", "0x7f0012345678".
std::string frameAddressLabel(const Report& report, const Frame& frame);

/// "widget.cpp:120", "widget.cpp", or empty.
std::string frameSourcePosition(const Frame& frame);

/// How reliable the frame is: "registers", "unwind data", "guess: stack scan", …; empty for frames
/// of a request.
std::string_view trustWords(const Frame& frame);

/// Is the frame a guess that needs a warning?
bool isGuess(FrameTrust trust);

/// Remarks on the row: "inline", why it is not symbolicated, and that its name comes from another
/// build or from the crash report. Empty when there are none.
std::string frameProblem(const Frame& frame);

/// Why the frame has no function: "no symbols", "no module", …; empty when it has one.
std::string_view missingReason(FrameStatus status);

/// How the stack ends, and why if it ends too early; empty while unknown.
std::string stackEndText(const ThreadStack& stack);

} // namespace faultline::report
