// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/container/unreal_crash.h"
#include "tests/fuzz/crash_parts.h"

using namespace faultline;

/// The inflated archive.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto archive = ByteView::copyOf(std::as_bytes(std::span(data, size)));
    (void)container::looksLikeUnrealCrash(archive.span());
    if (const auto parts = container::readUnrealCrash(archive))
        test::requireWithin(*parts, size);
    return 0;
}
