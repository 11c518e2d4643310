// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/object/debug_link.h"

#include "core/base/byte_reader.h"
#include "core/base/hex.h"

namespace faultline::object {

std::optional<CompanionReference> readDebugLink(Bytes bytes, std::endian order)
{
    ByteReader reader(bytes, order);
    const auto name = reader.cString();
    if (!reader.ok() || name.empty())
        return std::nullopt;
    reader.seek((reader.offset() + 3) / 4 * 4);
    const auto crc = reader.u32();
    if (!reader.ok())
        return std::nullopt;
    return CompanionReference{CompanionReference::Kind::DebugLink, std::string(name),
                              hexDigits(crc, 8)};
}

} // namespace faultline::object
