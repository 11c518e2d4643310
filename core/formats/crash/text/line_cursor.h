// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/log_lines/log_shape.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace faultline::nativetext {

/// One line of a text. The views point into the text.
struct Line
{
    std::string_view whole;   ///< Without its line break.
    std::string_view text;    ///< Without what a log adds before it, and without blanks at its end.
    std::uint32_t number = 0; ///< Counted from 1.
    std::size_t firstByte = 0; ///< Position in the text.
    bool isCut = false;        ///< It is longer than 64 KiB, of which the rest is not here.
};

/// Goes through the lines of a text and keeps none, so that a log of any size needs no memory. A
/// copy looks ahead. Of a line beyond 64 KiB the rest is not read.
class LineCursor
{
public:
    explicit LineCursor(std::string_view text) : m_text(text) { read(); }

    /// What the cursors of one reader did, and their copies.
    struct Effort
    {
        std::uint64_t steps = 0;    ///< Lines that were read, each time.
        std::uint64_t furthest = 0; ///< Line.
        bool isTired = false;       ///< The reader looked for less than it wanted.
    };

    /// From here on goes for a reader that may find nothing. The cursor is at its end too once that
    /// reader has read every line many times over, so that the whole work stays linear whatever it
    /// looks for. Keeps the reference.
    void workFor(Effort& effort);

    void workForNobody() { m_effort = nullptr; }

    /// Where a line begins, or the text ends.
    struct Place
    {
        std::size_t byte = 0;
        std::uint32_t line = 1;
    };

    /// Moves to the line that begins there.
    void moveTo(const Place& place);

    Place here() const { return {m_line.firstByte, m_line.number}; }

    /// After the line, whoever wrote what follows.
    Place afterLine() const { return {m_nextByte, m_line.number + 1}; }

    /// After the last line that was passed, whoever wrote what follows.
    Place afterPassed() const { return m_passed; }

    bool atEnd() const { return m_atEnd || patience(0) < 0; }

    /// Call only when not at the end, as the next function.
    const Line& line() const { return m_line; }

    void next();

    /// From here on leaves out the lines that other writers of the log wrote in between.
    void followWriter() { m_followed = m_writer; }

    void followAll() { m_followed.clear(); }

    /// How many of `lines` a reader may look for what it hopes to find. Few, once it has read every
    /// line many times over, and -1 later.
    int patience(int lines) const;

private:
    void read();

    std::string_view m_text;
    Effort* m_effort = nullptr; ///< Null: without limits.
    std::size_t m_nextByte = 0;
    Line m_line;
    Place m_passed;
    std::string m_writer;   ///< Of the line; empty when unknown.
    std::string m_followed; ///< Empty: all.
    bool m_atEnd = false;   ///< Of the text.
};

} // namespace faultline::nativetext
