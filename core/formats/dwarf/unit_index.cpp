#include "core/formats/dwarf/unit_index.h"

#include "core/formats/dwarf/dwarf_constants.h"

#include <algorithm>

namespace faultline::dwarf {

namespace {

constexpr std::uint32_t kDwarf64Escape = 0xffffffff;
constexpr std::uint32_t kFirstReservedLength = 0xfffffff0;

/// unit_length and, from it, the unit's end. Fails when the unit does not fit the section.
bool readLength(DwarfCursor& cursor, UnitHeader& header)
{
    std::uint64_t length = cursor.u32();
    if (length >= kFirstReservedLength && length != kDwarf64Escape)
        return false;
    header.is64 = length == kDwarf64Escape;
    if (header.is64)
        length = cursor.u64();
    if (!cursor.ok() || length > cursor.remaining())
        return false;
    header.end = cursor.offset() + length;
    return true;
}

/// Signature and offset of the type, which counts from the unit's header (DWARF 5 §7.5.1.3).
void readTypeFields(DwarfCursor& cursor, UnitHeader& header)
{
    header.id = cursor.u64();
    header.typeEntry = header.offset + cursor.unsignedOf(header.offsetBytes());
}

bool readRest(DwarfCursor& cursor, UnitHeader& header, UnitSection kind)
{
    header.version = cursor.u16();
    if (header.version < 2 || header.version > 5)
        return false;
    if (header.version == 5) {
        header.type = cursor.u8();
        header.addressBytes = cursor.u8();
        header.abbrevOffset = cursor.unsignedOf(header.offsetBytes());
        if (header.type == DW_UT_skeleton || header.type == DW_UT_split_compile)
            header.id = cursor.u64();
        else if (header.type == DW_UT_type || header.type == DW_UT_split_type)
            readTypeFields(cursor, header);
    } else {
        header.type = kind == UnitSection::Types ? DW_UT_type : DW_UT_compile;
        header.abbrevOffset = cursor.unsignedOf(header.offsetBytes());
        header.addressBytes = cursor.u8();
        if (kind == UnitSection::Types)
            readTypeFields(cursor, header);
    }
    header.firstEntry = cursor.offset();
    const bool isKnownAddressSize =
        header.addressBytes == 2 || header.addressBytes == 4 || header.addressBytes == 8;
    return cursor.ok() && isKnownAddressSize && header.firstEntry <= header.end;
}

} // namespace

std::optional<std::size_t> UnitIndex::find(std::uint64_t infoOffset) const
{
    const auto after = std::ranges::upper_bound(units, infoOffset, {}, &UnitHeader::offset);
    if (after == units.begin())
        return std::nullopt;
    const auto unit = after - 1;
    if (infoOffset < unit->firstEntry || infoOffset >= unit->end)
        return std::nullopt;
    return static_cast<std::size_t>(unit - units.begin());
}

UnitIndex readUnitIndex(Bytes section, std::endian order, UnitSection kind)
{
    UnitIndex index;
    std::uint64_t offset = 0;
    while (offset < section.size()) {
        DwarfCursor cursor(section, offset, section.size(), order);
        UnitHeader header;
        header.offset = offset;
        if (!readLength(cursor, header)) {
            index.damage =
                concat("unit header at offset ", Hex{offset}, ": length does not fit the ",
                       section.size(), kind == UnitSection::Info ? " bytes of .debug_info" : " bytes of .debug_types");
            break;
        }
        if (readRest(cursor, header, kind))
            index.units.push_back(header);
        else if (index.damage.empty())
            index.damage = concat("unit header at offset ", Hex{offset}, ": version ",
                                  header.version, ", address size ", header.addressBytes);
        offset = header.end;
    }
    return index;
}

} // namespace faultline::dwarf
