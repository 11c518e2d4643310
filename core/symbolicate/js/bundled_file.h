// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symbolicate/js/script_files.h"

#include <string>

namespace faultline::js {

/// Returns the type that bundles use for a kind of file.
sourcebundle::BundleFileType bundleTypeOf(ScriptFileKey::Kind kind);

/// Where a bundle comes from.
struct BundleOrigin
{
    std::string uri;
    std::string place{}; ///< FoundFile::place; empty for a bundle of this machine.
};

/// Reads a file of a bundle and what it says about its map.
FoundFile bundledFile(const BundleOrigin& origin,
                      const artifacts::ArtifactBundle& bundle,
                      const artifacts::BundledFile& file,
                      const ScriptFileKey& key,
                      ResolvedWith way);

} // namespace faultline::js
