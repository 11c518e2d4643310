#pragma once

#include "core/base/byte_reader.h"
#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/formats/crash/minidump/stream_types.h"
#include "core/model/event.h"

#include <vector>

namespace faultline::minidump {

/// LOCATION_DESCRIPTOR: where a piece of the file is. `rva` is a file offset.
struct Location
{
    std::uint32_t sizeBytes = 0;
    std::uint32_t rva = 0;
};

Location readLocation(ByteReader& reader);

/// One entry of the stream directory. `bytes` is what the file really holds of the declared range.
struct StreamEntry
{
    std::uint32_t type = 0;
    std::uint64_t offset = 0;
    std::uint64_t declaredBytes = 0;
    ByteView bytes;

    bool clipped() const { return bytes.size() < declaredBytes; }
};

/// MINIDUMP_HEADER without what only locates the directory.
struct Header
{
    std::uint32_t version = 0;
    std::uint32_t timestamp = 0; ///< Unix seconds.
    std::uint64_t flags = 0;     ///< MINIDUMP_TYPE bits.
};

/// The container: header and stream directory over bytes that it keeps alive. Immutable, cheap to
/// copy, thread-safe. Streams are views; reading them is up to the functions of this folder.
/// Damage: a bad header is an error, a directory entry that the file cannot hold is clipped or left
/// out with a diagnostic.
class Minidump
{
public:
    /// Errors, with the texts that Symbolicator's API shows: Malformed "Missing minidump header"
    /// (fewer than 32 bytes), Unsupported "Header mismatch" (another signature), Unsupported
    /// "Minidump version mismatch"; Malformed when not one directory entry can be read.
    static Result<Minidump> open(ByteView file, const ParseLimits& limits);

    const Header& header() const { return m_header; }

    std::endian byteOrder() const { return m_order; }

    const ParseLimits& limits() const { return m_limits; }

    const ByteView& file() const { return m_file; }

    /// In directory order, duplicates kept.
    const std::vector<StreamEntry>& streams() const { return m_streams; }

    /// What was wrong with the directory.
    const std::vector<Diagnostic>& diagnostics() const { return m_diagnostics; }

    ByteReader reader(Bytes bytes) const { return ByteReader(bytes, m_order); }

    /// Absent unless the whole piece lies in the file.
    std::optional<ByteView> view(Location location) const
    {
        return m_file.slice(location.rva, location.sizeBytes);
    }

    /// As much of the piece as the file holds; may be empty.
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
