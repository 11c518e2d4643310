// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/container/apport_report.h"

#include <cstdint>

using namespace faultline;

/// Reads the fields and decodes the core's lines.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto report = container::readApportReport(std::as_bytes(std::span(data, size)));
    if (!report)
        return 0;
    std::size_t decoded = 0;
    const auto end =
        container::decodeApportLines(report->coreLines, [&decoded](Bytes bytes) -> Result<void> {
            decoded += bytes.size();
            return {};
        });
    // Four characters hold three bytes.
    if (end && decoded > report->coreLines.size())
        __builtin_trap();
    return 0;
}
