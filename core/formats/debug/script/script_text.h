// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace faultline::script {

/// The characters that end a line.
enum class LineEnds : std::uint8_t {
    LineFeeds,
    OfEngines ///< LF, CR, CR LF, U+2028, U+2029 (ECMA-262 §12.3), as engines count.
};

/// Converts between byte offsets in a UTF-8 text and its lines and columns. Lines and columns count
/// from 0, columns in UTF-16 units; A byte that is not UTF-8 counts as one unit.
/// The text must outlive the object.
class ScriptText
{
public:
    explicit ScriptText(std::string_view text, LineEnds ends = LineEnds::LineFeeds);

    struct Place
    {
        std::uint32_t line = 0;
        std::uint32_t column = 0;
    };

    /// Absent for an offset after the end of the text. The end itself is valid.
    std::optional<Place> placeOf(std::size_t offset) const;
    /// For a column after the end of the line, returns the end of the line. Absent when the line
    /// does not exist.
    std::optional<std::size_t> offsetOf(Place place) const;

    std::size_t lineCount() const { return m_lineStarts.size(); }

    std::string_view text() const { return m_text; }

private:
    /// Number of UTF-16 units in the text before an offset.
    std::uint64_t unitsBefore(std::size_t offset) const;

    std::string_view m_text;
    std::vector<std::size_t> m_lineStarts;
    // Number of units before every kMarkBytes-th byte; empty for ASCII.
    std::vector<std::uint64_t> m_marks;
};

} // namespace faultline::script
