// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a stored report. The checksums are repaired first, so that the reader gets to the
// sections. A report that is read must pass every renderer and survive another round trip.
#include "core/base/hash.h"
#include "core/model/codec/report_format.h"
#include "core/model/codec/report_reader.h"
#include "core/model/codec/report_writer.h"
#include "core/report/html_report.h"
#include "core/report/json_report.h"
#include "core/report/markdown_report.h"
#include "core/report/stackwalk_json.h"
#include "core/report/stackwalk_text.h"
#include "core/report/text_report.h"

#include <cstdint>
#include <cstdlib>
#include <string>

using namespace faultline;
using namespace faultline::codec;

namespace {

std::uint64_t number(const std::string& bytes, std::size_t at)
{
    std::uint64_t value = 0;
    for (std::size_t i = 8; i > 0; --i)
        value = value << 8 | static_cast<std::uint8_t>(bytes[at + i - 1]);
    return value;
}

void putNumber(std::string& bytes, std::size_t at, std::uint64_t value)
{
    for (std::size_t i = 0; i < 8; ++i)
        bytes[at + i] = static_cast<char>(value >> (8 * i));
}

void repairChecksums(std::string& bytes)
{
    if (bytes.size() < kHeaderBytes)
        return;
    putNumber(bytes, kFileSizeAt, bytes.size());
    for (std::size_t i = 0; i < kSectionCount; ++i) {
        const std::size_t entry = kTableAt + i * kTableEntryBytes;
        const auto offset = number(bytes, entry);
        const auto size = number(bytes, entry + 8);
        if (rangeFits(offset, size, bytes.size()))
            putNumber(bytes, entry + 16,
                      checksum64(asBytes(std::string_view(bytes).substr(offset, size))));
    }
    putNumber(bytes, kChecksumAt,
              checksum64(asBytes(
                  std::string_view(bytes).substr(kFileSizeAt, kHeaderBytes - kFileSizeAt))));
}

std::string json(const Report& report)
{
    return report::renderJson(report, {.candidates = report::IncludeCandidates::Yes,
                                       .extras = report::IncludeExtras::Yes});
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    std::string bytes(data, data + size);
    repairChecksums(bytes);
    ParseLimits limits;
    limits.maxReportBytes = 4 << 20;
    const auto report = readReport(ByteView::fromString(std::move(bytes)), limits, {});
    if (!report)
        return 0;
    (void)report::renderText(*report, {});
    (void)report::renderMarkdown(*report, {});
    (void)report::renderHtml(report::makeDocument(*report, {}));
    (void)report::renderStackwalkJson(*report);
    (void)report::renderStackwalkText(*report, {});
    auto again = encodeReport(*report, EventMemory::Include);
    limits.maxReportBytes *= 2;
    const auto second = readReport(ByteView::fromVector(std::move(again)), limits, {});
    if (!second || json(*second) != json(*report))
        std::abort();
    return 0;
}
