// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::selfdump {

/// Overwrites secrets and parts of them: memory that is no longer used often has the beginning or
/// the end of a text, and something else in place of the rest.
class SecretParts
{
public:
    /// The shortest part that is found. Shorter ones tell little, and would be found everywhere.
    static constexpr std::size_t kPartBytes = sizeof(std::uint64_t);

    explicit SecretParts(const std::vector<std::string>& secrets);

    /// Writes '*' over every part. The work is linear in the text.
    void overwriteIn(std::string& text) const;

private:
    bool isPart(std::uint64_t word) const;

    std::vector<std::uint64_t> m_words; // Every eight bytes of each secret; sorted.
    std::bitset<1 << 16> m_starts;      // The first two bytes of those, to pass others quickly.
};

} // namespace faultline::selfdump
