// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

namespace faultline::report {

/// One record of a CSV file with its line end (RFC 4180). Cells that a spreadsheet would take for a
/// formula begin with an apostrophe; control characters become spaces, line ends stay.
std::string csvRecord(std::span<const std::string> cells);

} // namespace faultline::report
