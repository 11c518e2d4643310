#pragma once

#include "core/formats/debug/macho/macho_file.h"

#include <cstdint>
#include <vector>

namespace faultline::macho {

/// Where functions begin, linked addresses in ascending order: LC_FUNCTION_STARTS, which outlives
/// the symbols that a program was stripped of. Empty without one; damage ends the list.
std::vector<std::uint64_t> readFunctionStarts(const MachFile& file);

} // namespace faultline::macho
