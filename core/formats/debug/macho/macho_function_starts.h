// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/macho/macho_file.h"

#include <cstdint>
#include <vector>

namespace faultline::macho {

/// The starts of functions as linked addresses in ascending order, from LC_FUNCTION_STARTS, which
/// remains in stripped programs. Empty when there is none; damage ends the list.
std::vector<std::uint64_t> readFunctionStarts(const MachFile& file);

} // namespace faultline::macho
