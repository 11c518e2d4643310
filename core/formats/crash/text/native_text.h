// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/model/event.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace faultline::nativetext {

/// Every form, in the order in which they are tried.
std::span<const TraceForm* const> traceForms();

/// Where a text has a trace.
struct FoundTrace
{
    const TraceForm* form = nullptr;
    std::uint32_t line = 0;      ///< The first, counted from 1.
    std::uint32_t firstLine = 0; ///< Of the program's words that belong to it, or the same.
    std::size_t firstByte = 0;   ///< Of that line.
    std::size_t endByte = 0;
};

struct FoundTraces
{
    std::vector<FoundTrace> traces; ///< In their order.
    /// So many lines look like the beginning of a trace that not all were tried to the end.
    bool mayMiss = false;
    std::uint64_t steps = 0; ///< How many lines the readers read, each time counted.
};

/// Finds all traces of a text, at most `maxTraces`. Keeps nothing of the text. The work is linear
/// in its lines.
FoundTraces findTraces(std::string_view text, const ParseLimits& limits, std::size_t maxTraces);

/// Tells whether the first lines of a text have a trace of this form.
bool hasTraceOf(const TraceForm& form, Bytes head);

/// Reads the first trace of a form as a crash file. Errors: Unsupported (the text has none).
Result<EventPtr>
readTraceOf(const TraceForm& form, const ByteView& file, const ParseLimits& limits);

} // namespace faultline::nativetext
