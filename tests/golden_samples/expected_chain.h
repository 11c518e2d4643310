#pragma once

#include "core/symbolicate/report.h"

#include <QString>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace faultline::test {

/// One line of a NAME.chain file: what the source says must stand in the stack.
struct ExpectedFrame
{
    std::vector<std::string> functions; ///< The names that debug formats give it; one must fit.
    std::string file;                   ///< Base name.
    std::uint32_t line = 0;             ///< 0: any line of the file.
    bool isInlined = false;
    bool mayRepeat = false; ///< One or more such frames in a row.
};

/// Reads NAME.chain beside the sources and resolves its @labels and quoted lines to line numbers.
/// Ends the test when the file is not as it should be.
std::vector<ExpectedFrame> readChain(const std::filesystem::path& chainFile);

/// Empty when the frames contain the chain as one uninterrupted run, none of it guessed; else what
/// differs. With `fromTop` the run must begin with the first frame.
QString compareChain(const std::vector<Frame>& frames,
                     const std::vector<ExpectedFrame>& chain,
                     bool fromTop);

/// The stack as text, for messages.
QString stackText(const std::vector<Frame>& frames);

} // namespace faultline::test
