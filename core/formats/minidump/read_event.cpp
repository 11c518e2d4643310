#include "core/formats/minidump/read_event.h"

#include "core/formats/minidump/event_assembly.h"

#include <algorithm>

namespace faultline {

Result<EventPtr> readMinidumpEvent(ByteView file, const ParseLimits& limits)
{
    using namespace minidump;
    FL_TRY(const auto dump, Minidump::open(std::move(file), limits));
    DiagnosticLog log;
    for (const auto& diagnostic : dump.diagnostics())
        log.add(diagnostic.severity, diagnostic.area, diagnostic.text);
    StreamSet set(dump, log);
    const auto streams = readStreams(set);

    auto event = std::make_shared<Event>();
    event->kind = EventKind::Minidump;
    if (dump.header().timestamp != 0)
        event->timestamp = dump.header().timestamp;
    event->streams = set.takeInfos();
    EventAssembly assembly(dump, streams, log, *event);
    assembly.assemble();
    event->diagnostics = log.take();
    return event;
}

} // namespace faultline
