// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a mangled name. Answers are either the name itself or within the output limit.
#include "core/formats/names/demangle.h"

#include <cstdint>
#include <string_view>

using namespace faultline;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    constexpr Language kLanguages[] = {Language::Unknown, Language::Cpp, Language::Rust,
                                       Language::D, Language::ObjCpp};
    const Language language = kLanguages[data[0] % std::size(kLanguages)];
    const std::string_view name(reinterpret_cast<const char*>(data) + 1, size - 1);
    const std::string result = demangling::demangle(name, language);
    if (result != name && result.size() > 4096)
        __builtin_trap();
    return 0;
}
