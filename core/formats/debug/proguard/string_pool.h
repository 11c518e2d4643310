#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::proguard {

/// A text of a StringPool: where it begins in the pool's bytes.
using StringRef = std::uint32_t;
inline constexpr StringRef kNoString = 0xffffffff;

/// Every distinct text once, each written as its length (u32, little-endian) and its bytes. One
/// thread.
class StringPool
{
public:
    StringPool();

    /// kNoString when the pool is full (4 GiB).
    StringRef add(std::string_view text);

    /// Valid until the next add().
    std::string_view text(StringRef ref) const;

    std::string_view bytes() const { return m_bytes; }

private:
    void grow();

    std::string m_bytes;
    std::vector<std::uint32_t> m_slots; ///< An open-addressing table of refs; kNoString is free.
    std::size_t m_count = 0;
    StringRef m_last = kNoString; ///< Lines repeat the names of the line before.
};

} // namespace faultline::proguard
