// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace faultline::test {

/// Builds a stored report from the contents of its sections (docs/report-format.md), without the
/// code under test. Unchanged sections give an empty report.
struct ReportFile
{
    std::uint32_t version = 1;
    std::uint32_t sectionCount = 6;
    std::string texts{'\0'};
    std::string event{'\0'};
    std::string stacks{'\0'};
    std::string modules{'\0'};
    std::string summary{'\0'};
    std::string attachments;

    std::string bytes() const;
};

} // namespace faultline::test
