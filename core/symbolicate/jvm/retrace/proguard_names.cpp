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

std::uint32_t trueCalls(const proguard::MappingCache& mapping, const InlineChain& chain)
{
    auto count = chain.count;
    while (count > 1 && isSameMethod(mapping.entryAt(chain.first + count - 1),
                                     mapping.entryAt(chain.first + count - 2)))
        --count;
    return count;
}

} // namespace faultline::jvm
