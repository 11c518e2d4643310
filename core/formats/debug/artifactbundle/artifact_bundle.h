// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/debug_id.h"
#include "core/base/parse_limits.h"
#include "core/formats/debug/sourcebundle/bundle_manifest.h"
#include "core/packing/zip_archive.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::artifacts {

/// A file of an artifact bundle.
struct BundledFile
{
    const sourcebundle::BundleFile* record = nullptr; ///< Lives as long as the bundle.
    const packing::ZipEntry* entry = nullptr;
};

/// A source bundle with the files of scripts: minified scripts, maps and sources, found by URL or
/// by debug id. The header before the archive may be complete, lack its version or be absent.
/// Immutable, thread-safe. Source: docs/spec/javascript.md §5 (getsentry/symbolic
/// symbolic-debuginfo/src/sourcebundle).
class ArtifactBundle
{
public:
    /// Errors: Malformed (the archive or manifest.json is missing or damaged).
    static Result<std::shared_ptr<const ArtifactBundle>> open(ByteView file,
                                                              const ParseLimits& limits);

    /// Returns a file of one type by its `debug-id` header.
    std::optional<BundledFile> byDebugId(const DebugId& id,
                                         sourcebundle::BundleFileType type) const;

    /// Returns a file by its exact URL.
    std::optional<BundledFile> byUrl(std::string_view url) const;

    /// Returns the file's text. Errors: Malformed (damaged, larger than the limit for sources, or
    /// not UTF-8), Unsupported (compression method).
    Result<ByteView> read(const BundledFile& file) const;

    /// Returns a string of the manifest ("release", "dist", …), from the top level or from
    /// `attributes`; empty when absent.
    std::string_view attribute(std::string_view name) const;

    const sourcebundle::BundleManifest& manifest() const { return m_manifest; }

    const std::map<std::string, BundledFile, std::less<>>& filesByUrl() const { return m_byUrl; }

private:
    ArtifactBundle(packing::ZipArchive archive,
                   sourcebundle::BundleManifest manifest,
                   const ParseLimits& limits);

    packing::ZipArchive m_archive;
    sourcebundle::BundleManifest m_manifest;
    ParseLimits m_limits;
    std::map<std::string, BundledFile, std::less<>> m_byUrl;
    std::map<std::pair<DebugId, sourcebundle::BundleFileType>, BundledFile> m_byDebugId;
};

} // namespace faultline::artifacts
