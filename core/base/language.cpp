// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/language.h"

#include <array>

namespace faultline {

namespace {

constexpr std::array<std::string_view, 12> kNames{"unknown", "c",      "cpp",         "d",
                                                  "go",      "objc",   "objcpp",      "rust",
                                                  "swift",   "csharp", "visualbasic", "fsharp"};

} // namespace

std::string_view languageName(Language language)
{
    const auto index = static_cast<std::size_t>(language);
    return index < kNames.size() ? kNames[index] : kNames[0];
}

std::optional<Language> parseLanguage(std::string_view text)
{
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        if (kNames[i] == text)
            return static_cast<Language>(i);
    }
    return std::nullopt;
}

} // namespace faultline
