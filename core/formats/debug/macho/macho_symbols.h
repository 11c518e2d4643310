#pragma once

#include "core/formats/debug/macho/macho_file.h"
#include "core/formats/debug/object/object.h"

#include <string>
#include <vector>

namespace faultline::macho {

/// Function symbols relative to the load address: entries of `__TEXT,__text` and `__TEXT,__stubs`
/// that are no debugger stabs. One leading underscore is removed unless the name is a bitcode
/// placeholder ("__hidden#12_"). Damaged entries are dropped.
std::vector<object::Symbol> readMachSymbols(const MachFile& file);

/// True when a symbol name was replaced by a placeholder during bitcode compilation, so that a
/// BcSymbolMap is needed.
bool hasHiddenSymbols(const MachFile& file);

/// The object files whose debug info the linker left where it was, in file order, each once:
/// "/path/a.o", or "/path/lib.a(member.o)". Stab N_OSO of <mach-o/stab.h>.
std::vector<std::string> readDebugMap(const MachFile& file);

} // namespace faultline::macho
