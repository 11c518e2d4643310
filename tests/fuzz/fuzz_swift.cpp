// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a Swift name, in each style. Only names with one of the prefixes have an answer. An
// answer is not empty and within the output limit.
#include "core/formats/names/swift/swift_demangle.h"

#include <cstdint>
#include <string_view>

using namespace faultline::demangling;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    constexpr std::string_view kPrefixes[] = {"$s", "_$S", "_T0", "_T", "_Tt", "_TF", ""};
    if (size == 0)
        return 0;
    std::string name(kPrefixes[data[0] % std::size(kPrefixes)]);
    name.append(reinterpret_cast<const char*>(data) + 1, size - 1);
    for (const faultline::demangling::SwiftStyle& style :
         {faultline::demangling::SwiftStyle::full(),
          faultline::demangling::SwiftStyle::simplified(),
          faultline::demangling::SwiftStyle::symbol()}) {
        const auto text = faultline::demangling::demangleSwift(name, style);
        if (text && (text->empty() || text->size() > style.maxOutputBytes ||
                     !faultline::demangling::isSwiftName(name)))
            __builtin_trap();
    }
    return 0;
}
