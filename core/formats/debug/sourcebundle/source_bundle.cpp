// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/sourcebundle/source_bundle.h"

#include "core/base/byte_reader.h"
#include "core/base/text.h"
#include "core/formats/debug/sourcebundle/similar_path.h"

#include <algorithm>

namespace faultline::sourcebundle {

namespace {

constexpr std::uint32_t kMagic = 0x42535953; // "SYSB"
constexpr std::uint32_t kNewestVersion = 2;
constexpr std::uint32_t kLocalFileSignature = 0x04034b50; // "PK\3\4"
constexpr std::string_view kManifestName = "manifest.json";

std::string withForwardSlashes(std::string_view path)
{
    std::string result(path);
    std::replace(result.begin(), result.end(), '\\', '/');
    return result;
}

Result<BundleManifest> readManifest(const packing::ZipArchive& archive, const ParseLimits& limits)
{
    const auto& entries = archive.entries();
    const auto entry =
        std::find_if(entries.begin(), entries.end(), [](const packing::ZipEntry& candidate) {
            return candidate.name == kManifestName;
        });
    if (entry == entries.end())
        return fail(ErrorKind::Malformed, "source bundle: no ", kManifestName, " among ",
                    entries.size(), " entries");
    FL_TRY(auto json, archive.read(*entry, limits.maxDecompressedSourceBytes));
    return parseBundleManifest(json.span());
}

} // namespace

bool SourceBundle::looksLike(Bytes file)
{
    return ByteReader(file).u32() == kMagic;
}

Result<std::shared_ptr<const SourceBundle>> SourceBundle::open(ByteView file,
                                                               const ParseLimits& limits)
{
    ByteReader reader(file.span());
    const auto magic = reader.u32();
    const auto version = reader.u32();
    if (magic != kMagic || !reader.ok())
        return fail(ErrorKind::Unsupported, "no source bundle signature at offset 0");
    // The first writers left the version out: the archive follows the signature at once.
    const bool hasVersion = version != kLocalFileSignature;
    if (hasVersion && version > kNewestVersion)
        return fail(ErrorKind::Unsupported, "source bundle version ", version, ", newest known is ",
                    kNewestVersion);
    FL_TRY(auto archive, packing::ZipArchive::open(file));
    FL_TRY(auto manifest, readManifest(archive, limits));
    return std::make_shared<const SourceBundle>(OnlyOpen(), std::move(file), std::move(archive),
                                                std::move(manifest), limits);
}

SourceBundle::SourceBundle(OnlyOpen /*key*/,
                           ByteView file,
                           packing::ZipArchive archive,
                           BundleManifest manifest,
                           const ParseLimits& limits)
    : m_file(std::move(file)), m_archive(std::move(archive)), m_manifest(std::move(manifest)),
      m_limits(limits)
{
    for (const auto& entry : m_archive.entries()) {
        const auto record = m_manifest.files.find(entry.name);
        if (record == m_manifest.files.end())
            continue;
        const auto& url = record->second.url.empty() ? record->second.path : record->second.url;
        if (!url.empty())
            m_byUrl.emplace(url, Indexed{&entry, &record->second});
        if (!record->second.path.empty())
            m_byPath.emplace(withForwardSlashes(record->second.path),
                             Indexed{&entry, &record->second});
    }
}

std::string_view SourceBundle::attribute(std::string_view name) const
{
    const auto found = m_manifest.attributes.find(name);
    return found == m_manifest.attributes.end() ? std::string_view() : found->second;
}

Arch SourceBundle::arch() const
{
    return parseArch(attribute("arch")).value_or(Arch::Unknown);
}

DebugId SourceBundle::debugId() const
{
    return DebugId::parse(attribute("debug_id")).value_or(DebugId());
}

CodeId SourceBundle::codeId() const
{
    return CodeId::parse(attribute("code_id"));
}

std::optional<BundleSource> SourceBundle::fileByPath(std::string_view path) const
{
    const auto found = m_byPath.find(withForwardSlashes(path));
    if (found != m_byPath.end())
        return BundleSource{found->second.entry, found->second.file, found->second.file->url};
    auto url = m_manifest.links.resolve(path);
    if (!url)
        return std::nullopt;
    return BundleSource{nullptr, nullptr, std::move(*url)};
}

std::optional<BundleSource> SourceBundle::fileByUrl(std::string_view url) const
{
    const auto found = m_byUrl.find(url);
    if (found == m_byUrl.end())
        return std::nullopt;
    return BundleSource{found->second.entry, found->second.file, found->second.file->url};
}

std::optional<object::ObjectSource> SourceBundle::sourceByPath(std::string_view path) const
{
    auto known = fileByPath(path);
    if (!known)
        return std::nullopt;
    object::ObjectSource source{.text = std::nullopt, .url = std::move(known->url)};
    if (known->entry != nullptr)
        source.text = readText(*known->entry);
    return source;
}

std::optional<std::string> SourceBundle::similarSource(std::string_view path) const
{
    const SimilarPath wanted(path);
    SimilarPath::Likeness best = SimilarPath::kUnlike;
    const std::string* found = nullptr;
    for (const auto& [candidate, indexed] : m_byPath) {
        const auto likeness = wanted.likenessOf(candidate);
        if (likeness == best)
            found = nullptr; // Several alike: any choice would be a guess.
        if (likeness <= best)
            continue;
        best = likeness;
        found = &candidate;
    }
    return found == nullptr ? std::nullopt : std::optional(*found);
}

Result<ByteView> SourceBundle::readText(const packing::ZipEntry& entry) const
{
    FL_TRY(auto text, m_archive.read(entry, m_limits.maxDecompressedSourceBytes));
    if (!isValidUtf8(text.text()))
        return fail(ErrorKind::Malformed, "source bundle: ", entry.name, " is not utf-8");
    return text;
}

} // namespace faultline::sourcebundle
