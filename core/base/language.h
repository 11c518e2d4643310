// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace faultline {

/// Source language of a function. Cache files store these numbers (docs/spec/native.md §1.6).
enum class Language : std::uint32_t {
    Unknown,
    C,
    Cpp,
    D,
    Go,
    ObjC,
    ObjCpp,
    Rust,
    Swift,
    CSharp,
    VisualBasic,
    FSharp
};

/// "cpp", "objc", …; "unknown" for Unknown.
std::string_view languageName(Language language);
std::optional<Language> parseLanguage(std::string_view text);

} // namespace faultline
