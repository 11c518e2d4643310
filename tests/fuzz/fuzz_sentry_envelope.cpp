// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/container/sentry_envelope.h"
#include "tests/fuzz/crash_parts.h"

using namespace faultline;

/// A stored envelope.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto envelope = ByteView::copyOf(std::as_bytes(std::span(data, size)));
    (void)container::looksLikeSentryEnvelope(envelope.span());
    if (const auto parts = container::readSentryEnvelope(envelope))
        test::requireWithin(*parts, size);
    return 0;
}
