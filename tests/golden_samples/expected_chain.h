// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"

#include <QString>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace faultline::test {

/// One line of a NAME.chain file: a frame that the stack must have, by the sources.
struct ExpectedFrame
{
    /// The names that debug formats give the function, one of which must match. "*" matches every
    /// name, "?" a frame without a name.
    std::vector<std::string> functions;
    std::string file;       ///< Base name; "-" for a function without source.
    std::uint32_t line = 0; ///< 0: any line of the file.
    bool isInlined = false;
    bool mayRepeat = false;  ///< "+": one or more such frames in a row.
    bool isOptional = false; ///< "?": may be missing.
    /// "~": only a guess leads to the frame, and it must be marked as a guess.
    bool mayBeGuessed = false;
};

/// Reads NAME.chain beside the sources and replaces its @labels and quoted lines by line numbers. A
/// line "& NAME" stands for the lines of another file: the one in `replaced`, otherwise the one
/// beside it. Fails the test when the file is not valid.
std::vector<ExpectedFrame>
readChain(const std::filesystem::path& chainFile,
          const std::map<std::string, std::filesystem::path>& replaced = {});

/// Returns an empty text when the frames contain the chain as one uninterrupted run without
/// guesses, otherwise the difference. With `fromTop` the run must begin with the first frame.
QString compareChain(const std::vector<Frame>& frames,
                     const std::vector<ExpectedFrame>& chain,
                     bool fromTop);

/// Returns an empty text when the frames are exactly the chain: none missing, none invented.
QString compareWholeStack(const std::vector<Frame>& frames,
                          const std::vector<ExpectedFrame>& chain);

/// Formats the stack for messages.
QString stackText(const std::vector<Frame>& frames);

} // namespace faultline::test
