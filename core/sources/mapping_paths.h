// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/debug_id.h"
#include "core/sources/file_type.h"
#include "core/sources/source_config.h"

#include <string>
#include <vector>

namespace faultline::sources {

/// Paths below a source's root where the mapping (FileType::Proguard) or the source bundle of a JVM
/// program may be, best first. Ours: the reference knows these files from Sentry sources only, so
/// layoutPaths() has none for them and native look-ups never ask. Casing is applied. Pure.
std::vector<std::string> jvmFilePaths(const SourceLayout& layout, FileType type, const DebugId& id);

} // namespace faultline::sources
