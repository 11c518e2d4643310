// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/formats/debug/dwarf/dwarf_cursor.h"

#include <optional>
#include <string>
#include <vector>

namespace faultline::dwarf {

/// Header of one unit in .debug_info. DWARF 5 §7.5.1, DWARF 4 §7.5.1.1.
struct UnitHeader
{
    std::uint64_t offset = 0;     ///< Offset of the header in .debug_info.
    std::uint64_t end = 0;        ///< Offset after the unit.
    std::uint64_t firstEntry = 0; ///< Offset of the root DIE.
    std::uint64_t abbrevOffset = 0;
    /// DWO id of DWARF 5 skeleton and split units; signature of type units; 0 otherwise.
    std::uint64_t id = 0;
    std::uint64_t typeEntry = 0; ///< For type units: offset of the type's entry.
    std::uint16_t version = 0;
    std::uint8_t type = 0; ///< DW_UT_compile for DWARF 2–4.
    std::uint8_t addressBytes = 0;
    bool is64 = false; ///< 64-bit DWARF: offsets of 8 bytes.

    unsigned offsetBytes() const { return is64 ? 8 : 4; }
};

/// All units of .debug_info in file order.
struct UnitIndex
{
    std::vector<UnitHeader> units;
    std::uint32_t lostUnits =
        0;              ///< Number of places, each of a unit or more, whose header cannot be read.
    std::string damage; ///< Describes the first of them, for people; empty when there is none.

    /// The unit whose entries contain `infoOffset`.
    std::optional<std::size_t> find(std::uint64_t infoOffset) const;
};

/// In DWARF 4 and earlier, type units have a different header and their own section.
enum class UnitSection : std::uint8_t { Info, Types };

/// Reads all unit headers. A header that cannot be read loses only its unit: if its length is
/// doubtful, the next unit is searched for.
UnitIndex readUnitIndex(Bytes section, std::endian order, UnitSection kind = UnitSection::Info);

} // namespace faultline::dwarf
