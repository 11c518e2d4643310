// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/formats/debug/sourcebundle/source_links.h"

#include <map>
#include <string>

namespace faultline::sourcebundle {

/// The kind of a file in a bundle.
enum class BundleFileType : std::uint8_t {
    Unknown,
    Source,
    MinifiedSource,
    SourceMap,
    IndexedRamBundle
};

struct BundleFile
{
    BundleFileType type = BundleFileType::Unknown;
    std::string path; ///< As recorded in the debug info, with its separators.
    std::string url;
    std::map<std::string, std::string> headers; ///< Names are in lower case.
};

/// The `manifest.json` of a source bundle. Source: docs/spec/native.md §18.3.
struct BundleManifest
{
    std::map<std::string, BundleFile, std::less<>> files; ///< Keyed by path in the archive.
    std::map<std::string, std::string, std::less<>> attributes;
    SourceLinks links;
};

/// Errors: Malformed (no JSON object). Members of an unexpected type are ignored.
Result<BundleManifest> parseBundleManifest(Bytes json);

} // namespace faultline::sourcebundle
