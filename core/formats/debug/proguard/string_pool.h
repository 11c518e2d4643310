// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::proguard {

/// A text in a StringPool, as the offset of its first byte.
using StringRef = std::uint32_t;
inline constexpr StringRef kNoString = 0xffffffff;

/// Stores each distinct text once, as its length (u32, little-endian) and its bytes. Use it on one
/// thread.
class StringPool
{
public:
    StringPool();

    /// Returns kNoString when the pool is full (4 GiB).
    StringRef add(std::string_view text);

    /// Valid until the next add().
    std::string_view text(StringRef ref) const;

    std::string_view bytes() const { return m_bytes; }

private:
    void grow();

    std::string m_bytes;
    /// An open-addressing table of refs. kNoString marks a free slot.
    std::vector<std::uint32_t> m_slots;
    std::size_t m_count = 0;
    /// The last added text, because lines often repeat the names of the previous line.
    StringRef m_last = kNoString;
};

} // namespace faultline::proguard
