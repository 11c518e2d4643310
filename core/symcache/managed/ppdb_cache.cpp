// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symcache/managed/ppdb_cache.h"

#include "core/base/byte_reader.h"
#include "core/base/hash.h"
#include "core/symcache/managed/ppdb_cache_format.h"
#include "core/symcache/symcache_format.h"

#include <algorithm>
#include <cstring>
#include <ranges>

namespace faultline::symcache {

using namespace ppdb_cache_format;

namespace {

std::uint32_t u32At(Bytes bytes, std::size_t offset)
{
    return symcache_format::load<std::uint32_t>(bytes.data() + offset);
}

std::uint64_t u64At(Bytes bytes, std::size_t offset)
{
    return symcache_format::load<std::uint64_t>(bytes.data() + offset);
}

std::size_t checksumBytes(object::DebugFile::ChecksumKind kind)
{
    switch (kind) {
    case object::DebugFile::ChecksumKind::None: return 0;
    case object::DebugFile::ChecksumKind::Md5: return 16;
    case object::DebugFile::ChecksumKind::Sha1: return 20;
    case object::DebugFile::ChecksumKind::Sha256: return 32;
    }
    return 0;
}

/// Returns the sections in file order.
class SectionCutter
{
public:
    explicit SectionCutter(Bytes file) : m_file(file) {}

    std::optional<Bytes> next(std::uint64_t count, std::size_t recordBytes)
    {
        const auto section = ByteReader(m_file).table(m_offset, count, recordBytes);
        if (section)
            m_offset += (section->size() + 7) / 8 * 8;
        return section;
    }

    std::uint64_t offset() const { return m_offset; }

private:
    Bytes m_file;
    std::uint64_t m_offset = header::kSectionsAt;
};

} // namespace

Result<PpdbCache> PpdbCache::open(ByteView file)
{
    PpdbCache cache(std::move(file));
    FL_CHECK(cache.readHeader());
    return cache;
}

Result<void> PpdbCache::readHeader()
{
    const Bytes bytes = m_file.span();
    if (bytes.size() < header::kSectionsAt ||
        std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) != 0)
        return fail(ErrorKind::Malformed, "ppdb cache: no magic in ", bytes.size(), " bytes");
    if (const auto version = u32At(bytes, header::kVersionAt); version != kVersion)
        return fail(ErrorKind::Malformed, "ppdb cache: version ", version, ", not ", kVersion);
    if (const auto size = u64At(bytes, header::kFileSizeAt); size != bytes.size())
        return fail(ErrorKind::Malformed, "ppdb cache: ", bytes.size(), " bytes, header says ",
                    size);
    m_methodCount = u32At(bytes, header::kMethodCountAt);
    m_pointCount = u32At(bytes, header::kPointCountAt);
    m_fileCount = u32At(bytes, header::kFileCountAt);
    m_damagedMethods = u32At(bytes, header::kDamagedMethodsAt);
    SectionCutter sections(bytes);
    const auto methods = sections.next(std::uint64_t{m_methodCount} + 1, kMethodBytes);
    const auto points = sections.next(m_pointCount, kPointBytes);
    const auto files = sections.next(m_fileCount, kFileBytes);
    const auto strings = sections.next(u32At(bytes, header::kStringBytesAt), 1);
    if (!methods || !points || !files || !strings)
        return fail(ErrorKind::Malformed, "ppdb cache: ", m_methodCount, " methods, ", m_pointCount,
                    " points and ", m_fileCount, " files do not fit ", bytes.size(), " bytes");
    m_methods = *methods;
    m_points = *points;
    m_files = *files;
    m_strings = *strings;
    std::array<std::uint8_t, 16> uuid{};
    std::memcpy(uuid.data(), bytes.data() + header::kDebugIdAt, uuid.size());
    m_debugId = DebugId::fromUuid(uuid, u32At(bytes, header::kAppendixAt));
    return {};
}

bool PpdbCache::verify() const
{
    const Bytes bytes = m_file.span();
    return u64At(bytes, header::kChecksumAt) == checksum64(bytes.subspan(header::kFileSizeAt));
}

std::optional<PpdbFile> PpdbCache::file(std::uint32_t index) const
{
    if (index >= m_fileCount)
        return std::nullopt;
    const Bytes record = m_files.subspan(std::size_t{index} * kFileBytes, kFileBytes);
    const ByteReader strings(m_strings);
    PpdbFile file;
    file.path = asText(strings.table(u32At(record, 0), u32At(record, 4), 1).value_or(Bytes()));
    const auto checksumAt = u32At(record, 8);
    file.language = static_cast<Language>(record[12]);
    file.checksumKind = static_cast<object::DebugFile::ChecksumKind>(record[13]);
    file.checksum =
        strings.table(checksumAt, checksumBytes(file.checksumKind), 1).value_or(Bytes());
    if (file.checksum.empty())
        file.checksumKind = object::DebugFile::ChecksumKind::None;
    return file;
}

std::uint32_t PpdbCache::pointIlOffset(std::uint32_t point) const
{
    return u32At(m_points, std::size_t{point} * kPointBytes);
}

std::optional<PpdbPosition> PpdbCache::lookup(std::uint32_t method, std::uint32_t ilOffset) const
{
    if (method == 0 || method > m_methodCount)
        return std::nullopt;
    const auto first = u32At(m_methods, (method - 1ull) * kMethodBytes);
    const auto end = u32At(m_methods, std::size_t{method} * kMethodBytes);
    if (first > end || end > m_pointCount)
        return std::nullopt;
    const auto points = std::views::iota(first, end);
    auto point = std::ranges::partition_point(
        points, [&](std::uint32_t index) { return pointIlOffset(index) <= ilOffset; });
    PpdbPosition position;
    while (point != points.begin()) {
        const Bytes record = m_points.subspan(std::size_t{*--point} * kPointBytes, kPointBytes);
        const auto column = u32At(record, 12);
        if ((column & kHiddenBit) != 0) {
            position.isApproximate = true;
            continue;
        }
        const auto source = file(u32At(record, 8));
        if (!source)
            return std::nullopt;
        position.file = *source;
        position.line = u32At(record, 4);
        position.column = column;
        return position;
    }
    return std::nullopt;
}

} // namespace faultline::symcache
