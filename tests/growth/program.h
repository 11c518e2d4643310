// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/growth/growth_case.h"

#include <string>
#include <utility>
#include <vector>

namespace faultline::growth {

/// Where the program is that the rows of whole events run; such rows do not exist without it.
void setProgram(std::string path);
bool hasProgram();

/// Files by name, the first of which is the crash file.
using Files = std::vector<std::pair<std::string, std::string>>;

/// `faultline symbolicate` with that file, once for each format of reports. Returns the size of
/// what it prints.
Made asReport(Files files, std::vector<std::string> arguments = {});

/// Processor time of all programs so far, in seconds, and the largest memory of one since the last
/// call of resetProgramMemory(), in bytes.
double programSeconds();
std::uint64_t programMemory();
void resetProgramMemory();

} // namespace faultline::growth
