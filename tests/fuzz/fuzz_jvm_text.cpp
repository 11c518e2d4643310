// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/jvm_text/error_file.h"
#include "core/formats/crash/jvm_text/jvm_crash.h"
#include "core/formats/crash/jvm_text/text_event.h"
#include "core/report/jvm_text_report.h"

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
    const auto text = jvmtext::readJvmText(bytes);
    if (!text)
        return 0;
    const auto event = jvmtext::eventOf(*text);
    JvmReport report;
    report.stacks = event.stacks;
    for (const auto& message : event.messages)
        report.messages.push_back(message.text);
    static_cast<void>(report::renderJvmText(*text, report));
    return 0;
}
