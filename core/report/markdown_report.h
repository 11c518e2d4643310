// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/stack_text.h"

#include <optional>
#include <string>

namespace faultline::report {

struct MarkdownOptions
{
    /// Absent selects the whole stack of the requesting thread, and all modules without symbols.
    std::optional<StackSelection> shown = std::nullopt;
    /// Absent selects the main module with its version.
    std::optional<std::string> program = std::nullopt;
    std::optional<std::string> signature = std::nullopt; ///< Shown when known.
    std::optional<std::string> cause = std::nullopt;     ///< A sentence; shown when known.
    /// What the reader calls the thread. Absent selects its id and its name.
    std::optional<std::string> thread = std::nullopt;
};

/// One thread, for a ticket or a chat (docs/spec/workbench.md §4.12): a header line, the stack as a
/// code block, the modules without symbols with the ids to ask for, and with the whole stack the
/// annotations.
std::string renderMarkdown(const Report& report, const MarkdownOptions& options);

} // namespace faultline::report
