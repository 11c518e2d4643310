#pragma once

#include <cstdint>
#include <string_view>

namespace faultline::pdb {

/// A built-in type that type indexes below 0x1000 name without a record.
struct PdbSimpleType
{
    std::uint8_t code =
        0; ///< Low byte of the index; the bits above say which kind of pointer to it.
    std::uint8_t sizeBytes = 0;
    std::string_view name;
};

/// Null when the index names no type that we know.
const PdbSimpleType* findPdbSimpleType(std::uint32_t index);

/// Of the type, or of the pointer to it that the index names; 0 when it is not known.
std::uint64_t pdbSimpleTypeSize(std::uint32_t index);

} // namespace faultline::pdb
