// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/elfcore/read_event.h"

#include "core/formats/crash/elfcore/event_assembly.h"
#include "core/formats/debug/elf/elf_constants.h"

#include <algorithm>

namespace faultline::corefile {

Result<EventPtr> readCoreEvent(ByteView file, const ParseLimits& limits)
{
    using namespace corefile;
    FL_TRY(const auto core, openCoreFile(std::move(file), limits));
    const bool hasNotes =
        std::ranges::count(core.layout.segments, elf::PT_NOTE, &elf::ElfSegment::type) != 0;
    if (!hasNotes)
        return fail(ErrorKind::Unsupported,
                    "an ELF core file without notes, so of no process: a full dump of a kernel "
                    "(FreeBSD); kgdb and LLDB read it");
    DiagnosticLog log;
    const auto notes = readNotes(core, log);
    auto event = std::make_shared<Event>();
    event->kind = EventKind::CoreFile;
    EventAssembly(core, notes, log, *event).assemble();
    if (event->threads.empty() && event->makeNative().memory->ranges().empty())
        return fail(ErrorKind::Malformed, "core file: none of ", core.layout.segments.size(),
                    " program headers gives a thread or memory");
    event->diagnostics = log.take("core file");
    return event;
}

} // namespace faultline::corefile
