#pragma once

#include "core/model/report.h"

#include <QString>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace faultline::test {

/// One line of a NAME.chain file: what the source says must stand in the stack.
struct ExpectedFrame
{
    /// The names that debug formats give it; one must fit. "*" fits every name, "?" a frame without
    /// one.
    std::vector<std::string> functions;
    std::string file;       ///< Base name; "-" for a function without source.
    std::uint32_t line = 0; ///< 0: any line of the file.
    bool isInlined = false;
    bool mayRepeat = false;    ///< "+": one or more such frames in a row.
    bool isOptional = false;   ///< "?": may be missing.
    bool mayBeGuessed = false; ///< "~": nothing but a guess leads there; it must be marked as one.
};

/// Reads NAME.chain beside the sources and resolves its @labels and quoted lines to line numbers. A
/// line "& NAME" stands for the lines of another file: that in `replaced`, else the one beside it.
/// Ends the test when the file is not as it should be.
std::vector<ExpectedFrame>
readChain(const std::filesystem::path& chainFile,
          const std::map<std::string, std::filesystem::path>& replaced = {});

/// Empty when the frames contain the chain as one uninterrupted run, none of it guessed; else what
/// differs. With `fromTop` the run must begin with the first frame.
QString compareChain(const std::vector<Frame>& frames,
                     const std::vector<ExpectedFrame>& chain,
                     bool fromTop);

/// Empty when the frames are the chain, from the first to the last: none missing, none invented.
QString compareWholeStack(const std::vector<Frame>& frames,
                          const std::vector<ExpectedFrame>& chain);

/// The stack as text, for messages.
QString stackText(const std::vector<Frame>& frames);

} // namespace faultline::test
