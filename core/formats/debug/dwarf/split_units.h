// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/dwarf/dwarf_reader.h"

#include <string>

namespace faultline::dwarf {

/// A unit whose entries are in another file.
struct SplitUnit
{
    std::string name; ///< DW_AT_dwo_name; a relative name is joined to the compilation directory.
    std::string id;   ///< 16 hexadecimal digits of the DWO id.
};

/// The skeleton units of a file (DWARF 5 §7.3.2, GNU DebugFission). Damaged units are left out.
std::vector<SplitUnit> findSplitUnits(const DwarfInput& input);

/// The DWO ids, in the same form, of the units in a .dwo file or .dwp package; empty for other
/// files.
std::vector<std::string> splitUnitIdsOf(const object::Object& object);

} // namespace faultline::dwarf
