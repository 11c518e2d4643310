// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/artifactbundle/artifact_bundle.h"

#include "core/base/text.h"

#include <algorithm>

namespace faultline::artifacts {

namespace {

constexpr std::string_view kManifestName = "manifest.json";
constexpr std::string_view kDebugIdHeader = "debug-id";

} // namespace

Result<std::shared_ptr<const ArtifactBundle>> ArtifactBundle::open(ByteView file,
                                                                   const ParseLimits& limits)
{
    // The archive is read from its end, so the bytes before it do not matter.
    FL_TRY(auto archive, packing::ZipArchive::open(std::move(file)));
    const auto entry =
        std::ranges::find(archive.entries(), kManifestName, &packing::ZipEntry::name);
    if (entry == archive.entries().end())
        return fail(ErrorKind::Malformed, "artifact bundle: no ", kManifestName, " among ",
                    archive.entries().size(), " entries");
    FL_TRY(const auto json, archive.read(*entry, limits.maxDecompressedSourceBytes));
    FL_TRY(auto manifest, sourcebundle::parseBundleManifest(json.span()));
    return std::shared_ptr<const ArtifactBundle>(
        new ArtifactBundle(std::move(archive), std::move(manifest), limits));
}

ArtifactBundle::ArtifactBundle(packing::ZipArchive archive,
                               sourcebundle::BundleManifest manifest,
                               const ParseLimits& limits)
    : m_archive(std::move(archive)), m_manifest(std::move(manifest)), m_limits(limits)
{
    for (const auto& entry : m_archive.entries()) {
        const auto record = m_manifest.files.find(entry.name);
        if (record == m_manifest.files.end())
            continue;
        const BundledFile file{.record = &record->second, .entry = &entry};
        if (!file.record->url.empty())
            m_byUrl.emplace(file.record->url, file);
        const auto header = file.record->headers.find(std::string(kDebugIdHeader));
        const auto id =
            header == file.record->headers.end() ? std::nullopt : DebugId::parse(header->second);
        // A descriptor without a type means a source.
        const auto type = file.record->type == sourcebundle::BundleFileType::Unknown
                              ? sourcebundle::BundleFileType::Source
                              : file.record->type;
        if (id)
            m_byDebugId.try_emplace({*id, type}, file);
    }
}

std::optional<BundledFile> ArtifactBundle::byDebugId(const DebugId& id,
                                                     sourcebundle::BundleFileType type) const
{
    const auto found = m_byDebugId.find({id, type});
    return found == m_byDebugId.end() ? std::nullopt : std::optional(found->second);
}

std::optional<BundledFile> ArtifactBundle::byUrl(std::string_view url) const
{
    const auto found = m_byUrl.find(url);
    return found == m_byUrl.end() ? std::nullopt : std::optional(found->second);
}

Result<ByteView> ArtifactBundle::read(const BundledFile& file) const
{
    FL_TRY(auto text, m_archive.read(*file.entry, m_limits.maxDecompressedSourceBytes));
    if (!isValidUtf8(text.text()))
        return fail(ErrorKind::Malformed, "artifact bundle: ", file.entry->name, " is not utf-8");
    return text;
}

std::string_view ArtifactBundle::attribute(std::string_view name) const
{
    const auto found = m_manifest.attributes.find(name);
    return found == m_manifest.attributes.end() ? std::string_view() : found->second;
}

} // namespace faultline::artifacts
