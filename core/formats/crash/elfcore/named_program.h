// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/model/event.h"

#include <optional>
#include <string>

namespace faultline::corefile {

/// A program that the user names for a core of which nothing leads to it: cores of an RTOS hold
/// threads and stacks, and neither files nor headers.
struct NamedProgram
{
    ByteView file; ///< ELF.
    std::string path;
    /// Where its first segment lies in the process. Absent: where it is linked, or where the core's
    /// auxiliary vector says.
    std::optional<std::uint64_t> address;
};

/// Adds the program to a core's event as its first module, and its segments to the memory map. An
/// event that knows a module at the address stays as it is. `address` becomes that of the module.
/// Errors: Unsupported (no core file, no ELF program, another CPU, or a position-independent
/// program whose address nobody says), those of the program's headers.
Result<EventPtr> withProgram(const EventPtr& event,
                             const NamedProgram& program,
                             const ParseLimits& limits,
                             std::uint64_t& address);

} // namespace faultline::corefile
