// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::sourcemap {

/// The part of a RAM bundle that the name of a script stands for: "5.js" is module 5 of the first
/// segment, "seg-3.js" is segment 3, "seg-3_5.js" is module 5 of segment 3. The names mean this
/// only if the map is that of a RAM bundle (docs/spec/javascript.md §6.6).
struct BundlePart
{
    std::string segment; ///< Empty for the first segment, which the map itself describes.
    std::optional<std::uint64_t> module;

    bool operator==(const BundlePart&) const = default;
};

/// Reads the last component of a path or URL. Absent for other names.
std::optional<BundlePart> bundlePartOf(std::string_view path);

} // namespace faultline::sourcemap
