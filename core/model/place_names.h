// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace faultline {

// Names of places that no configuration lists, and words of candidates, as reports say them in
// English. The window translates them. Code recognises a place by SourceConfig::origin, because a
// configured source may have the same name.

inline constexpr std::string_view kBesideCrashFile = "beside the crash file";
inline constexpr std::string_view kInstalledDebugFiles = "installed debug files";
inline constexpr std::string_view kLocatedFile = "located file";
inline constexpr std::string_view kRecordedPath = "recorded path";

/// The location of a candidate whose source has no place for any of the file types.
inline constexpr std::string_view kNoObjectFilesListed = "No object files listed on this source";

/// Why a place was skipped.
inline constexpr std::string_view kLocalFileServes =
    "not asked, because a file on this machine serves";

} // namespace faultline
