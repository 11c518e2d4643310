// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/variables/constant_bytes.h"

namespace faultline::variables {

std::vector<std::byte> bytesOfConstant(const object::ConstantValue& constant, std::endian order)
{
    if (!constant.bytes.empty())
        return {constant.bytes.begin(), constant.bytes.end()};
    std::vector<std::byte> bytes;
    // How long the value is only its type tells, so the low bytes must come first.
    if (order != std::endian::little)
        return bytes;
    const bool isNegative = constant.isSigned && static_cast<std::int64_t>(constant.number) < 0;
    for (unsigned i = 0; i < 16; ++i)
        bytes.push_back(i < 8 ? static_cast<std::byte>(constant.number >> (8 * i))
                              : std::byte{isNegative ? std::uint8_t{0xff} : std::uint8_t{0}});
    return bytes;
}

} // namespace faultline::variables
