// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/unit_index.h"

#include "core/formats/debug/dwarf/dwarf_constants.h"

#include <algorithm>

namespace faultline::dwarf {

namespace {

constexpr std::uint32_t kDwarf64Escape = 0xffffffff;
constexpr std::uint32_t kFirstReservedLength = 0xfffffff0;
constexpr std::uint64_t kMaxPaddingBytes =
    16; // Limit for zeros between units and after the last one.

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

namespace {

bool isPadding(Bytes bytes)
{
    return bytes.size() <= kMaxPaddingBytes &&
           std::ranges::all_of(bytes, [](std::byte byte) { return byte == std::byte{0}; });
}

/// The headers of one section, one after the other.
class UnitHeaders
{
public:
    UnitHeaders(Bytes section, std::endian order, UnitSection kind)
        : m_section(section), m_order(order), m_kind(kind)
    {
    }

    UnitIndex read();

private:
    /// End of the unit by its header, readable or not; absent when the length is unusable.
    std::optional<std::uint64_t>
    readAt(std::uint64_t offset, UnitHeader& header, bool& isReadable) const;
    bool unitsFollowFrom(std::uint64_t offset) const;
    std::uint64_t resumeAfter(const UnitHeader& damaged, bool hasEnd) const;
    std::string describe(const UnitHeader& header, bool hasEnd) const;

    Bytes m_section;
    std::endian m_order;
    UnitSection m_kind;
};

std::optional<std::uint64_t>
UnitHeaders::readAt(std::uint64_t offset, UnitHeader& header, bool& isReadable) const
{
    DwarfCursor cursor(m_section, offset, m_section.size(), m_order);
    header = {};
    header.offset = offset;
    isReadable = false;
    if (!readLength(cursor, header))
        return std::nullopt;
    isReadable = readRest(cursor, header, m_kind);
    return header.end;
}

/// Three headers in a row that can be read (with padding between them), or as many as there are to
/// the section's end: no other bytes look like that.
bool UnitHeaders::unitsFollowFrom(std::uint64_t offset) const
{
    constexpr int kEnough = 3;
    UnitHeader header;
    bool isReadable = false;
    for (int i = 0; i < kEnough && offset < m_section.size(); ++i) {
        const auto end = readAt(offset, header, isReadable);
        const bool isEmpty = end && isPadding(m_section.subspan(offset, *end - offset));
        if (!end || (!isReadable && (!isEmpty || i == 0)))
            return false;
        offset = *end;
    }
    return true;
}

/// The length in a damaged header is trusted only if units follow there. Otherwise units are
/// searched byte by byte. Returns the section's end when there are none.
std::uint64_t UnitHeaders::resumeAfter(const UnitHeader& damaged, bool hasEnd) const
{
    if (hasEnd && unitsFollowFrom(damaged.end))
        return damaged.end;
    for (std::uint64_t offset = damaged.offset + 1; offset < m_section.size(); ++offset) {
        if (unitsFollowFrom(offset))
            return offset;
    }
    return m_section.size();
}

std::string UnitHeaders::describe(const UnitHeader& header, bool hasEnd) const
{
    if (!hasEnd)
        return concat("unit header at offset ", Hex{header.offset}, ": length does not fit the ",
                      m_section.size(),
                      m_kind == UnitSection::Info ? " bytes of .debug_info"
                                                  : " bytes of .debug_types");
    return concat("unit header at offset ", Hex{header.offset}, ": version ", header.version,
                  ", address size ", header.addressBytes);
}

UnitIndex UnitHeaders::read()
{
    UnitIndex index;
    std::uint64_t offset = 0;
    while (offset < m_section.size()) {
        UnitHeader header;
        bool isReadable = false;
        const auto end = readAt(offset, header, isReadable);
        if (isReadable) {
            index.units.push_back(header);
            offset = *end;
            continue;
        }
        const std::uint64_t next = resumeAfter(header, end.has_value());
        if (!isPadding(m_section.subspan(offset, next - offset))) {
            ++index.lostUnits;
            if (index.damage.empty())
                index.damage = describe(header, end.has_value());
        }
        offset = next;
    }
    return index;
}

} // namespace

UnitIndex readUnitIndex(Bytes section, std::endian order, UnitSection kind)
{
    return UnitHeaders(section, order, kind).read();
}

} // namespace faultline::dwarf
