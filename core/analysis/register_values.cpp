// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/register_values.h"

#include "core/base/hex.h"

#include <algorithm>
#include <array>

namespace faultline::analysis {

namespace {

/// Parts of one Intel register. The 32-bit name is the full one on 32-bit systems.
struct IntelNames
{
    std::string_view wide;
    std::string_view dword;
    std::string_view word;
    std::string_view byte;
};

constexpr auto kIntel = std::to_array<IntelNames>({{"rax", "eax", "ax", "al"},
                                                   {"rbx", "ebx", "bx", "bl"},
                                                   {"rcx", "ecx", "cx", "cl"},
                                                   {"rdx", "edx", "dx", "dl"},
                                                   {"rsi", "esi", "si", "sil"},
                                                   {"rdi", "edi", "di", "dil"},
                                                   {"rbp", "ebp", "bp", "bpl"},
                                                   {"rsp", "esp", "sp", "spl"},
                                                   {"rip", "eip", "ip", ""}});

struct Part
{
    std::string_view full;
    unsigned bits = 64;
};

/// "r8d", "r8w", "r8b"
std::optional<Part> numberedPart(std::string_view name)
{
    const auto end = name.find_first_not_of("0123456789", 1);
    if (!name.starts_with('r') || end == std::string_view::npos || end + 1 != name.size())
        return std::nullopt;
    switch (name.back()) {
    case 'd': return Part{name.substr(0, end), 32};
    case 'w': return Part{name.substr(0, end), 16};
    case 'b': return Part{name.substr(0, end), 8};
    default: return std::nullopt;
    }
}

Part intelPart(std::string_view name, bool is64)
{
    for (const auto& names : kIntel) {
        const auto full = is64 ? names.wide : names.dword;
        if (name == names.wide || name == names.dword)
            return {full, name == full ? 64u : 32u};
        if (name == names.word)
            return {full, 16};
        if (name == names.byte && !name.empty())
            return {full, 8};
    }
    return numberedPart(name).value_or(Part{name, 64});
}

std::uint64_t lowBits(std::uint64_t value, unsigned bits)
{
    return bits >= 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}

} // namespace

std::optional<std::uint64_t> RegisterValues::extra(std::string_view name) const
{
    const auto found = std::ranges::find(m_thread.extraRegisters, name, [](const auto& entry) {
        return std::string_view(entry.first);
    });
    if (found == m_thread.extraRegisters.end())
        return std::nullopt;
    return found->second;
}

std::optional<std::uint64_t> RegisterValues::find(std::string_view name) const
{
    const auto value = [&](std::string_view full) -> std::optional<std::uint64_t> {
        if (const auto index = registerIndex(family(), full))
            return m_thread.registers->find(*index);
        return extra(full);
    };
    if (family() == CpuFamily::Intel64 || family() == CpuFamily::Intel32) {
        const auto part = intelPart(name, family() == CpuFamily::Intel64);
        const auto full = value(part.full);
        return full ? std::optional(lowBits(*full, part.bits)) : std::nullopt;
    }
    if (family() == CpuFamily::Arm64 && (name == "xzr" || name == "wzr"))
        return 0;
    if (family() == CpuFamily::Arm64 && name.starts_with('w') && name != "wsp") {
        const auto full = value(std::string("x").append(name.substr(1)));
        return full ? std::optional(lowBits(*full, 32)) : std::nullopt;
    }
    return value(name);
}

std::string_view RegisterValues::fullName(std::string_view name) const
{
    const bool isIntel = family() == CpuFamily::Intel64 || family() == CpuFamily::Intel32;
    return isIntel ? intelPart(name, family() == CpuFamily::Intel64).full : name;
}

} // namespace faultline::analysis
