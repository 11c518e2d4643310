// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/elf/elf_layout.h"

#include <utility>

namespace faultline::elf {

/// Words of a static program's data that point to its code, as the file has them: address and
/// value. A static program has no dynamic section and, where core files lack the pages of files,
/// nothing else that tells its builds apart. It keeps nearly all of these words while it runs; only
/// those of indirect functions (memcpy) are replaced at its start.
struct CodePointers
{
    std::vector<std::pair<std::uint64_t, std::uint64_t>> words; ///< Evenly chosen, by address.

    /// Too few words prove nothing.
    static constexpr std::size_t kFewest = 16;
    static constexpr std::size_t kMost = 128;
};

/// Empty for files that are loaded at any address, that have a dynamic section, or that are no
/// programs.
CodePointers codePointersOf(Bytes file, ParseLimits limits);

} // namespace faultline::elf
