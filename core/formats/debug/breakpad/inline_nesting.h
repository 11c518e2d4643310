// SPDX-License-Identifier: GPL-3.0-or-later
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
    std::uint64_t depth = 0;  ///< Number of calls around it.
    object::DebugInline call; ///< Has neither addresses nor parent.
};

/// Appends a function's inlined ranges as a strict tree, parents before their children. The
/// records give only the number of calls around a range. The addresses tell which calls these are:
/// - dump_syms joins adjacent ranges of equal calls even if the calls around them differ. So a
///   range
///   that is longer than the one around it continues in the next;
/// - it leaves out calls without code of their own but keeps the depth. So a range belongs to the
///   nearest call around it;
/// - if two ranges overlap at one depth, the later begins where the earlier ends.
void appendNested(std::vector<InlineSpan>& spans, std::vector<object::DebugInline>& out);

} // namespace faultline::breakpad
