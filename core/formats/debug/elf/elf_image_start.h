#pragma once

#include "core/formats/debug/elf/elf_layout.h"

namespace faultline::elf {

/// What the first page of an image has in the file and in memory alike: headers, notes, the
/// beginning of the hash and symbol tables. Without the fields of the section headers, which
/// stripping changes and no loader reads. A digest, to be compared only.
///
/// Empty when the bytes are no program or library, or end before its first page does. `image` is
/// the file, or the memory from its first page on.
std::string imageStartDigest(Bytes image, ParseLimits limits);

} // namespace faultline::elf
