#pragma once

#include "core/model/report.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace faultline::report {

/// The rows of a stack for people: the only place that says a frame in text. Control characters of
/// the crash file come out escaped.

/// Markdown's rows are short, for a ticket: of how a frame was found they tell doubts only.
enum class StackForm : std::uint8_t { Plain, Markdown };

/// Raw: what the walk alone gave, the module and the offset in it.
enum class FrameNames : std::uint8_t { Resolved, Raw };

/// One shown row: a frame, or a note where frames are left out or doubtful.
struct StackRow
{
    std::optional<std::size_t> frame; ///< Index into ThreadStack::frames; absent: a note.
    std::string note;                 ///< In the reader's language; empty for frames.
};

/// What is shown of one thread's stack, in the order in which it is shown.
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

/// A frame's row in two parts, so that a narrow terminal can have them on two lines.
struct FrameLine
{
    std::string head; ///< "   1  ui!paint(Widget&)+0x1f3"
    std::string tail; ///< "[widget.cpp:120]  (unwind data)"; may be empty.
};

FrameLine frameLine(const Report& report,
                    const Frame& frame,
                    StackForm form,
                    FrameNames names = FrameNames::Resolved);

/// The selection with one line per row. Notes begin with "...", so that a shortened stack never
/// looks whole.
std::string
stackText(const Report& report, const StackSelection& selection, StackForm form = StackForm::Plain);

} // namespace faultline::report
