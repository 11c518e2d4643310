#pragma once

#include "core/formats/debug/object/debug_info.h"

#include <cstdint>
#include <vector>

namespace faultline::breakpad {

/// One range of an INLINE record.
struct InlineSpan
{
    std::uint64_t begin = 0; ///< [begin, end), not empty, within the function.
    std::uint64_t end = 0;
    std::uint64_t depth = 0;  ///< How many calls are around it.
    object::DebugInline call; ///< Without addresses and parent.
};

/// Appends a function's inlined ranges as a strict tree, parents in front of their children. The
/// records say only how many calls are around; which ones follows from the addresses:
/// - dump_syms joins ranges of equal calls that touch, though the calls around them differ, so a
///   range that outlives the one around it goes on in the next;
/// - it leaves out calls without code of their own but keeps the depth, so a range hangs on the
///   nearest call around it;
/// - of two that overlap at one depth the later begins where the earlier ends.
void appendNested(std::vector<InlineSpan>& spans, std::vector<object::DebugInline>& out);

} // namespace faultline::breakpad
