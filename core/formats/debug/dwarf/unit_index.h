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
    std::uint64_t offset = 0;     ///< Of the header in .debug_info.
    std::uint64_t end = 0;        ///< First byte behind the unit.
    std::uint64_t firstEntry = 0; ///< Offset of the root DIE.
    std::uint64_t abbrevOffset = 0;
    /// DWO id of skeleton and split units of DWARF 5, signature of type units; 0 otherwise.
    std::uint64_t id = 0;
    std::uint64_t typeEntry = 0; ///< Offset of the type's entry; type units only.
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
        0;              ///< Stretches without a header that can be read, a unit or more each.
    std::string damage; ///< The first of them, for people; empty when all was well.

    /// The unit whose entries contain `infoOffset`.
    std::optional<std::size_t> find(std::uint64_t infoOffset) const;
};

/// Of DWARF 4 and before, headers of type units differ and stand in a section of their own.
enum class UnitSection : std::uint8_t { Info, Types };

/// A unit header that cannot be read costs that unit only: where its length cannot be trusted, the
/// next units are looked for.
UnitIndex readUnitIndex(Bytes section, std::endian order, UnitSection kind = UnitSection::Info);

} // namespace faultline::dwarf
