// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symbolicate/js/local_folder.h"
#include "core/symbolicate/js/script_files.h"

#include <filesystem>
#include <set>

namespace faultline::js {

/// Is a file with the last name of a source that source? `deployed` are the files that were taken
/// for the script and its maps. Its folders have to agree with those that the map names. A file
/// that names a map was made by a tool, so it is the source of a further tool only if it lies
/// exactly where the map says (docs/spec/javascript.md §4.11).
bool isSource(const LocalFolder::Match& match,
              const FoundFile::Content& content,
              const std::set<std::filesystem::path>& deployed);

/// Were both files found, with the same content?
bool isSameText(const FoundFile& a, const FoundFile& b);

/// Is a map on this machine that of a source that is a script itself? Then it lies where the source
/// says, or beside the last map.
bool isMapOfStep(const FoundFile& map, std::string_view url, const FoundFile& lastMap);

} // namespace faultline::js
