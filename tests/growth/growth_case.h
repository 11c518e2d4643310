// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace faultline::growth {

/// A file of one size, and what reads it.
struct Made
{
    std::uint64_t fileBytes = 0;
    std::function<std::uint64_t()> read; ///< Returns how many bytes of output it makes.
};

/// One row of the table: a reader and what of its input becomes more.
struct Case
{
    std::string reader;
    std::string dimension;
    std::size_t first = 64; ///< The smallest number that is worth measuring.
    std::function<Made(std::size_t count)> make;
    std::size_t most = std::size_t{1}
                       << 20; ///< A number beyond which the reader's limits reject the file.
};

std::vector<Case> dwarfCases();
std::vector<Case> symbolCases();
std::vector<Case> pdbCases();
std::vector<Case> textCases();
std::vector<Case> unwindCases();
std::vector<Case> crashCases();
std::vector<Case> scriptCases();
std::vector<Case> reportCases();
std::vector<Case> redactCases();

/// Number `i` in a fixed width, so that files grow evenly.
std::string digits(std::size_t i);

} // namespace faultline::growth
