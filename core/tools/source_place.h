// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace faultline::app {

/// May the file go into a source bundle because debug info names it? Debug info is written by
/// whoever built the file, so it may name any file of this machine. A source has the name of one (a
/// known extension, or none below a folder `include`) and lies where people keep sources: in no
/// folder of the system's settings or devices, and in no hidden folder but those of package
/// managers. Links count as what they lead to.
bool isSourceFile(const std::filesystem::path& path);

} // namespace faultline::app
