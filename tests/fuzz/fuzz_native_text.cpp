// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/log_lines/envelope.h"
#include "core/formats/crash/text/native_text.h"

#include <cstdlib>

namespace {

using namespace faultline;

void require(bool isTrue)
{
    if (!isTrue)
        std::abort();
}

void checkEvent(const Event& event, const ParseLimits& limits)
{
    std::size_t frames = 0;
    for (const auto& thread : event.threads) {
        frames += thread.givenFrames->size();
        for (const auto& frame : *thread.givenFrames) {
            const auto& module = frame.asNative()->relativeTo;
            require(!module || *module < event.modules.size());
        }
    }
    // A check that failed without a stack has its words, a signal or a kernel's report its reason.
    require(frames > 0 || !event.crash.assertion.empty() || !event.crash.reason.empty());
    require(frames <= limits.maxFramesPerEvent);
    require(event.threads.size() <= limits.maxThreads);
    require(event.modules.size() <= limits.maxModules);
    require(!event.requestingThread || *event.requestingThread < event.threads.size());
}

/// Reads each trace of a text from its own part.
void readAll(std::string_view text, const ParseLimits& limits)
{
    std::size_t end = 0;
    for (const auto& trace : nativetext::findTraces(text, limits, 10).traces) {
        require(trace.firstByte >= end && trace.endByte > trace.firstByte &&
                trace.endByte <= text.size());
        end = trace.endByte;
        const auto part = text.substr(trace.firstByte, trace.endByte - trace.firstByte);
        const auto event =
            nativetext::readTraceOf(*trace.form, ByteView::fromString(std::string(part)), limits);
        if (event)
            checkEvent(**event, limits);
    }
}

} // namespace

/// Peels a text, finds its traces, and reads it as each form.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto bytes = ByteView::copyOf(std::as_bytes(std::span(data, size)));
    ParseLimits limits;
    limits.maxThreads = 16;
    limits.maxFramesPerEvent = 200;
    limits.maxModules = 16;
    if (const auto peeled = loglines::peelEnvelope(bytes.span()))
        readAll(peeled->text, limits);
    readAll(bytes.text(), limits);
    for (const auto* form : nativetext::traceForms()) {
        if (!nativetext::hasTraceOf(*form, bytes.span()))
            continue;
        if (const auto event = nativetext::readTraceOf(*form, bytes, limits))
            checkEvent(**event, limits);
    }
    return 0;
}
