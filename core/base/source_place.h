// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace faultline {

/// May the text of this file be shown, sent or packed because a crash, a map or a debug file names
/// it? Whoever wrote those may name any file of this machine. A source has the name of one (a known
/// extension, also of a script's map, or none below a folder `include`) and lies where people keep
/// sources: in no folder of the system's settings or devices, and in no hidden folder but those of
/// package managers and build tools. Links count as what they lead to. Asks the file system.
bool isSourceFile(const std::filesystem::path& path);

} // namespace faultline
