// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::cache {

/// Folders between the cache folder and an entry's file: kind, version, two digits, two digits.
inline constexpr int kFolderDepth = 4;
/// The processes' temporary files.
inline constexpr std::string_view kTempFolder = "tmp";

/// The number in "v12".
std::optional<std::uint32_t> versionOf(std::string_view name);

/// Does a name fit the layout in a folder that is `depth` steps below the cache folder? At
/// kFolderDepth it is a file's.
bool fitsLayout(std::string_view name, int depth);

/// A relative path, cut at its last slash.
struct SplitPlace
{
    std::string folder;
    std::string name;
};

SplitPlace splitPlace(std::string_view place);

} // namespace faultline::cache
