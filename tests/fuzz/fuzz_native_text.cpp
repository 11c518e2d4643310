// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/log_lines/envelope.h"
#include "core/formats/crash/text/native_text.h"

/// Peels a text, finds its traces, and reads it as each form.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace faultline;
    const auto bytes = ByteView::copyOf(std::as_bytes(std::span(data, size)));
    ParseLimits limits;
    limits.maxThreads = 16;
    limits.maxFramesPerEvent = 200;
    limits.maxModules = 16;
    if (const auto peeled = loglines::peelEnvelope(bytes.span()))
        static_cast<void>(nativetext::findTraces(peeled->text, limits, 10));
    static_cast<void>(nativetext::findTraces(bytes.text(), limits, 10));
    for (const auto* form : nativetext::traceForms()) {
        if (nativetext::hasTraceOf(*form, bytes.span()))
            static_cast<void>(nativetext::readTraceOf(*form, bytes, limits));
    }
    return 0;
}
