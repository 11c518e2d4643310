// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/variables/operations.h"

namespace faultline::variables {

std::optional<std::uint64_t> readConstant(std::uint8_t operation, ByteReader& reader)
{
    const auto extended = [](std::int64_t value) { return static_cast<std::uint64_t>(value); };
    switch (operation) {
    case DW_OP_const1u: return reader.u8();
    case DW_OP_const1s: return extended(reader.i8());
    case DW_OP_const2u: return reader.u16();
    case DW_OP_const2s: return extended(reader.i16());
    case DW_OP_const4u: return reader.u32();
    case DW_OP_const4s: return extended(reader.i32());
    case DW_OP_const8u:
    case DW_OP_const8s: return reader.u64();
    case DW_OP_constu: return reader.uleb128();
    case DW_OP_consts: return extended(reader.sleb128());
    default: break;
    }
    if (operation >= DW_OP_lit0 && operation <= DW_OP_lit31)
        return std::uint64_t{operation} - DW_OP_lit0;
    return std::nullopt;
}

} // namespace faultline::variables
