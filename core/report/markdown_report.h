#pragma once

#include "core/model/report.h"

#include <optional>
#include <string>

namespace faultline::report {

struct MarkdownOptions
{
    std::optional<std::size_t> thread =
        std::nullopt; ///< Index into Event::threads; absent: the requesting thread.
    std::optional<std::string> signature = std::nullopt; ///< Printed if present.
};

/// One thread, for a ticket or a chat (docs/spec/workbench.md §4.12): a header line, the stack as a
/// code block, and the modules without symbols with the ids to ask for.
std::string renderMarkdown(const Report& report, const MarkdownOptions& options);

} // namespace faultline::report
