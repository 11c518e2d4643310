// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/js/bundled_file.h"

#include "core/symbolicate/js/file_content.h"

namespace faultline::js {

namespace {

using BundleType = sourcebundle::BundleFileType;

/// A map has no map of its own.
Result<FoundFile::Content> readBundled(const artifacts::ArtifactBundle& bundle,
                                       const artifacts::BundledFile& file,
                                       const ScriptFileKey& key)
{
    FL_TRY(auto text, bundle.read(file));
    const auto type = file.record->type;
    if (type == BundleType::SourceMap || type == BundleType::IndexedRamBundle || !key.path)
        return plainContent(std::move(text));
    return readContent(std::move(text), *key.path, file.record->headers, true);
}

} // namespace

BundleType bundleTypeOf(ScriptFileKey::Kind kind)
{
    switch (kind) {
    case ScriptFileKey::Kind::MinifiedSource: return BundleType::MinifiedSource;
    case ScriptFileKey::Kind::SourceMap: return BundleType::SourceMap;
    case ScriptFileKey::Kind::Source: return BundleType::Source;
    }
    return BundleType::Unknown;
}

FoundFile bundledFile(const BundleOrigin& origin,
                      const artifacts::ArtifactBundle& bundle,
                      const artifacts::BundledFile& file,
                      const ScriptFileKey& key,
                      ResolvedWith way)
{
    return {.origin = {.kind = ScriptFileOrigin::Kind::Bundled, .uri = origin.uri, .key = key},
            .place = origin.place,
            .resolvedWith = way,
            .content = readBundled(bundle, file, key)};
}

} // namespace faultline::js
