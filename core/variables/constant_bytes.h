// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/value_info.h"

#include <vector>

namespace faultline::variables {

/// A constant as the bytes of a value in the process's order: the bytes of a block, or a number,
/// extended by its sign to 16 bytes in a little-endian process.
std::vector<std::byte> bytesOfConstant(const object::ConstantValue& constant, std::endian order);

} // namespace faultline::variables
