// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/frame_choice.h"

#include <algorithm>
#include <iterator>

namespace faultline::ui {

namespace {

using Rows = std::ranges::subrange<FrameRows::const_iterator>;

bool isLineOfProgram(const std::shared_ptr<const FrameRow>& frame)
{
    return frame->isInApp && frame->line != 0;
}

/// Chooses among the rows of one physical frame: its own row, unless only an inlined call is the
/// program's own code. Without own code, the innermost line of the program is nearest to what
/// happened.
FrameRow::Key bestRow(const Rows& rows)
{
    const auto physical = std::prev(rows.end());
    if ((*physical)->isOwnCode)
        return (*physical)->frameKey;
    auto found = std::ranges::find_if(rows, [](const auto& frame) { return frame->isOwnCode; });
    if (found == rows.end())
        found = std::ranges::find_if(rows, isLineOfProgram);
    return found == rows.end() ? (*physical)->frameKey : (*found)->frameKey;
}

/// Returns the rows of the physical frame to which the row at `any` belongs.
Rows rowsOfFrame(const FrameRows& frames, FrameRows::const_iterator any)
{
    const auto physical = (*any)->frameKey.physicalIndex;
    const auto isOfFrame = [physical](const auto& frame) {
        return frame->frameKey.physicalIndex == physical;
    };
    auto begin = any;
    while (begin != frames.cbegin() && isOfFrame(*std::prev(begin)))
        --begin;
    return {begin, std::find_if_not(any, frames.cend(), isOfFrame)};
}

/// Finds a row of the shown physical frame.
FrameRows::const_iterator findShown(const FrameRows& frames, const ShownFrame& shown)
{
    const auto isSamePlace = [&shown](const auto& frame) {
        return frame->address == shown.row->address &&
               frame->stackPointer == shown.row->stackPointer;
    };
    const auto hasKey = [&shown](const auto& frame) {
        return frame->frameKey.physicalIndex == shown.key.physicalIndex;
    };
    const auto begin = frames.cbegin();
    const auto end = frames.cend();
    // Frames that the file brings have no stack pointer; in a recursion only the index tells them
    // apart.
    auto found = std::find_if(
        begin, end, [&](const auto& frame) { return hasKey(frame) && isSamePlace(frame); });
    if (found == end)
        found = std::find_if(begin, end, isSamePlace);
    // A better walk may find another stack pointer for the frame that the user chose.
    if (found == end && shown.isChosen)
        found = std::find_if(begin, end, hasKey);
    return found;
}

} // namespace

std::optional<FrameRow::Key> bestFrame(const FrameRows& frames)
{
    if (frames.isEmpty())
        return std::nullopt;
    const auto end = frames.cend();
    auto begin =
        std::find_if(frames.cbegin(), end, [](const auto& frame) { return !frame->isOfEnd; });
    if (begin == end)
        begin = frames.cbegin();
    auto found = std::find_if(begin, end, [](const auto& frame) { return frame->isOwnCode; });
    if (found == end)
        found = std::find_if(begin, end, isLineOfProgram);
    if (found == end)
        found = std::find_if(begin, end, [](const auto& frame) { return frame->isInApp; });
    return bestRow(rowsOfFrame(frames, found == end ? begin : found));
}

std::optional<FrameRow::Key> followedFrame(const FrameRows& frames, const ShownFrame& shown)
{
    if (!shown.row)
        return std::nullopt;
    const auto found = findShown(frames, shown);
    if (found == frames.cend())
        return std::nullopt;
    const Rows rows = rowsOfFrame(frames, found);
    if (!shown.isChosen) {
        if (std::ranges::none_of(rows, [](const auto& frame) { return frame->isOwnCode; }))
            return std::nullopt;
        return bestRow(rows);
    }
    const FrameRow::Key same{.physicalIndex = (*found)->frameKey.physicalIndex,
                             .inlineDepth = shown.key.inlineDepth};
    const bool isThere =
        std::ranges::any_of(rows, [same](const auto& frame) { return frame->frameKey == same; });
    return isThere ? same : FrameRow::Key{.physicalIndex = same.physicalIndex, .inlineDepth = 0};
}

} // namespace faultline::ui
