// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tools/source_collector.h"

#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/base/hex.h"
#include "core/base/source_place.h"
#include "core/formats/debug/object/debug_info.h"
#include "core/formats/debug/sourcebundle/bundle_writer.h"
#include "core/symcache/source_path.h"

#include <map>

namespace faultline::app {

namespace {

constexpr std::uint64_t kMaxSourceBytes = 10ull << 20;

/// A file that debug info names.
struct Wanted
{
    object::DebugFile::ChecksumKind kind = object::DebugFile::ChecksumKind::None;
    std::string checksum; ///< Hex digits.
    std::string embedded;
};

using WantedFiles = std::map<std::string, Wanted>;

void addUnit(const object::DebugUnit& unit, WantedFiles& files)
{
    for (const auto& record : unit.files) {
        auto path = symcache::sourcePath(record.compDir, record.directory, record.name);
        if (path.empty() || path.starts_with('<') || path.ends_with(".pch"))
            continue;
        Wanted& wanted = files[std::move(path)];
        if (record.checksumKind != object::DebugFile::ChecksumKind::None) {
            wanted.kind = record.checksumKind;
            wanted.checksum = hexOfBytes(asBytes(record.checksum));
        }
        if (!record.embeddedSource.empty())
            wanted.embedded = record.embeddedSource;
    }
}

bool isOther(const Wanted& wanted, Bytes text)
{
    switch (wanted.kind) {
    case object::DebugFile::ChecksumKind::None: return false;
    case object::DebugFile::ChecksumKind::Md5: return md5Hex(text) != wanted.checksum;
    case object::DebugFile::ChecksumKind::Sha1: return sha1Hex(text) != wanted.checksum;
    case object::DebugFile::ChecksumKind::Sha256: return sha256Hex(text) != wanted.checksum;
    }
    return false;
}

std::string localPath(const std::string& path, const BundleOptions& options)
{
    for (const auto& [from, to] : options.pathMappings) {
        if (path.starts_with(from))
            return to + path.substr(from.size());
    }
    return path;
}

/// Adds one file after the other to the bundle and counts the outcomes.
class Collector
{
public:
    Collector(const BundleOptions& options, sourcebundle::BundleWriter& bundle)
        : m_options(options), m_bundle(bundle)
    {
    }

    Result<void> add(const std::string& path, const Wanted& wanted)
    {
        if (!wanted.embedded.empty()) {
            ++m_stats.embedded;
            return put(path, asBytes(wanted.embedded));
        }
        const auto place = localPath(path, m_options);
        std::error_code ignored;
        if (!m_options.anyFile && std::filesystem::exists(place, ignored) && !isSourceFile(place)) {
            ++m_stats.foreign;
            return {};
        }
        const auto text = readFile(place, kMaxSourceBytes);
        if (!text) {
            ++(broadKind(text.error().kind) == ErrorKind::Malformed ? m_stats.refused
                                                                    : m_stats.absent);
            return {};
        }
        if (isOther(wanted, text->span())) {
            ++m_stats.changed;
            return {};
        }
        return put(path, text->span());
    }

    BundleStats stats() const
    {
        auto stats = m_stats;
        stats.files = m_bundle.fileCount();
        return stats;
    }

private:
    Result<void> put(const std::string& path, Bytes text)
    {
        auto outcome = m_bundle.addSource(path, text);
        if (outcome || broadKind(outcome.error().kind) != ErrorKind::Malformed)
            return outcome;
        ++m_stats.refused;
        return {};
    }

    const BundleOptions& m_options;
    sourcebundle::BundleWriter& m_bundle;
    BundleStats m_stats;
};

} // namespace

Result<BundleStats>
bundleSources(const symbolfiles::SymbolFiles& files, const BundleOptions& options, TempFile& out)
{
    const auto reader = files.debugInfo();
    if (!reader)
        return fail(ErrorKind::Unsupported, "no debug info that names source files");
    WantedFiles wantedFiles;
    for (std::size_t i = 0; i < reader->unitCount(); ++i) {
        if (const auto unit = reader->readUnit(i, {}))
            addUnit(*unit, wantedFiles);
    }
    FL_TRY(auto bundle, sourcebundle::BundleWriter::create(out));
    bundle.describe(*files.object, options.objectName);
    Collector collector(options, bundle);
    for (const auto& [path, wanted] : wantedFiles)
        FL_CHECK(collector.add(path, wanted));
    FL_CHECK(bundle.finish());
    return collector.stats();
}

} // namespace faultline::app
