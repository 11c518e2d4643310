// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/object.h"
#include "core/formats/debug/sourcebundle/bundle_manifest.h"
#include "core/packing/zip_archive.h"

#include <map>
#include <memory>
#include <optional>

namespace faultline::sourcebundle {

/// Where a source file's text is available: inside the bundle, from a URL, or both.
struct BundleSource
{
    const packing::ZipEntry* entry =
        nullptr; ///< Null when the bundle only links to it. Valid as long as the bundle.
    const BundleFile* file = nullptr; ///< Null when there is no entry. Valid as long as the bundle.
    std::string url;                  ///< Empty when there is none.
};

/// A source bundle: the sources of one debug file in a zip archive after an eight-byte header.
/// Immutable and thread-safe. Source: docs/spec/native.md §18.3 (getsentry/symbolic
/// symbolic-debuginfo/src/sourcebundle).
class SourceBundle final : public object::Object
{
    struct OnlyOpen
    {
    }; // Lets only open() use the constructor, although make_shared calls it.

public:
    static bool looksLike(Bytes file);

    /// Errors: Unsupported (no bundle, newer version), Malformed (archive or manifest), and those
    /// of ZipArchive and parseBundleManifest.
    static Result<std::shared_ptr<const SourceBundle>> open(ByteView file,
                                                            const ParseLimits& limits);

    object::FileFormat format() const override { return object::FileFormat::SourceBundle; }

    object::ObjectKind kind() const override { return object::ObjectKind::Sources; }

    Arch arch() const override;
    DebugId debugId() const override;
    CodeId codeId() const override;

    ObjectFeatures features() const override { return {.hasSources = true, .sourceServer = {}}; }

    ByteView bytes() const override { return m_file; }

    /// A string of the manifest ("debug_id", "object_name", …); empty when absent.
    std::string_view attribute(std::string_view name) const;

    /// Archive path to file record.
    const std::map<std::string, BundleFile, std::less<>>& files() const { return m_manifest.files; }

    /// The file recorded under `path`; `\` and `/` are equal, case matters. Otherwise a source
    /// link. Absent when neither matches.
    std::optional<BundleSource> fileByPath(std::string_view path) const;

    /// The file that was loaded from `url`, exactly as recorded. A file without one has its URL in
    /// its `path`.
    std::optional<BundleSource> fileByUrl(std::string_view url) const;

    std::optional<object::ObjectSource> sourceByPath(std::string_view path) const override;
    std::optional<std::string> similarSource(std::string_view path) const override;

    /// The text of an entry found by fileByPath(). Errors: Malformed (damaged, beyond the limit for
    /// sources, or not UTF-8), Unsupported (compression method).
    Result<ByteView> readText(const packing::ZipEntry& entry) const;

    SourceBundle(OnlyOpen,
                 ByteView file,
                 packing::ZipArchive archive,
                 BundleManifest manifest,
                 const ParseLimits& limits);

private:
    ByteView m_file;
    packing::ZipArchive m_archive;
    BundleManifest m_manifest;
    ParseLimits m_limits;

    struct Indexed
    {
        const packing::ZipEntry* entry;
        const BundleFile* file;
    };

    std::map<std::string, Indexed, std::less<>>
        m_byPath; // Keyed by recorded path with forward slashes.
    std::map<std::string, Indexed, std::less<>> m_byUrl;
};

} // namespace faultline::sourcebundle
