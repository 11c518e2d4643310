// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace faultline {

/// Does a report hold what was found in the process's memory, and if not, why?
enum class DetailState : std::uint8_t {
    Present,
    NoMemory,  ///< The crash file has no memory to find it in.
    NotStored, ///< It was known; this copy of the report leaves it out.
    Running    ///< It is being found out.
};

/// "present", "no_memory", "not_stored", "running".
std::string_view detailStateName(DetailState state);

} // namespace faultline
