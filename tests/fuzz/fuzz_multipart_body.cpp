// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/container/multipart_body.h"
#include "tests/fuzz/crash_parts.h"

using namespace faultline;

/// A stored upload.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto body = ByteView::copyOf(std::as_bytes(std::span(data, size)));
    (void)container::looksLikeMultipart(body.span());
    if (const auto parts = container::readMultipartBody(body))
        test::requireWithin(*parts, size);
    return 0;
}
