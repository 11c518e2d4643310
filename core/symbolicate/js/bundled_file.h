// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symbolicate/js/script_files.h"

#include <string>

namespace faultline::js {

/// Returns the type that bundles use for a kind of file.
sourcebundle::BundleFileType bundleTypeOf(ScriptFileKey::Kind kind);

/// Reads a file of a bundle and what it says about its map.
FoundFile bundledFile(const std::string& uri,
                      const artifacts::ArtifactBundle& bundle,
                      const artifacts::BundledFile& file,
                      const ScriptFileKey& key,
                      ResolvedWith way);

} // namespace faultline::js
