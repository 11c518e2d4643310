// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symcache/managed/ppdb_cache_writer.h"

#include "core/base/hash.h"
#include "core/symcache/managed/ppdb_cache.h"
#include "core/symcache/managed/ppdb_cache_format.h"
#include "core/symcache/symcache_format.h"

#include <algorithm>
#include <cstring>

namespace faultline::symcache {

using namespace ppdb_cache_format;

namespace {

/// Document names may share parts, so a small file can describe any amount of text.
constexpr std::size_t kMaxStringBytes = 256u << 20;
constexpr std::uint32_t kMethodsPerStopCheck = 1024;
/// Compilers store equal sequence points once, which is common only for one-line methods. All
/// methods together may decode this many times the heap, and a little more.
constexpr std::size_t kMaxHeapReuse = 4;
constexpr std::size_t kReuseAllowance = 1u << 20;

/// A growing section.
class Section
{
public:
    template <class T>
    void put(T value)
    {
        const auto at = m_bytes.size();
        m_bytes.resize(at + sizeof(T));
        symcache_format::store(m_bytes.data() + at, value);
    }

    void put(Bytes bytes) { m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end()); }

    std::size_t size() const { return m_bytes.size(); }

    void appendTo(std::vector<std::byte>& file) const
    {
        file.insert(file.end(), m_bytes.begin(), m_bytes.end());
        file.resize((file.size() + 7) / 8 * 8);
    }

private:
    std::vector<std::byte> m_bytes;
};

/// One conversion; used once.
class Conversion
{
public:
    explicit Conversion(const ppdb::PortablePdb& pdb)
        : m_pdb(pdb), m_bytesLeft(pdb.blobHeapBytes() * kMaxHeapReuse + kReuseAllowance)
    {
    }

    Result<PpdbCacheStats> run(TempFile& out, const std::stop_token& stop)
    {
        FL_CHECK(addFiles());
        FL_CHECK(addMethods(stop));
        const auto file = assemble();
        m_stats.sizeBytes = file.size();
        const auto cache = PpdbCache::open(ByteView::copyOf(file));
        if (!cache)
            return fail(ErrorKind::Internal,
                        "written ppdb cache does not open: ", cache.error().detail);
        FL_CHECK(out.append(file));
        return m_stats;
    }

private:
    Result<void> addFiles();
    Result<void> addMethods(const std::stop_token& stop);
    void addMethod(std::vector<ppdb::SequencePoint> points);
    std::vector<std::byte> assemble() const;

    const ppdb::PortablePdb& m_pdb;
    std::size_t m_bytesLeft;
    PpdbCacheStats m_stats;
    Section m_methods;
    Section m_points;
    Section m_files;
    Section m_strings;
};

Result<void> Conversion::addFiles()
{
    for (std::uint32_t row = 1; row <= m_pdb.documentCount(); ++row) {
        const auto document = m_pdb.document(row);
        const ppdb::PpdbDocument known = document ? *document : ppdb::PpdbDocument();
        if (known.name.size() > kMaxStringBytes - m_strings.size())
            return fail(ErrorKind::Malformed, "portable pdb: document names of more than ",
                        kMaxStringBytes, " bytes");
        m_files.put(static_cast<std::uint32_t>(m_strings.size()));
        m_files.put(static_cast<std::uint32_t>(known.name.size()));
        m_strings.put(asBytes(known.name));
        m_files.put(static_cast<std::uint32_t>(m_strings.size()));
        m_files.put(static_cast<std::uint8_t>(known.language));
        m_files.put(static_cast<std::uint8_t>(known.checksumKind));
        m_files.put(std::uint16_t{0});
        if (known.checksumKind != object::DebugFile::ChecksumKind::None)
            m_strings.put(known.checksum);
    }
    m_stats.files = m_pdb.documentCount();
    return {};
}

Result<void> Conversion::addMethods(const std::stop_token& stop)
{
    m_stats.methods = m_pdb.methodCount();
    for (std::uint32_t method = 1; method <= m_stats.methods; ++method) {
        if (method % kMethodsPerStopCheck == 0 && stop.stop_requested())
            return fail(ErrorKind::Cancelled, "ppdb cache: stopped while reading methods");
        const auto bytes = m_pdb.sequencePointBytes(method);
        if (bytes > m_bytesLeft)
            return fail(ErrorKind::Malformed, "portable pdb: sequence points of ", m_stats.methods,
                        " methods share their bytes too often");
        m_bytesLeft -= bytes;
        m_methods.put(m_stats.points);
        auto points = m_pdb.sequencePoints(method);
        if (points)
            addMethod(*std::move(points));
        else
            ++m_stats.damagedMethods;
    }
    m_methods.put(m_stats.points);
    return {};
}

void Conversion::addMethod(std::vector<ppdb::SequencePoint> points)
{
    // Compilers write them in ascending order, which the look-up needs.
    std::ranges::stable_sort(points, {}, &ppdb::SequencePoint::ilOffset);
    for (const auto& point : points) {
        m_points.put(point.ilOffset);
        m_points.put(point.line);
        m_points.put(point.document - 1); // Document 0, "none", becomes a file that does not exist.
        m_points.put(point.column | (point.isHidden ? kHiddenBit : 0));
    }
    m_stats.points += static_cast<std::uint32_t>(points.size());
}

std::vector<std::byte> Conversion::assemble() const
{
    std::vector<std::byte> file(header::kSectionsAt);
    for (const auto* section : {&m_methods, &m_points, &m_files, &m_strings})
        section->appendTo(file);
    std::byte* const at = file.data();
    using symcache_format::store;
    std::memcpy(at, kMagic.data(), kMagic.size());
    symcache_format::store(at + header::kVersionAt, kVersion);
    symcache_format::store(at + header::kFileSizeAt, static_cast<std::uint64_t>(file.size()));
    const auto id = m_pdb.debugId();
    std::memcpy(at + header::kDebugIdAt, id.bytes().data(), id.bytes().size());
    symcache_format::store(at + header::kAppendixAt, id.appendix());
    symcache_format::store(at + header::kMethodCountAt, m_stats.methods);
    symcache_format::store(at + header::kPointCountAt, m_stats.points);
    symcache_format::store(at + header::kFileCountAt, m_stats.files);
    symcache_format::store(at + header::kStringBytesAt,
                           static_cast<std::uint32_t>(m_strings.size()));
    symcache_format::store(at + header::kDamagedMethodsAt, m_stats.damagedMethods);
    symcache_format::store(at + header::kChecksumAt,
                           checksum64(Bytes(file).subspan(header::kFileSizeAt)));
    return file;
}

} // namespace

Result<PpdbCacheStats>
writePpdbCache(const ppdb::PortablePdb& pdb, TempFile& out, const std::stop_token& stop)
{
    return Conversion(pdb).run(out, stop);
}

} // namespace faultline::symcache
