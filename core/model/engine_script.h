// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace faultline {

/// The script of frames that do not name one: release builds of React Native shorten
/// "index.android.bundle:4:1813" to "4:1813".
inline constexpr std::string_view kNamelessBundle = "<bundle>";

/// The module of frames of WebAssembly that do not name one.
inline constexpr std::string_view kNamelessWasm = "<wasm>";

/// Tells whether a script with this name belongs to the engine that ran it (Node, Deno, browsers).
/// Nobody has a map for such a script.
inline bool isEngineScript(std::string_view path)
{
    constexpr std::array<std::string_view, 6> kPrefixes{
        "node:", "internal/", "ext:", "deno:", "native code", "resource:"};
    return std::ranges::any_of(kPrefixes,
                               [&](std::string_view prefix) { return path.starts_with(prefix); });
}

/// Tells whether a frame names a text that is in no deployed file: what a bundler's development
/// build runs by eval(), a URL that is the text itself, or an original file, as browsers write it
/// when they have applied a map already. A file with the same last name is not it.
inline bool isUndeployedText(std::string_view path)
{
    constexpr std::array<std::string_view, 5> kSchemes{
        "webpack-internal:", "webpack:", "turbopack:", "data:", "javascript:"};
    return std::ranges::any_of(kSchemes,
                               [&](std::string_view scheme) { return path.starts_with(scheme); });
}

} // namespace faultline
