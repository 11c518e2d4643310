// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace faultline::pdb {

/// A built-in type. Type indexes below 0x1000 refer to one without a record.
struct PdbSimpleType
{
    std::uint8_t code =
        0; ///< Low byte of the index. The bits above it give the kind of pointer to the type.
    std::uint8_t sizeBytes = 0;
    std::string_view name;
};

/// Null when the index names no known type.
const PdbSimpleType* findPdbSimpleType(std::uint32_t index);

/// Size of the type, or of the pointer to it, that the index names; 0 when unknown.
std::uint64_t pdbSimpleTypeSize(std::uint32_t index);

} // namespace faultline::pdb
