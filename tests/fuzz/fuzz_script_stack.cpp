// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/script_stack/hermes_dump.h"
#include "core/formats/crash/script_stack/script_stacks.h"

/// Any bytes as stack text of scripts and as a dump of Hermes: recognises and reads it, and makes
/// an event of it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace faultline;
    const auto bytes = ByteView::copyOf(std::as_bytes(std::span(data, size)));
    static_cast<void>(scriptstack::looksLikeScriptStacks(bytes.text()));
    ParseLimits limits;
    limits.maxFramesPerThread = 64;
    limits.maxThreads = 16;
    limits.maxModules = 16;
    const auto event = scriptstack::readScriptText(bytes, limits);
    if (event && (*event)->threads.size() > limits.maxThreads)
        __builtin_trap();
    static_cast<void>(scriptstack::looksLikeHermesDump(bytes.text()));
    const auto dump = scriptstack::readHermesDump(bytes, limits);
    if (dump && (*dump)->asScript()->stacks.front().frames.size() > limits.maxFramesPerThread)
        __builtin_trap();
    return 0;
}
