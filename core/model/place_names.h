// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace faultline {

// Names of places that no configuration lists, as reports say them in English. The window
// translates them. Code recognises a place by SourceConfig::origin and Candidate::origin, because a
// configured source may have the same name.

inline constexpr std::string_view kBesideCrashFile = "beside the crash file";
inline constexpr std::string_view kInstalledDebugFiles = "installed debug files";
inline constexpr std::string_view kLocatedFile = "located file";
inline constexpr std::string_view kRecordedPath = "recorded path";
inline constexpr std::string_view kChosenMapping = "chosen";
inline constexpr std::string_view kWebScraping = "web-scraping";

} // namespace faultline
