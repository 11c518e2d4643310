// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace faultline {

/// Compares two secrets in a time that does not depend on where they differ.
inline bool equalsInConstantTime(std::string_view a, std::string_view b)
{
    if (a.size() != b.size())
        return false;
    unsigned difference = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
    return difference == 0;
}

/// Is the secret one of these? To the end, so that the time does not tell which one it is. Nobody
/// knows an empty secret.
inline bool isAmongSecrets(std::string_view secret, const std::vector<std::string>& secrets)
{
    bool isKnown = false;
    for (const auto& each : secrets)
        isKnown = (!each.empty() && equalsInConstantTime(secret, each)) || isKnown;
    return isKnown;
}

} // namespace faultline
