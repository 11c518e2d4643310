// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/jvm_text/error_file.h"
#include "core/formats/crash/jvm_text/jvm_crash.h"
#include "core/intake/trace_text.h"

/// Reads traces, logs and thread dumps, makes an event of them, and writes the text again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace faultline;
    const auto bytes = ByteView::copyOf(std::as_bytes(std::span(data, size)));
    static_cast<void>(jvmtext::looksLikeJvmText(bytes.text()));
    ParseLimits limits;
    limits.maxThreads = 64;
    limits.maxFramesPerEvent = 1000;
    static_cast<void>(jvmtext::readJvmTextEvent(bytes, limits));
    static_cast<void>(jvmtext::readErrorFile(bytes.text(), limits));
    const auto text = intake::TraceText::open(bytes);
    if (!text)
        return 0;
    Report report; // Without any stack, all names stay as they are.
    report.event = text->event();
    static_cast<void>(text->restored(report));
    return 0;
}
