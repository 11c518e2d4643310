// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/read_event.h"

#include "core/formats/crash/minidump/event_assembly.h"
#include "core/formats/crash/minidump/module_extents.h"
#include "core/formats/crash/minidump/split_modules.h"

#include <algorithm>

namespace faultline::minidump {

namespace {

/// Random bytes after a valid header still form a directory; such a file is not a dump.
bool holdsAnything(const minidump::DumpStreams& streams)
{
    return streams.system || streams.exception || !streams.threads.empty() ||
           !streams.modules.empty() || !streams.memory.empty();
}

bool hasSignals(OsFamily os)
{
    return os == OsFamily::Linux || os == OsFamily::Android;
}

/// LLDB's contexts of amd64 end before the vector registers. Its newer versions mark the exception.
bool isWrittenByLldb(const minidump::DumpStreams& streams)
{
    constexpr std::uint32_t kContextBytes = 720;
    const bool hasShortContexts =
        streams.systemNames.arch == Arch::Amd64 && !streams.threads.empty() &&
        std::ranges::all_of(streams.threads, [](const minidump::ThreadRecord& thread) {
            return thread.context.sizeBytes == kContextBytes;
        });
    return hasShortContexts ||
           (streams.exception && streams.exception->flags == minidump::kLldbFlag);
}

} // namespace

Result<EventPtr> readMinidumpEvent(ByteView file, const ParseLimits& limits)
{
    using namespace minidump;
    FL_TRY(const auto dump, Minidump::open(std::move(file), limits));
    DiagnosticLog log;
    for (const auto& diagnostic : dump.diagnostics())
        log.add(diagnostic.severity, diagnostic.area, diagnostic.text);
    StreamSet set(dump, log);
    auto streams = readStreams(set);
    if (streams.linuxMaps)
        streams.modules = joinSplitModules(std::move(streams.modules), *streams.linuxMaps, log);
    if (hasSignals(streams.systemNames.os))
        completeModuleExtents(streams.modules,
                              streams.linuxMaps.value_or(std::vector<LinuxMapping>()),
                              isWrittenByLldb(streams), log);
    if (!holdsAnything(streams))
        return fail(ErrorKind::Malformed, "minidump: none of ", dump.streams().size(),
                    " streams gives system, threads, modules, memory or an exception");

    auto event = std::make_shared<Event>();
    event->kind = EventKind::Minidump;
    if (dump.header().timestamp != 0)
        event->timestamp = dump.header().timestamp;
    event->makeNative().streams = set.takeInfos();
    EventAssembly assembly(dump, streams, log, *event);
    assembly.assemble();
    event->diagnostics = log.take("minidump");
    return event;
}

} // namespace faultline::minidump
