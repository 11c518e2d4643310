#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace faultline::script {

/// What ends a line.
enum class LineEnds : std::uint8_t {
    LineFeeds,
    OfEngines ///< LF, CR, CR LF, U+2028, U+2029 (ECMA-262 §12.3), as engines count.
};

/// Converts between byte offsets of a UTF-8 text and its lines and columns: 0-based, columns in
/// UTF-16 units. Bytes that are no UTF-8 count one unit each. The text outlives
/// it.
class ScriptText
{
public:
    explicit ScriptText(std::string_view text, LineEnds ends = LineEnds::LineFeeds);

    struct Place
    {
        std::uint32_t line = 0;
        std::uint32_t column = 0;
    };

    /// Absent behind the end; the end itself is a place.
    std::optional<Place> placeOf(std::size_t offset) const;
    /// A column behind the line's end gives the line's end. Absent for a line that is not there.
    std::optional<std::size_t> offsetOf(Place place) const;

    std::size_t lineCount() const { return m_lineStarts.size(); }

    std::string_view text() const { return m_text; }

private:
    /// UTF-16 units in front of an offset, over the whole text.
    std::uint64_t unitsBefore(std::size_t offset) const;

    std::string_view m_text;
    std::vector<std::size_t> m_lineStarts;
    std::vector<std::uint64_t> m_marks; // Units in front of every kMarkBytes; empty for ASCII.
};

} // namespace faultline::script
