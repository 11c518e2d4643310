// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_reader.h"

#include <string_view>
#include <vector>

namespace faultline::pe {

/// One section header of a PE image or of a PDB's section header stream.
/// Layout: Microsoft PE/COFF specification, "Section Table" (40 bytes each).
struct CoffSection
{
    std::string_view name; ///< As stored in the header: at most eight characters, or "/offset".
    std::uint32_t virtualSize = 0;
    std::uint32_t rva = 0;
    std::uint32_t rawSize = 0;
    std::uint32_t rawOffset = 0;
    std::uint32_t characteristics = 0;

    bool isExecutable() const;
    bool isWritable() const;

    /// Size in memory. Object files and some packers leave the virtual size 0.
    std::uint32_t memorySize() const { return virtualSize != 0 ? virtualSize : rawSize; }
};

inline constexpr std::size_t kCoffSectionBytes = 40;

/// Reads `count` headers at the reader's position, or fewer if the bytes end early.
std::vector<CoffSection> readCoffSections(ByteReader& reader, std::size_t count);

} // namespace faultline::pe
