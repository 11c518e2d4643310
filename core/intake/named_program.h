// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/model/event.h"
#include "core/symbolicate/options/options.h"

#include <cstdint>
#include <filesystem>
#include <optional>

namespace faultline::intake {

/// The program of a core file, as a user names it.
struct ProgramFile
{
    std::filesystem::path path;           ///< Absolute.
    std::optional<std::uint64_t> address; ///< Of its first segment in the process.
};

struct NamedEvent
{
    EventPtr event;               ///< With the program among its modules.
    symbolicate::ModuleFile file; ///< The choice of the program's file for that module.
};

/// Gives a core's event the program that the user names. Reads the file. Errors: those of
/// corefile::withProgram() and of the file.
Result<NamedEvent>
withProgram(const EventPtr& event, const ProgramFile& program, const ParseLimits& limits);

} // namespace faultline::intake
