// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/report_file.h"

#include "core/base/hash.h"

namespace faultline::test {

namespace {

std::string number(std::uint64_t value, std::size_t sizeBytes)
{
    std::string bytes;
    for (std::size_t i = 0; i < sizeBytes; ++i)
        bytes += static_cast<char>(value >> (8 * i));
    return bytes;
}

} // namespace

std::string ReportFile::bytes() const
{
    const std::array<std::string, 6> sections{texts, event, stacks, modules, summary, attachments};
    std::string table;
    std::string content;
    for (std::size_t i = 0; i < sections.size(); ++i) {
        table += number(176 + content.size(), 8) + number(sections[i].size(), 8);
        table += number(i == 5 ? 0 : checksum64(asBytes(sections[i])), 8);
        content += sections[i];
    }
    const std::string sealed = number(176 + content.size(), 8) + table;
    return "FLREPT\r\n" + number(version, 4) + number(sectionCount, 4) +
           number(checksum64(asBytes(sealed)), 8) + sealed + content;
}

} // namespace faultline::test
