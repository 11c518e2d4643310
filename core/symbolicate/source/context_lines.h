// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"

#include <string_view>
#include <vector>

namespace faultline::symbolicate {

/// Fills preContext, contextLine and postContext from a file's text: five lines around `line`
/// (counted from 1), long lines trimmed (docs/spec/native.md §18.2). Sets nothing for line 0, which
/// means unknown, and for lines beyond the end.
void applyContextLines(Frame& frame, std::string_view source, std::uint32_t line);

/// The same for many lines of one text. It remembers the start of every kLinesPerMark-th line, so
/// that a late line needs no search from the start. The text must outlive it.
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
