// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/object.h"
#include "core/formats/debug/pe/pe_image.h"

#include <vector>

namespace faultline::pe {

/// Named exports with their RVA and, if the exception directory tells it, their size. Forwarders to
/// other modules and damaged entries are left out. `lostNames` grows by the number of names beyond
/// their NameAllowance.
std::vector<object::Symbol> readExports(const PeImage& image, std::uint64_t& lostNames);

/// Does the export directory name at least one symbol?
bool hasExports(const PeImage& image);

/// Functions of the COFF symbol table, which MinGW's linker keeps in executables (Microsoft's does
/// not). Global code labels without a type follow, as assembler sources have them (`___chkstk_ms`,
/// import stubs). On i386 the underscore that the compiler puts before every C name is removed.
/// `lostNames` as above.
std::vector<object::Symbol> readCoffFunctions(const PeImage& image, std::uint64_t& lostNames);

} // namespace faultline::pe
