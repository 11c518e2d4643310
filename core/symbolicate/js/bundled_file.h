#pragma once

#include "core/symbolicate/js/script_files.h"

#include <string>

namespace faultline::js {

/// What bundles call a kind of file.
sourcebundle::BundleFileType bundleTypeOf(ScriptFileKey::Kind kind);

/// A file of a bundle with what it says of its map.
FoundFile bundledFile(const std::string& uri,
                      const artifacts::ArtifactBundle& bundle,
                      const artifacts::BundledFile& file,
                      const ScriptFileKey& key,
                      ResolvedWith way);

} // namespace faultline::js
