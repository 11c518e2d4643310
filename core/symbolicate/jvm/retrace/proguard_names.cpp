// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/jvm/retrace/proguard_names.h"

#include <algorithm>

namespace faultline::jvm {

using namespace proguard;

namespace {

constexpr std::size_t kFewestDigits = 7; ///< Shorter hashes are one in 250.
constexpr std::size_t kMostDigits = 8;

bool areHexDigits(std::string_view text)
{
    return std::ranges::all_of(
        text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

bool isSameMethod(const proguard::MappedEntry& a, const proguard::MappedEntry& b)
{
    return a.name == b.name && a.arguments == b.arguments && a.receiver == b.receiver;
}

/// ProGuard adds a multiple of 1000 to the lines of inlined code. It subtracts 1 from the line of a
/// call.
constexpr std::uint32_t kCallWithoutLine = 999;
constexpr std::uint32_t kNearby = 256;

/// Tells whether a method has no lines, going by the entries before a chain.
bool isWithoutLines(const proguard::MappingCache& mapping,
                    const InlineChain& chain,
                    const proguard::MappedEntry& method)
{
    const auto count = std::min(chain.first, kNearby);
    for (std::uint32_t i = 1; i <= count; ++i) {
        const auto entry = mapping.entryAt(chain.first - i);
        if (entry.originalFrom == 0 && entry.originalTo == 0 && isSameMethod(entry, method))
            return true;
    }
    return false;
}

} // namespace

bool isByProGuard(const proguard::MappingCache& mapping)
{
    return mapping.summary().compiler.empty();
}

std::string_view nameWithoutHash(std::string_view method)
{
    const auto mark = method.rfind('$');
    if (mark == std::string_view::npos || mark == 0)
        return method;
    const auto hash = method.substr(mark + 1);
    const bool isHash = hash.size() >= kFewestDigits && hash.size() <= kMostDigits &&
                        hash[0] != '0' && areHexDigits(hash) &&
                        (hash.size() < kMostDigits || hash[0] < '8');
    return isHash ? method.substr(0, mark) : method;
}

std::vector<std::uint32_t> trueCalls(const proguard::MappingCache& mapping,
                                     const InlineChain& chain)
{
    std::vector<std::uint32_t> calls;
    const auto method = mapping.entryAt(chain.outermost());
    for (auto i = chain.first; i <= chain.outermost(); ++i) {
        const auto entry = mapping.entryAt(i);
        const bool isCall = i > chain.first && entry.originalFrom == kCallWithoutLine;
        if (!isCall || !isWithoutLines(mapping, chain, entry))
            calls.push_back(i);
        if (isSameMethod(entry, method))
            break;
    }
    return calls;
}

} // namespace faultline::jvm
