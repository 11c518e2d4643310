// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/intake/named_program.h"

#include "core/base/file.h"
#include "core/base/hex.h"
#include "core/formats/crash/elfcore/named_program.h"

namespace faultline::intake {

Result<NamedEvent>
withProgram(const EventPtr& event, const ProgramFile& program, const ParseLimits& limits)
{
    FL_TRY(auto bytes, mapForeignFile(program.path));
    std::uint64_t address = 0;
    FL_TRY(auto named, corefile::withProgram(event,
                                             {.file = std::move(bytes),
                                              .path = program.path.string(),
                                              .address = program.address},
                                             limits, address));
    return NamedEvent{.event = std::move(named),
                      .file = {.module = concat(Hex{address}), .path = program.path.string()}};
}

} // namespace faultline::intake
