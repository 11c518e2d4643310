// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/minidump.h"

#include <algorithm>

namespace faultline::minidump {

namespace {

// minidumpapiset.h: MINIDUMP_SIGNATURE ("MDMP" in a little-endian file), MINIDUMP_VERSION,
// MINIDUMP_HEADER, MINIDUMP_DIRECTORY.
constexpr std::uint32_t kSignature = 0x504d444d;
constexpr std::uint32_t kSwappedSignature = 0x4d444d50;
constexpr std::uint32_t kVersionLowHalf = 0xa793;
constexpr std::size_t kHeaderBytes = 32;
constexpr std::size_t kDirectoryEntryBytes = 12;

} // namespace

Location readLocation(ByteReader& reader)
{
    Location location;
    location.sizeBytes = reader.u32();
    location.rva = reader.u32();
    return location;
}

Minidump::Minidump(ByteView file, const ParseLimits& limits, std::endian order)
    : m_file(std::move(file)), m_limits(limits), m_order(order)
{
}

Result<Minidump> Minidump::open(ByteView file, const ParseLimits& limits)
{
    // These three texts are part of the HTTP API (docs/spec/http-api.md, "failed" messages); they
    // break our own style on purpose.
    if (file.size() < kHeaderBytes)
        return fail(ErrorKind::Malformed, "Missing minidump header");
    const auto signature = ByteReader(file.span()).u32();
    if (signature != kSignature && signature != kSwappedSignature)
        return fail(ErrorKind::Unsupported, "Header mismatch");
    const auto order = signature == kSignature ? std::endian::little : std::endian::big;

    Minidump dump(std::move(file), limits, order);
    auto header = dump.reader(dump.m_file.span());
    header.skip(sizeof signature);
    dump.m_header.version = header.u32();
    if ((dump.m_header.version & 0xffff) !=
        kVersionLowHalf) // Only the low half counts: the dump's writer sets the high half.
        return fail(ErrorKind::Unsupported, "Minidump version mismatch");
    const auto streamCount = header.u32();
    const auto directoryOffset = header.u32();
    header.skip(4); // The checksum: nobody writes or checks it.
    dump.m_header.timestamp = header.u32();
    dump.m_header.flags = header.u64();
    FL_CHECK(dump.readDirectory(streamCount, directoryOffset));
    return dump;
}

Result<void> Minidump::readDirectory(std::uint32_t count, std::uint32_t offset)
{
    const auto directory = clippedView(offset, std::uint64_t{count} * kDirectoryEntryBytes);
    const auto readable =
        std::min<std::uint64_t>(directory.size() / kDirectoryEntryBytes, m_limits.maxStreams);
    if (readable == 0 && count > 0)
        return fail(ErrorKind::Malformed, "stream directory: ", count, " entries at offset ",
                    Hex{offset}, " do not fit ", m_file.size(), " bytes");
    if (readable < count)
        warn(concat(count, " entries at offset ", Hex{offset}, ", only the first ", readable,
                    " are read"));
    auto entries = reader(directory.span());
    for (std::uint64_t i = 0; i < readable; ++i)
        addStream(entries);
    return {};
}

void Minidump::addStream(ByteReader& entry)
{
    StreamEntry stream;
    stream.type = entry.u32();
    const auto location = readLocation(entry);
    stream.offset = location.rva;
    stream.declaredBytes = location.sizeBytes;
    stream.bytes = clippedView(location.rva, location.sizeBytes);
    if (stream.clipped())
        warn(concat("stream ", Hex{stream.type}, " at offset ", Hex{stream.offset}, " has ",
                    stream.declaredBytes, " bytes, the file holds ", stream.bytes.size()));
    m_streams.push_back(std::move(stream));
}

ByteView Minidump::clippedView(std::uint64_t offset, std::uint64_t sizeBytes) const
{
    if (offset >= m_file.size())
        return {};
    return *m_file.slice(offset, std::min<std::uint64_t>(sizeBytes, m_file.size() - offset));
}

void Minidump::warn(std::string text)
{
    m_diagnostics.push_back({Diagnostic::Severity::Warning, "stream directory", std::move(text)});
}

} // namespace faultline::minidump
