// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace faultline::js {

/// Where some lines of a text begin, 16 KiB or more apart: a place is then found without reading
/// all the text before it, and the end of a very long line without reading that line.
class LineMarks
{
public:
    LineMarks() = default;
    explicit LineMarks(std::string_view text);

    struct Mark
    {
        std::size_t offset = 0;
        std::uint64_t line = 0; ///< Counts from 0.
    };

    /// The last mark that is not after the line.
    Mark before(std::uint64_t line) const;
    /// The mark of the line after this one; absent when it has none. After a last line without a
    /// line end it is as if there were one.
    std::optional<Mark> after(std::uint64_t line) const;

private:
    std::vector<Mark> m_marks; // In the order of lines.
};

} // namespace faultline::js
