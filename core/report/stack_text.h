// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace faultline::report {

/// The rows of a stack as text. Every other place that shows frames in text uses these functions.
/// Control characters of the crash file are escaped.

/// Rows for Markdown are short, because they are for tickets: they say how a frame was found only
/// if that is doubtful. Rows of the clipboard are those of docs/spec/workbench.md §4.12: number,
/// module!function+0xoff, [file @ line], and what is inlined, guessed or has no name.
enum class StackForm : std::uint8_t { Plain, Markdown, Clipboard };

/// Raw names consist of the module and the offset in it, which the walk alone knows.
enum class FrameNames : std::uint8_t { Resolved, Raw };

/// One shown row: a frame, or a note where frames are left out or doubtful.
struct StackRow
{
    /// Index into ThreadStack::frames; absent when the row is a note.
    std::optional<std::size_t> frame;
    std::string note; ///< In the reader's language; empty for frames.
};

/// The shown part of one thread's stack, in the shown order.
struct StackSelection
{
    std::size_t thread = 0; ///< Index into Event::threads.
    std::vector<StackRow> rows;
    FrameNames names = FrameNames::Resolved;
};

/// All frames, callee first, and a note where callers are missing. Empty while nothing is known.
StackSelection wholeStack(const Report& report, std::size_t thread);

/// The frames of the selection that exist, in shown order.
std::vector<const Frame*> shownFrames(const Report& report, const StackSelection& selection);

/// A frame's row in two parts, which take two lines on a narrow terminal.
struct FrameLine
{
    std::string head; ///< "   1  ui!paint(Widget&)+0x1f3"
    std::string tail; ///< "[widget.cpp:120]  (unwind data)"; may be empty.
};

FrameLine frameLine(const Report& report,
                    const Frame& frame,
                    StackForm form,
                    FrameNames names = FrameNames::Resolved);

/// Renders the selection with one line per row. Notes begin with "...", so that nobody takes a
/// shortened stack for a complete one.
std::string
stackText(const Report& report, const StackSelection& selection, StackForm form = StackForm::Plain);

} // namespace faultline::report
