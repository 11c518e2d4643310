// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/elf/elf_layout.h"

namespace faultline::elf {

/// A digest of the part of an image's first page that is equal in the file and in memory:
/// headers, notes, and the beginning of the hash and symbol tables. It excludes the header's fields
/// about section headers, which stripping changes and no loader reads. Use it only for comparison.
///
/// Empty when the bytes are no program or library, or end before its first page does. `image` is
/// the file, or the memory from its first page on.
std::string imageStartDigest(Bytes image, ParseLimits limits);

} // namespace faultline::elf
