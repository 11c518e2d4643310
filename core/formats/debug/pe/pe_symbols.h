#pragma once

#include "core/formats/debug/object/object.h"
#include "core/formats/debug/pe/pe_image.h"

#include <vector>

namespace faultline::pe {

/// Named exports with their RVA and, where the exception directory tells, their size; forwarders to
/// other modules are left out. Damaged entries are dropped.
std::vector<object::Symbol> readExports(const PeImage& image);

/// True when the export directory names at least one symbol.
bool hasExports(const PeImage& image);

/// Functions of the COFF symbol table, which MinGW's linker leaves in executables (Microsoft's does
/// not); behind them global labels of code without a type, as assembler sources have them
/// (`___chkstk_ms`, import stubs). On i386 the underscore that the compiler puts before every C
/// name is removed.
std::vector<object::Symbol> readCoffFunctions(const PeImage& image);

} // namespace faultline::pe
