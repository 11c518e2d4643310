// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/model/event.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::apple {

/// The lines of a text report, sorted by section but not yet interpreted. Views refer to the text.
struct TextReport
{
    struct Fact
    {
        std::string_view key;
        std::string_view value;
    };

    struct Image
    {
        EventModule module;
        Arch arch = Arch::Unknown;
    };

    std::string_view jsonHeader; ///< The line before the report that iOS 10 to 14 write.
    std::vector<Fact> facts;     ///< "Key: value", in order.
    std::string termination;     ///< "Termination Reason" with its further lines.
    std::string information;     ///< "Application Specific Information"; lines joined by '\n'.
    std::vector<EventThread> threads;
    std::vector<EventThread>
        backtraces; ///< Stacks that belonged to no thread at the time of the report.
    std::vector<Image> images;
    std::vector<Diagnostic> diagnostics;

    /// The first value of a key; empty when there is none.
    std::string_view fact(std::string_view key) const;
};

/// Sorts the lines of a report into sections (docs/spec/native.md §19.1). Lines that fit no section
/// are skipped, because the format has many sections of free text. Errors: Malformed (an image ends
/// before its start).
Result<TextReport> parseTextReport(std::string_view text, const ParseLimits& limits);

} // namespace faultline::apple
