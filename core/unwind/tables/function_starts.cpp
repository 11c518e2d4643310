// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/tables/function_starts.h"

#include "core/base/byte_reader.h"

#include <algorithm>

namespace faultline::unwind {

FunctionStarts::FunctionStarts(Bytes table)
{
    ByteReader reader(table);
    std::uint64_t address = 0;
    while (!reader.atEnd()) {
        const auto distance = reader.uleb128();
        if (!reader.ok() || distance == 0 || distance > UINT32_MAX - address)
            return;
        address += distance;
        m_starts.push_back(static_cast<std::uint32_t>(address));
    }
}

std::optional<FunctionStarts::Range> FunctionStarts::find(std::uint64_t relativeAddress) const
{
    const auto next = std::ranges::upper_bound(m_starts, relativeAddress);
    if (next == m_starts.begin())
        return std::nullopt;
    return Range{*(next - 1), next == m_starts.end() ? UINT64_MAX : *next};
}

} // namespace faultline::unwind
