// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_reader.h"
#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/formats/crash/minidump/stream_types.h"
#include "core/model/event.h"

#include <vector>

namespace faultline::minidump {

/// LOCATION_DESCRIPTOR: the place of a piece of the file. `rva` is a file offset.
struct Location
{
    std::uint32_t sizeBytes = 0;
    std::uint32_t rva = 0;
};

Location readLocation(ByteReader& reader);

/// One entry of the stream directory. `bytes` holds the part of the declared range that is in the
/// file.
struct StreamEntry
{
    std::uint32_t type = 0;
    std::uint64_t offset = 0;
    std::uint64_t declaredBytes = 0;
    ByteView bytes;

    bool clipped() const { return bytes.size() < declaredBytes; }
};

/// MINIDUMP_HEADER without the fields that only locate the directory.
struct Header
{
    std::uint32_t version = 0;
    std::uint32_t timestamp = 0; ///< Unix seconds.
    std::uint64_t flags = 0;     ///< MINIDUMP_TYPE bits.
};

/// The container: header and stream directory. It keeps the file's bytes alive. Immutable, cheap to
/// copy, thread-safe. Streams are views; the functions of this folder read them. A bad header is an
/// error. A directory entry that the file cannot hold is truncated or left out, with a diagnostic.
class Minidump
{
public:
    /// Errors, with the texts of Symbolicator's API: Malformed "Missing minidump header" (fewer
    /// than 32 bytes), Unsupported "Header mismatch" (another signature), Unsupported "Minidump
    /// version mismatch". Malformed also when no directory entry can be read.
    static Result<Minidump> open(ByteView file, const ParseLimits& limits);

    const Header& header() const { return m_header; }

    std::endian byteOrder() const { return m_order; }

    const ParseLimits& limits() const { return m_limits; }

    const ByteView& file() const { return m_file; }

    /// In directory order, including duplicates.
    const std::vector<StreamEntry>& streams() const { return m_streams; }

    /// Problems of the directory.
    const std::vector<Diagnostic>& diagnostics() const { return m_diagnostics; }

    ByteReader reader(Bytes bytes) const { return ByteReader(bytes, m_order); }

    /// Absent unless the whole piece is in the file.
    std::optional<ByteView> view(Location location) const
    {
        return m_file.slice(location.rva, location.sizeBytes);
    }

    /// The part of the piece that is in the file; may be empty.
    ByteView clippedView(std::uint64_t offset, std::uint64_t sizeBytes) const;

private:
    Minidump(ByteView file, const ParseLimits& limits, std::endian order);

    Result<void> readDirectory(std::uint32_t count, std::uint32_t offset);
    void addStream(ByteReader& entry);
    void warn(std::string text);

    ByteView m_file;
    ParseLimits m_limits;
    std::endian m_order;
    Header m_header;
    std::vector<StreamEntry> m_streams;
    std::vector<Diagnostic> m_diagnostics;
};

} // namespace faultline::minidump
