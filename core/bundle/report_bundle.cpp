// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bundle/report_bundle.h"

#include "core/base/byte_reader.h"
#include "core/base/text.h"
#include "core/model/codec/report_reader.h"
#include "core/model/codec/report_writer.h"
#include "core/packing/zip_archive.h"
#include "core/packing/zip_writer.h"

#include <algorithm>

namespace faultline::bundle {

namespace {

constexpr std::string_view kReportName = "report";
constexpr std::string_view kOriginalName = "crash-file";
constexpr std::uint64_t kMostManifestBytes = 1 << 20;
/// The fixed part of a member's header; its name follows. Layout: PKWARE APPNOTE.TXT.
constexpr std::size_t kLocalHeaderBytes = 30;

OriginalState originalOf(const ReportBundle& bundle)
{
    if (!redact::carriesOriginalFile(bundle.profile))
        return OriginalState::NotShared;
    if (bundle.originalFile.empty())
        return OriginalState::Unknown;
    return bundle.originalFile.size() > kMostOriginalBytes ? OriginalState::TooLarge
                                                           : OriginalState::Stored;
}

/// The first texts that fit together.
std::vector<const BundleSource*> sourcesThatFit(const ReportBundle& bundle)
{
    std::vector<const BundleSource*> fitting;
    std::uint64_t total = 0;
    for (const auto& source : bundle.sources) {
        if (source.text.size() > kMostSourceBytes - total)
            continue;
        total += source.text.size();
        fitting.push_back(&source);
    }
    return fitting;
}

/// With the memory of the event where the profile carries it and readers have room for it.
std::vector<std::byte> encodedReport(const ReportBundle& bundle)
{
    using codec::EventMemory;
    const bool wantsMemory = redact::carriesOriginalFile(bundle.profile);
    auto encoded = codec::encodeReport(*bundle.report,
                                       wantsMemory ? EventMemory::Include : EventMemory::LeaveOut);
    if (wantsMemory && encoded.size() > kMostReportBytes)
        encoded = codec::encodeReport(*bundle.report, EventMemory::LeaveOut);
    return encoded;
}

/// Finds members by name, the first of each.
class Members
{
public:
    explicit Members(packing::ZipArchive archive) : m_archive(std::move(archive)) {}

    const packing::ZipEntry* find(std::string_view name) const
    {
        const auto& entries = m_archive.entries();
        const auto found = std::ranges::find(entries, name, &packing::ZipEntry::name);
        return found == entries.end() ? nullptr : &*found;
    }

    Result<ByteView> read(const packing::ZipEntry& entry, std::uint64_t limitBytes) const
    {
        return m_archive.read(entry, limitBytes);
    }

    Result<ByteView> read(std::string_view name, std::uint64_t limitBytes) const
    {
        const auto* entry = find(name);
        if (entry == nullptr)
            return fail(ErrorKind::Malformed, "report bundle: it has no member ", name);
        return read(*entry, limitBytes);
    }

private:
    packing::ZipArchive m_archive;
};

std::vector<BundleSource> readSources(const Members& members, const BundleManifest& manifest)
{
    std::vector<BundleSource> sources;
    std::uint64_t left = kMostSourceBytes;
    for (const auto& source : manifest.sources) {
        const auto* entry = members.find(source.member);
        if (entry == nullptr || entry->sizeBytes > left)
            continue;
        left -= entry->sizeBytes; // Also for a damaged one, which costs as much work.
        const auto text = members.read(*entry, entry->sizeBytes);
        if (!text)
            continue;
        sources.push_back({.path = source.path, .text = toValidUtf8(text->text())});
    }
    return sources;
}

} // namespace

Result<void> writeBundle(const ReportBundle& bundle, const BundleSink& sink)
{
    BundleManifest manifest{.profile = bundle.profile,
                            .fileName = redact::carriesFileName(bundle.profile) ? bundle.fileName
                                                                                : std::string(),
                            .original = originalOf(bundle),
                            .sources = {}};
    const auto sources = sourcesThatFit(bundle);
    for (std::size_t i = 0; i < sources.size(); ++i)
        manifest.sources.push_back({.path = sources[i]->path, .member = concat("sources/", i)});
    packing::ZipWriter zip(sink, 0);
    FL_CHECK(zip.add(kManifestName, asBytes(writeManifest(manifest))));
    FL_CHECK(zip.add(kReportName, encodedReport(bundle)));
    for (std::size_t i = 0; i < sources.size(); ++i)
        FL_CHECK(zip.add(manifest.sources[i].member, asBytes(sources[i]->text)));
    if (manifest.original == OriginalState::Stored)
        FL_CHECK(zip.add(kOriginalName, bundle.originalFile.span()));
    return zip.finish();
}

bool looksLikeBundle(Bytes head)
{
    const auto text = asText(head);
    return text.starts_with("PK\x03\x04") && text.size() > kLocalHeaderBytes &&
           text.substr(kLocalHeaderBytes).starts_with(kManifestName);
}

Result<ReportBundle>
readBundle(const ByteView& file, const ParseLimits& limits, std::stop_token stop)
{
    FL_TRY(auto archive, packing::ZipArchive::open(file));
    const Members members(std::move(archive));
    FL_TRY(const auto manifestText, members.read(kManifestName, kMostManifestBytes));
    FL_TRY(auto manifest, readManifest(manifestText.text()));
    FL_TRY(const auto stored, members.read(kReportName, limits.maxReportBytes));
    FL_TRY(auto report, codec::readReport(stored, limits, std::move(stop)));
    ReportBundle bundle;
    bundle.report = std::make_shared<const Report>(std::move(report));
    bundle.profile = manifest.profile;
    bundle.fileName = escapeControls(manifest.fileName);
    bundle.sources = readSources(members, manifest);
    bundle.original = manifest.original;
    return bundle;
}

} // namespace faultline::bundle
