// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/dwarf/unit_store.h"

namespace faultline::dwarf {

/// Units that can hold code: all but type units, and partial units of DWARF 5 whose header says so.
std::vector<std::size_t> codeUnits(const UnitIndex& index);

/// Units of a supplementary file; null when there is no file or it holds no unit.
std::unique_ptr<const UnitStore> supplementaryStore(const DwarfInput& input);

/// The type units of DWARF 4; null when there are none.
std::unique_ptr<const UnitStore> typeStore(const DwarfSections& sections,
                                           const UnitStore* supplementary);

} // namespace faultline::dwarf
