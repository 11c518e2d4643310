// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"

#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

namespace faultline::golang {

/// A mapped part of a program with its bytes in the file. Addresses are linked ones.
struct ImagePart
{
    std::uint64_t address = 0;
    ByteView content;
    bool isExecutable = false;
};

/// A pointer that only the loader writes; the file may have zero in its place.
struct LoadedPointer
{
    std::uint64_t address = 0;
    std::uint64_t target = 0; ///< Linked address.
};

/// A program as its container maps it, for the tables that Go's runtime reads. A plain value that
/// shares the file's bytes.
struct ProgramImage
{
    std::endian order = std::endian::little;
    unsigned wordBytes = 8;
    std::uint64_t loadAddress = 0;
    std::vector<ImagePart> parts;
    std::vector<LoadedPointer> pointers; ///< Ascending by address.
    /// The section with the function table, if the container names it; otherwise it is searched
    /// for.
    std::optional<ImagePart> functionTable;

    /// The bytes from an address to the end of its part; empty when there are none.
    Bytes from(std::uint64_t address) const;

    /// A pointer as the program sees it. Absent where the image has no bytes. Besides plain
    /// pointers, it understands those of Apple's chained fixups, whose upper bits are for the
    /// loader (<mach-o/fixup-chains.h>, DYLD_CHAINED_PTR_64).
    std::optional<std::uint64_t> pointer(std::uint64_t address) const;

    bool isCode(std::uint64_t address) const;

private:
    const ImagePart* partAt(std::uint64_t address) const;
};

} // namespace faultline::golang
