// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace faultline::codec {

/// Limits the memory that a file can make its reader allocate. A few bytes of a file may stand for
/// a large value (an empty set of registers, a long text named a second time), so the sizes of the
/// values are counted, not those of the file.
class MemoryBudget
{
public:
    explicit MemoryBudget(std::uint64_t maxBytes) : m_left(maxBytes) {}

    /// Tells whether `count` values of `sizeBytes` each may still be allocated, and counts them if
    /// so.
    bool take(std::uint64_t count, std::uint64_t sizeBytes = 1)
    {
        if (sizeBytes != 0 && count > m_left / sizeBytes)
            return false;
        m_left -= count * sizeBytes;
        return true;
    }

private:
    std::uint64_t m_left;
};

} // namespace faultline::codec
