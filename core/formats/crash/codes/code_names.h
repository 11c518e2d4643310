// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

namespace faultline::crash {

/// A number and its name in a system's headers.
struct CodeName
{
    std::uint32_t code = 0;
    std::string_view name;
};

/// Name of `code` in a table sorted by code; empty when it has none.
inline std::string_view findCodeName(std::span<const CodeName> table, std::uint64_t code)
{
    const auto found = std::ranges::lower_bound(
        table, code, {}, [](const CodeName& entry) { return std::uint64_t{entry.code}; });
    return found != table.end() && found->code == code ? found->name : std::string_view();
}

} // namespace faultline::crash
