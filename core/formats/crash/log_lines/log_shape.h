// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/log_lines/log_prefix.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::loglines {

/// What the logs of a text add before each line. Besides logcat's forms, which say themselves where
/// the message begins, any logger's prefix is learned from the lines that hold a frame after it:
/// "[17:55:34] [Server thread/INFO]: [STDERR]: \tat a.b(C.java:1)". Other lines have the same
/// prefix when they begin with the same text, except for digits.
class LogShape
{
public:
    /// Tells whether a whole text is a frame of the wanted form.
    using IsFrame = std::function<bool(std::string_view)>;

    LogShape() = default;

    /// Learns from the first lines of `text`.
    static LogShape learn(std::string_view text, const IsFrame& isFrame);

    /// The prefix of one line; the line itself may have been read after learn().
    LogPrefix prefixOf(std::string_view line) const;

private:
    void add(std::string_view prefix);

    std::vector<std::string> m_shapes; ///< Prefixes with 0 for each digit.
};

} // namespace faultline::loglines
