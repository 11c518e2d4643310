// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a report bundle. What is read must be written and read again.
#include "core/bundle/report_bundle.h"

#include <cstdint>
#include <cstdlib>

using namespace faultline;

namespace {

ByteView written(const bundle::ReportBundle& bundle)
{
    std::vector<std::byte> bytes;
    const auto result = bundle::writeBundle(bundle, [&bytes](Bytes piece) -> Result<void> {
        bytes.insert(bytes.end(), piece.begin(), piece.end());
        return {};
    });
    if (!result)
        std::abort();
    return ByteView::fromVector(std::move(bytes));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    ParseLimits limits;
    limits.maxReportBytes = 64 << 20;
    const auto file = ByteView::copyOf(std::as_bytes(std::span(data, size)));
    (void)bundle::looksLikeBundle(file.span());
    const auto bundle = bundle::readBundle(file, limits, {});
    if (!bundle)
        return 0;
    const auto again = bundle::readBundle(written(*bundle), limits, {});
    if (!again || again->fileName != bundle->fileName || again->profile != bundle->profile)
        std::abort();
    return 0;
}
