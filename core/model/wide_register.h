// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace faultline {

/// A floating point or vector register of a stopped thread, which RegisterSet has no room for.
struct WideRegister
{
    /// The bytes of a number in the extended format of x86, which a register of 80 bits holds.
    static constexpr std::size_t kExtendedBytes = 10;

    std::uint16_t dwarf = 0;      ///< Its number in DWARF.
    std::vector<std::byte> bytes; ///< In the order of the process's memory.
};

} // namespace faultline
