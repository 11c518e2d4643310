#pragma once

#include "core/model/report.h"

#include <string_view>
#include <vector>

namespace faultline::symbolicate {

/// Fills preContext, contextLine and postContext from a file's text: five lines around `line`
/// (1-based), long lines trimmed (docs/spec/native.md §18.2). Line 0 is unknown and sets nothing;
/// nor does a line beyond the end.
void applyContextLines(Frame& frame, std::string_view source, std::uint32_t line);

/// The same for many lines of one text: remembers where every so many lines begin, so that a line
/// deep in a long file costs no walk from its start. The text outlives it.
class SourceLines
{
public:
    explicit SourceLines(std::string_view text);

    void apply(Frame& frame, std::uint32_t line) const;

private:
    std::string_view m_text;
    std::vector<std::size_t> m_marks; // Offset of lines 1, 1 + kLinesPerMark, …
};

} // namespace faultline::symbolicate
