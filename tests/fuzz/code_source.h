// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/memory.h"
#include "core/unwind/code/intel_flow.h"

#include <algorithm>

namespace faultline::test {

inline constexpr std::uint64_t kCodeBase = 0x1000;

/// The input as code at kCodeBase. Words of memory have values that lead into it.
inline unwind::CodeSource codeSourceOf(Bytes code)
{
    return {.code =
                [code](std::uint64_t address, std::span<std::byte> out) {
                    const auto offset = address - kCodeBase;
                    if (offset >= code.size())
                        return std::size_t{0};
                    const auto rest = code.subspan(static_cast<std::size_t>(offset));
                    const auto count = std::min(rest.size(), out.size());
                    std::ranges::copy(rest.first(count), out.begin());
                    return count;
                },
            .word = [](std::uint64_t address) { return std::optional(kCodeBase + address % 256); }};
}

/// The same as memory.
class CodeMemory final : public MemoryReader
{
public:
    explicit CodeMemory(Bytes code) : m_source(codeSourceOf(code)) {}

    std::size_t read(std::uint64_t address, std::span<std::byte> out) const override
    {
        return m_source.code(address, out);
    }

private:
    unwind::CodeSource m_source;
};

} // namespace faultline::test
