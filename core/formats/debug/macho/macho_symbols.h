// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/macho/macho_file.h"
#include "core/formats/debug/object/object.h"

#include <string>
#include <vector>

namespace faultline::macho {

/// Function symbols relative to the load address: entries of `__TEXT,__text` and `__TEXT,__stubs`,
/// without debugger stabs. One leading underscore is removed unless the name is a bitcode
/// placeholder ("__hidden#12_"). Damaged entries are dropped. `lostNames` becomes the number of
/// names beyond the NameAllowance.
std::vector<object::Symbol> readMachSymbols(const MachFile& file, std::uint64_t& lostNames);

/// Did bitcode compilation replace a symbol name by a placeholder? A BcSymbolMap is needed then.
bool hasHiddenSymbols(const MachFile& file);

/// The object files in which the linker left the debug info, in file order without duplicates:
/// "/path/a.o", or "/path/lib.a(member.o)". Stab N_OSO of <mach-o/stab.h>.
std::vector<std::string> readDebugMap(const MachFile& file);

} // namespace faultline::macho
